/** Compares the signed heads of each outlet's history with the stored entries: a cut end or rewritten hashes do not agree with them. Source: R36.23. */
import type { KeyObject } from 'node:crypto';
import { isSigned, type KeptHead, type SignedHead } from '../../apps/server/src/platform/store/history-key.ts';
import type { Store } from '../../apps/server/src/platform/store/store.ts';
import { restoredPart } from '../../apps/server/src/platform/store/store-name.ts';
import type { Chain } from './chains.ts';

interface Known {
  /** Null: there is no key on this machine. */
  readonly key: KeyObject | null;
  /** Heads that were kept outside the store: in the file beside the key, or copied from a Z report, a mail or a till. */
  readonly outside: readonly (SignedHead & { readonly store?: string })[];
  /** Ends that the server signed while it ran: in a file beside the key, never in the store. */
  readonly ends?: readonly KeptHead[];
  /** The store as in `X-Store`: heads of before its restore may be missing. */
  readonly storeNow: string;
}

/** Calls `say` with each head that does not agree, and with a summary of each outlet that has heads. */
export async function verifyHeads(
  store: Pick<Store, 'readOutlet' | 'readOrg'>,
  { key, outside, ends = [], storeNow }: Known,
  say: (found: Chain) => void,
): Promise<void> {
  const outlets = await store.readOrg((db) => db.selectFrom('outlet').select(['id', 'name']).orderBy('id').execute());
  for (const head of [...outside, ...ends])
    if (!outlets.some(({ id }) => id === head.outletId) && !isOfOther(head, storeNow))
      say({ ok: false, words: `outlet ${head.outletId} of a signed head is missing` });
  for (const { id, name } of outlets) {
    const place = `${name} (outlet ${id})`;
    const stored = await storedHeads(store, id);
    const all = [...outside, ...ends].filter(({ outletId }) => outletId === id);
    const hashes = await hashesAt(store, id, [...stored, ...all]);
    const mine = all.filter((head) => !isOfBefore(head, storeNow) || hashes.get(head.seq) === head.hash);
    const heads = [...stored, ...mine];
    sayRestored(all.length - mine.length, storeNow, place, say);
    if (heads.length === 0) continue;
    const wrong = key === null ? ['history.key is missing: signatures cannot be checked'] : [];
    if (key !== null) for (const head of heads) wrong.push(...wrongWith(key, head, hashes));
    const known = new Set(stored.map(({ seq }) => seq));
    for (const head of mine)
      if (!ends.some((end) => end === head) && !known.has(head.seq) && !isOfBefore(head, storeNow))
        wrong.push(`the signature of entry ${head.seq} is missing`);
    for (const words of new Set(wrong)) say({ ok: false, words: `${place}: ${words}` });
    if (wrong.length === 0) {
      const count = new Set(heads.map(({ seq }) => seq)).size;
      say({ ok: true, words: `${place}: ${count} signed ${count === 1 ? 'head' : 'heads'}, all agree` });
    }
  }
}

/** Returns whether a head is of the store before it was restored. */
const isOfBefore = ({ store = '' }: { readonly store?: string }, storeNow: string): boolean =>
  store !== '' && restoredPart(store) !== restoredPart(storeNow);

/** Returns whether a head is of another store, such as the demo data that was left. */
const isOfOther = ({ store = '' }: { readonly store?: string }, storeNow: string): boolean =>
  store !== '' && store.split('.')[0] !== storeNow.split('.')[0];

function sayRestored(count: number, storeNow: string, place: string, say: (found: Chain) => void): void {
  if (count === 0) return;
  const heads = `${count} signed ${count === 1 ? 'head' : 'heads'}`;
  const at = new Date(Number(restoredPart(storeNow))).toISOString();
  say({ ok: true, words: `${place}: ${heads} of before the restore of ${at}, which the backup does not have` });
}

function wrongWith(key: KeyObject, head: SignedHead, hashes: ReadonlyMap<number, string>): string[] {
  const { seq, hash } = head;
  if (!isSigned(key, head)) return [`the signature of entry ${seq} is not of this key`];
  const stored = hashes.get(seq);
  if (stored === undefined) return [`entry ${seq} was signed and is missing: the end was cut off`];
  return stored === hash ? [] : [`entry ${seq} is not the one that was signed: the history was written again`];
}

const storedHeads = (store: Pick<Store, 'readOutlet'>, outletId: number): Promise<SignedHead[]> =>
  store.readOutlet(outletId, async (db) => {
    const rows = await db
      .selectFrom('history_head')
      .select(['seq', 'hash', 'signature'])
      .where('outlet_id', '=', outletId)
      .orderBy('seq')
      .execute();
    return rows.map((row) => ({ outletId, ...row }));
  });

async function hashesAt(
  store: Pick<Store, 'readOutlet'>,
  outletId: number,
  heads: readonly SignedHead[],
): Promise<ReadonlyMap<number, string>> {
  const hashes = new Map<number, string>();
  const seqs = [...new Set(heads.map(({ seq }) => seq))];
  for (let from = 0; from < seqs.length; from += 1000) {
    const rows = await store.readOutlet(outletId, (db) =>
      db
        .selectFrom('history')
        .select(['seq', 'hash'])
        .where('outlet_id', '=', outletId)
        .where('seq', 'in', seqs.slice(from, from + 1000))
        .execute(),
    );
    for (const { seq, hash } of rows) hashes.set(seq, hash);
  }
  return hashes;
}
