import type { Bill } from '@atoll/domain/bill/bill';
import { beforeAll, expect, it } from 'vitest';
import type { Store } from '../../../platform/store/store.ts';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { updateBill, voidBill } from '../service.ts';
import { addPerson } from '../testing/grant.ts';
import { addShop, line, newKey, order, type Shop, sent, settle } from '../testing/shop.ts';
import { activeBills, findBill } from './find.ts';
import { type BillPageRequest, listBills } from './list.ts';

eachEngine('looking at bills', (on) => {
  let store: Store;
  let shop: Shop;
  const bills: Bill[] = [];
  beforeAll(async () => {
    store = await on.open();
    shop = await addShop(store);
    for (let n = 1; n <= 12; n += 1) {
      const bill = await order(shop, String(n), [line(shop.menu.tea, n)], { type: n % 2 === 0 ? 'Takeaway' : 'Table' });
      bills.push(n % 3 === 0 ? await settle(shop, bill) : bill);
    }
    bills[0] = await voidBill(store, shop.admin, { billId: bills[0]?.key ?? '', reason: 'Left' });
  });
  const ask = async (more: Partial<BillPageRequest> = {}, of = shop) => {
    const request: BillPageRequest = {
      limit: 5,
      offset: 0,
      sort: 'id',
      direction: 'desc',
      search: '',
      from: undefined,
      to: undefined,
      isCounted: true,
      ...more,
    };
    const { bills: texts, count } = await listBills(store, of.admin, request);
    return { count, found: texts.map((text) => JSON.parse(text) as Bill) };
  };
  const numbers = (found: readonly Bill[]) => found.map((bill) => bill.number);

  it('[R18.11] returns every open bill of the outlet in full, with the change number', async () => {
    const other = await addShop(store);
    await order(other, '1', [line(other.menu.tea)]);
    const { seq, bills: texts } = await activeBills(store, shop.admin);
    expect(texts.map((text) => JSON.parse(text) as Bill)).toEqual(bills.filter((bill) => bill.isOpen));
    const head = await store.readOutlet(shop.outletId, (db) =>
      db.selectFrom('outlet_cursor').select('seq').where('outlet_id', '=', shop.outletId).executeTakeFirstOrThrow(),
    );
    expect(seq).toBe(head.seq);
  });

  it('names who changed a bill last, and who took its payment, to other readers only', async () => {
    const cafe = await addShop(store);
    const [opener, cashier] = [await addPerson(cafe, 'Admin'), await addPerson(cafe, 'User')];
    const by = (userId: number): Shop => ({ ...cafe, waiter: { ...cafe.waiter, userId } });
    const tea = await order(by(opener), '20', [line(cafe.menu.tea)]);
    const nameFor = async (reader?: number) =>
      (await findBill(store, cafe.outletId, tea.key, reader)).modifiedByName ?? null;
    expect([await nameFor(opener), await nameFor(cashier)]).toEqual([null, 'Admin']);
    await settle(by(cashier), tea);
    expect([await nameFor(opener), await nameFor(cashier), await nameFor()]).toEqual(['User', null, null]);
  });

  it('lists pages of bills, newest first, with the total count', async () => {
    const { count, found } = await ask();
    expect({ count, numbers: numbers(found) }).toEqual({ count: 12, numbers: [12, 11, 10, 9, 8] });
    expect(found[0]).toEqual(bills[11]);
    expect(numbers((await ask({ offset: 10 })).found)).toEqual([2, 1]);
  });

  it('sorts bills by the columns of the grid', async () => {
    expect(numbers((await ask({ sort: 'total', direction: 'asc', limit: 3 })).found)).toEqual([1, 2, 3]);
    expect(numbers((await ask({ sort: 'slot', direction: 'desc', limit: 2 })).found)).toEqual([12, 10]);
    expect(numbers((await ask({ sort: 'createdAt', direction: 'asc', limit: 2 })).found)).toEqual([1, 2]);
  });

  it('sorts the bills of business days, paid and void ones, each once', async () => {
    const day = bills[2]?.businessDate ?? '';
    const sorted = async (more: Partial<BillPageRequest>) => {
      const { count, found } = await ask({ fromDay: day, toDay: day, direction: 'asc', ...more });
      return [count, ...numbers(found)];
    };
    expect(await sorted({ sort: 'slot' })).toEqual([5, 1, 3, 9, 6, 12]);
    for (const sort of ['id', 'number', 'createdAt', 'total', 'invoiceNumber', 'completedAt'] as const)
      expect([sort, ...(await sorted({ sort, type: 'Takeaway' }))]).toEqual([sort, 2, 6, 12]);
    expect(await sorted({ sort: 'total', toDay: undefined, limit: 2, offset: 1 })).toEqual([5, 3, 6]);
    expect(await sorted({ sort: 'total', minTotal: bills[5]?.total ?? 0 })).toEqual([3, 6, 9, 12]);
    expect(await sorted({ sort: 'slot', search: bills[8]?.invoiceNumber?.toLowerCase() ?? '' })).toEqual([1, 9]);
    expect(await sorted({ sort: 'slot', userId: 2, status: 'Void' })).toEqual([1, 1]);
  });

  it('sorts, filters and finds an open bill by what it has now, beside closed ones', async () => {
    const own = await addShop(store);
    const guest = await addCustomer(own, 'Mariyam Reef');
    const paid = await settle(own, await order(own, '1', [line(own.menu.tea, 2)]));
    const open = await order(own, '2', [line(own.menu.tea)]);
    const more = { key: open.key, version: open.version, customerId: guest, items: [line(own.menu.tea, 4)] };
    const { bill: now } = await updateBill(store, own.admin, { ...sent('2'), ...more });
    const asked = async (filter: Partial<BillPageRequest>) => (await ask(filter, own)).found.map(({ key }) => key);
    expect(await asked({ sort: 'total', direction: 'desc' })).toEqual([open.key, paid.key]);
    expect(await asked({ sort: 'total', direction: 'desc', limit: 1, offset: 1 })).toEqual([paid.key]);
    expect(await asked({ minTotal: now.total })).toEqual([open.key]);
    expect(await asked({ maxTotal: now.total - 1 })).toEqual([paid.key]);
    expect(await asked({ customerId: guest })).toEqual([open.key]);
    expect(await asked({ search: 'yam reef' })).toEqual([open.key]);
    await settle(own, now);
    expect(await asked({ customerId: guest, search: 'yam reef', minTotal: now.total })).toEqual([open.key]);
  });

  it('filters bills by type, status, shift, user, time and text, and counts the matches', async () => {
    expect((await ask({ type: 'Takeaway' })).count).toBe(6);
    expect((await ask({ status: 'Complete' })).count).toBe(4);
    expect((await ask({ status: 'Void' })).count).toBe(1);
    expect((await ask({ status: 'Open' })).count).toBe(7);
    expect((await ask({ status: 'Saved' })).count).toBe(7);
    expect(numbers((await ask({ status: 'Open', sort: 'total', direction: 'asc', limit: 3 })).found)).toEqual([
      2, 4, 5,
    ]);
    expect(numbers((await ask({ status: 'Void' })).found)).toEqual([1]);
    expect((await ask({ shiftId: bills[2]?.shiftId ?? 0 })).count).toBe(12);
    expect((await ask({ shiftId: 999_999 })).count).toBe(0);
    expect((await ask({ userId: 2 })).count).toBe(12);
    expect((await ask({ customerId: 5 })).count).toBe(0);
    expect(numbers((await ask({ slot: 3 })).found)).toEqual([3]);
    expect(numbers((await ask({ method: 'Cash', type: 'Takeaway' })).found)).toEqual([12, 6]);
    expect((await ask({ method: 'Card' })).count).toBe(0);
    const day = bills[2]?.businessDate ?? '';
    expect((await ask({ fromDay: day, toDay: day, status: 'Complete' })).count).toBe(4);
    expect((await ask({ fromDay: '2000-01-01', toDay: '2000-12-31' })).count).toBe(0);
    expect((await ask({ from: Date.now() + 60_000 })).count).toBe(0);
    expect((await ask({ to: Date.now() + 60_000 })).count).toBe(12);
    expect(numbers((await ask({ search: '7' })).found)).toEqual([7]);
    const invoice = bills[5]?.invoiceNumber ?? '';
    expect(numbers((await ask({ search: invoice.toLowerCase() })).found)).toEqual([6]);
    expect((await ask({ search: '%' })).count).toBe(0);
  });
});

function addCustomer({ store, outletId }: Shop, name: string): Promise<number> {
  return store.writeOutlet(outletId, async (tx) => {
    const id = await tx.nextId('customer');
    const unset = { created_at: 0, created_by: null, modified_at: 0, modified_by: null };
    tx.write(
      tx.db.insertInto('customer').values({ outlet_id: outletId, id, key: newKey(), code: `C-${id}`, name, ...unset }),
    );
    return id;
  });
}
