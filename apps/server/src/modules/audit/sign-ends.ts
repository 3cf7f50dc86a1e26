/**
 * Signs the end of each outlet's history while the server runs, so that entries after the last Z cannot be written again either. The newest signed
 * end of an outlet is in the file `history.ends` beside the key, where a person who only reaches the store cannot change it. Before a newer one
 * replaces it, it is compared with the store. Source: R36.23, docs/decisions/038.
 */
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import {
  type HistoryHead,
  headText,
  type KeptHead,
  keptHeads,
  signedEnds,
  writeSignedEnds,
} from '../../platform/store/history-key.ts';
import type { HeadSigner } from '../../platform/store/outlet/signed-head.ts';
import { numbersOfOutlets } from '../../platform/store/pairs.ts';
import type { Store } from '../../platform/store/store.ts';
import { restoredPart } from '../../platform/store/store-name.ts';
import { reportHead } from './kept-heads.ts';

interface Parts {
  readonly store: Store;
  readonly signer: Pick<HeadSigner, 'sign' | 'keep'>;
  readonly dataDir: string;
  /** The store as in `X-Store`. */
  readonly storeNow: string;
}

const signIntervalMs = 60_000;

/** Signs the ends that moved since they were last signed. Writes nothing when none did. */
export async function signEnds({ store, signer, dataDir, storeNow }: Parts): Promise<void> {
  const before = signedEnds(dataDir);
  const ends = new Map(before.map((end) => [`${end.outletId} ${restoredPart(end.store)}`, end]));
  const last = before.filter((end) => restoredPart(end.store) === restoredPart(storeNow));
  const { now, hashes } = await readEnds(store, last);
  for (const end of last) if (hashes.get(end.outletId) !== end.hash) await tell({ store, signer, dataDir }, end);
  for (const end of now) {
    const key = `${end.outletId} ${restoredPart(storeNow)}`;
    const known = ends.get(key);
    if (end.seq !== known?.seq || end.hash !== known.hash)
      ends.set(key, { ...end, store: storeNow, signature: signer.sign(end) });
  }
  const after = [...ends.values()];
  if (after.some((end, i) => end !== before[i])) writeSignedEnds(dataDir, after);
}

/** Returns the ends of all histories, and the hashes that the store has of the entries that were signed last: two queries for any number of outlets. */
async function readEnds(
  store: Store,
  last: readonly HistoryHead[],
): Promise<{ readonly now: readonly HistoryHead[]; readonly hashes: ReadonlyMap<number, string> }> {
  const cursors = await store.readAllOutlets((db) =>
    db
      .selectFrom('outlet_cursor')
      .select(['outlet_id', 'history_seq', 'history_hash'])
      .where('history_seq', '>', 0)
      .orderBy('outlet_id')
      .execute(),
  );
  const entries = numbersOfOutlets(
    store.engine,
    last.map(({ outletId, seq }) => [outletId, seq]),
  );
  const stored = await store.readAllOutlets(async (db) => {
    const found = await sql<{ outlet_id: number; hash: string }>`select history.outlet_id, history.hash
      from ${entries} entry join history on history.outlet_id = entry.outlet_id and history.seq = entry.seq`.execute(
      db,
    );
    return found.rows;
  });
  return {
    now: cursors.map((row) => ({ outletId: row.outlet_id, seq: row.history_seq, hash: row.history_hash })),
    hashes: new Map(stored.map((row) => [row.outlet_id, row.hash])),
  };
}

/** Keeps an end with which the store does not agree as evidence, for `npm run verify`, and tells the history and the Admins. */
async function tell({ store, signer, dataDir }: Omit<Parts, 'storeNow'>, last: KeptHead): Promise<void> {
  const { outletId, seq } = last;
  const text = headText(last);
  if (!keptHeads(dataDir).some((kept) => headText(kept) === text)) signer.keep(text);
  await store.writeOutlet(outletId, (tx) =>
    reportHead(tx, { outletId, userId: null, deviceId: null }, last, {
      action: 'HistoryDiffers',
      severity: 'Error',
      title: 'The history in the store was changed',
      body: `The server signed entry ${seq} of the history, and the store has another one or none. Stop the server, keep a copy of its data, and run npm run verify`,
    }),
  );
}

/** Signs now and every minute. Returns what signs for the last time and stops. */
export function keepSigning(parts: Parts, log: Pick<FastifyBaseLogger, 'error'>): () => Promise<void> {
  let running = Promise.resolve();
  const sign = (): Promise<void> =>
    (running = running
      .then(() => signEnds(parts))
      .catch((error: unknown) => log.error({ err: error }, 'history: the end could not be signed')));
  void sign();
  const timer = setInterval(() => void sign(), signIntervalMs).unref();
  return () => {
    clearInterval(timer);
    return sign();
  };
}
