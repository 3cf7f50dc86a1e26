/**
 * The proof that the password or the passcode of a person opened this page. One half is in memory only, the other in the storage of the tab for a
 * reload; both go when the screen locks. Without it the server renews the session with the passcode only. Source: R36.1, docs/rules.md#page-proof.
 */
import type { PageProof } from '@atoll/domain/contract/people/auth';
import { onLocalLost } from '../../storage/lost-storage.ts';
import { forgetWorkKey, takeWorkKey, workKeyBytes } from './work-mark.ts';

const storageKey = 'atoll.page';

interface Held extends PageProof {
  readonly email: string;
}

/** After a reload only the stored half is known. */
function restored(): Held | null {
  const text = sessionStorage.getItem(storageKey);
  if (text === null) return null;
  const { email, reload } = JSON.parse(text) as Held;
  return { email, memory: '', reload };
}

let held = restored();
if (held) takeWorkKey(held.reload, { isNew: false });

function store(): void {
  if (held) sessionStorage.setItem(storageKey, JSON.stringify({ email: held.email, reload: held.reload }));
  else sessionStorage.removeItem(storageKey);
}

onLocalLost({ owns: (key) => key === storageKey, writeBack: store });

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('atoll.page');

/** Keeps the proof of a person whom the server let in, and gives it to the other tabs. */
export function keepPage(email: string, proof: PageProof | undefined): void {
  const isNew = proof?.memory !== held?.memory;
  held = proof ? { email, ...proof } : null;
  store();
  if (!held) forgetWorkKey();
  else if (isNew) takeWorkKey(held.memory, { isNew });
  if (held) channel?.postMessage(held);
}

/** Takes the proof that another tab got, while its person works here too. */
export function takePages(works: (email: string) => boolean): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<Held>) => {
    if (!works(data.email)) return;
    held = data;
    store();
    takeWorkKey(held.memory, { isNew: false });
  });
}

/** Returns what this page has of the proof of a person; '' for nothing. */
export const pageOf = (email: string): string => (held?.email === email ? held.memory || held.reload : '');

/** Drops the proof: the screen locks, or its person leaves. */
export function forgetPage(): void {
  held = null;
  store();
  forgetWorkKey();
}

/** Returns the key of the marks of a person's work, to be kept under their passcode; null for nothing. */
export const workKeyToKeep = (email: string): Promise<ArrayBuffer> | null =>
  held?.email === email && held.memory !== '' ? workKeyBytes(held.memory) : null;
