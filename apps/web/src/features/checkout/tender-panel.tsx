import { formatAmount, formatMoney, laari } from '@atoll/domain/money/money';
import { methodLabel } from '@atoll/domain/payment/methods';
import type { PlannedPayment } from '@atoll/domain/payment/plan';
import type { SharePlan } from '@atoll/domain/payment/shares';
import { type OfferedMethod, paysByCard } from '../../cash/offered.ts';
import { useQuickCashPays } from '../../cash/use-quick-cash-pays.ts';
import { releaseCard } from '../../cash/wallet/hold-card.ts';
import { labelText } from '../../locale/label.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { Button } from '../../ui/display/button.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { toastsBesidePanel } from '../../ui/hook/toasts-below.ts';
import { Actions } from '../../ui/overlay/actions.tsx';
import { AskChange } from './ask-change.tsx';
import { PaymentAmount, PaymentChoices } from './payment-entry.tsx';
import { ShareRow } from './share-row.tsx';
import css from './tender-panel.module.css';
import { type TotalFor, useTender } from './use-tender.ts';

interface TenderPanelProps {
  readonly billKey: string;
  /** Returns what must be paid, in laari, when a method pays the rest: cash is rounded. */
  readonly totalFor: TotalFor;
  /** The total with tip, laari. */
  readonly total: number;
  /** How the bill is shared; null: one person pays. */
  readonly plan: SharePlan | null;
  /** The setting RoundCash. */
  readonly roundCash: string | undefined;
  readonly onPlan: (plan: SharePlan | null) => void;
  readonly methods: readonly OfferedMethod[];
  readonly payments: readonly PlannedPayment[];
  readonly onPayments: (payments: readonly PlannedPayment[]) => void;
  readonly busy: boolean;
  /** Text of the last refusal. */
  readonly refusal: string | undefined;
  readonly onPay: (payments: readonly PlannedPayment[]) => void;
  /** In a drawer the whole drawer scrolls. */
  readonly isDrawer: boolean;
}

/** Takes the payments: method, amount with number pad and quick cash, several payments, change. */
export function TenderPanel(props: TenderPanelProps) {
  const { methods, payments, onPayments, busy, refusal } = props;
  const { t } = useTranslation();
  const tender = useTender({ ...props, quickCashPays: useQuickCashPays() });
  const { paid, due, rounding, change, share } = tender.amounts;
  const error = tender.error ?? refusal;
  // What is wrong with a code stands at its field: on a phone the foot is far below it.
  const isOfCode = tender.error !== undefined && paysByCard(tender.entered.method) && !tender.entered.wallet;
  return (
    <section
      ref={toastsBesidePanel}
      className={css.tender}
      aria-label={t('checkout.tender')}
      data-drawer={props.isDrawer}
    >
      <dl className={css.due}>
        <Figure label={t('checkout.paid')} value={paid} />
        {rounding !== 0 && <Figure label={t('bill.rounding')} value={rounding} />}
        <Figure label={t('checkout.due')} value={due} strong />
        <Figure label={t('checkout.change')} value={change} />
      </dl>
      {payments.length > 0 && <PaymentList payments={payments} busy={busy} onPayments={onPayments} />}
      {share && <ShareRow share={share} onEnd={() => props.onPlan(null)} />}
      {due > 0 && (
        <div className={css.entry}>
          <PaymentChoices {...{ methods, tender, busy }} billKey={props.billKey} />
          {isOfCode && <Fault text={tender.error ?? ''} />}
        </div>
      )}
      <div className={css.foot}>
        {due > 0 && <PaymentAmount tender={tender} />}
        {error && !isOfCode && <Fault text={error} />}
        <Actions className={css.actions}>
          <Button size="l" disabled={busy || due <= 0} onClick={tender.add}>
            {t('checkout.addPayment')}
          </Button>
          <Button look="main" size="l" busy={busy} onClick={tender.pay}>
            {share && share.part < share.parts ? t('checkout.takePart') : t('checkout.pay')}
          </Button>
        </Actions>
      </div>
      {tender.question && <AskChange question={tender.question} onClose={() => tender.setQuestion(undefined)} />}
    </section>
  );
}

function Fault({ text }: { readonly text: string }) {
  return (
    <p ref={intoSight} className={css.error} role="alert">
      {text}
    </p>
  );
}

const intoSight = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

/** Lists the payments that were added with method, currency and change, each with a button that removes it. */
function PaymentList({ payments, busy, onPayments }: Pick<TenderPanelProps, 'payments' | 'busy' | 'onPayments'>) {
  const { t } = useTranslation();
  return (
    <ul className={css.payments} aria-label={t('checkout.payments')}>
      {payments.map((each) => (
        <li key={each.key}>
          <span>
            {labelText(methodLabel(each.method))}
            {each.wallet && <small>{each.wallet.last4}</small>}
            {each.currency && <small>{`${each.currency.code} ${formatAmount(laari(each.currency.units))}`}</small>}
          </span>
          <span>
            <span>{formatMoney(laari(each.tendered))}</span>
            {each.tendered > each.amount && (
              <b>{t('checkout.changeOf', { amount: formatAmount(laari(each.tendered - each.amount)) })}</b>
            )}
          </span>
          <button
            type="button"
            aria-label={t('checkout.removePayment')}
            disabled={busy}
            onClick={() => {
              onPayments(payments.filter((other) => other.key !== each.key));
              if (each.wallet) releaseCard(each.wallet.holdKey);
            }}
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
    <div data-strong={strong} data-empty={!strong && value === 0}>
      <dt>{label}</dt>
      <dd>{formatAmount(laari(value))}</dd>
    </div>
  );
}
