import type { Bill } from '@atoll/domain/bill/bill';
import { planPayment } from '@atoll/domain/payment/plan';
import { showRefusal } from '../../approval/show-refusal.ts';
import { showPaid } from '../../bill/last-paid.ts';
import { useBills } from '../../bills/bills.ts';
import { QuickCash } from '../../cash/quick-cash.tsx';
import { paymentApproval } from '../../cash/refusal-approval.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { uuidv7 } from '../../session/id.ts';
import css from './pay-now.module.css';

/** How many amounts fit in a row beside the bill. */
const amounts = 4;

interface PayNowProps {
  readonly bill: Bill;
  /** Laari. */
  readonly due: number;
  readonly busy: boolean;
  readonly once: (work: () => Promise<unknown>) => () => void;
}

/** Offers cash amounts that pay the bill with one tap. */
export function PayNow({ bill, due, busy, once }: PayNowProps) {
  const { t } = useTranslation();
  return (
    <div className={css.now}>
      <p aria-hidden="true">{t('checkout.quickCash')}</p>
      <QuickCash due={due} count={amounts} disabled={busy} onSum={(sum) => once(() => payCash(bill, sum, due))()} />
    </div>
  );
}

/** Pays the bill with cash of at least what is due, and shows the change; a refusal is shown as a message. */
async function payCash({ key }: Bill, handed: number, due: number): Promise<void> {
  const planned = planPayment(uuidv7(), 'Cash', handed, due, '');
  if (typeof planned === 'string') return;
  const payment = { payments: [planned], taken: [], approve: paymentApproval(key), showsRefusal: () => true };
  const outcome = await useBills.getState().pay(key, payment);
  if (outcome.state === 'refused') showRefusal(outcome.reason as Parameters<typeof showRefusal>[0]);
  else showPaid({ bill: outcome.bill, change: outcome.change });
}
