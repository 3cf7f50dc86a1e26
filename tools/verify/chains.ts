/** Checks the history of every outlet and describes the first row that does not agree with the one before it. */
import { verifyHistory } from '../../apps/server/src/platform/store/outlet/history.ts';
import type { Store } from '../../apps/server/src/platform/store/store.ts';

export interface Chain {
  readonly ok: boolean;
  readonly words: string;
}

/** Returns each outlet's chain, with a description. */
export async function verifyChains(store: Pick<Store, 'readOutlet' | 'readOrg'>): Promise<Chain[]> {
  const outlets = await store.readOrg((db) => db.selectFrom('outlet').select(['id', 'name']).orderBy('id').execute());
  const chains: Chain[] = [];
  for (const { id, name } of outlets) {
    const verified = await verifyHistory(store, id);
    const words = verified.ok ? `${verified.rows} entries, none changed` : await nameRow(store, id, verified.seq);
    chains.push({ ok: verified.ok, words: `${name} (outlet ${id}): ${words}` });
  }
  return chains;
}

async function nameRow(store: Pick<Store, 'readOutlet'>, outletId: number, seq: number): Promise<string> {
  const row = await store.readOutlet(outletId, (db) =>
    db
      .selectFrom('history')
      .select(['at', 'subject', 'subject_key', 'action', 'user_id'])
      .where('outlet_id', '=', outletId)
      .where('seq', '=', seq)
      .executeTakeFirst(),
  );
  if (!row) return `entry ${seq} is missing`;
  const { at, subject, subject_key: key, action, user_id: user } = row;
  const who = user === null ? '' : ` by user ${user}`;
  return `entry ${seq} was changed, or the one before it: ${subject} ${key}, ${action}${who}, ${new Date(at).toISOString()}`;
}
