/** Forbidden characters of texts, the same for forms, calls and imports. Source: R35.91, R36.29. */

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

/** Returns at most so many characters of a text, and no half of one that has two code units: printers and the server refuse it. */
export const cutText = (text: string, max: number): string => text.slice(0, max).replace(/[\ud800-\udbff]$/, '');

/**
 * Characters that turn the order of the text after them or are not seen, so that two names look the same: embeddings, overrides and isolates, blanks
 * without width, joiners of words, soft hyphens, fillers and tags. Joiners of letters, marks of direction and the parts of emojis are none of them.
 */
const hidden =
  /\u034f|[\u00ad\u115f\u1160\u200b\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;
/** The flags of England, Scotland and Wales: a black flag and tags. */
const flags = /\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}/gu;

/** Returns whether a text has characters that turn its order or are not seen. Names and other texts of one line must not have them. */
export const hasHiddenChars = (text: string): boolean => hidden.test(text) && hidden.test(text.replace(flags, ''));

/** Names of multiline fields in calls. For entities these are the fields of the kind multiline. */
const multilineFields: ReadonlySet<string> = new Set([
  'address',
  'body',
  'csv',
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
 * Returns the path of the first text in a value for which `isFound` holds, including keys of records; null when there is none. Texts in a list
 * use the name of the list's field.
 */
export function findText(
  value: unknown,
  isFound: (text: string, path: TextPath) => boolean,
  path: TextPath = [],
): TextPath | null {
  if (typeof value === 'string') return isFound(value, path) ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  const parts: [string | number, unknown][] = Array.isArray(value)
    ? value.map((part, index) => [index, part])
    : Object.entries(value);
  for (const [key, part] of parts) {
    if (typeof key === 'string' && isFound(key, path)) return path;
    const found = findText(part, isFound, [...path, key]);
    if (found) return found;
  }
  return null;
}

/** Returns the name of the field that a text belongs to. */
export const fieldOf = (path: TextPath): string => String(path.findLast((part) => typeof part === 'string') ?? '');

/**
 * Returns the path of the first text with forbidden characters in a value of a call; null when there is none. `isMultiline` decides by the path
 * where line breaks are allowed.
 */
export const findForbiddenText = (
  value: unknown,
  isMultiline: (path: TextPath) => boolean = isMultilineAt,
): TextPath | null => findText(value, (text, path) => hasForbiddenChars(text, isMultiline(path)));

function isMultilineAt(path: TextPath): boolean {
  return multilineFields.has(fieldOf(path));
}
