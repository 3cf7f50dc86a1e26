/** The fields of a bill that a device writes, in groups that merge together. Source: docs/rules.md#merge-fields. */
import type { Bill, MergeableField } from '../bill.ts';

/** Fields of one group are written and merged together: a discount is a percentage or an amount, a customer is an id with its record. */
export const fieldGroups = [
  ['discountPercentage', 'discountAmount', 'discountReason'],
  ['customerId', 'customer'],
  ['covers'],
  ['note'],
  ['allergies'],
  ['tabLimit'],
  ['name'],
  ['invoiceType'],
  ['meta'],
  ['coupons'],
] as const satisfies readonly (readonly MergeableField[])[];
export type FieldGroup = (typeof fieldGroups)[number];

/** Returns the version that last wrote a group; 0 if none did. */
export function groupVersion(bill: Pick<Bill, 'fieldVersions'>, group: FieldGroup): number {
  let version = 0;
  for (const field of group) version = Math.max(version, bill.fieldVersions[field] ?? 0);
  return version;
}

/** Returns the fields of a group with the bill's values. */
export function groupValues(bill: Bill, group: FieldGroup): Partial<Bill> {
  return Object.fromEntries(group.map((field) => [field, bill[field]])) as Partial<Bill>;
}

/** Returns whether a value is the default: 0, '', null, absent, an empty list, or 'Receipt'. */
export function isUnset(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === 0 ||
    value === '' ||
    value === 'Receipt' ||
    (Array.isArray(value) && value.length === 0)
  );
}
