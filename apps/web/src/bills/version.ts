/** Which version of a field this device knew when it changed it, while its own writes raise the version. Source: docs/rules.md#merge-fields. */
import type { Bill } from '@atoll/domain/bill/bill';

/**
 * Returns true when a change of these fields, based on an older version, may be sent as based on the answer's: each field was written by this
 * device's own call just answered, or by nobody since. Otherwise the server must see the older version to decide which value wins.
 */
export function isAheadOnlyByOwn(
  fields: readonly string[],
  madeOn: number,
  ownFields: readonly string[],
  answer: Pick<Bill, 'fieldVersions'>,
): boolean {
  return fields.every((field) => ownFields.includes(field) || (answer.fieldVersions[field] ?? 0) <= madeOn);
}
