import type { AccountEntry, accountReverse } from '@atoll/domain/contract/people/account';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { methodLabel } from '@atoll/domain/payment/methods';
import type { Result } from '@atoll/domain/refusal/refusal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api.ts';
import { useApproved } from '../../approval/use-approved.ts';
import { presetReasons } from '../../bill/preset-reasons.ts';
import { ReasonPresets } from '../../bill/reason-presets.tsx';
import { approvalHeader, type CommandOptions, refusalOf } from '../../bills/server-call.ts';
import { labelText } from '../../locale/label.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { Button } from '../../ui/display/button.tsx';
import { Hint } from '../../ui/display/hint.tsx';
import { TextField } from '../../ui/field/field.tsx';
import { Actions } from '../../ui/overlay/actions.tsx';
import { DialogForm } from '../../ui/overlay/dialog-form.tsx';
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
  const send = async () => {
    const given = reason.trim();
    if (given.length < 3) return setError(t('service.reasonNeeded'));
    const subject = { permission: 'payment.correct', subjectType: 'Account' } as const;
    const done = await run({ ...subject, subjectKey: `account ${payment.key}`, amount, reason: given }, (options) =>
      sendReversal({ id: accountId, paymentKey: payment.key, reason: given }, options),
    );
    if (done) onDone();
    return undefined;
  };

  return (
    <Modal title={t('account.reverse')} onClose={onClose}>
      <DialogForm onSubmit={() => void send()}>
        <p>
          {t('account.askReverse', {
            amount: formatMoney(laari(amount)),
            method: labelText(methodLabel(payment.method)),
            name,
          })}
        </p>
        {payment.method === 'Cash' && <Hint>{t('account.reverseCash')}</Hint>}
        <ReasonPresets
          label={t('cash.reasonsTitle')}
          options={presetReasons('payment.correct').slice(0, 1)}
          reason={reason}
          onChoose={write}
        />
        <TextField
          label={t('service.reason')}
          maxLength={200}
          value={reason}
          onChange={(event) => write(event.currentTarget.value)}
        />
        {error && <Alert>{error}</Alert>}
        <Actions>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" look="danger" busy={busy}>
            {t('account.reverse')}
          </Button>
        </Actions>
      </DialogForm>
    </Modal>
  );
}

/** Sends a reversal and returns its entry, or the server's refusal. */
async function sendReversal(
  body: BodyOf<typeof accountReverse>,
  options: CommandOptions,
): Promise<Result<AccountEntry>> {
  try {
    return {
      ok: true,
      value: await call('account.reverse', { body, headers: approvalHeader(options), inPlace: true }),
    };
  } catch (caught) {
    return refusalOf(caught);
  }
}
