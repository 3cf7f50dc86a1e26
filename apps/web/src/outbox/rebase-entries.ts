/** What an answer changes for the work of the same bill that still waits behind it. */
import { type Bill, mergeableFields } from '@atoll/domain/bill/bill';
import { isAheadOnlyByOwn } from '../bills/version.ts';
import type { OutboxEntry } from './entry.ts';

type Answer = Pick<Bill, 'key' | 'version' | 'fieldVersions'>;

/** The scalars that an entry writes: a check-in all of them, an update those that it lists. */
export const fieldsWritten = (entry: OutboxEntry): readonly string[] =>
  entry.kind === 'create' ? mergeableFields : ((entry.body['changed'] ?? []) as readonly string[]);

/** The bill was absorbed: what waits goes on under the survivor's key, as something the survivor has not seen. */
function moveToKey(entry: OutboxEntry, key: string): OutboxEntry {
  const { version: _version, id: _id, ...body } = entry.body;
  return { ...entry, billKey: key, body: entry.kind === 'void' ? { ...body, billId: key } : { ...body, key } };
}

/** The entry as it goes on after `done` was answered with the bill; null when nothing changes. */
export function rebaseEntry(entry: OutboxEntry, done: OutboxEntry, answer: Answer): OutboxEntry | null {
  if (answer.key !== entry.billKey) return moveToKey(entry, answer.key);
  const madeOn = entry.body['version'];
  if (entry.kind !== 'update' || typeof madeOn !== 'number') return null;
  if (!isAheadOnlyByOwn(fieldsWritten(entry), madeOn, fieldsWritten(done), answer)) return null;
  return { ...entry, body: { ...entry.body, version: answer.version } };
}
