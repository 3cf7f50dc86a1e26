import type { KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import { type BumpState, nextBump } from '@atoll/domain/kitchen/states';
import { useEffect } from 'react';
import { isFree, isPressed, shortcuts } from '../../ui/hook/shortcut.ts';

const { bump: bumpKeys, recall } = shortcuts.kitchen;

/**
 * Handles the keys of a bump bar: 1 to 9 bump the ticket at that position, R recalls the last served one. `isOneTap`: one press finishes a
 * ticket.
 */
export function useBumpKeys(
  tickets: readonly KitchenTicket[],
  lastServed: KitchenTicket | undefined,
  bump: (ticket: KitchenTicket, state: BumpState) => void,
  isOneTap: boolean,
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isFree(event)) return;
      if (isPressed(event, recall) && lastServed) return bump(lastServed, 'Recalled');
      const ticket = isPressed(event, bumpKeys) ? tickets[Number(event.key) - 1] : undefined;
      const next = ticket && nextBump(ticket.state, ticket.kind, isOneTap);
      if (ticket && next) bump(ticket, next);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [tickets, lastServed, bump, isOneTap]);
}
