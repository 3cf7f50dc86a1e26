/** Writes CSV. Source: R9.12. */

/**
 * Returns one cell, quoted when it contains a comma, quote or line break. Text that a spreadsheet would read as a formula gets an apostrophe
 * in front; numbers do not.
 */
export function csvCell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
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
