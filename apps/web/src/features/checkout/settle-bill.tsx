import type { Bill } from '@atoll/domain/bill/bill';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { PaidPanel } from '../../bill/paid-panel.tsx';
import { giveReceipt } from '../../bill/reprint.ts';
import { MaskedNote } from '../../bill/waiter/masked-note.tsx';
import { useBill, useBills } from '../../bills/bills.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { SkeletonRows } from '../../ui/display/skeleton.tsx';
import { Drawer, openDelayMs } from '../../ui/overlay/overlay.tsx';
import { useReturn } from '../../ui/overlay/return.ts';
import { ClosedBill } from './closed-bill.tsx';
import { useShownWhilePaying } from './shown-while-paying.ts';
import { TenderBill } from './tender-bill.tsx';

/** Shows the checkout in a drawer over the billing history (R2.13). */
export function SettleBill() {
  const { t } = useTranslation();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const close = useReturn('/billing/history');
  const bill = useBill(id);
  const { shown, onPaying } = useShownWhilePaying(bill);
  const loaded = useBills((state) => state.loaded);
  const [paid, setPaid] = useState<{ key: string; change: number }>();
  const content = (): React.ReactNode => {
    // The bill is open again when the payment came too late.
    if (bill && !bill.isOpen && paid?.key === bill.key)
      return <Paid bill={bill} change={paid.change} onClose={close} />;
    if (bill?.isMasked) return <MaskedNote bill={bill} />;
    if (shown) {
      const onPaid = (change: number) => setPaid({ key: shown.key, change });
      return <TenderBill bill={shown} isDrawer {...{ onPaid, onPaying }} />;
    }
    if (!loaded) return <SkeletonRows label={t('ui.loading')} />;
    return <ClosedBill billKey={bill?.key} level={2} hint={t('service.notOpen')} />;
  };
  return (
    <Drawer title={t('service.settleTitle')} onClose={close} delayMs={openDelayMs}>
      {content()}
    </Drawer>
  );
}

function Paid({ bill, change, onClose }: { bill: Bill; change: number; onClose: () => void }) {
  const [printing, setPrinting] = useState(false);
  return (
    <PaidPanel
      {...{ bill, change, printing }}
      onPrint={() => {
        setPrinting(true);
        void giveReceipt(bill).finally(() => setPrinting(false));
      }}
      onNew={onClose}
    />
  );
}
