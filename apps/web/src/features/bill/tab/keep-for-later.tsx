import {
  firstPartKey,
  type OrderKind,
  type OrderTax,
  orderTaxes,
  type PlannedInstalment,
} from '@atoll/domain/bill/advance/order';
import type { Bill } from '@atoll/domain/bill/bill';
import { liveItems } from '@atoll/domain/bill/items';
import { addDays } from '@atoll/domain/date/business-day';
import { allocate } from '@atoll/domain/money/allocate';
import { formatAmount, formatMoney, laari } from '@atoll/domain/money/money';
import { useState } from 'react';
import { orderKeyOf } from '../../../bills/pay/keep-order.ts';
import { PartFields } from '../../../cash/order/part-fields.tsx';
import { emptyPart, type Part, partFault } from '../../../cash/order/pay-part.ts';
import { releaseCard } from '../../../cash/wallet/hold-card.ts';
import { tillNow } from '../../../clock/till-clock.ts';
import { recordDate } from '../../../locale/instant.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { settingHere } from '../../../sync/app-store.ts';
import { businessDayHere, useTimezone } from '../../../sync/outlet-time.ts';
import { Segmented } from '../../../ui/choice/segmented.tsx';
import { Hint } from '../../../ui/display/hint.tsx';
import { Whole } from '../../../ui/display/whole.tsx';
import { SelectField } from '../../../ui/field/field.tsx';
import { Input } from '../../../ui/field/input.tsx';
import { InstantInput } from '../../../ui/field/instant-input.tsx';
import { useIsShown } from '../../../ui/hook/use-is-shown.ts';
import { ActionDialog } from '../../../ui/overlay/dialog-form.tsx';
import { keepBill } from './keep-bill.ts';
import css from './keep-for-later.module.css';

const monthDays = 30;
/** A plan has 24 rows at most; the first is what is paid today. */
const maxInstalments = 23;

/** Returns the plan of a layaway: equal parts of the rest, a month apart. */
function planOf(rest: number, count: number, today: string) {
  if (rest <= 0 || count < 1) return [];
  return allocate(
    rest,
    Array.from({ length: count }, () => 1),
  ).map((amount, index) => ({ date: addDays(today, (index + 1) * monthDays), amount }));
}

/** What is typed of an order, besides what is paid now. */
interface Typed {
  readonly kind: OrderKind;
  readonly tax: OrderTax;
  readonly name: string;
  readonly phone: string;
  readonly dueAt: string | null;
  /** How many monthly instalments. */
  readonly count: number | null;
}

/** What is wrong, and at which field: the last one where it concerns the order. */
type Fault = Readonly<Partial<Record<'name' | 'due' | 'paid', string>>>;

/** Returns the instalments that follow, the whole plan, and when the order is due. */
function planned({ kind, count, dueAt }: Typed, total: number, paid: number) {
  const today = businessDayHere();
  const later = kind === 'Layaway' ? planOf(total - paid, Math.min(count ?? 0, maxInstalments), today) : [];
  const plan = later.length > 0 && paid > 0 ? [{ date: today, amount: paid }, ...later] : later;
  const lastDay = plan.at(-1)?.date;
  return { later, plan, due: kind === 'Layaway' && lastDay ? `${lastDay}T12:00:00.000Z` : dueAt };
}

/** Returns what is wrong with when an order is due: nothing is made for a time that is over, as of a mistyped year. */
function dueFault(kind: OrderKind, due: string | null) {
  if (!due) return kind === 'Layaway' ? 'instalmentsNeeded' : 'dueNeeded';
  return Date.parse(due) < tillNow() ? 'dueOver' : undefined;
}

