/** Queries are plain text: `?value=123` stays '123', and nothing is written into the address that nobody asked for. */

export type Search = Record<string, string>;

/** Answers the query of an address; of a name that is repeated the last counts. */
export function parseSearch(text: string): Search {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Answers the query as it stands in an address; empty values are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (typeof value === 'string' ? value !== '' : typeof value === 'number' || typeof value === 'boolean') {
      query.set(key, String(value));
    }
  }
  // Paths stay readable: ?redirect=/billing/history
  const text = query.toString().replaceAll('%2F', '/');
  return text ? `?${text}` : '';
}
