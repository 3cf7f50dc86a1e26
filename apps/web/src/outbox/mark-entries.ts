/** Marks entries, so that they are sent while the screen is locked. An entry without a mark waits for its person. Source: R36.33, docs/rules.md#work-mark. */
import { currentWorkKey, markOf, type WorkKey } from '../session/lock/work-mark.ts';
import { type OutboxEntry, outboxCalls } from './entry.ts';
import { changeEntry } from './store.ts';

/** Marks under way: each is stored before the next is computed, so that the newest one stays. */
let last: Promise<unknown> = Promise.resolve();

/** Resolves when the marks under way are stored. */
export const whenMarked = async (): Promise<void> => void (await last);

async function markAll(
  entries: readonly OutboxEntry[],
  key: CryptoKey,
  changed: (entry: OutboxEntry) => void,
): Promise<void> {
  for (const { seq, kind, outletId, body } of entries) {
    const entry = await changeEntry(seq, { mark: await markOf(key, outboxCalls[kind], outletId, body) });
    if (entry) changed(entry);
  }
}

/** Marks entries with the key that the page had when they were made; without one they stay as they are. Calls `changed` for each one stored. */
export function markEntries(
  entries: () => Promise<readonly OutboxEntry[]>,
  changed: (entry: OutboxEntry) => void,
  key: WorkKey = currentWorkKey(),
): void {
  if (!key) return;
  last = last
    .then(async () => markAll(await entries(), await key, changed))
    .catch((error: unknown) => console.error('Waiting work could not be marked', error));
}
