/** What a field says about its value. The texts are the specification's. Source: requirements R11.10–R11.12, decisions B conventions. */
import { formatAmount } from '../money/money.ts';
import type { FieldDefinition } from './field.ts';

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
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
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

/**
 * Answers what is wrong with a value, or null: '{label} is required', '… must be at least {n} characters long', '… must be at most {n} characters long',
 * for a list of choices 'Minimum length is {n}', then what the kind and the bounds ask. An empty value that is not required is right.
 */
export function fieldMessage(field: FieldDefinition, value: unknown): string | null {
  const { label } = field;
  if (isEmpty(field, value)) return field.required ? `${label} is required` : null;
  if (Array.isArray(value)) return listMessage(field, value);
  if (typeof value === 'number') return numberMessage(field, value);
  if (typeof value !== 'string') return null;
  const length = [...value.trim()].length;
  if (field.kind === 'choice' || field.kind === 'reference') return choiceMessage(field, value, length);
  if (field.minLength !== undefined && length < field.minLength)
    return `${label} must be at least ${field.minLength} characters long`;
  if (field.maxLength !== undefined && length > field.maxLength)
    return `${label} must be at most ${field.maxLength} characters long`;
  if (field.kind in decimals) return `${label} must be a number`;
  const pattern = patterns[field.kind];
  const shown = field.kind === 'phone' ? value.replace(/[\s()-]/g, '') : value.trim();
  return pattern && !pattern.test(shown) ? `${label} is not right` : null;
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

function choiceMessage(field: FieldDefinition, value: string, length: number): string | null {
  if (field.minLength !== undefined && length < field.minLength) return `Minimum length is ${field.minLength}`;
  if (field.options && !field.options.includes(value)) return `${field.label} is not one of the choices`;
  return null;
}

function listMessage(field: FieldDefinition, value: readonly unknown[]): string | null {
  if (field.minLength !== undefined && value.length < field.minLength) return `Minimum length is ${field.minLength}`;
  return null;
}

function numberMessage(field: FieldDefinition, value: number): string | null {
  const { label, kind } = field;
  const places = decimals[kind];
  const scaled = value * 10 ** (places ?? 0);
  if (!Number.isFinite(value)) return `${label} must be a number`;
  if (places !== undefined && Math.abs(scaled - Math.round(scaled)) > 1e-6)
    return places === 0 ? `${label} must be a whole number` : `${label} must have at most ${places} decimals`;
  const min = field.min ?? bounds[kind]?.min;
  const max = field.max ?? bounds[kind]?.max;
  const shown = (n: number): string => (kind === 'money' ? formatAmount(n) : String(n));
  if (min !== undefined && value < min) return `${label} must be at least ${shown(min)}`;
  if (max !== undefined && value > max) return `${label} must be at most ${shown(max)}`;
  return null;
}
