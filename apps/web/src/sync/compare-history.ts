/**
 * Keeps the signed ends of each outlet's history on this device, and has the server compare them with its store: somebody who changes the store, with the
 * server's key too, cannot change what the tills keep. Source: R36.23, docs/decisions/031.
 */
import { type KeptHead, maxKeptHeads } from '@atoll/domain/contract/outlet/audit';
import { call } from '../api/api.ts';
import { useConnection } from '../api/connection.ts';
import { fetchMoreWords, t } from '../locale/locale.ts';
import { useSession } from '../session/session.ts';
import { addIfMissing, onDatabaseLost, readOne, writeOne } from '../storage/idb.ts';
import { withLock } from '../storage/lock.ts';
import { notify } from './app-store.ts';

const maxEach = maxKeptHeads / 2;

interface Kept extends KeptHead {
  /** True when the server found that its store does not agree, and the person was told. */
  readonly isWrong?: true;
}

const keyOf = (outletId: number): string => `${outletId}:heads`;

/** What this page read or wrote, for a device whose storage is cleared. */
const inMemory = new Map<number, readonly Kept[]>();
onDatabaseLost((store) => {
  for (const [outletId, heads] of inMemory) addIfMissing(store('copy'), keyOf(outletId), heads);
});

/** Returns the heads to keep: what differs stays as evidence, of the others the newest. */
function keptNext(kept: readonly Kept[], answer: { head: string; store: string; restored: readonly string[] }): Kept[] {
  const left = kept.filter(({ head }) => !answer.restored.includes(head));
  const agreed = left.filter(({ head, isWrong }) => !isWrong && head !== answer.head);
  const { head, store } = answer;
  const all = head === '' ? agreed : [...agreed, { head, store }];
  return [...left.filter(({ isWrong }) => isWrong).slice(0, maxEach), ...all.slice(-maxEach)];
}

/** Has the server compare what this device kept of the open outlet, tells the person once of a difference, and keeps the newest end. Rejects without the server. */
export async function compareHistory(): Promise<void> {
  const { user, scope, isLocked } = useSession.getState();
  if (!user || !scope || isLocked || !useConnection.getState().isOnline) return;
  const { outletId } = scope;
  await withLock('history-heads', async () => {
    const known = (await readOne<readonly Kept[]>('copy', keyOf(outletId))) ?? [];
    const body = { heads: known.map(({ head, store }) => ({ head, store })) };
    const answer = await call('history.compare', { body, outletId, quiet: true });
    const isNews = known.some(({ head, isWrong }) => !isWrong && answer.wrong.includes(head));
    const marked = known.map((each): Kept => (answer.wrong.includes(each.head) ? { ...each, isWrong: true } : each));
    const next = keptNext(marked, answer);
    inMemory.set(outletId, next);
    await writeOne('copy', next, keyOf(outletId));
    if (!isNews) return;
    await fetchMoreWords();
    notify({ kind: 'error', message: t('outbox.historyDiffers'), details: t('outbox.historyDiffersHint') });
  });
}
