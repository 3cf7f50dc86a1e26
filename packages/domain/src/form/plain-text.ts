/** Forbidden characters of texts, the same for forms, calls and imports. Source: R35.91. */

/** Half a surrogate pair, and control characters (C0, delete, C1) without tab and line breaks. */
const control = /[\p{Surrogate}\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u;
/** Characters that are allowed only in multiline texts. */
const lineBreaks = /[\t\n\r\u2028\u2029]/u;

/** Returns whether a text has control characters or half a surrogate pair. Tab and line breaks are forbidden too unless it is multiline. */
export function hasForbiddenChars(text: string, isMultiline = false): boolean {
  return control.test(text) || (!isMultiline && lineBreaks.test(text));
}

/** Returns the text without control characters and half surrogate pairs; tab and line breaks stay. */
export const withoutForbiddenChars = (text: string): string =>
  control.test(text) ? text.replace(new RegExp(control, 'gu'), '') : text;

/** Names of multiline fields in calls. For entities these are the fields of the kind multiline. */
const multilineFields: ReadonlySet<string> = new Set([
  'address',
  'body',
  'description',
  'differenceReason',
  'message',
  'method',
  'note',
  'notes',
  'reason',
  'receiptFooter',
  'receiptHeader',
  'text',
  'value',
  'values',
  'voidReason',
  'words',
]);

/** The path of a text in a value: field names and list indexes. */
export type TextPath = readonly (string | number)[];

/**
 * Returns the path of the first text with forbidden characters in a value of a call, including keys of records; null when there is none. Texts in
 * a list use the name of the list's field. `isMultiline` decides by the path where line breaks are allowed.
 */
export function findForbiddenText(
  value: unknown,
  path: TextPath = [],
  isMultiline: (path: TextPath) => boolean = isMultilineAt,
): TextPath | null {
  if (typeof value === 'string') return hasForbiddenChars(value, isMultiline(path)) ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  const parts: [string | number, unknown][] = Array.isArray(value)
    ? value.map((part, index) => [index, part])
    : Object.entries(value);
  for (const [key, part] of parts) {
    if (typeof key === 'string' && hasForbiddenChars(key)) return path;
    const found = findForbiddenText(part, [...path, key], isMultiline);
    if (found) return found;
  }
  return null;
}

const isMultilineAt = (path: TextPath): boolean =>
  multilineFields.has(String(path.findLast((part) => typeof part === 'string') ?? ''));
