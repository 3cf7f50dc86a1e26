/** Reports unsynced entries to the server with each call, so that another till that closes the shift knows. Source: docs/rules.md#till-status. */
import { writeTillNote } from '@atoll/domain/contract/bill/till';
import { bindTillNote } from '../api/api.ts';
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

export const reportWaiting = (): void => bindTillNote(noteFor);
