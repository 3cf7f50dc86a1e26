import { firstPartKey, orderTaxes, type PlannedInstalment } from '@atoll/domain/bill/advance/order';
import type { Bill } from '@atoll/domain/bill/bill';
import { liveItems } from '@atoll/domain/bill/items';
import { addDays } from '@atoll/domain/date/business-day';
import { allocate } from '@atoll/domain/money/allocate';
import { formatAmount, formatMoney, laari } from '@atoll/domain/money/money';
import { useState } from 'react';
import { orderKeyOf } from '../../../bills/pay/keep-order.ts';
import { PartFields } from '../../../cash/order/part-fields.tsx';
import { emptyPart, type Part } from '../../../cash/order/pay-part.ts';
import { releaseCard } from '../../../cash/wallet/hold-card.ts';
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
import { type Fault, faultsOf, maxInstalments, type Typed } from './keep-faults.ts';
import css from './keep-for-later.module.css';

const monthDays = 30;
/** Returns the plan of a layaway: equal parts of the rest, a month apart. */
function planOf(rest: number, count: number, today: string) {
  if (rest <= 0 || count < 1) return [];
  return allocate(
    rest,
    Array.from({ length: count }, () => 1),
  ).map((amount, index) => ({ date: addDays(today, (index + 1) * monthDays), amount }));
}

/** Returns the instalments that follow, the whole plan, and when the order is due. */
function planned({ kind, count, dueAt }: Typed, total: number, paid: number) {
  const today = businessDayHere();
  const later = kind === 'Layaway' ? planOf(total - paid, Math.min(count ?? 0, maxInstalments), today) : [];
  const plan = later.length > 0 && paid > 0 ? [{ date: today, amount: paid }, ...later] : later;
  const lastDay = plan.at(-1)?.date;
  return { later, plan, due: kind === 'Layaway' && lastDay ? `${lastDay}T12:00:00.000Z` : dueAt };
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
  const [isTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const paid = part.amount ?? 0;
  const { later, plan, due } = planned(typed, total, paid);
  const close = () => {
    releaseCard(part.wallet?.holdKey);
    onClose();
  };
  const faults = faultsOf({ typed, part, total, due, knownPhone: bill.customer?.phone ?? '' });
  const shown = isTried ? faults : {};
  const keep = async () => {
    if (busy) return;
    setTried(true);
    if (Object.keys(faults).length > 0 || !due) return;
    setBusy(true);
    const { kind, tax, name, phone } = typed;
    const order = { kind, name: name.trim(), phone: phone.trim(), dueAt: due, plan, tax };
    const refused = await keepBill({ bill, order, itemKeys, orderKey, part, timezone, showsRefusal: isShown });
    setBusy(false);
    if (refused !== undefined) return setRefusal(refused);
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
      <OrderFields
        typed={typed}
        later={later}
        fault={shown}
        onChange={(change) => {
          setTyped({ ...typed, ...change });
          setRefusal(undefined);
        }}
      />
      <Hint>{t('order.restHint', { amount: formatMoney(laari(Math.max(0, total - paid))) })}</Hint>
      <PartFields
        label={t('order.paidToday')}
        part={part}
        onChange={(next) => {
          setPart(next);
          setRefusal(undefined);
        }}
        error={refusal ?? shown.paid}
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
        <Input
          kind="phone"
          label={t('order.phone')}
          value={phone}
          error={fault.phone}
          onChange={(next) => onChange({ phone: next })}
        />
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
