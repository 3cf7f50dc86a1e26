/** Tests what an update of an open bill costs PostgreSQL: a new version of its row on the same page, and nothing in any index. Source: R34.3. */
import type { BillInput } from '@atoll/domain/contract/bill/bill';
import { describe, expect, inject, it, vi } from 'vitest';
import { openStore } from '../../../platform/store/open-store.ts';
import { createClient } from '../../../platform/store/postgres/client.ts';
import { createDatabase } from '../../../platform/store/testing/engine.ts';
import { templateDatabase } from '../../../platform/store/testing/postgres.ts';
import { silentLog } from '../../../platform/store/testing/silent-log.ts';
import { updateBill } from '../service.ts';
import { addShop, line, newKey, order, person, type Shop, sent, settle } from '../testing/shop.ts';

interface Updates {
  readonly updates: string;
  readonly hot: string;
}

const counted = `select sum(n_tup_upd) as updates, sum(n_tup_hot_upd) as hot from pg_stat_user_tables where relname = 'bill'`;
/** Each column that an index of bills contains, in its key, its condition or an expression. */
const indexed = `select distinct attname as column from pg_index
  join pg_depend on pg_depend.objid = pg_index.indexrelid and pg_depend.refobjid = pg_index.indrelid
  join pg_attribute on attrelid = indrelid and attnum = refobjsubid
  where indrelid = 'bill'::regclass order by 1`;

describe.skipIf(!inject('postgresUrl'))('updates of open bills', () => {
  const slots = Array.from({ length: 25 }, (_, at) => String(at + 1));

  async function read<Row extends object>(url: string, text: string): Promise<Row[]> {
    const client = createClient(url, false);
    await client.connect();
    const { rows } = await client.query<Row>(text);
    await client.end();
    return rows;
  }

  /** Opens a bill in each slot and works on it, as during a meal; returns how many updates that is. */
  async function serve(shop: Shop): Promise<number> {
    const bills = [];
    for (const slot of slots) bills.push(await order(shop, slot, []));
    const keeper = person(shop.outletId, 'Admin');
    const courses = (slot: string): Partial<BillInput>[] => [
      { items: Array.from({ length: Number(slot) % 5 }, () => line(shop.menu.burger, 2)), covers: 2 },
      { items: [line(shop.menu.juice, 1, { size: 'Large' })] },
      { items: [], status: 'BillPrinted', printJobKey: newKey() },
      { items: [line(shop.menu.tea)], note: `Table ${slot}`, discountPercentage: 10 },
    ];
    for (const step of [0, 1, 2, 3])
      for (const { key, slot } of bills) {
        const input = { ...sent(slot), key, version: step + 1, ...courses(slot)[step] };
        const { bill } = await updateBill(shop.store, keeper, input);
        expect(bill.version).toBe(step + 2);
      }
    return bills.length * 4;
  }

  it('[R34.3] updates of an open bill are HOT on PostgreSQL: no index is on columns that change before completion', async () => {
    const databaseUrl = await createDatabase(inject('postgresUrl'), templateDatabase);
    const store = await openStore({ databaseUrl }, { log: silentLog });
    const shop = await addShop(store);
    for (const slot of slots) await settle(shop, await order(shop, slot, [line(shop.menu.burger)]));
    const paid = slots.length;
    const served = await serve(shop);
    // Connections report what they counted when they end.
    await store.close();
    const counts = await vi.waitFor(async () => {
      const [row] = await read<Updates>(databaseUrl, counted);
      expect(Number(row?.updates)).toBe(paid + served);
      return row;
    });
    expect(Number(counts?.hot)).toBe(served);
    const columns = (await read<{ column: string }>(databaseUrl, indexed)).map(({ column }) => column);
    expect(columns).toContain('total');
    const changing = ['version', 'status', 'waiter_id', 'modified_at', 'print_jobs', 'moved_keys', 'doc'];
    expect(changing.filter((column) => columns.includes(column))).toEqual([]);
  });
});
