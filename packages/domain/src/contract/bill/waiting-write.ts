/** The name of a write that waits on a till, for the server and the till. Source: R36.33, docs/rules.md#locked-session. */

/** The most writes that a till names when it locks. */
export const maxWaitingWrites = 5000;

/** How long after the lock a locked session sends what waited. */
export const sendOnlyMs = 72 * 60 * 60_000;

/** Returns the name of a write: its call, and the key of the bill, shift, cash event or customer that it writes. */
export function waitingWriteName(endpoint: string, body: unknown): string {
  const { key, billId } = (body ?? {}) as { readonly key?: string; readonly billId?: string | number };
  return `${endpoint} ${key ?? billId ?? ''}`.toLowerCase();
}
