import type { Bill } from '@atoll/domain/bill/bill';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { openStore, type StoreLocation } from '../../platform/store/open-store.ts';
import { createClient } from '../../platform/store/postgres/client.ts';
import { createDatabase, eachEngine } from '../../platform/store/testing/engine.ts';
import { silentLog } from '../../platform/store/testing/silent-log.ts';
import { planOf, statementsOf } from '../../platform/store/testing/statements.ts';
import { payBill, updateBill } from '../bill/service.ts';
import { addShop, line, newKey, order, payment, type Shop, sent } from '../bill/testing/shop.ts';

const slotTypes = JSON.stringify([
  { type: 'Table', slotCount: 501, rates: [{ from: '2023-01-01T00:00:00.000Z', serviceChargePct: 0, gstPct: 8 }] },
]);
const now = () => Date.parse('2026-03-04T08:00:00Z');
const day = '2026-03-04';

eachEngine('the numbers of kitchen tickets', (on) => {
  let at: StoreLocation;
  let shop: Shop;
  let slot = 0;
  const nextSlot = () => String((slot += 1));
  const orders = (count: number, of: Shop = shop) =>
    Promise.all(Array.from({ length: count }, () => order(of, nextSlot(), [line(of.menu.burger), line(of.menu.tea)])));
  const numbersOf = async (station: string) =>
    (
      await shop.store.readOutlet(shop.outletId, (db) =>
        db
          .selectFrom('kitchen_ticket')
          .select('number')
          .where('outlet_id', '=', shop.outletId)
          .where('station', '=', station as 'BAR')
          .orderBy('number')
          .execute(),
      )
    ).map(({ number }) => number);
  const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
  const ticket = (number: number, station = 'BAR') =>
    `insert into kitchen_ticket (outlet_id, key, bill_id, number, business_date, station, kind, state, is_open, created_at, changed_at, doc)
      values (${shop.outletId}, '${newKey()}', 1, ${number}, '${day}', '${station}', 'New', 'Served', ${on.engine === 'sqlite' ? 0 : false}, ${now()}, ${now()}, '{}')`;
  /** Makes the store one of before the counter. */
  const takeBack = (place: StoreLocation) =>
    on.tamper(
      place,
      `drop trigger kitchen_ticket_is_counted ${on.engine === 'sqlite' ? '' : 'on kitchen_ticket; drop function count_ticket'};
       drop table ticket_number; delete from migration where name = 'ticket-numbers'`,
    );

  beforeAll(async () => {
    at = await on.placeWithTables();
    const store = await on.open({ at, now });
    shop = await addShop(store, { outlet: { features: '["Kitchen"]', slot_types: slotTypes } });
  });

  it('[R34.1] a Save takes its ticket numbers from a counter and reads no ticket of the day', async () => {
    const [bill] = (await orders(1)) as [Bill];
    const statements = await statementsOf(() =>
      updateBill(shop.store, shop.waiter, {
        ...sent(bill.slot),
        key: bill.key,
        items: [line(shop.menu.burger), line(shop.menu.tea)],
      }),
    );
    const reads = statements.filter(({ sql }) => sql.startsWith('select'));
    expect(reads.filter(({ sql }) => sql.includes('"kitchen_ticket"'))).toEqual([]);
    const counters = reads.filter(({ sql }) => sql.includes('"ticket_number"'));
    expect(counters).toHaveLength(1);
    expect((await planOf(at, counters[0] ?? { sql: '', parameters: [] })).join('\n')).toMatch(
      /ticket_number USING PRIMARY KEY \(outlet_id=\? AND business_date=\?\)|Index Scan using ticket_number_pkey/,
    );
    expect(await numbersOf('BAR')).toEqual([1, 2]);
  });

  it('[R34.1] tickets of one business day have numbers without gaps when many tills save at once', async () => {
    const before = (await numbersOf('KITCHEN')).length;
    const other: Shop = on.engine === 'sqlite' ? shop : { ...shop, store: await on.open({ at, now }) };
    await Promise.all([orders(30), orders(30, other)]);
    expect(await numbersOf('KITCHEN')).toEqual(upTo(before + 60));
    expect(await numbersOf('BAR')).toEqual(upTo(before + 60));
  });

  it('[R34.1] numbers continue after a ticket that a server of the earlier release wrote', async () => {
    const last = (await numbersOf('BAR')).at(-1) ?? 0;
    await on.tamper(at, ticket(last + 1));
    await orders(1);
    expect((await numbersOf('BAR')).slice(-2)).toEqual([last + 1, last + 2]);
  });

  it('[R34.1] a Save that is repeated uses no second number', async () => {
    const [bill] = (await orders(1)) as [Bill];
    const again = { ...sent(bill.slot), key: bill.key, items: [line(shop.menu.tea)] };
    const last = (await numbersOf('BAR')).at(-1) ?? 0;
    await Promise.all([1, 2, 3].map(() => updateBill(shop.store, shop.waiter, again)));
    await orders(1);
    expect((await numbersOf('BAR')).slice(-2)).toEqual([last + 1, last + 2]);
  });

  it('[R34.1] a store of the earlier release continues its numbers after the upgrade', async () => {
    const place = await on.placeWithTables();
    const open = () => on.open({ at: place, now });
    const first = await open();
    const early = await addShop(first, { outlet: { features: '["Kitchen"]', slot_types: slotTypes } });
    await orders(2, early);
    await first.close();
    await takeBack(place);
    const later = { ...early, store: await open() };
    const [bill] = (await orders(1, later)) as [Bill];
    const { rows } = await later.store.readOutlet(later.outletId, async (db) => ({
      rows: await db.selectFrom('kitchen_ticket').select('number').where('bill_id', '=', bill.id).execute(),
    }));
    expect(rows.map(({ number }) => number)).toEqual([3, 3]);
    await payBill(later.store, later.waiter, payment(bill));
  });
});

describe.skipIf(!inject('postgresUrl'))('an upgrade while another server sells on PostgreSQL', () => {
  it('[R34.1] counts a ticket that is written while the counter is created', async () => {
    const databaseUrl = await createDatabase(inject('postgresUrl'));
    const open = () => openStore({ databaseUrl, partitions: 2 }, { log: silentLog, now });
    const first = await open();
    const shop = await addShop(first, { outlet: { features: '["Kitchen"]', slot_types: slotTypes } });
    await order(shop, '1', [line(shop.menu.tea)]);
    await first.close();
    const seller = createClient(databaseUrl, false);
    await seller.connect();
    await seller.query(`drop trigger kitchen_ticket_is_counted on kitchen_ticket; drop function count_ticket;
      drop table ticket_number; delete from migration where name = 'ticket-numbers'`);
    await seller.query(`begin; insert into kitchen_ticket select outlet_id, '${newKey()}', bill_id, 2, business_date,
      station, kind, state, is_open, created_at, changed_at, doc from kitchen_ticket`);
    const opening = open();
    const waiting = `select from pg_locks where not granted and relation = 'kitchen_ticket'::regclass`;
    await expect.poll(async () => (await seller.query(waiting)).rowCount).toBe(1);
    await seller.query('commit');
    await seller.end();
    const later = { ...shop, store: await opening };
    await order(later, '2', [line(shop.menu.tea)]);
    const numbers = await later.store.readOutlet(shop.outletId, (db) =>
      db.selectFrom('kitchen_ticket').select('number').orderBy('number').execute(),
    );
    await later.store.close();
    expect(numbers.map(({ number }) => number)).toEqual([1, 2, 3]);
  });
});
