import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { showPaid } from '../../bill/last-paid.ts';
import { MaskedNote } from '../../bill/waiter/masked-note.tsx';
import { useBill, useBills } from '../../bills/bills.ts';
import { showSlot } from '../../bills/shown-slot.ts';
import { buttonClass } from '../../ui/display/button.tsx';
import { useCloseOver } from '../../ui/overlay/close-over.ts';
import { ClosedBill } from './closed-bill.tsx';
import { useShownWhilePaying } from './shown-while-paying.ts';
import { TenderBill } from './tender-bill.tsx';

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
  useEffect(() => showSlot(type, slot), [type, slot]);
  const back = (
    <Link to="/billing/new/$type/$slot" params={{ type, slot }} className={buttonClass({ look: 'main', size: 'l' })}>
      {t('checkout.back')}
    </Link>
  );
  if (bill?.isMasked) return <MaskedNote bill={bill} level={1} action={back} />;
  if (shown) {
    const onPaid = (change: number) => {
      showPaid({ bill: shown, change });
      if (shown.type === type && shown.slot === slot) return close();
      return void navigate({
        to: '/billing/new/$type/$slot',
        params: { type: shown.type, slot: shown.slot },
        replace: true,
      });
    };
    return <TenderBill bill={shown} onPaid={onPaid} onPaying={onPaying} />;
  }
  if (!loaded) return null;
  return <ClosedBill billKey={bill?.key} level={1} action={back} />;
}
