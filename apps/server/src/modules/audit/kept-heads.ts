/**
 * Compares the ends of the history that a till kept with the store: one that is missing or other was cut off, written again or replaced. It is
 * written to the history, and those who manage settings are notified. Source: R36.23, docs/decisions/031.
 */
import type { compareHeads as contract, KeptHead } from '@atoll/domain/contract/outlet/audit';
import type { AnswerOf } from '@atoll/domain/contract/platform/endpoint';
import type { Sentence } from '@atoll/domain/refusal/sentence';
import type { Actor } from '../../platform/http/actor.ts';
import { type HistoryHead, headText, readHead, type SignedHead } from '../../platform/store/history-key.ts';
import type { HeadSigner } from '../../platform/store/outlet/signed-head.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { restoredPart } from '../../platform/store/store-name.ts';
import { notifyOnceADay } from '../notification/service.ts';

interface Parts {
  readonly store: Store;
  readonly signer: Pick<HeadSigner, 'sign' | 'isOwn' | 'keep'>;
  /** The store as in `X-Store`. */
  readonly storeNow: string;
}

interface Kept extends SignedHead {
  readonly text: string;
  /** True when the till kept it before the store was restored from a backup. */
  readonly isRestored: boolean;
}

/** The key of all entries about it, so that they are found quickly. */
const subjectKey = 'Signed end';
const dayMs = 86_400_000;
/** A person who makes heads up fills neither the history nor the notifications. */
const maxEntriesADay = 10;

/** Returns the heads of the outlet that have the right form, each once. */
function readKept(outletId: number, kept: readonly KeptHead[], storeNow: string): Kept[] {
  const heads = new Map<string, Kept>();
  for (const { head: text, store } of kept) {
    const head = readHead(text);
    if (head?.outletId === outletId)
      heads.set(text, { ...head, text, isRestored: restoredPart(store) !== restoredPart(storeNow) });
  }
  return [...heads.values()];
}

/** Returns the heads that do not agree with the stored entries, and the end of the history now. */
function findWrong(
  store: Store,
  outletId: number,
  kept: readonly Kept[],
): Promise<{ end: HistoryHead; wrong: Kept[] }> {
  return store.readOutlet(outletId, async (db) => {
    const cursor = await db
      .selectFrom('outlet_cursor')
      .select(['history_seq', 'history_hash'])
      .where('outlet_id', '=', outletId)
      .executeTakeFirst();
    const seqs = kept.map(({ seq }) => seq);
    const rows = await db
      .selectFrom('history')
      .select(['seq', 'hash'])
      .where('outlet_id', '=', outletId)
      .where('seq', 'in', seqs.length > 0 ? seqs : [0])
      .execute();
    const hashes = new Map(rows.map(({ seq, hash }) => [seq, hash]));
    return {
      end: { outletId, seq: cursor?.history_seq ?? 0, hash: cursor?.history_hash ?? '' },
      wrong: kept.filter(({ seq, hash }) => hashes.get(seq) !== hash),
    };
  });
}

interface Report {
  readonly action: 'HistoryDiffers' | 'Restored';
  readonly severity: 'Error' | 'Info';
  readonly title: Sentence;
  readonly body: Sentence;
}

/** Writes one entry for a head that was not reported yet, and notifies once a day. Returns whether it did. */
export async function reportHead(
  tx: OutletTx,
  actor: { readonly outletId: number; readonly userId: number | null; readonly deviceId: string | null },
  head: HistoryHead,
  { action, ...notice }: Report,
): Promise<boolean> {
  const known = await tx.db
    .selectFrom('history')
    .select(['data', 'at'])
    .where('outlet_id', '=', actor.outletId)
    .where('subject_key', '=', subjectKey)
    .where('action', '=', action)
    .orderBy('seq', 'desc')
    .limit(100)
    .execute();
  const isFull = known.filter(({ at }) => at > tx.now - dayMs).length >= maxEntriesADay;
  if (isFull || known.some(({ data }) => data.includes(head.hash))) return false;
  const { seq: entry, hash } = head;
  const { userId, deviceId } = actor;
  tx.history({
    subject: 'History',
    subjectKey,
    action,
    userId,
    deviceId,
    after: { entry, hash, end: tx.head.historySeq },
  });
  await notifyOnceADay(tx, notice);
  return true;
}

const differs = (seq: number, isOwn: boolean): Report => ({
  action: 'HistoryDiffers',
  severity: 'Error',
  title: 'The history in the store was changed',
  body: isOwn
    ? `A till kept entry ${seq} of the history, and the store has another one or none. Stop the server, keep a copy of its data, and run npm run verify`
    : `A till kept entry ${seq} of the history, and the store has another one or none. Its signature cannot be checked: the key was replaced, or the till made it up. Run npm run verify`,
});
const restored = (seq: number): Report => ({
  action: 'Restored',
  severity: 'Info',
  title: 'A till has more history than the restored backup',
  body: `The till kept entry ${seq}, from before the restore. What tills still have is sent again.`,
});

/** Returns which of the heads that a till kept do not agree with the store, and the head of now. Reports the newest of each kind. */
export async function compareHeads(
  { store, signer, storeNow }: Parts,
  actor: Actor,
  heads: readonly KeptHead[],
): Promise<AnswerOf<typeof contract>> {
  const { outletId } = actor;
  const { end, wrong } = await findWrong(store, outletId, readKept(outletId, heads, storeNow));
  const newest = (all: readonly Kept[]) => all.toSorted((a, b) => b.seq - a.seq)[0];
  const [before, now] = [wrong.filter(({ isRestored }) => isRestored), wrong.filter((head) => !head.isRestored)];
  const [lost, changed] = [newest(before), newest(now)];
  const isOwn = changed !== undefined && signer.isOwn(changed);
  if (lost ?? changed) {
    const isNew = await store.writeOutlet(outletId, async (tx) => {
      if (lost) await reportHead(tx, actor, lost, restored(lost.seq));
      return changed !== undefined && reportHead(tx, actor, changed, differs(changed.seq, isOwn));
    });
    // From now on `npm run verify` names it too.
    if (isNew && isOwn) signer.keep(changed.text);
  }
  return {
    head: end.seq === 0 ? '' : headText({ ...end, signature: signer.sign(end) }),
    store: storeNow,
    wrong: now.map(({ text }) => text),
    restored: before.map(({ text }) => text),
  };
}
