import { type OrderKind, type OrderTax, orderTaxes } from '@atoll/domain/bill/advance/order';
import type { Bill } from '@atoll/domain/bill/bill';
import type { OrderDetails } from '@atoll/domain/contract/bill/order';
import { addDays } from '@atoll/domain/date/business-day';
import { allocate } from '@atoll/domain/money/allocate';
import { formatAmount, formatMoney, laari } from '@atoll/domain/money/money';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/api.ts';
import { useAct } from '../../../approval/use-act.ts';
import { useBills } from '../../../bills/bills.ts';
import { PartFields } from '../../../cash/order/part-fields.tsx';
import { type Part, partMethods, payPart } from '../../../cash/order/pay-part.ts';
import { tillNow } from '../../../clock/till-clock.ts';
import { dayAndTime, recordDate } from '../../../locale/instant.ts';
import { t as text } from '../../../locale/locale.ts';
import { drawerPrinter, printSlip } from '../../../printing/slip.ts';
import { uuidv7 } from '../../../session/id.ts';
import { settingHere } from '../../../sync/app-store.ts';
import { useTimezone } from '../../../sync/outlet-time.ts';
import { Segmented } from '../../../ui/choice/segmented.tsx';
import { Hint } from '../../../ui/display/hint.tsx';
import { SelectField } from '../../../ui/field/field.tsx';
import { Input } from '../../../ui/field/input.tsx';
import { InstantInput } from '../../../ui/field/instant-input.tsx';
import { ActionDialog } from '../../../ui/overlay/dialog-form.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';

const monthDays = 30;
const maxInstalments = 24;

/** Returns the plan of a layaway: equal parts of the rest, a month apart. */
function planOf(rest: number, count: number, today: string) {
  if (rest <= 0 || count < 1) return [];
  return allocate(
    rest,
    Array.from({ length: count }, () => 1),
  ).map((amount, index) => ({ date: addDays(today, (index + 1) * monthDays), amount }));
}

/** Prints what the guest takes home besides the receipt of what was paid. */
async function printOrder(order: OrderDetails, paid: number, timezone: string): Promise<void> {
  const money = (sum: number) => formatAmount(laari(sum));
  const day = (date: string) => recordDate(date);
  const rest = order.total - paid;
  const parts = order.plan.length > 0 ? order.plan : [{ date: order.dueAt, amount: rest }];
  const later = parts.map((one) => text('order.planRow', { amount: money(one.amount), date: day(one.date) }));
  await printSlip(drawerPrinter(), {
    title: text(order.kind === 'Layaway' ? 'order.kinds.Layaway' : 'order.kinds.Order'),
    large: order.number,
    rows: [
      { label: text('order.customer'), value: [order.name, order.phone].filter(Boolean).join(' ') },
      { label: text('order.due'), value: dayAndTime(order.dueAt, timezone) },
      ...order.lines.map((line) => ({ label: `${line.qty} ${line.name}`.slice(0, 60), value: money(line.amount) })),
      { label: text('order.total'), value: money(order.total), isHeading: true },
    ],
    note:
      rest > 0 && paid > 0
        ? text('order.plan', { today: money(paid), later: later.join(', ') }).slice(0, 300)
        : later.join(', ').slice(0, 300),
  });
}

/** Keeps the items of a bill that is not saved yet for later: an order at the prices of today, or a layaway, with what is paid of it now. Source: R22.12, R22.14, R22.15. */
export function KeepForLater({ bill, onClose }: { bill: Bill; onClose: () => void }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const { act, busy, failure } = useAct();
  const [keys] = useState(() => ({ order: uuidv7(), bill: uuidv7(), part: uuidv7() }));
  const [kind, setKind] = useState<OrderKind>('Order');
  const [tax, setTax] = useState<OrderTax>(() => settingHere('DepositTax'));
  const [name, setName] = useState(bill.customer?.name ?? bill.name);
  const [phone, setPhone] = useState(bill.customer?.phone ?? '');
  const [dueAt, setDueAt] = useState<string | null>(null);
  const [count, setCount] = useState<number | null>(3);
  const [part, setPart] = useState<Part>({ amount: null, method: partMethods()[0] ?? 'Cash', reference: '' });
  const [fault, setFault] = useState<string>();
  const paid = part.amount ?? 0;
  const today = new Date(tillNow()).toISOString().slice(0, 10);
  const plan = kind === 'Layaway' ? planOf(bill.total - paid, Math.min(count ?? 0, maxInstalments), today) : [];
  const lastDay = plan.at(-1)?.date;
  const due = kind === 'Layaway' && lastDay ? `${lastDay}T12:00:00.000Z` : dueAt;

  const keep = async () => {
    if (name.trim() === '') return setFault(t('order.nameNeeded'));
    if (!due) return setFault(t('order.dueNeeded'));
    if (paid > bill.total) return setFault(t('order.tooMuch', { amount: formatMoney(laari(bill.total)) }));
    setFault(undefined);
    const body = { key: keys.order, kind, bill: { ...bill, key: keys.bill, id: null, version: 0 }, name, phone };
    const done = await act('keep', async () => {
      const order = await call('order.create', { body: { ...body, dueAt: due, plan, tax } as never, inPlace: true });
      if (paid > 0) await payPart(order.key, keys.part, part);
      void printOrder(order, paid, timezone);
      showToast(t('order.kept', { number: order.number }), 'info');
    });
    if (!done) return undefined;
    onClose();
    return void useBills.getState().cancelCheckIn(bill.key);
  };
  return (
    <ActionDialog
      title={t('bill.actions.keepForLater')}
      action={t('ui.save')}
      busy={busy !== null}
      onAction={() => void keep()}
      onClose={onClose}
    >
      <Segmented
        label={t('order.kind')}
        items={(['Order', 'Layaway'] as const).map((value) => ({ value, label: t(`order.kinds.${value}`) }))}
        value={kind}
        onChange={setKind}
      />
      <Input kind="text" label={t('order.customer')} value={name} onChange={setName} />
      <Input kind="text" label={t('order.phone')} value={phone} onChange={setPhone} />
      {kind === 'Order' ? (
        <InstantInput label={t('order.due')} value={dueAt} onChange={setDueAt} timezone={timezone} />
      ) : (
        <Input kind="integer" label={t('order.instalments')} value={count} onChange={setCount} />
      )}
      {plan.length > 0 && (
        <Hint>
          {plan
            .map((one) => t('order.planRow', { amount: formatAmount(laari(one.amount)), date: recordDate(one.date) }))
            .join(', ')}
        </Hint>
      )}
      <SelectField
        label={t('order.tax')}
        value={tax}
        options={orderTaxes.map((value) => ({ value, label: t(`order.taxes.${value}`) }))}
        onChange={({ currentTarget }) => setTax(orderTaxes.find((one) => one === currentTarget.value) ?? tax)}
      />
      <PartFields label={t('order.paidToday')} part={part} onChange={setPart} error={fault ?? failure?.message} />
    </ActionDialog>
  );
}
