import type { Bill } from '@atoll/domain/bill/bill';
import { maxBillTotal } from '@atoll/domain/bill/items';
import type { BillItemInput } from '@atoll/domain/contract/bill/bill';
import type { ContractKey } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { newCode, soldCardOf } from '@atoll/domain/wallet/code';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { sellingApp } from '../testing/selling-app.ts';
import { addMenuItem, line, newKey } from '../testing/shop.ts';

const tooLarge = 'A bill can be at most MVR 9,999,999.99';
const tooLong = 'A bill can have at most 500 items. Open another bill';

eachEngine('the largest bill', (on) => {
  let app: TestApp;
  let admin: SignedIn;
  let waiter: SignedIn;
  let yacht: number;
  let tea: number;
  beforeAll(async () => {
    ({ app, item: yacht } = await sellingApp(on, 600_000_000));
    const sizes = JSON.stringify([{ value: 'Small', sellingPrice: 1000, isDefault: true }]);
    tea = await addMenuItem(app.store, app.cafe, { name: 'Tea', sizes });
    [admin, waiter] = [await app.signIn('Admin'), await app.signIn('User')];
  });
  const teas = (count: number) => Array.from({ length: count }, () => line(tea));
  const send = (key: ContractKey, body: object, as = waiter) => app.call(key, { as, body });
  const open = (slot: string, items: readonly BillItemInput[]) =>
    send('bill.create', { key: newKey(), type: 'Table', slot, items });
  const change = ({ key, type, slot, version }: Bill, items: readonly BillItemInput[], as = waiter) =>
    send('bill.update', { key, type, slot, version, items }, as);
  const done = async (answer: ReturnType<typeof send>): Promise<Bill> => {
    const { status, body } = await answer;
    expect([status, body.message]).toEqual([200, undefined]);
    return body as Bill;
  };
  const words = async (answer: ReturnType<typeof send>) => {
    const { status, body } = await answer;
    return [status, body.reason, body.details];
  };
  const stored = async ({ key }: Bill): Promise<Bill> =>
    (await app.call('bill.find', { as: admin, params: { id: key } })).body as Bill;

  it('[R35.92] [R36.13] refuses an item that makes the bill too large, with amounts in MVR, and keeps the bill as it was', async () => {
    const features = (await app.call('app.findOutlet', { as: admin, params: { id: app.cafe } })).body;
    const withCards = { outletId: app.cafe, version: features.version, features: [...features.features, 'Wallets'] };
    expect((await app.call('outlet.update', { as: admin, outlet: null, body: withCards })).status).toBe(200);
    const bill = await done(open('1', [line(yacht)]));
    expect(await words(change(bill, [line(yacht)]))).toEqual([422, 'invalid', tooLarge]);
    expect(await words(open('2', [line(yacht, 2)]))).toEqual([422, 'invalid', tooLarge]);
    // Gift cards, which stand beside the total, are paid with it.
    const cards = Array.from({ length: 40 }, (_, seed) =>
      line(0, 1, { sellingPrice: 10_000_000, card: soldCardOf(newCode(new Uint8Array(12).fill(seed))) }),
    );
    expect(await words(change(bill, cards, admin))).toEqual([422, 'invalid', tooLarge]);
    expect(await stored(bill)).toMatchObject({ version: bill.version, total: bill.total });
    expect((await done(change(bill, [line(tea)]))).items).toHaveLength(2);
    expect(bill.total).toBeLessThan(maxBillTotal);
  });

  it('[R36.13] refuses the 501st item of a bill, in one request or several, moved or merged, and keeps the bill', async () => {
    const most = await done(open('3', teas(400)));
    const full = await done(change(most, teas(100)));
    expect(await words(change(full, teas(1)))).toEqual([422, 'invalid', tooLong]);
    expect(await words(open('4', teas(501)))).toEqual([422, 'invalid', 'Items may have at most 500 entries']);
    expect((await done(change(full, []))).items).toHaveLength(500);
    // Nor do items come to it from another bill.
    const one = await done(open('5', teas(1)));
    expect(await words(send('bill.merge', { from: one.key, to: full.key }, admin))).toEqual([422, 'invalid', tooLong]);
    const to = { type: full.type, slot: full.slot };
    const moved = { from: { key: one.key }, to, items: one.items.map(({ key }) => key) };
    expect(await words(send('bill.transfer', moved, admin))).toEqual([422, 'invalid', tooLong]);
    const kept = await Promise.all([one, full].map(stored));
    expect(kept.map(({ items }) => items.filter(({ isVoid }) => !isVoid).length)).toEqual([1, 500]);
  });

  it('[R36.13] refuses the 21st note of an item, in words, and keeps the item as it was', async () => {
    const notes = (count: number) => Array.from({ length: count }, (_, at) => `note ${at}`);
    const bill = await done(open('6', [line(tea, 1, { notes: notes(20) })]));
    expect(bill.items[0]?.notes).toHaveLength(20);
    const [item] = bill.items;
    const tooMany = [422, 'invalid', 'Notes may have at most 20 entries'];
    expect(await words(change(bill, [line(tea, 1, { key: item?.key ?? '', notes: notes(21) })]))).toEqual(tooMany);
    expect(await words(open('7', [line(tea, 1, { notes: notes(21) })]))).toEqual(tooMany);
    expect((await stored(bill)).items[0]?.notes).toHaveLength(20);
  });
});
