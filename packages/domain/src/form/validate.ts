/** What a field says about its value. The texts are the specification's. Source: R11.10–R11.12, docs/rules.md#field-limits. */

import { emailPattern } from '../access/credentials.ts';
import { formatAmount } from '../money/money.ts';
import type { Sentence, sentences } from '../refusal/sentence.ts';
import type { FieldDefinition } from './field.ts';
import { hasForbiddenChars } from './plain-text.ts';

/**
 * Answers whether a required field has nothing: null, blank text, an empty list, a reference of 0, a box not ticked.
 * A number counts as present, 0 too.
 */
export function isEmpty(field: Pick<FieldDefinition, 'kind'>, value: unknown): boolean {
  if (value === null || value === undefined || value === false) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value === 'number') return Number.isNaN(value) || (field.kind === 'reference' && value === 0);
  return false;
}

const patterns: Readonly<Partial<Record<FieldDefinition['kind'], RegExp>>> = {
  email: emailPattern,
  phone: /^\+?\d{7,15}$/,
  url: /^https?:\/\/\S+$/i,
};

/** Decimals that a number of the kind may have. */
const decimals: Readonly<Partial<Record<FieldDefinition['kind'], number>>> = {
  integer: 0,
  money: 0,
  percent: 2,
  quantity: 3,
};

/** The bounds that a kind has by itself; the field's own come before them. */
const bounds: Readonly<Partial<Record<FieldDefinition['kind'], { readonly min: number; readonly max: number }>>> = {
  money: { min: 0, max: 999_999_999 },
  percent: { min: 0, max: 100 },
  quantity: { min: -999_999.999, max: 999_999.999 },
};

/** What may be wrong with a value, in the words of the specification; `{{label}}` and `{{n}}` stand for the field and the bound. */
export const faultWords = {
  required: '{{label}} is required',
  minLength: '{{label}} must be at least {{n}} characters long',
  maxLength: '{{label}} must be at most {{n}} characters long',
  fewest: 'Minimum length is {{n}}',
  notNumber: '{{label}} must be a number',
  notWhole: '{{label}} must be a whole number',
  decimals: '{{label}} must have at most {{n}} decimals',
  least: '{{label}} must be at least {{n}}',
  most: '{{label}} must be at most {{n}}',
  notChoice: '{{label}} is not one of the choices',
  notRight: '{{label}} is not right',
  badChars: '{{label}} has characters that cannot be used',
} as const satisfies Record<string, (typeof sentences)[number]>;

/** What is wrong with a value; `n` is the bound as it is shown. */
export interface FieldFault {
  readonly fault: keyof typeof faultWords;
  readonly n?: string;
}

const fault = (name: FieldFault['fault'], n?: string | number): FieldFault =>
  n === undefined ? { fault: name } : { fault: name, n: String(n) };

/** Answers what is wrong with a value, or null; for whoever words it in another language than the specification's. */
export function findFieldFault(field: FieldDefinition, value: unknown): FieldFault | null {
  if (isEmpty(field, value)) return field.required ? fault('required') : null;
  if (Array.isArray(value)) return value.some(isForbidden) ? fault('badChars') : fewest(field, value.length);
  if (typeof value === 'number') return numberFault(field, value);
  if (typeof value !== 'string') return null;
  if (hasForbiddenChars(value, field.kind === 'multiline')) return fault('badChars');
  const length = [...value.trim()].length;
  if (field.kind === 'choice' || field.kind === 'reference') return choiceFault(field, value, length);
  if (field.minLength !== undefined && length < field.minLength) return fault('minLength', field.minLength);
  if (field.maxLength !== undefined && length > field.maxLength) return fault('maxLength', field.maxLength);
  if (field.kind in decimals) return fault('notNumber');
  const pattern = patterns[field.kind];
  const shown = field.kind === 'phone' ? value.replace(/[\s()-]/g, '') : value.trim();
  return pattern && !pattern.test(shown) ? fault('notRight') : null;
}

/**
 * Answers what is wrong with a value, or null: '{label} is required', '… must be at least {n} characters long', '… must be at most {n} characters long',
 * for a list of choices 'Minimum length is {n}', then what the kind and the bounds ask. An empty value that is not required is right.
 */
export function fieldMessage(field: FieldDefinition, value: unknown): Sentence | null {
  const found = findFieldFault(field, value);
  if (!found) return null;
  return faultWords[found.fault].replace('{{label}}', () => field.label).replace('{{n}}', found.n ?? '') as Sentence;
}

/** Answers what is wrong in a form by field key; an empty record when nothing is. */
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

const isForbidden = (value: unknown): boolean => typeof value === 'string' && hasForbiddenChars(value);

function fewest(field: FieldDefinition, length: number): FieldFault | null {
  return field.minLength !== undefined && length < field.minLength ? fault('fewest', field.minLength) : null;
}

function choiceFault(field: FieldDefinition, value: string, length: number): FieldFault | null {
  return fewest(field, length) ?? (field.options && !field.options.includes(value) ? fault('notChoice') : null);
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
  if (min !== undefined && value < min) return fault('least', shown(min));
  if (max !== undefined && value > max) return fault('most', shown(max));
  return null;
}
