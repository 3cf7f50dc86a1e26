/** Entries that an earlier version of the app wrote down: they are read as if this one had. Source: docs/rules.md#outbox. */
import { type About, entryFormat, isForbiddenReason, type OutboxEntry, untried } from './entry.ts';

/** Format 1, of release 0.1.0: nothing said what an entry was about. */
type FirstFormat = Omit<OutboxEntry, 'format' | 'about'>;

/** An entry as it lies on the disk. */
export type StoredEntry = OutboxEntry | FirstFormat;

/** Of a check-in or a save the body says the slot; of the others nothing is known. */
function aboutOf(body: Readonly<Record<string, unknown>>): About | null {
  const { type, slot } = body;
  return typeof type === 'string' && typeof slot === 'string' ? { type, slot, number: null } : null;
}

/** Release 0.1.0 put work aside for good after the server had failed at it five times: it is sent again (R35.5). */
const wasParkedForFaults = ({ state, reason }: OutboxEntry): boolean =>
  state === 'parked' && !isForbiddenReason(reason);

export function upgradedEntry(stored: StoredEntry): OutboxEntry {
  const entry = 'format' in stored ? stored : { ...stored, format: entryFormat, about: aboutOf(stored.body) };
  return wasParkedForFaults(entry) ? { ...entry, ...untried } : entry;
}
