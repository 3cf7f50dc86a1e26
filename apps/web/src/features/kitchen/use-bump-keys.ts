import type { KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import { type BumpState, nextBump } from '@atoll/domain/kitchen/states';
import { useEffect } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/** Keys of a bump bar: 1 to 9 move the ticket at that place on, R brings back the last one that was served. */
export function useBumpKeys(
  tickets: readonly KitchenTicket[],
  lastServed: KitchenTicket | undefined,
  bump: (ticket: KitchenTicket, state: BumpState) => void,
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return;
      if (event.key.toLowerCase() === 'r' && lastServed) return bump(lastServed, 'Recalled');
      const ticket = /^[1-9]$/.test(event.key) ? tickets[Number(event.key) - 1] : undefined;
      const next = ticket && nextBump(ticket.state, ticket.kind);
      if (ticket && next) bump(ticket, next);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [tickets, lastServed, bump]);
}
