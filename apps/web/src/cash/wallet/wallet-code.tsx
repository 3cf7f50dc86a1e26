import { useId, useState } from 'react';
import { useTranslation } from '../../locale/use-translation.ts';
import { Button } from '../../ui/display/button.tsx';
import { type EnteredWallet, holdCard, leftText, releaseCard } from './hold-card.ts';
import css from './wallet-code.module.css';

interface WalletCodeProps {
  /** The bill that is paid. */
  readonly billKey: string;
  /** What is to be paid, laari. */
  readonly asked: number;
  readonly wallet: EnteredWallet | undefined;
  readonly onWallet: (wallet: EnteredWallet | undefined) => void;
  readonly onFault: (fault: string | undefined) => void;
  /** Wallets that pay without a code: the credit of a customer, the deposit of an order. */
  readonly others?: readonly { readonly label: string; readonly hold: () => Promise<EnteredWallet | string> }[];
}

/** Takes the code of a gift card, typed or scanned, and shows what is left on it. */
export function WalletCode({ billKey, asked, wallet, onWallet, onFault, others = [] }: WalletCodeProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const id = useId();
  const find = async (held: () => Promise<EnteredWallet | string>) => {
    if (busy) return;
    setBusy(true);
    onFault(undefined);
    const found = await held();
    setBusy(false);
    if (typeof found === 'string') {
      selectAll(document.getElementById(id) as HTMLInputElement | null);
      return onFault(found);
    }
    setCode('');
    return onWallet(found);
  };
  const byCode = () => holdCard(code, billKey, asked);
  if (wallet)
    return (
      <p className={css.card} role="status">
        <span>{leftText(wallet)}</span>
        <Button
          onClick={() => {
            releaseCard(wallet.holdKey);
            onWallet(undefined);
          }}
        >
          {t('wallet.other')}
        </Button>
      </p>
    );
  return (
    <div className={css.card}>
      <label htmlFor={id}>
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
      {others.map(({ label, hold }) => (
        <Button key={label} busy={busy} onClick={() => void find(hold)}>
          {label}
        </Button>
      ))}
    </div>
  );
}

/** A scanner types into the field with the focus. */
const focusAtFirst = (input: HTMLInputElement | null): void => input?.focus();

/** After a fault the next code, typed or scanned, takes the place of the wrong one. */
function selectAll(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
