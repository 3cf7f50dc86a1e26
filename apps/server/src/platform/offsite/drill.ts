/** Restores the newest off-site copy into a temporary folder and checks it, on a thread of its own. Source: R31.40. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { verifyHistory } from '../store/outlet/history.ts';
import { checkPlain } from '../store/sqlite/backup.ts';
import { unpackCopy } from '../store/sqlite/copy/content.ts';
import { ReaderPool } from '../store/sqlite/reader-pool.ts';
import type { Store } from '../store/store.ts';
import { copyKey } from './age.ts';
import { fetchCopy } from './fetch-copy.ts';
import { copiesAt, offsiteFolder } from './make-copy.ts';
import { OffsiteError } from './offsite-error.ts';
import { openTarget } from './open-target.ts';
import type { Target, TargetLogin } from './target.ts';

export interface DrillOrder {
  readonly dataDir: string;
  readonly login: TargetLogin;
  readonly shop: string;
}

export interface Drilled {
  readonly copy: string;
  /** How many bills the copy has. */
  readonly bills: number;
  readonly ms: number;
}

type Readable = Pick<Store, 'readOutlet' | 'readOrg'>;

/** Throws when the history of an outlet was changed, or the sales of a day are not those of its bills. Returns the number of bills. */
async function checkContent(store: Readable): Promise<number> {
  const outlets = await store.readOrg((db) => db.selectFrom('outlet').select('id').orderBy('id').execute());
  let bills = 0;
  for (const { id } of outlets) {
    const history = await verifyHistory(store, id);
    if (!history.ok) throw new OffsiteError('damaged', `Entry ${history.seq} of the history of outlet ${id} differs`);
    const { rows } = await store.readOutlet(id, (db) =>
      sql<{ business_date: string }>`
        select business_date from (
          select business_date, total from sale_hour where outlet_id = ${id}
          union all select business_date, -total from bill where outlet_id = ${id} and status = 'Complete'
        ) as figure group by business_date having sum(total) <> 0 limit 1`.execute(db),
    );
    if (rows[0]) throw new OffsiteError('damaged', `The sales of ${rows[0].business_date} differ in outlet ${id}`);
    const count = await store.readOutlet(id, (db) =>
      db
        .selectFrom('bill')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('outlet_id', '=', id)
        .executeTakeFirstOrThrow(),
    );
    bills += Number(count.n);
  }
  return bills;
}

async function checkStore(path: string): Promise<number> {
  checkPlain(path);
  const readers = new ReaderPool(path);
  try {
    return await checkContent({
      readOutlet: (_, read) => readers.read(read),
      readOrg: (read) => readers.read(read),
    });
  } finally {
    await readers.close();
  }
}

/** Throws OffsiteError when the copy cannot be restored. */
export async function makeDrill({ dataDir, login, shop }: DrillOrder): Promise<Drilled> {
  const startedAt = performance.now();
  const target = await openTarget(login, dataDir);
  try {
    return await drillFrom(target, dataDir, shop, startedAt);
  } finally {
    target.close();
  }
}

async function drillFrom(target: Target, dataDir: string, shop: string, startedAt: number): Promise<Drilled> {
  await target.check();
  const copies = await copiesAt(target, shop);
  const newest = copies.toSorted((a, b) => b.at - a.at)[0];
  if (!newest) throw new OffsiteError('missing', 'The target has no copy');
  const folder = join(offsiteFolder(dataDir), 'drill');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    const fetched = await fetchCopy(target, newest, copies, await copyKey(dataDir), join(folder, 'copy'));
    const store = join(folder, 'atoll.db');
    try {
      unpackCopy(fetched.store, store);
      const bills = await checkStore(store);
      return { copy: newest.name, bills, ms: Math.round(performance.now() - startedAt) };
    } catch (error) {
      throw error instanceof OffsiteError ? error : new OffsiteError('damaged', String(error), error);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
