import type { Bill } from '@atoll/domain/bill/bill';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { StoreLocation } from '../../../platform/store/open-store.ts';
import type { Store } from '../../../platform/store/store.ts';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { planOf, rowsRead, type Statement, statementsOf } from '../../../platform/store/testing/statements.ts';
import { findDashboard } from '../../dashboard/service.ts';
import { riderCash } from '../../delivery/service.ts';
import { closeShift } from '../../shift/service.ts';
import { splitBill, updateBill } from '../service.ts';
import { addShop, line, newKey, order, person, type Shop, sent, settle } from '../testing/shop.ts';
import { activeBills } from './find.ts';
import { type BillPageRequest, listBills } from './list.ts';
import { idsFound } from './search.ts';

eachEngine('reading open bills', (on) => {
  let at: StoreLocation;
  let store: Store;
  let shop: Shop;
  let slot = 10;
  const open: Bill[] = [];

  const sell = async (count: number) => {
    for (let n = 0; n < count; n += 1)
      await settle(shop, await order(shop, String(((slot += 1) % 30) + 11), [line(shop.menu.tea)]));
    // PostgreSQL does so itself after a minute.
    if (on.engine === 'postgres') await on.tamper(at, 'analyze');
  };

  /** Returns the reads of bills that ask for open ones. */
  const readsOf = async (work: () => Promise<unknown>): Promise<Statement[]> =>
    (await statementsOf(work)).filter(
      ({ sql }) =>
        sql.startsWith('select') && /"bill"[^]*[( ](bill\.)?is_open/.test(sql) && !sql.includes('not is_open'),
    );

  beforeAll(async () => {
    at = await on.placeWithTables();
    store = await on.open({ at });
    shop = await addShop(store);
    for (let n = 1; n <= 5; n += 1) open.push(await order(shop, String(n), [line(shop.menu.tea, n)]));
    await sell(5);
    // The reads of reports and lists then run where they are recorded.
    for (const road of ['readForReports', 'readForLists'] as const)
      vi.spyOn(store, road).mockImplementation((outletId, read) => store.readOutlet(outletId, read));
  });

  it('[R34.26] reads as much for the open bills of an outlet, however many bills are stored', async () => {
    const read = () => activeBills(store, shop.admin);
    const costs = async () => {
      const [found, ...rest] = await readsOf(read);
      expect(rest).toEqual([]);
      const statement = found ?? { sql: '', parameters: [] };
      return 'dataDir' in at ? planOf(at, statement) : rowsRead(at.databaseUrl, statement);
    };
    const before = await costs();
    await sell(60);
    expect(await costs()).toEqual(before);
    expect(JSON.stringify(before)).toMatch(/^5$|USING INDEX bill_one_open \(outlet_id=\? AND type=\? AND slot>\?\)/);
    const ids = (await read()).bills.map((text) => (JSON.parse(text) as Bill).id);
    expect(ids).toEqual(open.map(({ id }) => id));
  });

  const page = {
    limit: 5,
    offset: 0,
    sort: 'total',
    direction: 'desc',
    search: '',
    from: undefined,
    to: undefined,
    isCounted: true,
  } as const;
  const listed = (more: Partial<BillPageRequest>) =>
    statementsOf(() => listBills(store, person(shop.outletId, 'Admin'), { ...page, ...more }));

  it.each(['slot', 'total', 'createdAt', 'invoiceNumber'] as const)(
    'a list of business days sorted by %s is read from the index of days alone, and counted once',
    async (sort) => {
      const statements = await listed({ sort, fromDay: '2000-01-01', toDay: '2100-01-01' });
      const counts = statements.filter(({ sql }) => sql.includes('count(*)') && sql.includes('from "bill"'));
      const [sorted, ...more] = statements.filter(({ sql }) => sql.includes('order by') && sql.includes('from "bill"'));
      expect([counts.length, more]).toEqual([1, []]);
      if (on.engine === 'postgres') return;
      for (const statement of [...counts, ...(sorted === undefined ? [] : [sorted])]) {
        const plan = (await planOf(at, statement)).join('\n');
        expect(plan).toContain('SEARCH bill USING COVERING INDEX bill_sale');
        // A row of a bill is found by its key: one read of a page for each bill of the days.
        expect(plan).not.toContain('autoindex_bill');
      }
    },
  );

  it('[R34.26] a search of closed bills reads the small indexes of invoice numbers and names', async () => {
    const search = (await listed({ search: '000' })).filter(({ sql }) => /instr|like/.test(sql));
    expect(search.length).toBeGreaterThan(0);
    if (on.engine === 'postgres') return;
    const plans = (await Promise.all(search.map((statement) => planOf(at, statement)))).flat().join('\n');
    expect(plans).toContain('COVERING INDEX bill_by_invoice');
    expect(plans).toContain('COVERING INDEX bill_named');
    expect(plans).not.toMatch(/bill_sale|bill_void/);
  });

  it('a search that many bills match reads the index of days, and changes no text of it before it compares', async () => {
    const request = { outletId: shop.outletId, search: 'AC-2', engine: store.engine };
    const statements = await statementsOf(() =>
      store.readOutlet(shop.outletId, (db) => sql`${idsFound(shop.outletId, request)}`.execute(db)),
    );
    const search = statements.filter(({ sql }) => sql.includes('invoice_number'));
    expect(search).toHaveLength(1);
    for (const statement of search) {
      if (on.engine === 'sqlite') expect(statement.sql).not.toContain('lower(');
      if (on.engine === 'sqlite')
        expect((await planOf(at, statement)).join('\n')).toContain('COVERING INDEX bill_sale');
    }
  });

  describe('also beside other work', () => {
    const works: Record<string, () => Promise<unknown>> = {
      'the dashboard': () => findDashboard(store, { ...shop.admin }, {}, Date.now()),
      'closing a shift': () =>
        closeShift(store, shop.admin, { id: 1, counted: {}, openBills: 'refuse' } as never).catch(() => undefined),
      'the cash of riders': () => store.readOutlet(shop.outletId, (db) => riderCash(db, shop.outletId, 1)),
      'a note for an item that was moved': async () => {
        const [kept, moved] = [line(shop.menu.tea), line(shop.menu.burger)];
        const bill = await order(shop, '6', [kept, moved]);
        const away = { billId: bill.key, key: newKey(), items: [{ key: moved.key, qty: 1 }] };
        await splitBill(store, shop.admin, away);
        return updateBill(store, shop.waiter, { ...sent('6'), key: bill.key, items: [{ ...moved, notes: ['Hot'] }] });
      },
      'the list of open bills': () => listBills(store, person(shop.outletId, 'Admin'), { ...page, status: 'Open' }),
    };

    it.each(Object.keys(works))('[R34.26] %s reads open bills by their index', async (name) => {
      const statements = await readsOf(works[name] as () => Promise<unknown>);
      expect(statements.length).toBeGreaterThan(0);
      for (const statement of statements) {
        const plan = (await planOf(at, statement)).join('\n');
        expect(`${statement.sql}\n${plan}`).toContain('bill_one_open');
      }
    });
  });
});
