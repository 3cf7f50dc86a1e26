/** Query values are plain text: `?value=123` stays '123', and no default values are written into the address. */

export type Search = Record<string, string>;

/** Returns the query of an address. Of a repeated name the last value counts. */
export function parseSearch(text: string): Search {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Returns the query string of an address, without empty values. */
export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (typeof value === 'string' ? value !== '' : typeof value === 'number' || typeof value === 'boolean') {
      query.set(key, String(value));
    }
  }
  // Slashes stay readable: ?redirect=/billing/history
  const text = query.toString().replaceAll('%2F', '/');
  return text ? `?${text}` : '';
}
