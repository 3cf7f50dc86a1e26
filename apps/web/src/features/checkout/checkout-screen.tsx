import type { Bill } from '@atoll/domain/bill/bill';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { showPaid } from '../../bill/last-paid.ts';
import { MaskedNote } from '../../bill/waiter/masked-note.tsx';
import { useBill, useBills } from '../../bills/bills.ts';
import { showSlot } from '../../bills/toast/shown-slot.ts';
import { startKeeping } from '../../cash/wallet/kept-wallets.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { isPaymentWaiting } from '../../outbox/entry.ts';
import { useOutbox } from '../../outbox/outbox.ts';
import { changeOf } from '../../outbox/unsynced-amount.ts';
import { buttonClass } from '../../ui/display/button.tsx';
import { useCloseOver } from '../../ui/overlay/close-over.ts';
import { ClosedBill } from './closed-bill.tsx';
import { useShownWhilePaying } from './shown-while-paying.ts';
import { TenderBill } from './tender-bill.tsx';

// This file comes soon after the first screen: the balances are there when the server is away.
startKeeping();

/**
 * Shows the checkout of a bill. `id` is the server's id, or the key before there is one (R2.10). A paid bill is shown on the bill screen of its slot, where the
 * next sale begins (R35.34).
 */
export function CheckoutScreen() {
  const {
    id = '',
    slot = '',
    type = '',
  } = useParams({ strict: false }) as { id?: string; slot?: string; type?: string };
  const { t } = useTranslation();
  const bill = useBill(id);
  const { shown, onPaying } = useShownWhilePaying(bill);
  const navigate = useNavigate();
  const close = useCloseOver(`/billing/new/${type}/${slot}`);
  const loaded = useBills((state) => state.loaded);
  const mine = useOutbox(({ entries }) => entries.find((one) => isPaymentWaiting(one) && one.billKey === bill?.key));
  useEffect(() => showSlot(type, slot), [type, slot]);
  const back = (
    <Link to="/billing/new/$type/$slot" params={{ type, slot }} className={buttonClass({ look: 'main', size: 'l' })}>
      {t('checkout.back')}
    </Link>
  );
  if (bill?.isMasked) return <MaskedNote bill={bill} level={1} action={back} />;
  const leave = (paid: Bill, change: number) => {
    showPaid({ bill: paid, change });
    if (paid.type === type && paid.slot === slot) return close();
    return void navigate({
      to: '/billing/new/$type/$slot',
      params: { type: paid.type, slot: paid.slot },
      replace: true,
    });
  };
  if (shown) return <TenderBill bill={shown} onPaid={(change) => leave(shown, change)} onPaying={onPaying} />;
  if (!loaded) return null;
  if (bill && mine) return <PaidBefore change={changeOf(mine)} onPaid={(change) => leave(bill, change)} />;
  return <ClosedBill billKey={bill?.key} level={1} action={back} />;
}

interface PaidBeforeProps {
  /** Laari. */
  readonly change: number;
  readonly onPaid: (change: number) => void;
}

/** Leads to the result of a payment that began before the page was loaded again. */
function PaidBefore({ change, onPaid }: PaidBeforeProps) {
  const leave = useEffectEvent(() => onPaid(change));
  useEffect(() => leave(), []);
  return null;
}
