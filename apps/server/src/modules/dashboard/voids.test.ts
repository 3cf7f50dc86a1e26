import { randomUUID } from 'node:crypto';
import type { Bill } from '@atoll/domain/bill/bill';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, expect, it, vi } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { statementsOf } from '../../platform/store/testing/statements.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { addMenuItem } from '../bill/testing/shop.ts';

eachEngine('voids', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  let shiftId: number;
  const dishes = new Map<string, number>();
  const call = async (...[key, more]: Parameters<TestApp['call']>) => {
    const { status, body } = await t.call(key, { as: admin, ...more });
    expect([status, body.reason]).toEqual([200, undefined]);
    return body;
  };
  const line = (name: string, qty: number) => ({ key: randomUUID(), menuItemId: dishes.get(name), qty });
  const open = async (slot: string, items: readonly object[]): Promise<Bill> =>
    call('bill.create', { body: { key: randomUUID(), type: 'Table', slot, items } });
  const ran = () =>
    call('report.run', { body: { reportKey: 'voids', range: 'Today', compareTo: 'None', filters: {} } });

  beforeAll(async () => {
    t = await testApp(on);
    admin = await t.signIn('Admin');
    for (const [name, sellingPrice] of [
      ['Masroshi', 3800],
      ['Milk tea', 2800],
    ] as const) {
      const sizes = JSON.stringify([{ value: 'Regular', sellingPrice, isDefault: true }]);
      dishes.set(name, await addMenuItem(t.store, t.cafe, { name, sizes }));
    }
    shiftId = (await call('shift.create', { body: { key: randomUUID(), openingBalance: 0 } })).id;
    const gone = { ...line('Milk tea', 2), discount: { type: 'Percent', value: 10, reason: 'Late' } };
    const paid = await open('1', [gone, line('Masroshi', 1)]);
    const voided = { ...gone, isVoid: true, voidReason: 'Kitchen mistake' };
    const { total, items } = await call('bill.update', {
      body: { key: paid.key, type: 'Table', slot: '1', items: [voided] },
    });
    const seen = { itemKeys: (items as Bill['items']).map(({ key }) => key), total };
    const payments = [{ key: randomUUID(), method: 'Cash', amount: total }];
    await call('bill.pay', { body: { key: paid.key, payments, seen } });
    const whole = await open('2', [line('Masroshi', 3)]);
    expect(whole.total).toBeGreaterThan(11_400);
    await call('bill.void', { body: { billId: whole.key, reason: 'Guest left' } });
  });

  it('[R2.23] add up to the same in X, the report and the dashboard, without discount, service charge and tax', async () => {
    const voids = { count: 2, amount: 5600 + 11_400 };
    expect((await call('shift.x', { params: { id: shiftId } })).voids).toEqual(voids);
    expect((await call('app.dashboard', { query: {} })).voids).toEqual(voids);
    expect((await ran()).totals).toEqual({ qty: 5, amount: voids.amount });
  });

  it('few bills are read at once for a report or the dashboard, so that no till waits for those of a year', async () => {
    // The reads of reports then run where they are recorded.
    const road = vi.spyOn(t.store, 'readForReports');
    road.mockImplementation((outletId, read) => t.store.readOutlet(outletId, read));
    const statements = await statementsOf(async () => [await ran(), await call('app.dashboard', { query: {} })]);
    road.mockRestore();
    const documents = statements.filter(({ sql }) => /"doc"[^]* from "bill"/.test(sql));
    // The rest are bills of the open shift.
    const reads = documents.filter(({ sql }) => !sql.includes('shift_id'));
    expect(reads).toHaveLength(2);
    for (const { sql, parameters } of reads)
      expect([sql.includes('"id" in ('), parameters.length <= 51]).toEqual([true, true]);
  });

  it('[R2.23] the report names what was voided with a bill, and how many', async () => {
    const { rows } = await ran();
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual(
      expect.objectContaining({ kind: 'Bill', what: 'Masroshi', qty: 3, amount: 11_400, reason: 'Guest left' }),
    );
    expect(rows).toContainEqual(
      expect.objectContaining({ kind: 'Item', what: 'Milk tea', qty: 2, amount: 5600, reason: 'Kitchen mistake' }),
    );
  });
});
