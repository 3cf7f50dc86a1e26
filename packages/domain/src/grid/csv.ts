/** Writes CSV, and makes its cells harmless for spreadsheets. Source: R9.12, docs/rules.md#csv. */

/**
 * Places where a spreadsheet would begin a formula: the start of the text, and after a character that some reader takes for the end of a cell. Signs of
 * full width count too. The apostrophes that are there already are part of the match, so that each text has exactly one escaped form.
 */
const formulaStart = /(^|[,;\t\r\n"])([ \u00a0\u3000]*)('*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
const escapedStart = /(^|[,;\t\r\n"])([ \u00a0\u3000]*)'('*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
const plainNumber = /^-?\d+(\.\d+)?$/;

/** Returns a text that no reader takes for a formula, whether it separates cells by comma, semicolon or tab (R36.29). Numbers stay as they are. */
export function defuse(text: string): string {
  if (plainNumber.test(text)) return text;
  const safe = text.replace(formulaStart, "$1$2$3'");
  // A tab or line end in front would be dropped by some readers, and what follows would come first.
  return /^'*[\t\r]/.test(safe) ? `'${safe}` : safe;
}

/** Returns the text that `defuse` made harmless. */
export function undefuse(text: string): string {
  return (/^'+[\t\r]/.test(text) ? text.slice(1) : text).replace(escapedStart, '$1$2$3');
}

/** Returns one cell, harmless for spreadsheets, and quoted when it contains a quote, a line break or any usual separator. */
export function csvCell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const safe = defuse(value);
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns one row with its line end (CRLF). */
export function csvRow(values: readonly (string | number | boolean | null | undefined)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

/** Returns the file name of an export: title, date and the ends of its range ('YYYY-MM-DD'), such as 'Customers 2026-01-31.csv'. */
export function csvFileName(title: string, date: string, from?: string | null, to?: string | null): string {
  const plain = title.replace(/[^\p{L}\p{N} _-]+/gu, ' ').trim();
  return `${[plain, date, from ? `from ${from}` : '', to ? `to ${to}` : ''].filter((part) => part !== '').join(' ')}.csv`;
}
