/**
 * Signs the end of each outlet's history while the server runs, so that entries after the last Z cannot be written again either. The newest signed
 * end of an outlet is in the file `history.ends` beside the key, where a person who only reaches the store cannot change it. Before a newer one
 * replaces it, it is compared with the store. Source: R36.23, docs/decisions/038.
 */
import type { FastifyBaseLogger } from 'fastify';
import {
  type HistoryHead,
  headText,
  type KeptHead,
  keptHeads,
  signedEnds,
  writeSignedEnds,
} from '../../platform/store/history-key.ts';
import type { HeadSigner } from '../../platform/store/outlet/signed-head.ts';
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
  const outlets = await store.readOrg((db) => db.selectFrom('outlet').select('id').orderBy('id').execute());
  for (const { id } of outlets) {
    const key = `${id} ${restoredPart(storeNow)}`;
    const last = ends.get(key);
    const { end, hashOfLast } = await readEnd(store, id, last?.seq ?? 0);
    if (last && hashOfLast !== last.hash) await tell({ store, signer, dataDir }, last);
    if (end.seq > 0 && (end.seq !== last?.seq || end.hash !== last.hash))
      ends.set(key, { ...end, store: storeNow, signature: signer.sign(end) });
  }
  const after = [...ends.values()];
  if (after.some((end, i) => end !== before[i])) writeSignedEnds(dataDir, after);
}

/** Returns the end of the history, and the hash of an entry: none when it is missing. */
function readEnd(
  store: Store,
  outletId: number,
  seq: number,
): Promise<{ readonly end: HistoryHead; readonly hashOfLast: string | undefined }> {
  return store.readOutlet(outletId, async (db) => {
    const cursor = await db
      .selectFrom('outlet_cursor')
      .select(['history_seq', 'history_hash'])
      .where('outlet_id', '=', outletId)
      .executeTakeFirst();
    const last = await db
      .selectFrom('history')
      .select('hash')
      .where('outlet_id', '=', outletId)
      .where('seq', '=', seq)
      .executeTakeFirst();
    return {
      end: { outletId, seq: cursor?.history_seq ?? 0, hash: cursor?.history_hash ?? '' },
      hashOfLast: last?.hash,
    };
  });
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
