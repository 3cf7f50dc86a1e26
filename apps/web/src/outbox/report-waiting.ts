/** Tells the server with each call what waits here for it, so that another till that closes the shift knows. Source: docs/rules.md#till-status. */
import { writeTillNote } from '@atoll/domain/contract/bill/till';
import { bindTillNote } from '../api/api.ts';
import { deviceNumber } from '../session/device.ts';
import { useOutbox } from './outbox.ts';
import { unsyncedAmount } from './unsynced-amount.ts';

/** The note for an outlet; null before the list was read. What is on its way is not counted: it arrives with the call or is counted by the next. */
function noteFor(outletId: number): string | null {
  const { entries, loaded } = useOutbox.getState();
  if (!loaded) return null;
  const waiting = entries.filter((entry) => entry.outletId === outletId && entry.state !== 'sending');
  return writeTillNote({ number: deviceNumber(), waiting: waiting.length, amount: unsyncedAmount(waiting) });
}

export const reportWaiting = (): void => bindTillNote(noteFor);
