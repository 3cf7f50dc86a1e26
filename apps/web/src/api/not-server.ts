/** Distinguishes answers of the server from those of a captive portal, a gateway or another program on the port. Source: R35.81, R35.82. */
import { words } from './words.ts';

/** Header of every server answer under `/api`, errors included. It names the store. */
const storeHeader = 'X-Store';

/** Thrown when something other than the server answered. It counts as no answer: nothing was done and the call is retried. */
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

/** Returns the store named in an answer's headers; null when the server did not send it. */
export const storeOf = (headers: Headers): string | null => headers.get(storeHeader) || null;

/** Returns true when the answer names a store, so the server sent it. */
export const isServerAnswer = (headers: Headers): boolean => storeOf(headers) !== null;

/** Returns true for a body with `reason` and `code`, which every refusal of the server has. */
export function isOwnRefusal(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const { reason, code } = body as { readonly reason?: unknown; readonly code?: unknown };
  return typeof reason === 'string' && typeof code === 'number';
}
