/** Reports unsynced entries to the server with each call, so that another till that closes the shift knows. Source: docs/rules.md#till-status. */
import { writeTillNote, writeTillTrouble } from '@atoll/domain/contract/bill/till';
import { bindTillNote } from '../api/api.ts';
import { tillNow, useTillClock } from '../clock/till-clock.ts';
import { useTickets } from '../printing/kept-tickets.ts';
import { deviceNumber } from '../session/device.ts';
import { useOutbox } from './outbox.ts';
import { unsyncedAmount } from './unsynced-amount.ts';

/**
 * Returns the note for an outlet; null before the list was read. Entries being sent are not counted: they arrive with the call or are counted
 * by the next.
 */
function noteFor(outletId: number): string | null {
  const { entries, loaded } = useOutbox.getState();
  if (!loaded) return null;
  const waiting = entries.filter((entry) => entry.outletId === outletId && entry.state !== 'sending');
  return writeTillNote({ number: deviceNumber(), waiting: waiting.length, amount: unsyncedAmount(waiting) });
}

/** Returns what is wrong on this till in an outlet, for Care: its clock, and tickets that are not on paper; null when nothing is (R31.42). */
function troubleFor(outletId: number): string | null {
  const tickets = useTickets.getState().tickets.filter((ticket) => ticket.outletId === outletId);
  const waiting = tickets.filter(({ state }) => state === 'waiting').map(({ madeAt }) => Date.parse(madeAt));
  return writeTillTrouble({
    skewMs: useTillClock.getState().aheadMs,
    failed: tickets.filter(({ state }) => state === 'failed').length,
    waitingMs: waiting.length === 0 ? 0 : tillNow() - Math.min(...waiting),
  });
}

export const reportWaiting = (): void => bindTillNote(noteFor, troubleFor);
