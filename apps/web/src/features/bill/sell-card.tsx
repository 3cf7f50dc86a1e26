import type { Bill } from '@atoll/domain/bill/bill';
import { cardLine } from '@atoll/domain/bill/card/card-line';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { newCode, soldCardOf } from '@atoll/domain/wallet/code';
import { maxCardAmount, minCardAmount } from '@atoll/domain/wallet/wallet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showRefusal } from '../../approval/show-refusal.ts';
import { useBills } from '../../bills/bills.ts';
import { keepCode } from '../../printing/card/card-codes.ts';
import { uuidv7 } from '../../session/id.ts';
import { Button } from '../../ui/display/button.tsx';
import { AmountField } from '../../ui/number/amount-field.tsx';
import { Actions } from '../../ui/overlay/actions.tsx';
import { DialogForm } from '../../ui/overlay/dialog-form.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';

/** Asks for the amount of a gift card, and puts the card on the bill. Its code is made here, also without the server. Source: R22.2. */
export function SellCard({ bill, onClose }: { bill: Bill; onClose: () => void }) {
  const { t } = useTranslation();
  const [amount, setAmount] = useState<number | null>(null);
  const [error, setError] = useState<string>();
  const add = () => {
    if (amount === null || amount < minCardAmount || amount > maxCardAmount) {
      const [least, most] = [minCardAmount, maxCardAmount].map((sum) => formatMoney(laari(sum)));
      return setError(t('wallet.amountRange', { least, most }));
    }
    const code = newCode(crypto.getRandomValues(new Uint8Array(12)));
    const key = uuidv7();
    const card = soldCardOf(code);
    const done = useBills.getState().addLine(bill.key, (place) => cardLine({ key, card, amount, ...place }));
    if (!done.ok) return showRefusal(done.refusal);
    keepCode(key, code);
    return onClose();
  };
  return (
    <Modal title={t('wallet.giftCard')} onClose={onClose}>
      <DialogForm onSubmit={add}>
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
