import type { Bill } from '@atoll/domain/bill/bill';
import { cardLine } from '@atoll/domain/bill/card/card-line';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { newCode, soldCardOf } from '@atoll/domain/wallet/code';
import { maxCardAmount, minCardAmount } from '@atoll/domain/wallet/wallet';
import { useState } from 'react';
import { showRefusal } from '../../approval/show-refusal.ts';
import { useBills } from '../../bills/bills.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { keepCode } from '../../printing/card/card-codes.ts';
import { uuidv7 } from '../../session/id.ts';
import { Segmented } from '../../ui/choice/segmented.tsx';
import { Button } from '../../ui/display/button.tsx';
import { Hint } from '../../ui/display/hint.tsx';
import { Input } from '../../ui/field/input.tsx';
import { AmountField } from '../../ui/number/amount-field.tsx';
import { Actions } from '../../ui/overlay/actions.tsx';
import { DialogForm } from '../../ui/overlay/dialog-form.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';

/** Asks for the amount of a gift card or a refundable deposit, and puts it on the bill. Its code is made here, also without the server. Source: R22.2, R22.14. */
export function SellCard({ bill, onClose }: { bill: Bill; onClose: () => void }) {
  const { t } = useTranslation();
  const [amount, setAmount] = useState<number | null>(null);
  const [kind, setKind] = useState<'GiftCard' | 'Deposit'>('GiftCard');
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();
  const add = () => {
    if (amount === null || amount < minCardAmount || amount > maxCardAmount) {
      const [least, most] = [minCardAmount, maxCardAmount].map((sum) => formatMoney(laari(sum)));
      return setError(t(kind === 'Deposit' ? 'wallet.depositRange' : 'wallet.amountRange', { least, most }));
    }
    const code = newCode(crypto.getRandomValues(new Uint8Array(12)));
    const key = uuidv7();
    const deposit = { kind: 'Deposit' as const, ...(note.trim() && { note: note.trim() }) };
    const card = { ...soldCardOf(code), ...(kind === 'Deposit' && deposit) };
    const done = useBills.getState().addLine(bill.key, (place) => cardLine({ key, card, amount, ...place }));
    if (!done.ok) return showRefusal(done.refusal);
    keepCode(key, code);
    return onClose();
  };
  return (
    <Modal title={t(`wallet.kinds.${kind}`)} onClose={onClose}>
      <DialogForm onSubmit={add}>
        <Segmented
          label={t('wallet.kind')}
          items={(['GiftCard', 'Deposit'] as const).map((value) => ({ value, label: t(`wallet.kinds.${value}`) }))}
          value={kind}
          onChange={setKind}
        />
        {kind === 'Deposit' && (
          <>
            <Hint>{t('wallet.depositHint')}</Hint>
            <Input
              kind="text"
              label={t('wallet.depositFor')}
              value={note}
              onChange={(next) => setNote(next.slice(0, 40))}
            />
          </>
        )}
        <AmountField
          label={t('checkout.amount')}
          prefix="MVR"
          pad
          autoFocus
          value={amount}
          error={error}
          onChange={(next) => {
            setAmount(next);
            setError(undefined);
          }}
          onEnter={add}
        />
        <Actions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" look="accent">
            {t('wallet.add')}
          </Button>
        </Actions>
      </DialogForm>
    </Modal>
  );
}
