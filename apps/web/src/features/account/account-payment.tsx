import type { AccountEntry, Ledger } from '@atoll/domain/contract/people/account';
import { methodLabel } from '@atoll/domain/payment/methods';
import { useState } from 'react';
import { call } from '../../api/api.ts';
import { isUnanswered, sendOnce } from '../../api/unanswered.ts';
import { useAct } from '../../approval/use-act.ts';
import { FailureBox } from '../../form/form-dialog.tsx';
import { labelText } from '../../locale/label.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { Segmented } from '../../ui/choice/segmented.tsx';
import { Hint } from '../../ui/display/hint.tsx';
import { Input } from '../../ui/field/input.tsx';
import { holdSecondPress } from '../../ui/hook/second-press.ts';
import { ActionDialog } from '../../ui/overlay/dialog-form.tsx';
import { amountOf } from './account-statement.tsx';
import shared from './empty-note.module.css';

interface PaymentDialogProps {
  readonly ledger: Ledger;
  readonly onPaid: (entry: AccountEntry) => void;
  readonly onClose: () => void;
}

const methods = ['Cash', 'Card', 'BankTransfer'] as const;

/** Takes a payment on a house account. The amount defaults to what is owed; cash goes into the drawer. */
export function PaymentDialog({ ledger, onPaid, onClose }: PaymentDialogProps) {
  const { t } = useTranslation();
  const { act, busy, failure } = useAct();
  const [amount, setAmount] = useState<number | null>(ledger.balance > 0 ? ledger.balance : null);
  const [method, setMethod] = useState<(typeof methods)[number]>('Cash');
  const [reference, setReference] = useState('');
  const [showsFaults, setShowsFaults] = useState(false);
  // The amount above what is owed that was asked about.
  const [asked, setAsked] = useState<number>();
  const intentionOf = (paid: number | null) => ({ id: ledger.accountId, amount: paid });
  const isSent = busy === null && isUnanswered('account.pay', intentionOf(amount));
  const over = (amount ?? 0) - Math.max(0, ledger.balance);

  async function pay() {
    setShowsFaults(true);
    if (!amount) return;
    if (over > 0 && asked !== amount) {
      holdSecondPress();
      return setAsked(amount);
    }
    const body = { id: ledger.accountId, type: 'Payment' as const, amount, method, reference: reference.trim() };
    const send = (key: string) => call('account.pay', { body: { ...body, key }, inPlace: true });
    await act('pay', async () => onPaid(await sendOnce('account.pay', intentionOf(amount), send)));
  }

  return (
    <ActionDialog
      title={t('account.paymentOf', { name: ledger.name })}
      onClose={onClose}
      action={over > 0 && asked === amount ? t('account.takeOver') : t('account.takePayment')}
      busy={busy !== null}
      onAction={() => void pay()}
    >
      {failure && <FailureBox failure={failure} />}
      {isSent && <Hint>{t('account.unanswered')}</Hint>}
      <Input
        kind="money"
        label={t('account.amount')}
        value={amount}
        onChange={setAmount}
        hint={over > 0 ? t('account.over', { amount: amountOf(over) }) : undefined}
        error={
          (over > 0 && asked === amount ? t('account.askOver', { amount: amountOf(over) }) : undefined) ??
          failure?.errors?.['amount'] ??
          (showsFaults && !amount ? t('ui.required', { label: t('account.amount') }) : undefined)
        }
        required
        autoFocus
      />
      <Segmented
        label={t('account.method')}
        value={method}
        onChange={setMethod}
        items={methods.map((value) => ({ value, label: labelText(methodLabel(value)) }))}
      />
      {method === 'Cash' && <p className={shared.none}>{t('account.cashHint')}</p>}
      <Input
        kind="text"
        label={t('account.reference')}
        value={reference}
        onChange={setReference}
        error={failure?.errors?.['reference']}
      />
    </ActionDialog>
  );
}
