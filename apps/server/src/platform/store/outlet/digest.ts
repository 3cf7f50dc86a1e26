/** Digests of values, independent of the order of their fields. */
import { hash } from 'node:crypto';

/** The field names of an object as they came, in their order in the text, and the text before the value of each. */
interface Shape {
  readonly names: readonly string[];
  readonly sorted: readonly string[];
  readonly heads: readonly string[];
}

/** How many shapes are kept at most: bills, their items and payments have some dozens. */
const maxShapes = 1000;
/** By the number of names. */
const shapes = new Map<number, Shape[]>();
let kept = 0;

function isEqual(names: readonly string[], others: readonly string[]): boolean {
  for (let index = 0; index < names.length; index += 1) if (names[index] !== others[index]) return false;
  return true;
}

/** Returns the shape of an object. The objects of one kind have few, so that names are seldom sorted. */
function shapeOf(names: readonly string[]): Shape {
  const alike = shapes.get(names.length) ?? [];
  for (const shape of alike) if (isEqual(names, shape.names)) return shape;
  // Objects have names of whole numbers first, by their value.
  const sorted = Object.keys(Object.fromEntries(names.toSorted().map((name) => [name, null])));
  const shape = { names, sorted, heads: sorted.map((name) => `${JSON.stringify(name)}:`) };
  if (kept >= maxShapes) {
    shapes.clear();
    kept = 0;
  }
  shapes.set(names.length, [...(shapes.get(names.length) ?? []), shape]);
  kept += 1;
  return shape;
}

/** Letters that JSON has as they are. */
const plainText = /^[ !#-[\]-~]*$/;

/** Returns a value as JSON with sorted fields; undefined where JSON has nothing. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return plainText.test(value) ? `"${value}"` : JSON.stringify(value);
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : 'null';
  if (value === null) return 'null';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value !== 'object') return JSON.stringify(value);
  return Array.isArray(value) ? listText(value) : fieldsText(value as Readonly<Record<string, unknown>>);
}

function listText(list: readonly unknown[]): string {
  if (list.length === 0) return '[]';
  let text = '';
  for (const one of list) text += (text === '' ? '[' : ',') + (textOf(one) ?? 'null');
  return `${text}]`;
}

function fieldsText(value: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(value);
  if (names.length === 0) return '{}';
  const { sorted, heads } = shapeOf(names);
  let text = '';
  for (let index = 0; index < sorted.length; index += 1) {
    const field = textOf(value[sorted[index] as string]);
    if (field !== undefined) text += (text === '' ? '{' : ',') + (heads[index] as string) + field;
  }
  return text === '' ? '{}' : `${text}}`;
}

/** Returns a value as JSON with sorted fields, so that equal values give equal text. */
export const canonicalJson = (value: unknown): string => textOf(value) ?? 'null';

/** Returns the SHA-256 of a value as JSON with sorted fields. */
export const digestOf = (value: unknown): string => hash('sha256', canonicalJson(value), 'base64url');
