import { formatAmount, formatMoney, laari } from '@atoll/domain/money/money';
import { methodLabel, type PaymentMethod } from '@atoll/domain/payment/methods';
import { foreignValue } from '@atoll/domain/payment/payment';
import { type PlannedPayment, planPayment, tenderState } from '@atoll/domain/payment/plan';
import { quickCash } from '@atoll/domain/payment/tender';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { labelText } from '../../locale/label.ts';
import { uuidv7 } from '../../session/id.ts';
import { settingHere } from '../../sync/app-store.ts';
import { Button } from '../../ui/display/button.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { AmountField } from '../../ui/number/amount-field.tsx';
import css from './checkout.module.css';
import { type Currency, foreignCurrencies, needsReference } from './offered.ts';

interface TenderPanelProps {
  /** Returns what must be paid, in laari. Cash rounding changes it when only cash is used. */
  readonly totalFor: (cashOnly: boolean) => number;
  readonly methods: readonly PaymentMethod[];
  readonly payments: readonly PlannedPayment[];
  readonly onPayments: (payments: readonly PlannedPayment[]) => void;
  readonly busy: boolean;
  /** Text of the last refusal. */
  readonly refusal: string | undefined;
  readonly onPay: (payments: readonly PlannedPayment[]) => void;
}

/** Takes the payments: method, amount with number pad and quick cash, several payments, change. */
export function TenderPanel({ totalFor, methods, payments, onPayments, busy, refusal, onPay }: TenderPanelProps) {
  const { t } = useTranslation();
  const quickCashAmounts = settingHere('QuickCash').map(Number);
  const [method, setMethod] = useState<PaymentMethod>('Cash');
  const [typed, setTyped] = useState<number | null>();
  const [reference, setReference] = useState('');
  const [currency, setCurrency] = useState<Currency>();
  const [error, setError] = useState<string>();
  const cashOnly = method === 'Cash' && payments.every((each) => each.method === 'Cash');
  const { paid, due } = tenderState(totalFor(cashOnly), payments);
  // Foreign money is entered in its own units and counts as its value in laari.
  const foreign = currency && typed ? { ...currency, units: typed } : undefined;
  const valueOf = (units: number): number => (currency ? foreignValue({ ...currency, units }) : units);
  const amount = typed === undefined ? due : valueOf(typed ?? 0);
  const about =
    currency && typed
      ? `${currency.code} ${formatAmount(laari(typed))} @ ${formatAmount(laari(currency.rate))}`
      : reference;
  const change = tenderState(0, payments).change + (method === 'Cash' ? Math.max(0, amount - due) : 0);

  /** Returns the payment being entered, or undefined after showing what is wrong with it. */
  const plan = (): PlannedPayment | undefined => {
    const planned = planPayment(uuidv7(), method, amount, due, about, foreign);
    if (needsReference(method) && method !== 'Cash' && reference.trim() === '') setError(t('service.referenceNeeded'));
    else if (planned === 'nothing') setError(t('checkout.amountNeeded'));
    else if (planned === 'over') setError(t('checkout.onlyCashOver'));
    else return planned;
    return undefined;
  };
  const reset = () => {
    setTyped(undefined);
    setReference('');
    setCurrency(undefined);
    setError(undefined);
  };
  const add = () => {
    const planned = due > 0 ? plan() : undefined;
    if (!planned) return;
    onPayments([...payments, planned]);
    reset();
  };
  const pay = () => {
    if (due <= 0) return onPay(payments);
    const planned = plan();
    if (!planned) return;
    if (planned.amount < due) {
      setError(t('checkout.stillDue', { amount: formatMoney(laari(due - planned.amount)) }));
      return;
    }
    setError(undefined);
    onPay([...payments, planned]);
  };

  return (
    <section className={css.tender} aria-label={t('checkout.tender')}>
      <dl className={css.due}>
        <Figure label={t('checkout.paid')} value={paid} />
        <Figure label={t('checkout.due')} value={due} strong />
        <Figure label={t('checkout.change')} value={change} />
      </dl>
      {due > 0 && (
        <>
          <fieldset className={css.methods}>
            <legend className="visually-hidden">{t('checkout.method')}</legend>
            {methods.map((each) => (
              <label key={each} className={css.method}>
                <input
                  type="radio"
                  name="method"
                  checked={each === method}
                  onChange={() => {
                    setMethod(each);
                    reset();
                  }}
                />
                <span>{labelText(methodLabel(each))}</span>
              </label>
            ))}
          </fieldset>
          {method === 'Cash' && (
            <Currencies
              current={currency}
              onChange={(next) => {
                setCurrency(next);
                setTyped(next ? null : undefined);
              }}
            />
          )}
          {method === 'Cash' && !currency && (
            <div className={css.quick} role="group" aria-label={t('checkout.quickCash')}>
              {quickCash(due, 5, quickCashAmounts).map((sum) => (
                <button key={sum} type="button" onClick={() => setTyped(sum)}>
                  {formatAmount(sum).replace(/\.00$/, '')}
                </button>
              ))}
            </div>
          )}
          <AmountField
            label={t('checkout.amount')}
            prefix={currency?.code ?? 'MVR'}
            size="l"
            pad
            hint={currency && typed ? formatMoney(laari(amount)) : undefined}
            value={typed === undefined ? due : typed}
            onChange={(next) => {
              setTyped(next);
              setError(undefined);
            }}
            onEnter={pay}
          />
          {method !== 'Cash' && (
            <label className={`${css.amount} ${css.reference}`}>
              {t('checkout.reference')}
              <input maxLength={60} value={reference} onChange={(event) => setReference(event.currentTarget.value)} />
            </label>
          )}
        </>
      )}
      {payments.length > 0 && (
        <ul className={css.payments} aria-label={t('checkout.payments')}>
          {payments.map((each) => (
            <li key={each.key}>
              <span>{labelText(methodLabel(each.method))}</span>
              <span>{formatAmount(laari(each.tendered))}</span>
              <button
                type="button"
                aria-label={t('checkout.removePayment')}
                disabled={busy}
                onClick={() => onPayments(payments.filter((other) => other.key !== each.key))}
              >
                <Icon name="close" size={18} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {(error ?? refusal) && (
        <p className={css.error} role="alert">
          {error ?? refusal}
        </p>
      )}
      <div className={css.actions}>
        <Button size="l" disabled={busy || due <= 0} onClick={add}>
          {t('checkout.addPayment')}
        </Button>
        <Button look="main" size="l" busy={busy} onClick={pay}>
          {t('checkout.pay')}
        </Button>
      </div>
    </section>
  );
}

function Figure({ label, value, strong = false }: { label: string; value: number; strong?: boolean }) {
  return (
    <div data-strong={strong}>
      <dt>{label}</dt>
      <dd>{formatAmount(laari(value))}</dd>
    </div>
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
    <div className={css.quick} role="group" aria-label={t('service.currency')}>
      <button type="button" aria-pressed={!current} onClick={() => onChange(undefined)}>
        MVR
      </button>
      {foreign.map((each) => (
        <button key={each.code} type="button" aria-pressed={current?.code === each.code} onClick={() => onChange(each)}>
          {each.code}
        </button>
      ))}
    </div>
  );
}
