/** Which version this device knew of a field when it changed it, when its own writes move the version on. Source: docs/rules.md#merge-fields. */
import type { Bill } from '@atoll/domain/bill/bill';

/**
 * True when a change of these fields, made on an older version, may be sent as made on the answer's: each was written by this
 * device's own call just answered, or by nobody since. Otherwise the server must see the older version, to say which value stands.
 */
export function isAheadOnlyByOwn(
  fields: readonly string[],
  madeOn: number,
  ownFields: readonly string[],
  answer: Pick<Bill, 'fieldVersions'>,
): boolean {
  return fields.every((field) => ownFields.includes(field) || (answer.fieldVersions[field] ?? 0) <= madeOn);
}
