import { useEffect } from 'react';
import { useNow } from '../../../clock/now.ts';
import { watchTickets } from '../../../printing/ticket-retry.ts';
import { OrphanedItems } from '../bill-items/orphaned-items.tsx';
import { SoldOutLines } from '../item/sold-out-lines.tsx';
import type { SlotPlace } from '../slot/slot-path.ts';
import { BlockedWork } from './blocked-work.tsx';
import { FailedTickets } from './failed-tickets.tsx';
import { LatePayments } from './late-payments.tsx';
import { UnseenTickets } from './unseen-tickets.tsx';
import { useUnseenSlots } from './use-unseen-slots.ts';

/** Shows the bars above the bill screen: work that needs attention. */
export function WorkBars({ place }: { place: SlotPlace }) {
  useEffect(watchTickets, []);
  const unseen = useUnseenSlots(useNow());
  return (
    <>
      <FailedTickets />
      <UnseenTickets slots={unseen} />
      <BlockedWork />
      <LatePayments />
      <SoldOutLines />
      <OrphanedItems place={place} />
    </>
  );
}
