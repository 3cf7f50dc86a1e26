import { formatAmount, formatMoney, laari } from '@atoll/domain/money/money';
import { methodLabel, type PaymentMethod } from '@atoll/domain/payment/methods';
import { quickCash } from '@atoll/domain/payment/tender';
import { useTranslation } from 'react-i18next';
import { labelText } from '../../locale/label.ts';
import { settingHere } from '../../sync/app-store.ts';
import { AmountField } from '../../ui/number/amount-field.tsx';
import { type Currency, foreignCurrencies } from './offered.ts';
import css from './payment-entry.module.css';
import { QuickChoice } from './quick-choice.tsx';
import type { Tender } from './use-tender.ts';

interface PaymentEntryProps {
  readonly methods: readonly PaymentMethod[];
  readonly tender: Tender;
}

/** Edits the payment being entered: method, currency, amount with number pad and quick cash, reference. */
export function PaymentEntry({ methods, tender }: PaymentEntryProps) {
  const { t } = useTranslation();
  const { entered, write, start, pay, setError } = tender;
  const { method, typed, reference, currency } = entered;
  const { due, amount } = tender.amounts;
  return (
    <>
      <MethodChoice methods={methods} method={method} onMethod={start} />
      {method === 'Cash' && (
        <Currencies current={currency} onChange={(next) => write({ currency: next, typed: next ? null : undefined })} />
      )}
      {method === 'Cash' && !currency && <QuickCash due={due} onSum={(sum) => write({ typed: sum })} />}
      <AmountField
        label={t('checkout.amount')}
        prefix={currency?.code ?? 'MVR'}
        size="l"
        pad
        hint={currency && typed ? formatMoney(laari(amount)) : undefined}
        value={typed === undefined ? due : typed}
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
  readonly methods: readonly PaymentMethod[];
  readonly method: PaymentMethod;
  readonly onMethod: (method: PaymentMethod) => void;
}

function MethodChoice({ methods, method, onMethod }: MethodChoiceProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={css.methods}>
      <legend className="visually-hidden">{t('checkout.method')}</legend>
      {methods.map((each) => (
        <label key={each} className={css.method}>
          <input type="radio" name="method" checked={each === method} onChange={() => onMethod(each)} />
          <span>{labelText(methodLabel(each))}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface QuickCashProps {
  /** Laari. */
  readonly due: number;
  readonly onSum: (sum: number) => void;
}

/** Offers amounts that guests often hand over. */
function QuickCash({ due, onSum }: QuickCashProps) {
  const { t } = useTranslation();
  return (
    <QuickChoice aria-label={t('checkout.quickCash')}>
      {quickCash(due, 5, settingHere('QuickCash').map(Number)).map((sum) => (
        <button key={sum} type="button" onClick={() => onSum(sum)}>
          {formatAmount(sum).replace(/\.00$/, '')}
        </button>
      ))}
    </QuickChoice>
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
