import type { AccountEntry, accountReverse } from '@atoll/domain/contract/people/account';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { methodLabel } from '@atoll/domain/payment/methods';
import type { Result } from '@atoll/domain/refusal/refusal';
import { useState } from 'react';
import { call } from '../../api/api.ts';
import { useApproved } from '../../approval/use-approved.ts';
import { presetReasons } from '../../bill/reason/preset-reasons.ts';
import { ReasonForm } from '../../bill/reason/reason-form.tsx';
import { approvalHeader, type CommandOptions, resultOf } from '../../bills/server-call.ts';
import { labelText } from '../../locale/label.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { Hint } from '../../ui/display/hint.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';

interface ReversalDialogProps {
  readonly payment: AccountEntry;
  readonly accountId: number;
  /** Name of the account. */
  readonly name: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks before a payment on a house account is reversed, and why. The amount is owed again; cash leaves the drawer. */
export function ReversalDialog({ payment, accountId, name, onDone, onClose }: ReversalDialogProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const { run, busy, error, setError } = useApproved();
  const amount = -payment.amount;

  const write = (next: string) => {
    setReason(next);
    setError(undefined);
  };
  const send = async (given: string) => {
    const subject = { permission: 'payment.correct', subjectType: 'Account' } as const;
    const done = await run({ ...subject, subjectKey: `account ${payment.key}`, amount, reason: given }, (options) =>
      sendReversal({ id: accountId, paymentKey: payment.key, reason: given }, options),
    );
    if (done) onDone();
  };

  return (
    <Modal title={t('account.reverse')} onClose={onClose}>
      <ReasonForm
        presets={presetReasons('payment.correct').slice(0, 1)}
        reason={reason}
        onReason={write}
        error={error}
        isBusy={busy}
        submit={t('account.reverse')}
        look="danger"
        onSubmit={send}
        onClose={onClose}
      >
        <p>
          {t('account.askReverse', {
            amount: formatMoney(laari(amount)),
            method: labelText(methodLabel(payment.method)),
            name,
          })}
        </p>
        {payment.method === 'Cash' && <Hint>{t('account.reverseCash')}</Hint>}
      </ReasonForm>
    </Modal>
  );
}

/** Sends a reversal and returns its entry, or the server's refusal. */
function sendReversal(body: BodyOf<typeof accountReverse>, options: CommandOptions): Promise<Result<AccountEntry>> {
  return resultOf(call('account.reverse', { body, headers: approvalHeader(options), inPlace: true }));
}
