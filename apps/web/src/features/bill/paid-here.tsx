import { useEffect, useState } from 'react';
import { forgetPaid, type PaidBill } from '../../bill/last-paid.ts';
import { PaidPanel } from '../../bill/paid-panel.tsx';
import { giveReceipt } from '../../bill/reprint.ts';
import { useBill } from '../../bills/bills.ts';

/** How long a paid bill is shown at a counter, unless the next sale begins before. */
const counterMs = 10_000;

interface PaidHereProps {
  readonly paid: PaidBill;
  readonly onNew: () => void;
}

/** Shows the bill that was paid in this slot, until the next sale (R35.34). */
export function PaidHere({ paid, onNew }: PaidHereProps) {
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
      onPrint={() => {
        setPrinting(true);
        void giveReceipt(bill).finally(() => setPrinting(false));
      }}
    />
  );
}
