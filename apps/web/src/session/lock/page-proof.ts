/**
 * The proof that the password or the passcode of a person opened this page. One half is in memory only, the other in the storage of the tab for a
 * reload; both go when the screen locks. Without it the server renews the session with the passcode only. Source: R36.1, docs/rules.md#page-proof.
 */
import type { PageProof } from '@atoll/domain/contract/people/auth';
import { onLocalLost } from '../../storage/lost-storage.ts';

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

function store(): void {
  if (held) sessionStorage.setItem(storageKey, JSON.stringify({ email: held.email, reload: held.reload }));
  else sessionStorage.removeItem(storageKey);
}

onLocalLost({ owns: (key) => key === storageKey, writeBack: store });

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('atoll.page');

/** Keeps the proof of a person whom the server let in, and gives it to the other tabs. */
export function keepPage(email: string, proof: PageProof | undefined): void {
  held = proof ? { email, ...proof } : null;
  store();
  if (held) channel?.postMessage(held);
}

/** Takes the proof that another tab got, while its person works here too. */
export function takePages(works: (email: string) => boolean): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<Held>) => {
    if (!works(data.email)) return;
    held = data;
    store();
  });
}

/** Returns what this page has of the proof of a person; '' for nothing. */
export const pageOf = (email: string): string => (held?.email === email ? held.memory || held.reload : '');

/** Drops the proof: the screen locks, or its person leaves. */
export function forgetPage(): void {
  held = null;
  store();
}
