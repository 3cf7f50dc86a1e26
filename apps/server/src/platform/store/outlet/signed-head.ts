/** Signs the end of an outlet's history as it is in a command, and stores the signature. Source: R36.23. */
import type { Kysely } from 'kysely';
import {
  type HistoryHead,
  headText,
  historyKey,
  isSigned,
  keepHead,
  readHead,
  type SignedHead,
  signHead,
} from '../history-key.ts';
import type { Database } from '../schema/schema.ts';
import type { OutletTx, Store } from '../store.ts';

/** Returns the signature of a head. */
export type SignHead = (head: HistoryHead) => string;

/** Writes the signed head after the last entry of the command, and returns it. */
export function writeSignedHead(tx: OutletTx, sign: SignHead, zNumber: number | null = null): SignedHead {
  const { outletId, historySeq: seq, historyHash: hash } = tx.head;
  const signed = { outletId, seq, hash, signature: sign({ outletId, seq, hash }) };
  const row = { outlet_id: outletId, seq, hash, signature: signed.signature, z_number: zNumber, at: tx.now };
  tx.write(
    tx.db
      .insertInto('history_head')
      .values(row)
      .onConflict((conflict) => conflict.columns(['outlet_id', 'seq']).doNothing()),
  );
  return signed;
}

/** Returns the head that was signed for a Z report as text; nothing for one of an earlier release. */
export async function signedHeadOfZ(
  db: Kysely<Database>,
  outletId: number,
  zNumber: number,
): Promise<{ signedHead?: string }> {
  const row = await db
    .selectFrom('history_head')
    .select(['seq', 'hash', 'signature'])
    .where('outlet_id', '=', outletId)
    .where('z_number', '=', zNumber)
    .executeTakeFirst();
  return row ? { signedHead: headText({ outletId, ...row }) } : {};
}

/** Signs with the key of a data folder, and keeps what was committed beside the key. */
export interface HeadSigner {
  readonly sign: SignHead;
  /** Returns whether the key of this data folder made the signature of a head. */
  isOwn(head: SignedHead): boolean;
  /** Keeps a head that was committed; other text is ignored. */
  keep(signedHead: string | undefined): void;
  /** Signs the end of an outlet's history now, and returns it as text; '' for an empty history. */
  now(store: Store, outletId: number): Promise<string>;
}

/** Creates the signer of a data folder, and its key at the first start. */
export function headSigner(dataDir: string): HeadSigner {
  const key = historyKey(dataDir);
  const sign: SignHead = (head) => signHead(key, head);
  const keep = (text = ''): void => {
    const head = readHead(text);
    if (head) keepHead(dataDir, head);
  };
  return {
    sign,
    isOwn: (head) => isSigned(key, head),
    keep,
    async now(store, outletId) {
      const text = await store.writeOutlet(outletId, async (tx) =>
        tx.head.historySeq === 0 ? '' : headText(writeSignedHead(tx, sign)),
      );
      keep(text);
      return text;
    },
  };
}
