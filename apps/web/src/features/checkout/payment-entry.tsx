import { formatMoney, laari } from '@atoll/domain/money/money';
import { useTranslation } from 'react-i18next';
import { CurrencyChoice } from '../../cash/currency-choice.tsx';
import { MethodChoice } from '../../cash/method-choice.tsx';
import type { OfferedMethod } from '../../cash/offered.ts';
import { QuickCash } from '../../cash/quick-cash.tsx';
import { AmountField } from '../../ui/number/amount-field.tsx';
import css from './payment-entry.module.css';
import type { Tender } from './use-tender.ts';

interface PaymentEntryProps {
  readonly methods: readonly OfferedMethod[];
  readonly tender: Tender;
  readonly busy: boolean;
}

/** Edits the payment being entered: method, currency, amount with number pad and quick cash, reference. */
export function PaymentEntry({ methods, tender, busy }: PaymentEntryProps) {
  const { t } = useTranslation();
  const { entered, write, start, pay, setError } = tender;
  const { method, typed, reference, currency } = entered;
  const { asked, amount, paid } = tender.amounts;
  return (
    <>
      <MethodChoice methods={methods} method={method} onMethod={start} />
      {method === 'Cash' && (
        <CurrencyChoice
          current={currency}
          onChange={(next) => write({ currency: next, typed: next ? null : undefined })}
        />
      )}
      {method === 'Cash' && !currency && <QuickCash due={asked} disabled={busy} onSum={tender.takeCash} />}
      {/* A new field for each payment and method: the first digit starts over, also when the same amount was typed before. */}
      <AmountField
        key={`${method} ${currency?.code ?? ''} ${paid}`}
        label={t('checkout.amount')}
        prefix={currency?.code ?? 'MVR'}
        size="l"
        pad
        hint={currency && typed ? formatMoney(laari(amount)) : undefined}
        value={typed === undefined ? asked : typed}
        onChange={(next) => {
          write({ typed: next });
          setError(undefined);
        }}
        onEnter={pay}
      />
      {method !== 'Cash' && (
        <label className={`${css.amount} ${css.reference}`}>
          {t('checkout.reference')}
          <input
            maxLength={60}
            value={reference}
            onChange={(event) => write({ reference: event.currentTarget.value })}
          />
        </label>
      )}
    </>
  );
}
