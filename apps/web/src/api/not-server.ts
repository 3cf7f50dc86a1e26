/**
 * Tells the server's answers from those of anything else on the way: a captive portal, a gateway, another program on the port.
 * Source: R35.81, R35.82.
 */
import { words } from './words.ts';

/** On every answer of the server under `/api`, errors included: which store it is. */
const storeHeader = 'X-Store';

/** Something other than the server answered. It counts like no answer: nothing was done, and the call is tried again. */
export class NotServerError extends TypeError {
  readonly status: number;
  readonly retryAfterMs: number | null;
  constructor(status: number, retryAfterMs: number | null = null) {
    super(words.notServer);
    this.name = 'NotServerError';
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Returns the name of the store that an answer comes from; null when the server did not send it. */
export const storeOf = (headers: Headers): string | null => headers.get(storeHeader) || null;

/** True when the server sent this: it names its store. */
export const isServerAnswer = (headers: Headers): boolean => storeOf(headers) !== null;

/** True for a body with the `reason` and the `code` that the server gives each refusal. */
export function isOwnRefusal(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const { reason, code } = body as { readonly reason?: unknown; readonly code?: unknown };
  return typeof reason === 'string' && typeof code === 'number';
}
