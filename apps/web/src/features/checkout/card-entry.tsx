import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBill } from '../../bills/bills.ts';
import { Button } from '../../ui/display/button.tsx';
import { holdCard, holdCredit, holdDeposit, leftText, releaseCard } from './hold-card.ts';
import type { EnteredWallet } from './kept-entry.ts';
import css from './payment-entry.module.css';
import type { Tender } from './use-tender.ts';

interface CardEntryProps {
  readonly billKey: string;
  readonly tender: Tender;
}

/** Takes the code of a gift card, typed or scanned, and shows what is left on it. The smaller of that and what is due is paid. */
export function CardEntry({ billKey, tender }: CardEntryProps) {
  const { t } = useTranslation();
  const { entered, write, setError } = tender;
  const { asked } = tender.amounts;
  const { wallet } = entered;
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const id = useId();
  const { customer, order } = useBill(billKey) ?? {};
  const find = async (held: () => Promise<EnteredWallet | string>) => {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    const found = await held();
    setBusy(false);
    if (typeof found === 'string') return setError(found);
    setCode('');
    return write({ wallet: found, typed: Math.min(asked, found.left) });
  };
  const byCode = () => holdCard(code, billKey, asked);
  if (wallet)
    return (
      <p className={css.card} role="status">
        <span>{leftText(wallet)}</span>
        <Button
          onClick={() => {
            releaseCard(wallet.holdKey);
            write({ wallet: undefined, typed: undefined });
          }}
        >
          {t('wallet.other')}
        </Button>
      </p>
    );
  return (
    <div className={css.card}>
      <label className={`${css.amount} ${css.reference}`} htmlFor={id}>
        {t('wallet.cardCode')}
        <input
          id={id}
          ref={focusAtFirst}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            void find(byCode);
          }}
        />
      </label>
      <Button busy={busy} onClick={() => void find(byCode)}>
        {t('wallet.check')}
      </Button>
      {entered.method === 'StoreCredit' && customer?.id ? (
        <Button busy={busy} onClick={() => void find(() => holdCredit(customer.id ?? 0, billKey, asked))}>
          {t('wallet.creditOf', { name: customer.name || customer.phone })}
        </Button>
      ) : null}
      {entered.method === 'Deposit' && order ? (
        <Button busy={busy} onClick={() => void find(() => holdDeposit(order.key, billKey, asked))}>
          {t('wallet.depositOf', { number: order.number })}
        </Button>
      ) : null}
    </div>
  );
}

/** A scanner types into the field with the focus. */
const focusAtFirst = (input: HTMLInputElement | null): void => input?.focus();
