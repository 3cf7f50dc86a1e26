import type { Bill } from '@atoll/domain/bill/bill';
import { useEffect, useState } from 'react';
import { forgetPaid, type PaidBill } from '../../bill/last-paid.ts';
import { PaidPanel } from '../../bill/paid-panel.tsx';
import { giveReceipt } from '../../bill/reprint.ts';
import { useBill } from '../../bills/bills.ts';
import { useTranslation } from '../../locale/use-translation.ts';

/** How long a paid bill is shown at a counter, unless the next sale begins before. */
const counterMs = 10_000;

interface PaidHereProps {
  readonly paid: PaidBill;
  readonly onNew: () => void;
  /** Another check of the slot, which is paid next. */
  readonly other: Bill | undefined;
}

/** Shows the bill that was paid in this slot, until the next sale (R35.34). */
export function PaidHere({ paid, onNew, other }: PaidHereProps) {
  const { t } = useTranslation();
  const { type, key } = paid.bill;
  // The invoice number of a bill that was paid offline follows.
  const bill = useBill(key) ?? paid.bill;
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    if (type !== 'Counter') return undefined;
    const timer = setTimeout(onNew, counterMs);
    return () => clearTimeout(timer);
  }, [type, key, onNew]);
  // Another slot or screen is the next sale, too.
  useEffect(() => forgetPaid, []);
  return (
    <PaidPanel
      {...{ bill, printing, onNew }}
      change={paid.change}
      level={2}
      next={other && t('service.checkTab', { n: other.checkNo })}
      onPrint={() => {
        setPrinting(true);
        void giveReceipt(bill).finally(() => setPrinting(false));
      }}
    />
  );
}
