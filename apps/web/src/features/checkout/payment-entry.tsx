import { formatMoney, laari } from '@atoll/domain/money/money';
import { foreignDue } from '@atoll/domain/payment/payment';
import { CurrencyChoice } from '../../cash/currency-choice.tsx';
import { MethodChoice } from '../../cash/method-choice.tsx';
import { type Currency, type OfferedMethod, paysByCard } from '../../cash/offered.ts';
import { QuickCash } from '../../cash/quick-cash.tsx';
import { useTranslation } from '../../locale/use-translation.ts';
import { AmountField } from '../../ui/number/amount-field.tsx';
import { CardEntry } from './card-entry.tsx';
import css from './payment-entry.module.css';
import type { Tender } from './use-tender.ts';

interface PaymentChoicesProps {
  readonly methods: readonly OfferedMethod[];
  readonly tender: Tender;
  readonly busy: boolean;
  readonly billKey: string;
}

/** Chooses how the payment being entered is paid: method, currency, quick cash, reference. */
export function PaymentChoices({ methods, tender, busy, billKey }: PaymentChoicesProps) {
  const { t } = useTranslation();
  const { entered, write, choose } = tender;
  const { method, reference, currency } = entered;
  return (
    <>
      <MethodChoice methods={methods} method={method} onMethod={choose} />
      {method === 'Cash' && (
        <CurrencyChoice
          current={currency}
          onChange={(next) => write({ currency: next, typed: next ? null : undefined })}
        />
      )}
      {method === 'Cash' && !currency && (
        <QuickCash due={tender.amounts.asked} disabled={busy} onSum={tender.takeCash} />
      )}
      {paysByCard(method) && <CardEntry billKey={billKey} tender={tender} />}
      {method !== 'Cash' && !paysByCard(method) && (
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

/** Edits the amount of the payment being entered, with the number pad. */
export function PaymentAmount({ tender }: Pick<PaymentChoicesProps, 'tender'>) {
  const { t } = useTranslation();
  const { entered, write, pay, setError } = tender;
  const { method, typed, currency } = entered;
  const { asked, amount, paid } = tender.amounts;
  return (
    // A new field for each payment and method: the first digit starts over, also when the same amount was typed before.
    <AmountField
      key={`${method} ${currency?.code ?? ''} ${paid} ${entered.wallet?.id ?? ''}`}
      label={t('checkout.amount')}
      prefix={currency?.code ?? 'MVR'}
      size="l"
      pad
      hint={currency && <InCurrency {...{ currency, due: asked, amount: typed ? amount : 0 }} />}
      value={typed === undefined ? asked : typed}
      onChange={(next) => {
        write({ typed: next });
        setError(undefined);
      }}
      onEnter={pay}
    />
  );
}

interface InCurrencyProps {
  readonly currency: Currency;
  /** Laari, as is `amount`: the value of what was typed. */
  readonly due: number;
  readonly amount: number;
}

/** Shows what is due in a foreign currency, its rate, and what the entered cash is worth. */
function InCurrency({ currency, due, amount }: InCurrencyProps) {
  const { t } = useTranslation();
  const { code, rate } = currency;
  return (
    <span className={css.currency}>
      <span>{t('tender.dueIn', { amount: formatMoney(laari(foreignDue(due, currency)), code) })}</span>
      <bdi dir="ltr">{`${code} 1.00 = ${formatMoney(laari(rate))}`}</bdi>
      <bdi dir="ltr">{`= ${formatMoney(laari(amount))}`}</bdi>
    </span>
  );
}
