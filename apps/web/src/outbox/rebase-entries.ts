/** Rebases queued entries of a bill after one of its entries was answered. */
import { type Bill, mergeableFields } from '@atoll/domain/bill/bill';
import { isAheadOnlyByOwn } from '../bills/version.ts';
import type { OutboxEntry } from './entry.ts';

type Answer = Pick<Bill, 'key' | 'version' | 'fieldVersions'>;

/** Returns the mergeable fields that an entry writes: all for a check-in, the listed ones for an update. */
export const fieldsWritten = (entry: OutboxEntry): readonly string[] =>
  entry.kind === 'create' ? mergeableFields : ((entry.body['changed'] ?? []) as readonly string[]);

/**
 * Moves an entry to the survivor's key after its bill was merged, as a change that the survivor has not seen. The signature of the device that saved it to
 * a file, and the mark of its page, do not hold for the survivor.
 */
function moveToKey(entry: OutboxEntry, key: string): OutboxEntry {
  const { version: _version, id: _id, ...body } = entry.body;
  const kept = { ...entry, mark: undefined, ...(entry.madeOn !== undefined && { madeOn: '' }) };
  return { ...kept, billKey: key, body: entry.kind === 'void' ? { ...body, billId: key } : { ...body, key } };
}

/** Returns the entry rebased on the bill that answered `done`; null when nothing changes. */
export function rebaseEntry(entry: OutboxEntry, done: OutboxEntry, answer: Answer): OutboxEntry | null {
  if (answer.key !== entry.billKey) return moveToKey(entry, answer.key);
  const madeOn = entry.body['version'];
  if (entry.kind !== 'update' || typeof madeOn !== 'number') return null;
  if (!isAheadOnlyByOwn(fieldsWritten(entry), madeOn, fieldsWritten(done), answer)) return null;
  return { ...entry, body: { ...entry.body, version: answer.version } };
}
