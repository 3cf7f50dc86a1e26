/**
 * Exports unsynced entries as a file: for another till or another address of this one, for the administrator of the server, or as a backup when the
 * device is given away. Source: R31.18.
 */

import { savedWorkSubject } from '@atoll/domain/contract/people/saved-work';
import { tillNowText } from '../clock/till-clock.ts';
import { proofOf } from '../session/device-key.ts';
import { saveFile } from '../storage/save-file.ts';
import { currentStore, storeNameOf } from '../sync/store-name.ts';
import { type OutboxEntry, outboxCalls } from './entry.ts';

/** Tells a file of unsynced work from others. */
export const fileName = 'Atoll: work that the server has not taken';

/** Returns the device that did the work, with its key and signature where it has one; that of the first file stays. */
async function savedOn({ kind, body, userId, madeAt, deviceId, madeOn }: OutboxEntry): Promise<string> {
  if (madeOn !== undefined) return madeOn;
  const { proof } = await proofOf(outboxCalls[kind], savedWorkSubject(userId, body), Date.parse(madeAt));
  return proof ? `${deviceId},${proof.key},${proof.signature}` : deviceId;
}

/** Returns the text of a file that another till of the shop can send; each entry is signed by this device. */
export async function entriesText(entries: readonly OutboxEntry[], savedAt: string): Promise<string> {
  const current = currentStore();
  const signed: OutboxEntry[] = [];
  for (const entry of entries) signed.push({ ...entry, madeOn: await savedOn(entry) });
  const store = current === null ? null : storeNameOf(current);
  return JSON.stringify({ name: fileName, savedAt, store, entries: signed }, null, 2);
}

export async function saveEntries(entries: readonly OutboxEntry[]): Promise<void> {
  const savedAt = tillNowText();
  const name = `atoll-unsent-${savedAt.slice(0, 19).replaceAll(':', '-')}.json`;
  saveFile(name, new Blob([await entriesText(entries, savedAt)], { type: 'application/json' }));
}
