import type { Bill } from '@atoll/domain/bill/bill';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import { needsCovers } from '@atoll/domain/bill/covers';
import { liveItems } from '@atoll/domain/bill/items';
import { plannedTotal, planPayment } from '@atoll/domain/payment/plan';
import { useTranslation } from 'react-i18next';
import { paymentApproval } from '../../approval/approval.ts';
import { showRefusal } from '../../approval/show-refusal.ts';
import { showPaid } from '../../bill/last-paid.ts';
import { useBills } from '../../bills/bills.ts';
import { QuickCash, useQuickCashPays } from '../../cash/quick-cash.tsx';
import { uuidv7 } from '../../session/id.ts';
import { useSession } from '../../session/session.ts';
import { useApp, useSettingOf } from '../../sync/app-store.ts';
import css from './pay-now.module.css';

/** How many amounts fit in a row beside the bill. */
const amounts = 4;

/** Returns the laari that cash pays with one tap beside the bill; 0 where the setting, the person or the bill does not allow it (R35.35). */
export function useDueNow(bill: Bill): number {
  const pays = useQuickCashPays();
  const roundCash = useSettingOf('RoundCash');
  const takesCash = useSettingOf('PaymentMethods').includes('Cash');
  const mayPay = useSession(({ user }) => user?.permissions.includes('bill.pay') ?? false);
  const hasPayments = useBills((state) => (state.drafts[bill.key]?.payments ?? []).length > 0);
  const mustCountGuests = useApp(({ settings }) => needsCovers(bill, settings));
  const due = plannedTotal({ total: toPay(bill), tip: 0, roundCash }, [], 'Cash');
  const isOffered = pays && takesCash && mayPay && !hasPayments && !mustCountGuests;
  return isOffered && liveItems(bill).length > 0 ? Math.max(0, due) : 0;
}

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
