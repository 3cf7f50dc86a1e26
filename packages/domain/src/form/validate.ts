/** Validates the values of fields, with the messages of the specification. Source: R11.10–R11.12, docs/rules.md#field-limits. */

import { emailPattern } from '../access/credentials.ts';
import { isTimeOfDay } from '../menu/availability.ts';
import { formatAmount } from '../money/money.ts';
import type { Sentence, sentences } from '../refusal/sentence.ts';
import { hasCardNumberIn } from './card-text.ts';
import { type FieldDefinition, isMany } from './field.ts';
import { hasForbiddenChars, hasHiddenChars } from './plain-text.ts';

/**
 * Returns whether a field is empty: null, blank text, an empty list, a reference of 0, an unchecked box.
 * Any number counts as present, 0 too.
 */
export function isEmpty(field: Pick<FieldDefinition, 'kind'>, value: unknown): boolean {
  if (value === null || value === undefined || value === false) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value === 'number') return Number.isNaN(value) || (field.kind === 'reference' && value === 0);
  return false;
}

/** What the text of a kind must look like; each has its own message in `faultMessages`. */
const patterns = { email: emailPattern, phone: /^\+?\d{7,15}$/, url: /^https?:\/\/\S+$/i } as const;

const hasPattern = (kind: FieldDefinition['kind']): kind is keyof typeof patterns => kind in patterns;

/** The maximum number of decimals by kind. */
const decimals: Readonly<Partial<Record<FieldDefinition['kind'], number>>> = {
  integer: 0,
  money: 0,
  percent: 2,
  quantity: 3,
};

/** The default limits by kind; limits of the field take precedence. */
const bounds: Readonly<Partial<Record<FieldDefinition['kind'], { readonly min: number; readonly max: number }>>> = {
  money: { min: 0, max: 999_999_999 },
  percent: { min: 0, max: 100 },
  quantity: { min: -999_999.999, max: 999_999.999 },
};

/** Messages of the specification for invalid values; `{{label}}` is the field's label, `{{n}}` the limit. */
export const faultMessages = {
  required: '{{label}} is required',
  manyRequired: '{{label}} are required',
  minLength: '{{label}} must be at least {{n}} characters long',
  maxLength: '{{label}} must be at most {{n}} characters long',
  minItems: 'Minimum length is {{n}}',
  notNumber: '{{label}} must be a number',
  notWhole: '{{label}} must be a whole number',
  decimals: '{{label}} must have at most {{n}} decimals',
  min: '{{label}} must be at least {{n}}',
  max: '{{label}} must be at most {{n}}',
  notChoice: '{{label}} is not one of the choices',
  email: '{{label}} must look like name@example.com',
  phone: '{{label}} must have 7 to 15 digits, like +960 777 1234',
  url: '{{label}} must begin with http:// or https://',
  time: '{{label}} must be a time, like 09:30',
  forbiddenChars: '{{label}} has characters that Atoll cannot use. Type it again',
  cardNumber: '{{label}} has a card number. Remove it: Atoll does not store card numbers',
} as const satisfies Record<string, (typeof sentences)[number]>;

/** A validation error; `n` is the limit as shown. */
export interface FieldFault {
  readonly fault: keyof typeof faultMessages;
  readonly n?: string;
}

const fault = (name: FieldFault['fault'], n?: string | number): FieldFault =>
  n === undefined ? { fault: name } : { fault: name, n: String(n) };

/** Returns the validation error of a value, or null; for callers that translate the message. */
export function findFieldFault(field: FieldDefinition, value: unknown): FieldFault | null {
  if (isEmpty(field, value)) return field.required ? fault(isMany(field) ? 'manyRequired' : 'required') : null;
  if (Array.isArray(value))
    return value.some(isForbidden) ? fault('forbiddenChars') : minItemsFault(field, value.length);
  if (typeof value === 'number') return numberFault(field, value);
  if (typeof value !== 'string') return null;
  if (field.kind === 'multiline' ? hasForbiddenChars(value, true) : isForbidden(value)) return fault('forbiddenChars');
  if (hasCardNumberIn(field.key, value)) return fault('cardNumber');
  const length = [...value.trim()].length;
  if (field.kind === 'choice' || field.kind === 'reference') return choiceFault(field, value, length);
  if (field.isTime) return isTimeOfDay(value.trim()) ? null : fault('time');
  if (field.minLength !== undefined && length < field.minLength) return fault('minLength', field.minLength);
  if (field.maxLength !== undefined && length > field.maxLength) return fault('maxLength', field.maxLength);
  if (field.kind in decimals) return fault('notNumber');
  if (!hasPattern(field.kind)) return null;
  const shown = field.kind === 'phone' ? value.replace(/[\s()-]/g, '') : value.trim();
  return patterns[field.kind].test(shown) ? null : fault(field.kind);
}

/**
 * Returns the message for an invalid value, or null. Checked in this order: '{label} is required' ('are' for several values), '… must be at least {n} characters long',
 * '… must be at most {n} characters long', for a list of choices 'Minimum length is {n}', then kind and limits. An empty value that is not required
 * is valid.
 */
export function fieldMessage(field: FieldDefinition, value: unknown): Sentence | null {
  const found = findFieldFault(field, value);
  if (!found) return null;
  return faultMessages[found.fault].replace('{{label}}', () => field.label).replace('{{n}}', found.n ?? '') as Sentence;
}

/** Returns the messages of a form's invalid fields by field key; an empty record when all are valid. */
export function formMessages(
  fields: readonly FieldDefinition[],
  values: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const field of fields) {
    const message = fieldMessage(field, values[field.key]);
    if (message !== null) found[field.key] = message;
  }
  return found;
}

const isForbidden = (value: unknown): boolean =>
  typeof value === 'string' && (hasForbiddenChars(value) || hasHiddenChars(value));

function minItemsFault(field: FieldDefinition, length: number): FieldFault | null {
  return field.minLength !== undefined && length < field.minLength ? fault('minItems', field.minLength) : null;
}

function choiceFault(field: FieldDefinition, value: string, length: number): FieldFault | null {
  return minItemsFault(field, length) ?? (field.options && !field.options.includes(value) ? fault('notChoice') : null);
}

function numberFault(field: FieldDefinition, value: number): FieldFault | null {
  const { kind } = field;
  const places = decimals[kind];
  const scaled = value * 10 ** (places ?? 0);
  if (!Number.isFinite(value)) return fault('notNumber');
  if (places !== undefined && Math.abs(scaled - Math.round(scaled)) > 1e-6)
    return places === 0 ? fault('notWhole') : fault('decimals', places);
  const min = field.min ?? bounds[kind]?.min;
  const max = field.max ?? bounds[kind]?.max;
  const shown = (n: number): string => (kind === 'money' ? formatAmount(n) : String(n));
  if (min !== undefined && value < min) return fault('min', shown(min));
  if (max !== undefined && value > max) return fault('max', shown(max));
  return null;
}
