/** Entries that an earlier version of the app wrote down: they are read as if this one had. Source: docs/rules.md#outbox. */
import { type About, entryFormat, type OutboxEntry } from './entry.ts';

/** Format 1, of release 0.1.0: nothing said what an entry was about. */
type FirstFormat = Omit<OutboxEntry, 'format' | 'about'>;

/** An entry as it lies on the disk. */
export type StoredEntry = OutboxEntry | FirstFormat;

/** Of a check-in or a save the body says the slot; of the others nothing is known. */
function aboutOf(body: Readonly<Record<string, unknown>>): About | null {
  const { type, slot } = body;
  return typeof type === 'string' && typeof slot === 'string' ? { type, slot, number: null } : null;
}

export const upgradedEntry = (stored: StoredEntry): OutboxEntry =>
  'format' in stored ? stored : { ...stored, format: entryFormat, about: aboutOf(stored.body) };
