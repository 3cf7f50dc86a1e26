import type { PurchaseInvoice } from '@atoll/domain/contract/stock/purchase';
import { methodLabel } from '@atoll/domain/payment/methods';
import { useState } from 'react';
import { call } from '../../api/api.ts';
import { isUnanswered, sendOnce } from '../../api/unanswered.ts';
import { useAct } from '../../approval/use-act.ts';
import { FailureBox } from '../../form/form-dialog.tsx';
import { labelText } from '../../locale/label.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { dateHere } from '../../sync/outlet-time.ts';
import { Checkbox } from '../../ui/choice/checkbox.tsx';
import { DatePicker } from '../../ui/choice/date-picker.tsx';
import { Segmented } from '../../ui/choice/segmented.tsx';
import { Hint } from '../../ui/display/hint.tsx';
import { Input } from '../../ui/field/input.tsx';
import { ActionDialog } from '../../ui/overlay/dialog-form.tsx';

interface PayDialogProps {
  readonly invoice: PurchaseInvoice;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const methods = ['BankTransfer', 'Cash', 'Card', 'Cheque'] as const;

/** Shows the dialog that records a payment of a purchase invoice. The amount defaults to what is owed; cash can come from the open shift. */
export function PayDialog({ invoice, onDone, onClose }: PayDialogProps) {
  const { t } = useTranslation();
  const { act, busy, failure } = useAct();
  const [amount, setAmount] = useState<number | null>(invoice.total - invoice.paid);
  const [method, setMethod] = useState<(typeof methods)[number]>('BankTransfer');
  const [date, setDate] = useState<string | null>(dateHere);
  const [reference, setReference] = useState('');
  const [isFromShift, setFromShift] = useState(false);
  const [showsFaults, setShowsFaults] = useState(false);
  const intentionOf = (paid: number | null) => ({ id: invoice.id, amount: paid });
  const isSent = busy === null && isUnanswered('invoice.pay', intentionOf(amount));
  async function pay() {
    setShowsFaults(true);
    if (!amount || !date) return;
    const body = {
      id: invoice.id,
      date,
      amount,
      method,
      reference,
      ...(method === 'Cash' && isFromShift ? { paidFromShift: true } : {}),
    };
    const send = (key: string) => call('invoice.pay', { body: { ...body, key }, inPlace: true });
    if (await act('pay', () => sendOnce('invoice.pay', intentionOf(amount), send))) onDone();
  }
  const required = (label: string, value: unknown) => (showsFaults && !value ? t('ui.required', { label }) : undefined);
  return (
    <ActionDialog
      title={t('invoice.payTitle', { vendor: invoice.vendorName })}
      onClose={onClose}
      action={t('invoice.pay')}
      busy={busy !== null}
      onAction={() => void pay()}
    >
      {failure && <FailureBox failure={failure} />}
      {isSent && <Hint>{t('account.unanswered')}</Hint>}
      <Input
        kind="money"
        label={t('invoice.amount')}
        value={amount}
        onChange={setAmount}
        error={failure?.errors?.['amount'] ?? required(t('invoice.amount'), amount)}
        required
        autoFocus
      />
      <Segmented
        label={t('invoice.method')}
        value={method}
        onChange={setMethod}
        items={methods.map((value) => ({ value, label: labelText(methodLabel(value)) }))}
      />
      {method === 'Cash' && invoice.currency === 'MVR' && (
        <Checkbox label={t('invoice.fromShift')} value={isFromShift} onChange={setFromShift} look="switch" />
      )}
      <DatePicker
        label={t('invoice.payDate')}
        value={date}
        today={dateHere()}
        onChange={setDate}
        error={required(t('invoice.payDate'), date)}
        required
      />
      <Input kind="text" label={t('invoice.reference')} value={reference} onChange={setReference} />
    </ActionDialog>
  );
}
