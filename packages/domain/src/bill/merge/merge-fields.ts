/** Merges the fields sent by a device into the stored bill, one group at a time. Source: docs/rules.md#merge-fields. */
import { joinAllergies } from '../allergies.ts';
import type { Bill, BillCustomer, MergeableField } from '../bill.ts';
import { uniteCoupons } from '../promotion/coupon.ts';
import { type FieldGroup, fieldGroups } from './field-groups.ts';
import { stableStringify } from './pick-winner.ts';

/** The fields of a sent bill; absent ones are left unchanged. `changed` lists those that the request writes. */
export interface FieldInput {
  readonly version?: number | undefined;
  readonly changed?: readonly MergeableField[] | undefined;
  readonly discountPercentage?: number | undefined;
  readonly discountAmount?: number | null | undefined;
  readonly discountReason?: string | undefined;
  readonly customerId?: number | undefined;
  readonly customer?:
    | { readonly key?: string | undefined; readonly name: string; readonly phone?: string | undefined }
    | null
    | undefined;
  readonly covers?: number | undefined;
  readonly note?: string | undefined;
  readonly allergies?: string | undefined;
  readonly tabLimit?: number | null | undefined;
  readonly name?: string | undefined;
  readonly invoiceType?: Bill['invoiceType'] | undefined;
  readonly meta?: Bill['meta'] | undefined;
  /** Those that the caller proved. */
  readonly coupons?: Bill['coupons'];
}

/** A field that kept a later value of somebody else, or the value of a saved item. `stands` is the value that was kept. */
export interface FieldConflict {
  readonly field: string;
  readonly yours: unknown;
  readonly stands: unknown;
}

/**
 * Returns the fields to write and the conflicts. A group of fields is to be written when `changed` lists one of them, or, without `changed`, when
 * `version` is the stored one. It keeps the stored values when it was written later than the sender's version. Equal values are neither. Allergies that
 * two devices typed at once are both kept.
 */
export function mergeFields(
  stored: Bill,
  input: FieldInput,
  context: { readonly customer?: BillCustomer | null },
): { readonly written: Partial<Bill>; readonly conflicts: FieldConflict[] } {
  const written: Partial<Bill> = {};
  const conflicts: FieldConflict[] = [];
  const seen = input.version ?? 0;
  const versionOf = (field: MergeableField): number => stored.fieldVersions[field] ?? 0;
  for (const group of fieldGroups) {
    // Coupons of several tills are united.
    if (group[0] === 'coupons') {
      const coupons = uniteCoupons(stored.coupons, input.coupons);
      if (coupons !== stored.coupons) Object.assign(written, { coupons });
      continue;
    }
    const yours = differing(group, stored, input, context);
    const names = Object.keys(yours) as MergeableField[];
    if (names.length === 0) continue;
    const isIntended = input.changed ? group.some((field) => input.changed?.includes(field)) : seen === stored.version;
    const isLater = group.some((field) => versionOf(field) > seen);
    if (isIntended && !isLater) Object.assign(written, yours);
    else if (isIntended && group[0] === 'allergies') Object.assign(written, bothAllergies(stored, input));
    else if (isIntended || !input.changed) {
      for (const field of names) conflicts.push({ field, yours: yours[field], stands: stored[field] });
    }
  }
  return { written, conflicts };
}

/** Returns the allergies of both sides when the stored ones lack some of the request's. */
function bothAllergies(stored: Bill, input: FieldInput): Partial<Bill> {
  const known = joinAllergies([stored.allergies]);
  const both = joinAllergies([stored.allergies, input.allergies]);
  return both === known ? {} : { allergies: both };
}

/** Returns the fields of a group that the request contains and that differ from the stored bill. */
function differing(
  group: FieldGroup,
  stored: Bill,
  input: FieldInput,
  context: { readonly customer?: BillCustomer | null },
): Partial<Bill> {
  if (group[0] === 'customerId') return differingCustomer(stored, input, context.customer ?? null);
  const values = group.flatMap((field) => {
    const value = input[field];
    return value === undefined || stableStringify(value) === stableStringify(stored[field])
      ? []
      : [[field, value] as const];
  });
  return Object.fromEntries(values) as Partial<Bill>;
}

/** Returns the customer when it differs. A customer is identified by id, or by key and name when created offline; the context has the record. */
function differingCustomer(stored: Bill, input: FieldInput, record: BillCustomer | null): Partial<Bill> {
  const { customerId, customer } = input;
  if (customerId === undefined && customer === undefined) return {};
  const id = customerId ?? 0;
  if (id > 0) return id === stored.customerId ? {} : { customerId: id, customer: record };
  if (!customer) return stored.customerId === 0 && stored.customer === null ? {} : { customerId: 0, customer: null };
  if (record) return record.id === stored.customer?.id ? {} : { customerId: record.id ?? 0, customer: record };
  const { key = '', name, phone = '' } = customer;
  const isSame =
    key !== '' ? key === stored.customer?.key : name === stored.customer?.name && phone === stored.customer.phone;
  return isSame ? {} : { customerId: 0, customer: { id: null, key, name, phone, tin: '' } };
}
