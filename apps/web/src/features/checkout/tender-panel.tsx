import { formatAmount, laari } from '@atoll/domain/money/money';
import { methodLabel, type PaymentMethod } from '@atoll/domain/payment/methods';
import type { PlannedPayment } from '@atoll/domain/payment/plan';
import { useTranslation } from 'react-i18next';
import { labelText } from '../../locale/label.ts';
import { Button } from '../../ui/display/button.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { PaymentEntry } from './payment-entry.tsx';
import css from './tender-panel.module.css';
import { useTender } from './use-tender.ts';

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
  const tender = useTender({ totalFor, payments, onPayments, onPay });
  const { paid, due, change } = tender.amounts;
  const error = tender.error ?? refusal;
  return (
    <section className={css.tender} aria-label={t('checkout.tender')}>
      <dl className={css.due}>
        <Figure label={t('checkout.paid')} value={paid} />
        <Figure label={t('checkout.due')} value={due} strong />
        <Figure label={t('checkout.change')} value={change} />
      </dl>
      {due > 0 && <PaymentEntry methods={methods} tender={tender} />}
      {payments.length > 0 && <PaymentList payments={payments} busy={busy} onPayments={onPayments} />}
      {error && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
      <div className={css.actions}>
        <Button size="l" disabled={busy || due <= 0} onClick={tender.add}>
          {t('checkout.addPayment')}
        </Button>
        <Button look="main" size="l" busy={busy} onClick={tender.pay}>
          {t('checkout.pay')}
        </Button>
      </div>
    </section>
  );
}

/** Lists the payments that were added, each with a button that removes it. */
function PaymentList({ payments, busy, onPayments }: Pick<TenderPanelProps, 'payments' | 'busy' | 'onPayments'>) {
  const { t } = useTranslation();
  return (
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
