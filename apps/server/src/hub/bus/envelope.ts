import type { BusMessage } from './bus.ts';

/** The longest payload, in bytes, on every bus: PostgreSQL refuses 8,000. */
export const payloadLimit = 7999;
const messagesPerPayload = 40;

/**
 * Packs messages from the front of `queue` into one payload and removes them from it. A message that fits in no payload
 * is left out. `at`: a mark that the sender gets back.
 */
export function packPayload(sender: string, queue: BusMessage[], at = 0): string | undefined {
  const open = `{"from":${JSON.stringify(sender)},"at":${at},"messages":[`;
  const empty = Buffer.byteLength(open) + 2;
  let payload = open;
  let bytes = empty;
  let taken = 0;
  let packed = 0;
  for (const message of queue) {
    const text = JSON.stringify(message);
    const size = Buffer.byteLength(text) + 1;
    const fitsNowhere = empty + size > payloadLimit;
    if (packed === messagesPerPayload || (!fitsNowhere && bytes + size > payloadLimit)) break;
    taken++;
    if (fitsNowhere) continue;
    payload += packed > 0 ? `,${text}` : text;
    bytes += size;
    packed++;
  }
  queue.splice(0, taken);
  return packed > 0 ? `${payload}]}` : undefined;
}

/**
 * Returns the messages of a payload, or undefined when it comes from `self` or from another program. Calls `onOwn` with the mark of a payload
 * of `self`.
 */
export function unpackPayload(
  self: string,
  payload: string,
  onOwn?: (at: number) => void,
): readonly BusMessage[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(payload);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { from, at, messages } = value as { from?: unknown; at?: unknown; messages?: unknown };
  if (from === self && typeof at === 'number') onOwn?.(at);
  return from === self || !Array.isArray(messages) ? undefined : (messages as BusMessage[]);
}
