import { formatMoney, laari } from '@atoll/domain/money/money';
import { methodLabel, type PaymentMethod } from '@atoll/domain/payment/methods';
import { useTranslation } from 'react-i18next';
import { QuickCash } from '../../cash/quick-cash.tsx';
import { QuickChoice } from '../../cash/quick-choice.tsx';
import { labelText } from '../../locale/label.ts';
import { AmountField } from '../../ui/number/amount-field.tsx';
import { type Currency, foreignCurrencies, type OfferedMethod } from './offered.ts';
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
  const { asked, amount } = tender.amounts;
  return (
    <>
      <MethodChoice methods={methods} method={method} onMethod={start} />
      {method === 'Cash' && (
        <Currencies current={currency} onChange={(next) => write({ currency: next, typed: next ? null : undefined })} />
      )}
      {method === 'Cash' && !currency && <QuickCash due={asked} disabled={busy} onSum={tender.takeCash} />}
      <AmountField
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

interface MethodChoiceProps {
  readonly methods: readonly OfferedMethod[];
  readonly method: PaymentMethod;
  readonly onMethod: (method: PaymentMethod) => void;
}

function MethodChoice({ methods, method, onMethod }: MethodChoiceProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={css.methods}>
      <legend className="visually-hidden">{t('checkout.method')}</legend>
      {methods.map(({ method: each, needsServer }) => (
        <label key={each} className={css.method}>
          <input
            type="radio"
            name="method"
            checked={each === method}
            disabled={needsServer}
            onChange={() => onMethod(each)}
          />
          <span>
            {labelText(methodLabel(each))}
            {needsServer && <small>{t('checkout.needsServer')}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Selects the currency that is handed over, in outlets that accept foreign money. */
function Currencies({
  current,
  onChange,
}: {
  current: Currency | undefined;
  onChange: (next: Currency | undefined) => void;
}) {
  const { t } = useTranslation();
  const foreign = foreignCurrencies();
  if (foreign.length === 0) return null;
  return (
    <QuickChoice aria-label={t('service.currency')}>
      <button type="button" aria-pressed={!current} onClick={() => onChange(undefined)}>
        MVR
      </button>
      {foreign.map((each) => (
        <button key={each.code} type="button" aria-pressed={current?.code === each.code} onClick={() => onChange(each)}>
          {each.code}
        </button>
      ))}
    </QuickChoice>
  );
}
