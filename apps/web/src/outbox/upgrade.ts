/** Reads entries of earlier versions of the app in the current format. Source: docs/rules.md#outbox. */
import { type About, entryFormat, isForbiddenReason, type OutboxEntry, untried } from './entry.ts';

/** Format 1, of release 0.1.0: without the subject of an entry. */
type FirstFormat = Omit<OutboxEntry, 'format' | 'about'>;

/** An entry as stored on the disk. */
export type StoredEntry = OutboxEntry | FirstFormat;

/** Returns the slot named in the body of a check-in or save; null for other entries. */
function aboutOf(body: Readonly<Record<string, unknown>>): About | null {
  const { type, slot } = body;
  return typeof type === 'string' && typeof slot === 'string' ? { type, slot, number: null } : null;
}

/** Release 0.1.0 stopped sending an entry after five server faults. Such an entry is sent again (R35.5). */
const wasParkedForFaults = ({ state, reason }: OutboxEntry): boolean =>
  state === 'parked' && !isForbiddenReason(reason);

export function upgradedEntry(stored: StoredEntry): OutboxEntry {
  const entry = 'format' in stored ? stored : { ...stored, format: entryFormat, about: aboutOf(stored.body) };
  return wasParkedForFaults(entry) ? { ...entry, ...untried } : entry;
}