/** Keeps the items of a bill that is not saved yet for later: an order at the prices of today, or a layaway, with what is paid of it now. Source: R22.12, R22.14, R22.15. */
export function KeepForLater({ bill, onClose }: { bill: Bill; onClose: () => void }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const [busy, setBusy] = useState(false);
  const isShown = useIsShown();
  const [itemKeys] = useState(() => liveItems(bill).map(({ key }) => key));
  const [total] = useState(bill.total);
  const orderKey = orderKeyOf(bill.key, itemKeys);
  const [typed, setTyped] = useState<Typed>(() => ({
    kind: 'Order',
    tax: settingHere('DepositTax'),
    name: bill.customer?.name ?? bill.name,
    phone: bill.customer?.phone ?? '',
    dueAt: null,
    count: 3,
  }));
  const [part, setPart] = useState<Part>(emptyPart);
  const [fault, setFault] = useState<Fault>({});
  const paid = part.amount ?? 0;
  const { later, plan, due } = planned(typed, total, paid);
  const close = () => {
    releaseCard(part.wallet?.holdKey);
    onClose();
  };
  const faultNow = (): Fault => {
    const tooMuch = paid > total && t('order.tooMuch', { amount: formatMoney(laari(total)) });
    const ofDue = dueFault(typed.kind, due);
    const ofPart = tooMuch || (paid > 0 && partFault(part));
    return {
      ...(typed.name.trim() === '' && { name: t('order.nameNeeded') }),
      ...(ofDue && { due: t(`order.${ofDue}`) }),
      ...(ofPart && { paid: ofPart }),
    };
  };
  const keep = async () => {
    if (busy) return;
    const found = faultNow();
    setFault(found);
    if (Object.keys(found).length > 0 || !due) return;
    setBusy(true);
    const { kind, tax, name, phone } = typed;
    const order = { kind, name: name.trim(), phone: phone.trim(), dueAt: due, plan, tax };
    const refusal = await keepBill({ bill, order, itemKeys, orderKey, part, timezone, showsRefusal: isShown });
    setBusy(false);
    if (refusal !== undefined) return setFault({ paid: refusal });
    onClose();
  };
  return (
    <ActionDialog
      title={t('bill.actions.keepForLater')}
      action={t('ui.save')}
      busy={busy}
      onAction={() => void keep()}
      onClose={close}
    >
      <OrderFields typed={typed} later={later} fault={fault} onChange={(change) => setTyped({ ...typed, ...change })} />
      <Hint>{t('order.restHint', { amount: formatMoney(laari(Math.max(0, total - paid))) })}</Hint>
      <PartFields
        label={t('order.paidToday')}
        part={part}
        onChange={setPart}
        error={fault.paid}
        billKey={firstPartKey(orderKey)}
        rest={total}
        customer={bill.customer?.id ? { id: bill.customer.id, name: bill.customer.name } : undefined}
      />
    </ActionDialog>
  );
}

interface OrderFieldsProps {
  readonly typed: Typed;
  readonly later: readonly PlannedInstalment[];
  readonly fault: Fault;
  readonly onChange: (change: Partial<Typed>) => void;
}

function OrderFields({ typed, later, fault, onChange }: OrderFieldsProps) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const { kind, tax, name, phone, dueAt, count } = typed;
  return (
    <>
      <Segmented
        label={t('order.kind')}
        items={(['Order', 'Layaway'] as const).map((value) => ({ value, label: t(`order.kinds.${value}`) }))}
        value={kind}
        onChange={(next) => onChange({ kind: next })}
      />
      <div className={css.who}>
        <Input
          kind="text"
          label={t('order.customer')}
          value={name}
          error={fault.name}
          onChange={(next) => onChange({ name: next })}
        />
        <Input kind="text" label={t('order.phone')} value={phone} onChange={(next) => onChange({ phone: next })} />
      </div>
      {kind === 'Order' ? (
        <InstantInput
          label={t('order.due')}
          value={dueAt}
          error={fault.due}
          onChange={(next) => onChange({ dueAt: next })}
          timezone={timezone}
        />
      ) : (
        <Input
          kind="integer"
          label={t('order.instalments')}
          value={count}
          error={fault.due}
          onChange={(next) => onChange({ count: next })}
        />
      )}
      {later.length > 0 && (
        <Hint>
          <Whole>
            {later
              .map((one) => t('order.planRow', { amount: formatAmount(laari(one.amount)), date: recordDate(one.date) }))
              .join(', ')}
          </Whole>
        </Hint>
      )}
      <SelectField
        label={t('order.tax')}
        value={tax}
        options={orderTaxes.map((value) => ({ value, label: t(`order.taxes.${value}`) }))}
        onChange={({ currentTarget }) =>
          onChange({ tax: orderTaxes.find((one) => one === currentTarget.value) ?? tax })
        }
      />
    </>
  );
}
