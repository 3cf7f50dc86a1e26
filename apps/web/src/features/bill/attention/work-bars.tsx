import { useEffect } from 'react';
import { watchTickets } from '../../../printing/ticket-retry.ts';
import { OrphanedItems } from '../bill-items/orphaned-items.tsx';
import { SoldOutLines } from '../item/sold-out-lines.tsx';
import type { SlotPlace } from '../slot/slot-path.ts';
import { BlockedWork } from './blocked-work.tsx';
import { FailedTickets } from './failed-tickets.tsx';
import { LatePayments } from './late-payments.tsx';

/** Shows the bars above the bill screen: work that needs attention. */
export function WorkBars({ place }: { place: SlotPlace }) {
  useEffect(watchTickets, []);
  return (
    <>
      <FailedTickets />
      <BlockedWork />
      <LatePayments />
      <SoldOutLines />
      <OrphanedItems place={place} />
    </>
  );
}
