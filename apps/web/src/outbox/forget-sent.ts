/** Deletes sent entries in time, after the first screen of each start: a till keeps thousands of them. Source: docs/rules.md#restored-store. */
import { inStore } from '../storage/idb.ts';
import { forEachSent } from './sent.ts';

/** How long sent entries are kept: as long as a till may be away. */
const keptSentMs = 72 * 60 * 60 * 1000;

/** Deletes entries sent longer ago than the oldest relevant backup. */
export const forgetOldSent = (now: number): Promise<void> =>
  inStore<void>('sent', 'readwrite', (store) =>
    forEachSent(store, (entries) => {
      for (const entry of entries) if (entry.sentAt < now - keptSentMs) store.delete(entry.key);
    }),
  );
