import type { Bill } from '@atoll/domain/bill/bill';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { giveReceipt } from '../../bill/reprint.ts';
import { useBill, useBills } from '../../bills/bills.ts';
import { showSlot } from '../../bills/shown-slot.ts';
import { buttonClass } from '../../ui/display/button.tsx';
import { Empty } from '../../ui/display/empty.tsx';
import { nextFreeSlot } from './next-slot.ts';
import { PaidPanel } from './paid-panel.tsx';
import { TenderBill } from './tender-bill.tsx';

/** Shows the checkout of a bill. `id` is the server's id, or the key before there is one (R2.10). */
export function CheckoutScreen() {
  const {
    id = '',
    slot = '',
    type = '',
  } = useParams({ strict: false }) as { id?: string; slot?: string; type?: string };
  const { t } = useTranslation();
  const bill = useBill(id);
  const [paid, setPaid] = useState<{ key: string; change: number }>();
  const loaded = useBills((state) => state.loaded);
  useEffect(() => showSlot(type, slot), [type, slot]);
  if (bill && paid?.key === bill.key) return <Paid bill={bill} change={paid.change} />;
  if (bill?.isOpen) return <TenderBill bill={bill} onPaid={(change) => setPaid({ key: bill.key, change })} />;
  if (!loaded) return null;
  return (
    <Empty
      icon="bill"
      level={1}
      title={t('checkout.gone')}
      action={
        <Link
          to="/billing/new/$type/$slot"
          params={{ type, slot }}
          className={buttonClass({ look: 'main', size: 'l' })}
        >
          {t('checkout.back')}
        </Link>
      }
    />
  );
}

function Paid({ bill, change }: { bill: Bill; change: number }) {
  const navigate = useNavigate();
  const [printing, setPrinting] = useState(false);
  return (
    <PaidPanel
      bill={bill}
      change={change}
      printing={printing}
      onPrint={() => {
        setPrinting(true);
        void giveReceipt(bill).finally(() => setPrinting(false));
      }}
      onNew={() => void navigate({ href: nextFreeSlot(bill) })}
    />
  );
}
