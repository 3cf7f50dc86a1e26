import type { payOutWallet, WalletLedger } from '@atoll/domain/contract/people/wallet';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { formatMoney, laari } from '@atoll/domain/money/money';
import type { Result } from '@atoll/domain/refusal/refusal';
import { newCode, shownCode, soldCardOf } from '@atoll/domain/wallet/code';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/api.ts';
import { useAct } from '../../approval/use-act.ts';
import { useApproved } from '../../approval/use-approved.ts';
import { ReasonForm } from '../../bill/reason/reason-form.tsx';
import { approvalHeader, type CommandOptions, resultOf } from '../../bills/server-call.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { printCode } from '../../printing/card/card-slips.ts';
import { uuidv7 } from '../../session/id.ts';
import { Segmented } from '../../ui/choice/segmented.tsx';
import { Hint } from '../../ui/display/hint.tsx';
import { AmountField } from '../../ui/number/amount-field.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';

export type WalletChange = 'block' | 'unblock' | 'replace' | 'adjust' | 'payout' | 'expire' | 'renew';

interface WalletDialogProps {
  readonly wallet: WalletLedger;
  readonly change: WalletChange;
  readonly onClose: () => void;
}

/** Asks why a gift card is blocked, replaced or corrected, and does it. A new code is shown and printed, and kept nowhere. */
export function WalletDialog({ wallet, change, onClose }: WalletDialogProps) {
  return change === 'payout' ? (
    <PayOutDialog wallet={wallet} onClose={onClose} />
  ) : (
    <ChangeDialog wallet={wallet} change={change} onClose={onClose} />
  );
}

/** Fetches the cards and what is shown of one again. */
function useRefresh(): () => void {
  const queries = useQueryClient();
  return () => {
    for (const one of ['wallet.list', 'wallet.ledger']) void queries.invalidateQueries({ queryKey: [one] });
  };
}

/** Asks why a card is paid out. Its cash leaves the drawer as a refund does: who may not refund that much asks for an approval. */
function PayOutDialog({ wallet, onClose }: Omit<WalletDialogProps, 'change'>) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const { run, busy, error, setError } = useApproved();
  const [key] = useState(uuidv7);
  const [reason, setReason] = useState('');
  const { id, balance: amount } = wallet;
  const send = async (given: string) => {
    setError(undefined);
    const subject = { permission: 'bill.refund', subjectType: 'Wallet', subjectKey: `wallet ${id}` } as const;
    const body = { key, id, reason: given };
    if (!(await run({ ...subject, amount, reason: given }, (options) => sendPayOut(body, options)))) return;
    refresh();
    onClose();
  };
  return (
    <Modal title={t('wallet.payout')} size="s" onClose={onClose}>
      <ReasonForm
        presets={t('wallet.reasons.payout').split('|')}
        reason={reason}
        onReason={setReason}
        error={error}
        isBusy={busy}
        submit={t('wallet.payout')}
        look="main"
        onSubmit={send}
        onClose={onClose}
      >
        <Hint>{t('wallet.payoutHint', { amount: formatMoney(laari(amount)) })}</Hint>
      </ReasonForm>
    </Modal>
  );
}

/** Sends that a card is paid out, and returns the card or the server's refusal. */
function sendPayOut(body: BodyOf<typeof payOutWallet>, options: CommandOptions): Promise<Result<WalletLedger>> {
  return resultOf(call('wallet.payout', { body, headers: approvalHeader(options), inPlace: true }));
}

interface ChangeProps extends Omit<WalletDialogProps, 'change'> {
  readonly change: Exclude<WalletChange, 'payout'>;
}

function ChangeDialog({ wallet, change, onClose }: ChangeProps) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const { act, busy, failure } = useAct();
  const [key] = useState(uuidv7);
  const [code] = useState(() => newCode(crypto.getRandomValues(new Uint8Array(12))));
  const [reason, setReason] = useState('');
  const [sign, setSign] = useState<'add' | 'take'>('add');
  const [amount, setAmount] = useState<number | null>(null);
  const [isReplaced, setReplaced] = useState(false);
  const { id, balance } = wallet;
  const send = async (given: string) => {
    const done = await act(change, () => {
      if (change === 'replace') {
        const card = soldCardOf(code);
        return call('wallet.replace', { body: { key, id, card, reason: given }, inPlace: true });
      }
      if (change === 'adjust') {
        const signed = (sign === 'add' ? 1 : -1) * (amount ?? 0);
        return call('wallet.adjust', { body: { key, id, amount: signed, reason: given }, inPlace: true });
      }
      if (change === 'expire') return call('wallet.expire', { body: { key, id, reason: given }, inPlace: true });
      return call('wallet.block', { body: { id, isBlocked: change === 'block', reason: given }, inPlace: true });
    });
    if (!done) return;
    refresh();
    if (change !== 'replace') return onClose();
    setReplaced(true);
    await printCode({ key, code, amount: balance });
  };
  if (isReplaced)
    return (
      <Modal title={t('wallet.replace')} size="s" onClose={onClose}>
        <p>{t('wallet.newCode')}</p>
        <p>
          <strong>{shownCode(code)}</strong>
        </p>
      </Modal>
    );
  return (
    <Modal title={t(`wallet.${change}`)} size="s" onClose={onClose}>
      <ReasonForm
        presets={t(`wallet.reasons.${change}`).split('|')}
        reason={reason}
        onReason={setReason}
        fault={change === 'adjust' && !amount ? t('checkout.amountNeeded') : undefined}
        error={failure?.message}
        isBusy={busy !== null}
        submit={t(`wallet.${change}`)}
        look={change === 'block' ? 'danger' : 'main'}
        onSubmit={send}
        onClose={onClose}
      >
        {change === 'replace' && <Hint>{t('wallet.replaceHint', { amount: formatMoney(laari(balance)) })}</Hint>}
        {change === 'expire' && <Hint>{t('wallet.expireHint', { amount: formatMoney(laari(balance)) })}</Hint>}
        {change === 'adjust' && (
          <>
            <Segmented
              label={t('wallet.adjust')}
              items={(['add', 'take'] as const).map((value) => ({ value, label: t(`wallet.signs.${value}`) }))}
              value={sign}
              onChange={setSign}
            />
            <AmountField label={t('checkout.amount')} prefix="MVR" value={amount} onChange={setAmount} />
          </>
        )}
      </ReasonForm>
    </Modal>
  );
}
