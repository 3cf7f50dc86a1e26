import type { Bill } from '@atoll/domain/bill/bill';
import type { PaymentInput } from '@atoll/domain/contract/bill/bill';
import { addDays } from '@atoll/domain/date/business-day';
import { last4, newCode, soldCardOf } from '@atoll/domain/wallet/code';
import { beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../platform/http/actor.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { createBill, payBill, refundBill } from '../bill/service.ts';
import { addShop, cash, line, newKey, payment, type Shop, sent } from '../bill/testing/shop.ts';
import { runReport } from '../report/run.ts';
import { listReports } from '../report/service.ts';
import { adjustWallet } from './change.ts';
import { holdWallet } from './hold.ts';
import { expireWallet } from './payout.ts';

const walletReports = ['wallet-liability', 'wallet-movements', 'wallet-breakage', 'points'];

eachEngine('reports of wallets', (on) => {
  let shop: Shop;
  let admin: Actor;
  let today: string;
  let slot = 0;
  const open = (items: ReturnType<typeof line>[]) => {
    slot += 1;
    return createBill(shop.store, shop.waiter, sent(String(slot), { items }));
  };
  const pay = (bill: Bill, payments: PaymentInput[]) => payBill(shop.store, shop.waiter, payment(bill, payments));
  /** Sells a card and returns its id and code. */
  const sell = async (seed: number, amount: number) => {
    const code = newCode(Uint8Array.from({ length: 12 }, (_, index) => seed * 31 + index * 7));
    const card = soldCardOf(code);
    await pay(await open([line(0, 1, { sellingPrice: amount, card })]), [cash(amount)]);
    const { id } = await shop.store.readOutlet(shop.outletId, (db) =>
      db.selectFrom('wallet').select('id').where('code_hash', '=', card.hash).executeTakeFirstOrThrow(),
    );
    return { id, code };
  };
  const run = async (key: string, from = today, to = today) => {
    const config = { reportKey: key, range: 'Custom' as const, from, to, compareTo: 'None' as const, filters: {} };
    const { rows, totals } = await runReport(shop.store, admin, config, Date.now());
    return { rows, totals };
  };
  const sumOfBalances = async (): Promise<number> => {
    const rows = await shop.store.readOutlet(shop.outletId, (db) =>
      db.selectFrom('wallet').select('balance').where('outlet_id', '=', shop.outletId).execute(),
    );
    return rows.reduce((sum, { balance }) => sum + balance, 0);
  };
  const writeAll = (write: (tx: Parameters<Parameters<Shop['store']['writeOutlet']>[1]>[0]) => void) =>
    shop.store.writeOutlet(shop.outletId, async (tx) => write(tx));

  beforeAll(async () => {
    shop = await addShop(await on.open(), { outlet: { features: JSON.stringify(['Wallets']) } });
    admin = shop.admin as Actor;
  });

  it('owe the sum of the balances to the laari, and movements and breakage add up to what changed', async () => {
    // An old card, of which nothing was spent, and one that pays a part and gets a part back.
    const [old, spent] = [await sell(1, 20_003), await sell(2, 5000)];
    await writeAll((tx) => {
      const expired = { expires_on: '2020-01-31' };
      tx.write(
        tx.db.updateTable('wallet').set(expired).where('outlet_id', '=', shop.outletId).where('id', '=', old.id),
      );
    });
    const first = await shop.store.readOutlet(shop.outletId, (db) =>
      db.selectFrom('wallet_entry').select('business_date').where('wallet_id', '=', old.id).executeTakeFirstOrThrow(),
    );
    today = first.business_date;
    const before = await run('wallet-liability');
    expect(before.rows).toEqual([
      {
        kind: 'Gift card',
        gst: 'Not paid',
        cards: 2,
        balance: 25_003,
        to30: 25_003,
        to60: 0,
        to90: 0,
        older: 0,
        overdrawn: 0,
      },
    ]);

    const bill = await open([line(shop.menu.tea)]);
    const holdKey = newKey();
    const hold = { key: holdKey, code: spent.code, billKey: bill.key, amount: 701 };
    await holdWallet(shop.store, shop.waiter as Actor, hold);
    const wallet = { id: spent.id, last4: last4(spent.code), holdKey };
    const byCard = { key: newKey(), method: 'GiftCard' as const, amount: 701, wallet };
    const { bill: paid } = await pay(bill, [byCard, cash(bill.total - 701)]);
    const back = [{ key: newKey(), method: 'GiftCard' as const, amount: 701 }, cash(paid.total - 701)];
    await refundBill(shop.store, shop.admin, { key: newKey(), billId: paid.key, payments: back, reason: 'Cold' });
    const other = await open([line(shop.menu.tea)]);
    await pay(other, [cash(other.total)]);
    const code = newCode(Uint8Array.from({ length: 12 }, (_, index) => 250 - index));
    const credit = { card: soldCardOf(code) };
    const given = [{ key: newKey(), method: 'StoreCredit' as const, amount: other.total, credit }];
    await refundBill(shop.store, shop.admin, { key: newKey(), billId: other.key, payments: given, reason: 'Cold' });
    await expireWallet(shop.store, shop.admin, { key: newKey(), id: old.id, reason: 'Never used' });
    await adjustWallet(shop.store, shop.admin, { key: newKey(), id: spent.id, amount: -5150, reason: 'Wrong amount' });

    const after = await run('wallet-liability');
    expect(after.rows).toEqual([
      {
        kind: 'Gift card',
        gst: 'Not paid',
        cards: 1,
        balance: -150,
        to30: 0,
        to60: 0,
        to90: 0,
        older: 0,
        overdrawn: -150,
      },
      {
        kind: 'Store credit',
        gst: 'Not paid',
        cards: 1,
        balance: other.total,
        to30: other.total,
        to60: 0,
        to90: 0,
        older: 0,
        overdrawn: 0,
      },
    ]);
    expect(after.totals['balance']).toBe(await sumOfBalances());

    const moved = await run('wallet-movements');
    expect(
      moved.rows.map(({ date, kind, movement, entries, amount }) => [date, kind, movement, entries, amount]),
    ).toEqual([
      [today, 'Gift card', 'Adjusted', 1, -5150],
      [today, 'Gift card', 'Expired', 1, -20_003],
      [today, 'Gift card', 'Sold', 2, 25_003],
      [today, 'Gift card', 'Paid with it', 1, -701],
      [today, 'Gift card', 'Refund', 1, 701],
      [today, 'Store credit', 'Added', 1, other.total],
    ]);
    expect(moved.totals['amount']).toBe(after.totals['balance']);
    expect(await run('wallet-breakage')).toMatchObject({
      rows: [{ date: today, card: last4(old.code), amount: 20_003, person: 'Admin', reason: 'Never used' }],
      totals: { amount: 20_003 },
    });
    for (const key of walletReports) expect((await run(key, addDays(today, -9), addDays(today, -1))).rows).toEqual([]);
  });

  it('put a balance under the age of its first entry', async () => {
    await sell(40, 1000);
    const column = async (days: number): Promise<string[]> => {
      const { rows, totals } = await run('wallet-liability', addDays(today, days), addDays(today, days));
      expect(totals['balance']).toBe(await sumOfBalances());
      const [gift] = rows;
      expect(gift).toMatchObject({ kind: 'Gift card', cards: 2, balance: 850, overdrawn: -150 });
      return ['to30', 'to60', 'to90', 'older'].filter((age) => gift?.[age] === 1000);
    };
    const found: string[][] = [];
    for (const days of [30, 31, 60, 61, 90, 91]) found.push(await column(days));
    expect(found).toEqual([['to30'], ['to60'], ['to60'], ['to90'], ['to90'], ['older']]);
  });

  it('are listed only where the outlet has wallets, for people who may see them', async () => {
    const listed = async (actor: Actor) =>
      (await listReports(shop.store, actor)).map(({ key }) => key).filter((key) => walletReports.includes(key));
    expect(await listed(admin)).toEqual(walletReports);
    const permissions = new Set([...admin.permissions].filter((permission) => permission !== 'Wallets'));
    expect(await listed({ ...admin, permissions })).toEqual([]);
    const other = await addShop(shop.store, { shift: false });
    expect(await listed(other.admin as Actor)).toEqual([]);
  });
});
