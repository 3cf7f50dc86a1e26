import { randomUUID } from 'node:crypto';
import type { Bill } from '@atoll/domain/bill/bill';
import type { ContractKey } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { StoreLocation } from '../../platform/store/open-store.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { planOf, rowsRead, type Statement, statementsOf } from '../../platform/store/testing/statements.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { addMenuItem, type Shop, setSetting } from './testing/shop.ts';

type Step = 'check-in' | 'save' | 'print' | 'pay';

eachEngine('the cost of a sale', (on) => {
  let t: TestApp;
  let at: StoreLocation;
  let manager: SignedIn;
  let items: { menuItemId: number; size: string; qty: number }[];
  let slot = 0;

  const send = async (key: ContractKey, body: object) => {
    const headers = { 'x-device-id': 'till-1' };
    const { status, body: answer } = await t.call(key, { as: manager, body, headers });
    expect([key, status, answer.message]).toEqual([key, 200, undefined]);
    return answer;
  };

  /** Sells once, each step within `around`. */
  async function sell(around: (step: Step, work: () => Promise<unknown>) => Promise<unknown>): Promise<void> {
    const place = { key: randomUUID(), type: 'Table', slot: String((slot % 40) + 1) };
    slot += 1;
    const lines = items.map((item) => ({ ...item, key: randomUUID() }));
    let bill: Bill | undefined;
    const save = (more: object) => async () => {
      bill = await send('bill.update', { ...place, version: bill?.version ?? 1, ...more });
    };
    await around('check-in', () => send('bill.create', { ...place, items: [] }));
    await around('save', save({ items: lines }));
    await around('print', save({ items: [], status: 'BillPrinted', printJobKey: randomUUID() }));
    const { total = 0 } = bill ?? {};
    const payments = [{ key: randomUUID(), method: 'Cash', amount: total }];
    const seen = { itemKeys: lines.map(({ key }) => key), total };
    await around('pay', () => send('bill.pay', { key: place.key, payments, seen }));
  }

  /** Returns the statements of the steps of one sale. */
  async function statementsOfSale(): Promise<Record<Step, Statement[]>> {
    const found: Record<Step, Statement[]> = { 'check-in': [], save: [], print: [], pay: [] };
    await sell(async (step, work) => {
      found[step] = await statementsOf(work, at);
    });
    return found;
  }

  const day = async (sales: number) => {
    for (let i = 0; i < sales; i += 1) await sell((_, work) => work());
  };

  beforeAll(async () => {
    // What the app reads now and then by itself is no part of a sale.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    at = await on.placeWithTables();
    t = await testApp(on, {}, {}, at);
    manager = await t.signIn('Manager');
    const size = { value: 'Small', sellingPrice: 5000, isDefault: true };
    items = await Promise.all(
      (['Kitchen', 'Bar'] as const).map(async (type) => ({
        menuItemId: await addMenuItem(t.store, t.cafe, { name: type, type, sizes: JSON.stringify([size]) }),
        size: 'Small',
        qty: 1,
      })),
    );
    // Tickets are printed, so they close with their bill.
    await setSetting({ store: t.store, outletId: t.cafe } as Shop, 'KotPrinter', 'Kitchen');
    await t.call('shift.create', { as: manager, body: { key: randomUUID(), openingBalance: 0 } });
  });

  afterAll(() => void vi.useRealTimers());

  /** Returns how many rows each read of a step takes (PostgreSQL), or how it finds them (SQLite). */
  async function costsOf(sale: Record<Step, Statement[]>): Promise<Record<string, unknown[]>> {
    // PostgreSQL does so itself after a minute.
    if (on.engine === 'postgres') await on.tamper(at, 'analyze');
    const costs: Record<string, unknown[]> = {};
    for (const [step, statements] of Object.entries(sale)) {
      costs[step] = [];
      for (const one of statements.filter(({ sql }) => sql.startsWith('select')))
        costs[step].push('dataDir' in at ? await planOf(at, one) : [one.sql, await rowsRead(at.databaseUrl, one)]);
    }
    return costs;
  }

  it('[R34.1] check-in, Save, print and Pay read as much late in the day as early', async () => {
    const texts = (sale: Record<Step, Statement[]>) => Object.values(sale).map((all) => all.map(({ sql }) => sql));
    // Every 33rd sale adds up sums on SQLite, and every 32nd reserves ids: both of these are far from one.
    await day(5);
    const early = await statementsOfSale();
    const before = await costsOf(early);
    await day(50);
    const late = await statementsOfSale();
    expect(Math.min(...texts(early).map((all) => all.length))).toBeGreaterThan(5);
    expect(texts(late)).toEqual(texts(early));
    expect(await costsOf(late)).toEqual(before);
    expect(JSON.stringify(before)).not.toContain('SCAN');
    // A plan tells no number of rows: on SQLite none finds them by the day or the shift alone.
    expect(JSON.stringify(before)).not.toMatch(
      /USING (COVERING )?INDEX \w+ \(outlet_id=\?( AND (business_date|shift_id)=\?)?\)/,
    );
  });
});
