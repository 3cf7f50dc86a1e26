/** Creates very many gift cards of an outlet in a short time: SQL writes the rows as a paid bill would, but for their entries. */
import { createHash, randomBytes } from 'node:crypto';
import { cardHash, last4, newCode } from '../packages/domain/src/wallet/code.ts';
import { type Database, useDatabase } from './multiply.ts';
import type { Place } from './server.ts';

/** Rows of one statement. */
const rowsAtOnce = 200;

/** Returns `cardHash` of a code, as the store keeps it. */
const hashOf = (code: string): string => cardHash(createHash('sha256').update(code).digest('hex'));

const columns =
  'outlet_id, id, key, kind, code_hash, last4, balance, status, version, is_active, created_at, modified_at';

/** Writes cards of 500.00 with known codes into a closed embedded store; returns the codes. */
export async function fillKnownCards(place: Place, outletId: number, count: number): Promise<readonly string[]> {
  const codes = Array.from({ length: count }, () => newCode(randomBytes(12)));
  await useDatabase(place, async (db) => {
    const first = await nextId(db);
    const rows = codes.map(
      (code, n) =>
        `(${outletId}, ${first + n}, 'known-${first + n}', 'GiftCard', '${hashOf(code)}', '${last4(code)}', 50000, 'Active', 1, 1, 0, ${n})`,
    );
    for (let from = 0; from < rows.length; from += rowsAtOnce)
      await db.run(`insert into wallet (${columns}) values ${rows.slice(from, from + rowsAtOnce).join(', ')}`);
    await db.setSequence('wallet');
  });
  return codes;
}

/** Writes cards that nobody has a code of: their hashes are as random as those of codes. */
export async function fillCards(place: Place, outletId: number, count: number): Promise<void> {
  await useDatabase(place, async (db) => {
    const first = await nextId(db);
    await db.run(`insert into wallet (${columns})
      with recursive up (n) as (select 0 union all select n + 1 from up where n + 1 < ${count})
      select ${outletId}, ${first} + n, 'bench-' || (${first} + n), 'GiftCard', lower(hex(randomblob(32))),
        substr(hex(randomblob(2)), 1, 4), 50000, 'Active', 1, 1, 0, n from up`);
    await db.setSequence('wallet');
  });
}

async function nextId(db: Database): Promise<number> {
  const [{ last } = { last: 0 }] = await db.rows('select coalesce(max(id), 0) as last from wallet');
  return Number(last) + 1;
}
