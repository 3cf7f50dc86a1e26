/** Validates an outlet's details field by field. Used by the form while typing and by the server before writing. Source: docs/rules.md#outlets, docs/rules.md#field-limits. */

import { emailPattern, maxEmailLength } from '../access/credentials.ts';
import type { FieldErrors } from '../refusal/refusal.ts';
import type { Sentence } from '../refusal/sentence.ts';
import type { DatedRates, Outlet, SlotType } from './outlet.ts';
import { instantOf, isTimezone } from './timezone.ts';

/** The fields of an outlet that a person edits. */
export type OutletDetails = Pick<
  Outlet,
  | 'name'
  | 'legalName'
  | 'address'
  | 'phone'
  | 'email'
  | 'tin'
  | 'gstActivityNo'
  | 'timezone'
  | 'businessDayCutoff'
  | 'slotTypes'
  | 'receiptHeader'
  | 'receiptFooter'
  | 'invoicePrefix'
>;

export const slotCountLimits = { min: 2, max: 501 } as const;
/** Plain percent. */
export const maxServiceChargePct = 30;

/** Phone numbers: an optional + and 7 to 15 digits, checked without spaces. */
const phone = /^\+?\d{7,15}$/;
/** Digits and a suffix: seven digits and GST501 in the general sector, GST001 in tourism. */
const tin = /^\d{1,10}[A-Za-z0-9]{0,10}$/;
const cutoff = /^(0\d|1[01]):[0-5]\d$|^12:00$/;

/** Returns a field's trimmed text; '' when it is not text. */
function fieldText(details: Partial<OutletDetails>, field: keyof OutletDetails): string {
  const value = details[field];
  return typeof value === 'string' ? value.trim() : '';
}

const lengths: readonly (readonly [field: keyof OutletDetails, label: string, maxLength: number])[] = [
  ['legalName', 'Legal name', 120],
  ['address', 'Address', 300],
  ['email', 'Email', maxEmailLength],
  ['gstActivityNo', 'GST activity number', 20],
  ['receiptHeader', 'Receipt header', 500],
  ['receiptFooter', 'Receipt footer', 500],
  ['invoicePrefix', 'Invoice prefix', 8],
];

function detailProblem(field: keyof OutletDetails, details: Partial<OutletDetails>): Sentence | undefined {
  const text = fieldText(details, field);
  switch (field) {
    case 'name':
      if (!text) return 'Name is required';
      if (text.length < 2) return 'Name must be at least 2 characters long';
      return text.length > 80 ? 'Name must be at most 80 characters long' : undefined;
    case 'address':
      return text ? undefined : 'Address is required';
    case 'legalName':
      return text.length === 1 ? 'Legal name must be at least 2 characters long' : undefined;
    case 'phone':
      return text && !phone.test(text.replaceAll(' ', '')) ? 'Phone must have 7 to 15 digits' : undefined;
    case 'email':
      return text && !emailPattern.test(text) ? 'Enter an email address like name@example.com' : undefined;
    case 'tin':
      return text && (text.length > 20 || !tin.test(text))
        ? 'TIN must be digits and a suffix, like 1000001GST501'
        : undefined;
    case 'timezone':
      return isTimezone(text) ? undefined : 'Unknown timezone';
    case 'businessDayCutoff':
      return cutoff.test(text) ? undefined : 'The business day must end between 00:00 and 12:00';
    case 'invoicePrefix':
      return /^[A-Za-z0-9/-]*$/.test(text) ? undefined : 'Invoice prefix can have letters, digits, - and /';
    default:
      return undefined;
  }
}

function rateProblems(path: string, rates: readonly DatedRates[]): [string, Sentence][] {
  if (rates.length === 0) return [[`${path}.rates`, 'At least one row of rates is required']];
  const problems: [string, Sentence][] = [];
  const known = new Set<number>();
  for (const [index, { from, serviceChargePct, gstPct }] of rates.entries()) {
    const at = instantOf(from);
    const row = `${path}.rates.${index}`;
    if (at === null) problems.push([`${row}.from`, 'From is required']);
    else if (known.has(at)) problems.push([`${row}.from`, 'Two rows start at the same time']);
    if (at !== null) known.add(at);
    if (!(serviceChargePct >= 0 && serviceChargePct <= maxServiceChargePct))
      problems.push([`${row}.serviceChargePct`, `Service charge must be 0 to ${maxServiceChargePct} percent`]);
    if (!(gstPct >= 0 && gstPct <= 100)) problems.push([`${row}.gstPct`, 'GST must be 0 to 100 percent']);
  }
  return problems;
}

function slotTypeProblems(slotTypes: readonly SlotType[]): [string, Sentence][] {
  if (slotTypes.length === 0) return [['slotTypes', 'At least one slot type is required']];
  const { min, max } = slotCountLimits;
  return slotTypes.flatMap(({ type, slotCount, rates }, index): [string, Sentence][] => {
    const path = `slotTypes.${index}`;
    const isRepeated = slotTypes.findIndex((other) => other.type === type) < index;
    const isCount = Number.isInteger(slotCount) && slotCount >= min && slotCount <= max;
    return [
      ...(isRepeated ? [[`${path}.type`, `${type} is listed twice`] as [string, Sentence]] : []),
      ...(isCount
        ? []
        : [[`${path}.slotCount`, `The highest number must be ${min - 1} to ${max - 1}`] as [string, Sentence]]),
      ...rateProblems(path, rates),
    ];
  });
}

/**
 * Returns field path → message for the given details; an empty record when all are valid. Absent fields are not checked:
 * `outletProblems(change)` checks a change, `outletProblems(whole)` a new outlet.
 */
export function outletProblems(details: Partial<OutletDetails>): FieldErrors {
  const problems: FieldErrors = {};
  for (const [field, label, maxLength] of lengths) {
    if (fieldText(details, field).length > maxLength) {
      problems[field] = `${label} must be at most ${maxLength} characters long`;
    }
  }
  for (const field of Object.keys(details) as (keyof OutletDetails)[]) {
    const problem = details[field] === undefined ? undefined : detailProblem(field, details);
    if (problem) problems[field] ??= problem;
  }
  if (details.slotTypes) Object.assign(problems, Object.fromEntries(slotTypeProblems(details.slotTypes)));
  return problems;
}
