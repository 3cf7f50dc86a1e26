/**
 * Keys of writes whose answer is not known. A write belongs to its intention, such as this amount on this account: who closes a dialog while the
 * call hangs, or reloads the page, and does the same again sends the same key, so that it counts once.
 */
import { derivedKey } from '@atoll/domain/bill/derived-key';
import { tillNow } from '../clock/till-clock.ts';
import { uuidv7 } from '../session/id.ts';
import { useSession } from '../session/session.ts';
import { CallError } from './api.ts';

const storageKey = 'atoll.unanswered';
/** How long an unanswered write is the same as a later one of the same content; a clock that was wrong ends it too. */
const sameWithinMs = 12 * 3_600_000;

interface Unanswered {
  readonly key: string;
  readonly at: number;
}
type Kept = Readonly<Record<string, Unanswered>>;

/** What a full storage does not take: this page knows it. */
let inMemory: Kept | undefined;

function kept(): Kept {
  let known: Kept = {};
  try {
    known = inMemory ?? (JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Kept);
  } catch {
    // An invalid stored value is no write.
  }
  return Object.fromEntries(Object.entries(known).filter(([, { at }]) => Math.abs(tillNow() - at) < sameWithinMs));
}

function keep(intention: string, write: Unanswered | undefined): void {
  const { [intention]: _was, ...others } = kept();
  inMemory = write ? { ...others, [intention]: write } : others;
  try {
    localStorage.setItem(storageKey, JSON.stringify(inMemory));
    inMemory = undefined;
  } catch {
    // The storage is full: the write must not wait for it.
  }
}

/** Returns the name of an intention: a hash, so that the storage has nothing of the content. */
const intentionOf = (name: string, content: unknown): string =>
  derivedKey(JSON.stringify([useSession.getState().scope?.outletId, name, content]));

/** Returns whether a write of this content was sent here and not answered. */
export const isUnanswered = (name: string, content: unknown): boolean => intentionOf(name, content) in kept();

/** Returns the key that `sendOnce` sends for this content. */
export const keyToSend = (name: string, content: unknown, fresh: string): string =>
  kept()[intentionOf(name, content)]?.key ?? fresh;

/**
 * Returns whether an error says that nothing was written: a refusal of the first try does. Other failures do not, an approval is followed by the
 * same write, and the refusal of a repetition (the person was signed out, say) does not tell what became of the try before it.
 */
const isAnswer = (error: unknown, isFirst: boolean): boolean =>
  error instanceof CallError &&
  error.status < 500 &&
  (error.body?.reason === 'keyReused' || (isFirst && error.body?.reason !== 'approvalNeeded'));

/**
 * Sends a write with a key: that of its intention until the server has answered, later `fresh`. A form gives its own key as `fresh`: it creates one
 * record, however often it is corrected and sent. Rejects as `send` does.
 */
export async function sendOnce<T>(
  name: string,
  content: unknown,
  send: (key: string) => Promise<T>,
  fresh: string = uuidv7(),
): Promise<T> {
  const intention = intentionOf(name, content);
  const before = kept()[intention];
  const { key } = before ?? { key: fresh };
  const isSame = () => kept()[intention]?.key === key;
  if (!isSame()) keep(intention, { key, at: tillNow() });
  try {
    const answer = await send(key);
    if (isSame()) keep(intention, undefined);
    return answer;
  } catch (error) {
    if (isAnswer(error, before === undefined) && isSame()) keep(intention, undefined);
    throw error;
  }
}

type Keyed = Readonly<Record<string, unknown>> & { readonly key: string };

/**
 * Sends a body that creates something: the same content is created once, also by a form that was closed and opened again before the answer. Secrets
 * are no part of what is compared, because its hash is stored.
 */
export const createOnce = <T, B extends Keyed>(path: string, body: B, send: (now: B) => Promise<T>): Promise<T> =>
  sendOnce(path, { ...body, key: '', password: '', passcode: '' }, (key) => send({ ...body, key }), body.key);
