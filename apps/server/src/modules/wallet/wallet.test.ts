import type { Bill } from '@atoll/domain/bill/bill';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import type { PaymentInput } from '@atoll/domain/contract/bill/bill';
import { codeHash, last4, newCode, soldCardOf } from '@atoll/domain/wallet/code';
import { offlineName } from '@atoll/domain/wallet/offline';
import * as fc from 'fast-check';
import type { CompiledQuery } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../platform/http/actor.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { describeApproval } from '../approval/about.ts';
import { type BillActor, correctPayment, createBill, payBill, refundBill } from '../bill/service.ts';
import { addPerson, grant } from '../bill/testing/grant.ts';
import { addShop, cash, line, newKey, payment, refusalOf, type Shop, sent, setSetting } from '../bill/testing/shop.ts';
import { createCustomer } from '../customer/service.ts';
import { payOutWalletInCash } from '../shift/wallet-payout.ts';
import { adjustWallet, blockWallet, replaceWallet } from './change.ts';
import { holdWallet } from './hold.ts';
import { findLedger, listWallets } from './list.ts';
import { walletsForTills } from './offline.ts';
import { expireWallet } from './payout.ts';

let codeCount = 0;

/** Returns the code of a new card. No two are the same. */
function makeCode(): string {
  codeCount += 1;
  return newCode(Uint8Array.from({ length: 12 }, (_, index) => Math.floor(codeCount / 16 ** index) % 16));
}

/** Returns a line that sells a card of an amount. */
const cardOf = (code: string, amount: number) => line(0, 1, { sellingPrice: amount, card: soldCardOf(code) });

eachEngine('a gift card', (on) => {
  let shop: Shop;
  let slot = 0;
  const freeSlot = () => String((slot += 1));
  beforeAll(async () => {
    shop = await newShop(await on.open());
  });
  const newShop = (store: Shop['store']) => addShop(store, { outlet: { features: JSON.stringify(['Wallets']) } });
  const open = (items: Parameters<typeof sent>[1]) => createBill(shop.store, shop.waiter, sent(freeSlot(), items));
  const pay = (bill: Bill, payments: PaymentInput[], more = {}) =>
    payBill(shop.store, shop.waiter, payment(bill, payments, more));
  const sell = async (amount: number) => {
    const code = makeCode();
    const bill = await open({ items: [cardOf(code, amount)] });
    await pay(bill, [cash(amount)]);
    return code;
  };
  const hold = (code: string, amount: number, billKey = newKey(), key = newKey()) =>
    holdWallet(shop.store, shop.waiter as Actor, { key, code, billKey, amount });
  /** Ends all holds. */
  const releaseAll = () =>
    shop.store.writeOutlet(shop.outletId, async (tx) => {
      tx.write(tx.db.updateTable('wallet_hold').set({ expires_at: 0 }).where('outlet_id', '=', shop.outletId));
    });
  /** Returns a payment with a card, after its hold. */
  const byCard = async (bill: Bill, code: string, amount: number): Promise<PaymentInput> => {
    const holdKey = newKey();
    const { id } = await hold(code, amount, bill.key, holdKey);
    return { key: newKey(), method: 'GiftCard', amount, wallet: { id, last4: last4(code), holdKey } };
  };
  const idOf = (code: string): Promise<number> =>
    shop.store.readOutlet(shop.outletId, async (db) => {
      const found = db
        .selectFrom('wallet')
        .select('id')
        .where('outlet_id', '=', shop.outletId)
        .where('code_hash', '=', soldCardOf(code).hash);
      return (await found.executeTakeFirst())?.id ?? 0;
    });
  const balanceOf = (code: string): Promise<number[]> =>
    shop.store.readOutlet(shop.outletId, async (db) => {
      const wallet = await db
        .selectFrom('wallet')
        .select(['id', 'balance'])
        .where('outlet_id', '=', shop.outletId)
        .where('code_hash', '=', soldCardOf(code).hash)
        .executeTakeFirst();
      const entries = await db
        .selectFrom('wallet_entry')
        .select('amount')
        .where('outlet_id', '=', shop.outletId)
        .where('wallet_id', '=', wallet?.id ?? 0)
        .orderBy('id')
        .execute();
      const amounts = entries.map(({ amount }) => amount);
      expect(wallet?.balance ?? 0).toBe(amounts.reduce((sum, amount) => sum + amount, 0));
      return amounts;
    });

  it('[R22.2] sells a card beside a coffee: no revenue, no GST, and value from the payment on', async () => {
    const code = makeCode();
    const bill = await open({ items: [line(shop.menu.tea), cardOf(code, 50_000)] });
    expect([bill.subTotal, bill.cardsSold, toPay(bill)]).toEqual([1000, 50_000, bill.total + 50_000]);
    expect(await refusalOf(hold(code, 100))).toMatchObject({ reason: 'walletUnknown' });
    expect(await refusalOf(pay(bill, [cash(bill.total)]))).toMatchObject({ reason: 'paymentShort' });
    const { bill: paid } = await pay(bill, [cash(toPay(bill))]);
    expect(paid.payments.map(({ amount }) => amount)).toEqual([toPay(bill)]);
    expect(await balanceOf(code)).toEqual([50_000]);
    const sums = await shop.store.readOutlet(shop.outletId, async (db) => ({
      items: await db.selectFrom('sold_item').select('name').where('bill_id', '=', paid.id).execute(),
      hours: await db.selectFrom('sale_hour').select(['total', 'gst']).execute(),
    }));
    expect(sums.items).toEqual([{ name: 'Tea' }]);
    expect(sums.hours.reduce((sum, { total }) => sum + total, 0)).toBe(bill.total);
  });

  it('[R22.3] redeems a card in part and once for a payment, and the receipt has the balance left', async () => {
    const code = await sell(10_000);
    const bill = await open({ items: [line(shop.menu.tea)] });
    const first = await byCard(bill, code, 600);
    const body = [first, cash(bill.total - 600)];
    const { bill: paid } = await pay(bill, body);
    expect(paid.payments[0]).toMatchObject({ method: 'GiftCard', wallet: { last4: last4(code), left: 9400 } });
    await pay(bill, body);
    expect(await balanceOf(code)).toEqual([10_000, -600]);
  });

  it('[R22.4] lets two tills spend no balance twice: a line holds its amount for 15 minutes', async () => {
    const code = await sell(1000);
    const [one, two] = [await open({ items: [line(shop.menu.tea)] }), await open({ items: [line(shop.menu.tea)] })];
    const mine = await byCard(one, code, 700);
    expect(await hold(code, 5000, two.key)).toMatchObject({ left: 300, held: 300 });
    expect(await refusalOf(hold(code, 5000))).toMatchObject({ reason: 'walletShort' });
    const theirs: PaymentInput = { ...mine, key: newKey(), amount: 700 };
    const stolen = { ...theirs, wallet: { id: mine.wallet?.id ?? 0, last4: last4(code), holdKey: newKey() } };
    expect(await refusalOf(pay(two, [stolen, cash(two.total - 700)]))).toMatchObject({ reason: 'walletUnknown' });
    const times = (set: (at: number) => number) =>
      shop.store.writeOutlet(shop.outletId, async (tx) => {
        const { expires_at } = await tx.db
          .selectFrom('wallet_hold')
          .select('expires_at')
          .where('key', '=', mine.wallet?.holdKey ?? '')
          .executeTakeFirstOrThrow();
        const holds = tx.db.updateTable('wallet_hold').set({ expires_at: set(expires_at) });
        tx.write(holds.where('outlet_id', '=', shop.outletId).where('key', '=', mine.wallet?.holdKey ?? ''));
        return Math.round((expires_at - tx.clockNow) / 60_000);
      });
    expect(await times((at) => at - 16 * 60_000)).toBe(15);
    expect(await hold(code, 5000)).toMatchObject({ left: 700 });
    await times((at) => at + 16 * 60_000);
    await shop.store.writeOutlet(shop.outletId, async (tx) => {
      tx.write(
        tx.db
          .deleteFrom('wallet_hold')
          .where('amount', '=', 700)
          .where('key', '!=', mine.wallet?.holdKey ?? ''),
      );
    });
    await pay(one, [mine, cash(one.total - 700)]);
    expect(await refusalOf(pay(two, [theirs, cash(two.total - 700)]))).toMatchObject({ reason: 'walletShort' });
    expect(await balanceOf(code)).toEqual([1000, -700]);
  });

  it('[R22.4] gives a till back what it holds for a bill and has no payment for, and no other till', async () => {
    const code = await sell(1000);
    const { key: billKey } = await open({ items: [line(shop.menu.tea)] });
    const [taken, lost] = [newKey(), newKey()];
    const holdOn = (deviceId: string, amount: number, beside?: string[], key = newKey(), bill = billKey) =>
      holdWallet(
        shop.store,
        { ...shop.waiter, deviceId },
        { key, code, billKey: bill, amount, ...(beside && { beside }) },
      );
    await holdOn('till 1', 300, [], taken);
    expect(await holdOn('till 1', 700, [taken], lost)).toMatchObject({ left: 700 });
    expect(await refusalOf(holdOn('till 1', 700))).toMatchObject({ reason: 'walletShort' });
    expect(await refusalOf(holdOn('till 2', 700, []))).toMatchObject({ reason: 'walletShort' });
    expect(await refusalOf(holdOn('till 1', 700, [], newKey(), newKey()))).toMatchObject({ reason: 'walletShort' });
    expect(await holdOn('till 1', 500, [taken])).toMatchObject({ left: 700, held: 500 });
    expect(await holdOn('till 2', 500, [])).toMatchObject({ left: 200 });
  });

  it('[R22.7] gives a refund first to the card that paid, never more than it paid, and only the rest in cash', async () => {
    const code = await sell(3000);
    const bill = await open({ items: [line(shop.menu.burger), line(shop.menu.tea)] });
    const { bill: paid } = await pay(bill, [await byCard(bill, code, 3000), cash(bill.total - 3000)]);
    const give = (payments: PaymentInput[], items?: { key: string; qty: number }[]) =>
      refundBill(shop.store, shop.admin, {
        key: newKey(),
        billId: paid.key,
        payments,
        reason: 'Cold',
        ...(items && { items }),
      });
    const tea = paid.items.filter(({ name }) => name === 'Tea').map(({ key }) => ({ key, qty: 1 }));
    const owed = await refusalOf(give([cash(1)], tea));
    const due = Number(owed?.extra['due']) + 1;
    expect(await refusalOf(give([cash(due)], tea))).toMatchObject({ reason: 'refundAboveMethod' });
    const part = await give([{ key: newKey(), method: 'GiftCard', amount: due }], tea);
    expect(part.payments[0]?.wallet).toMatchObject({ left: due });
    const rest = paid.total - due;
    const all = [{ key: newKey(), method: 'GiftCard' as const, amount: rest }];
    expect(await refusalOf(give(all))).toMatchObject({ reason: 'refundAboveMethod' });
    const last = await give([{ key: newKey(), method: 'GiftCard', amount: 3000 - due }, cash(rest - (3000 - due))]);
    expect(last.payments.map(({ method, amount }) => [method, amount])).toEqual([
      ['GiftCard', due - 3000],
      ['Cash', 3000 - due - rest],
    ]);
    expect(await balanceOf(code)).toEqual([3000, -3000, due, 3000 - due]);
  });

  /** Returns a payment with a card that a till took without the server. */
  const offline = async (code: string, amount: number): Promise<PaymentInput> => {
    const wallet = { id: await idOf(code), last4: last4(code), codeHash: codeHash(code) };
    return { key: newKey(), method: 'GiftCard', amount, wallet };
  };
  const byTill = (bill: Bill, payments: PaymentInput[], deviceId: string) =>
    payBill(shop.store, { ...shop.waiter, deviceId }, payment(bill, payments));
  const addTill = (device_id: string, number: number) =>
    shop.store.writeOutlet(shop.outletId, async (tx) => {
      const row = { outlet_id: shop.outletId, device_id, number, user_name: '', heard_at: 1, waiting: 0, amount: 0 };
      tx.write(tx.db.insertInto('till').values(row as never));
    });

  it('[R22.5] pays without the server by the hash of the code, up to the limit, and tills get the balances', async () => {
    const code = await sell(50_000);
    const { wallets } = await walletsForTills(shop.store, shop.outletId, Date.now());
    const kept = wallets.find(({ name }) => name === offlineName(codeHash(code)));
    expect(kept).toMatchObject({ last4: last4(code), balance: 50_000, isBlocked: false });
    expect(JSON.stringify(wallets)).not.toContain(codeHash(code));
    const bill = await open({ items: [line(shop.menu.burger, 3)] });
    const paid = await offline(code, 10_001);
    const rest = cash(bill.total - 10_001);
    expect(await refusalOf(pay(bill, [paid, rest]))).toMatchObject({
      reason: 'walletOffline',
      message: 'Without the server a card pays up to MVR 100.00',
    });
    const halves = [await offline(code, 5001), await offline(code, 5000)];
    expect(await refusalOf(pay(bill, [...halves, rest]))).toMatchObject({ reason: 'walletOffline' });
    const other = { ...paid, wallet: { ...paid.wallet, codeHash: codeHash(makeCode()) } } as PaymentInput;
    expect(await refusalOf(pay(bill, [other, rest]))).toMatchObject({ reason: 'walletUnknown' });
    const named = { ...paid, wallet: { id: paid.wallet?.id ?? 0, last4: last4(code) } };
    expect(await refusalOf(pay(bill, [named, rest]))).toMatchObject({ reason: 'walletUnknown' });
    await pay(bill, [await offline(code, 10_000), cash(bill.total - 10_000)]);
    // What was taken an hour ago stands, whatever the limit is now.
    const late = await open({ items: [line(shop.menu.burger, 3)] });
    const taken = new Date(Date.now() - 3_600_000).toISOString();
    await pay(late, [paid, rest], { modifiedAt: taken });
    expect(await balanceOf(code)).toEqual([50_000, -10_000, -10_001]);
  });

  it('[R22.5] tells tills of each change of a card, and answers what changed since they asked', async () => {
    const headOf = () =>
      shop.store.readOutlet(shop.outletId, async (db) => {
        const rows = await db
          .selectFrom('change_log')
          .select(['seq', 'entity', 'entity_id'])
          .where('outlet_id', '=', shop.outletId)
          .where('entity', '=', 'Wallet')
          .orderBy('seq')
          .execute();
        return rows.map(({ entity_id }) => entity_id);
      });
    const before = await sell(4000);
    const id = await idOf(before);
    const at = Date.now() + 120_000;
    const changed = (since: number) => walletsForTills(shop.store, shop.outletId, Date.now(), since);
    // A minute is asked for twice: a command may be written a little after its time.
    expect(await changed(at)).toMatchObject({ wallets: [], gone: [] });
    expect((await changed(at - 120_000)).wallets.map((wallet) => wallet.id)).toContain(id);
    const told = (await headOf()).length;
    const bill = await open({ items: [line(shop.menu.tea)] });
    await pay(bill, [await byCard(bill, before, 1000), cash(bill.total - 1000)]);
    await blockWallet(shop.store, shop.admin as Actor, { id, isBlocked: true, reason: 'Lost' });
    const card = soldCardOf(makeCode());
    await blockWallet(shop.store, shop.admin as Actor, { id, isBlocked: false, reason: 'Found' });
    await replaceWallet(shop.store, shop.admin as Actor, { key: newKey(), id, card, reason: 'Worn out' });
    const changes = (await headOf()).slice(told);
    expect(changes.filter((one) => one === id)).toHaveLength(5);
    expect(new Set(changes).size).toBe(2);
    const answer = await changed(at - 120_000);
    expect(answer.gone).toContain(id);
    expect(answer.wallets.find(({ last4: letters }) => letters === card.last4)).toMatchObject({ balance: 3000 });
  });

  it('pays nothing by what the bill that sold the card, the tills or the store say of it', async () => {
    const code = makeCode();
    const sold = await open({ items: [cardOf(code, 5000)] });
    await pay(sold, [cash(5000)]);
    const { wallets } = await walletsForTills(shop.store, shop.outletId, Date.now());
    const stored = await shop.store.readOutlet(shop.outletId, (db) =>
      db.selectFrom('wallet').select('code_hash').where('bill_id', '=', sold.id).executeTakeFirstOrThrow(),
    );
    const said = [sold.items[0]?.card?.hash ?? '', stored.code_hash, wallets.at(-1)?.name.padEnd(64, '0') ?? ''];
    const bill = await open({ items: [line(shop.menu.tea)] });
    const right = await offline(code, 1000);
    for (const hash of said)
      for (const more of [{}, { modifiedAt: new Date(Date.now() - 3_600_000).toISOString() }]) {
        const wrong = { ...right, wallet: { ...right.wallet, codeHash: hash } } as PaymentInput;
        const rest = cash(bill.total - 1000);
        expect(await refusalOf(pay(bill, [wrong, rest], more))).toMatchObject({ reason: 'walletUnknown' });
      }
    await pay(bill, [right, cash(bill.total - 1000)]);
    expect(await balanceOf(code)).toEqual([5000, -1000]);
  });

  it('belongs to its outlet, and is spent once by two simultaneous payments, also beyond what they hold', async () => {
    shop = await newShop(shop.store);
    slot = 0;
    const code = await sell(1000);
    const id = await idOf(code);
    const other = await newShop(shop.store);
    const key = newKey();
    const theirs = { key, code, billKey: newKey(), amount: 500 };
    expect(await refusalOf(holdWallet(other.store, other.admin as Actor, theirs))).toMatchObject({
      reason: 'walletUnknown',
    });
    const foreign = [
      adjustWallet(other.store, other.admin as Actor, { key, id, amount: 500, reason: 'Mine' }),
      blockWallet(other.store, other.admin as Actor, { id, isBlocked: true, reason: 'Mine' }),
      replaceWallet(other.store, other.admin as Actor, { key, id, card: soldCardOf(makeCode()), reason: 'Mine' }),
    ];
    // Ids are those of each outlet: the other one may have no card, or another one, with this id.
    for (const one of foreign) expect(await refusalOf(one)).toMatchObject({ reason: 'notFound' });
    const bills = [await open({ items: [line(shop.menu.tea)] }), await open({ items: [line(shop.menu.tea)] })];
    const mine = await byCard(bills[0] as Bill, code, 600);
    const second = await byCard(bills[1] as Bill, code, 400);
    const greedy = [mine, second].map((one) => ({ ...one, amount: 1000 }));
    const results = await Promise.allSettled(
      greedy.map((one, place) => pay(bills[place] as Bill, [one, cash((bills[place] as Bill).total - 1000)])),
    );
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await Promise.allSettled([
      pay(bills[0] as Bill, [mine, cash((bills[0] as Bill).total - 600)]),
      pay(bills[1] as Bill, [second, cash((bills[1] as Bill).total - 400)]),
    ]);
    expect(await balanceOf(code)).toEqual([1000, -600, -400]);
  });

  it('is not given away by a complimentary payment, at once or by a correction', async () => {
    await setSetting(shop, 'PaymentMethods', ['Cash', 'Card', 'Complimentary']);
    const items = () => [line(shop.menu.tea), cardOf(makeCode(), 5000)];
    const free = (amount: number) => cash(amount, { method: 'Complimentary' });
    const bill = await open({ items: items() });
    const settle = (payments: PaymentInput[]) => payBill(shop.store, shop.admin, payment(bill, payments));
    for (const payments of [[free(toPay(bill))], [free(bill.total + 1), cash(4999)], [free(bill.total), free(5000)]])
      expect(await refusalOf(settle(payments))).toMatchObject({ reason: 'invalid' });
    const { bill: paid } = await settle([free(bill.total), cash(5000)]);
    const correct = correctPayment(shop.store, shop.admin, {
      billId: paid.key,
      paymentKey: paid.payments.find(({ method }) => method === 'Cash')?.key ?? '',
      payment: free(5000),
      reason: 'Wrong button',
    });
    expect(await refusalOf(correct)).toMatchObject({ reason: 'invalid' });
  });

  it('says in the history who sent a payment in the name of another person', async () => {
    const code = await sell(1000);
    const bill = await open({ items: [line(shop.menu.tea)] });
    const byOther = { ...shop.waiter, sentBy: 1 };
    await payBill(
      shop.store,
      byOther,
      payment(bill, [await byCard(bill, code, 1000), ...(bill.total > 1000 ? [cash(bill.total - 1000)] : [])]),
    );
    const { data, user_id } = await shop.store.readOutlet(shop.outletId, (db) =>
      db
        .selectFrom('history')
        .select(['data', 'user_id'])
        .where('outlet_id', '=', shop.outletId)
        .where('subject', '=', 'Wallet')
        .orderBy('seq', 'desc')
        .executeTakeFirstOrThrow(),
    );
    expect([user_id, JSON.parse(data)]).toMatchObject([2, { sentBy: 1, after: { amount: -1000 } }]);
  });

  it('[R22.6] lets two redemptions without the server stand, and a notice names card, tills and the amount below 0', async () => {
    const code = await sell(1000);
    await addTill('till-a', 4);
    await addTill('till-b', 7);
    const [one, two] = [await open({ items: [line(shop.menu.tea)] }), await open({ items: [line(shop.menu.tea)] })];
    const [first, second] = [await offline(code, 1000), await offline(code, 1000)];
    const rest = (bill: Bill) => (bill.total > 1000 ? [cash(bill.total - 1000)] : []);
    await byTill(one, [first, ...rest(one)], 'till-a');
    const again = [second, ...rest(two)];
    await byTill(two, again, 'till-b');
    await byTill(two, again, 'till-b');
    expect(await balanceOf(code)).toEqual([1000, -1000, -1000]);
    const notices = await shop.store.readOutlet(shop.outletId, (db) =>
      db.selectFrom('notice').select(['title', 'body', 'entity', 'permission']).execute(),
    );
    expect(notices).toContainEqual({
      title: `Gift card ${last4(code)} was spent below 0`,
      body: expect.stringMatching(
        /^Bill \d+: MVR 10\.00 below 0\. User took the payment without the server\. It was spent on till 4, 7\.$/,
      ),
      entity: 'Wallet',
      permission: 'wallet.adjust',
    });
    const request = { isPaged: false, sort: 'id', direction: 'asc', limit: 10, offset: 0 } as never;
    const overdrawn = await listWallets(shop.store, shop.outletId, request, { status: 'Overdrawn' });
    expect(overdrawn).toEqual([expect.objectContaining({ last4: last4(code), balance: -1000 })]);
  });

  it('takes no card where the feature is off, above the limit of a person, or by a correction', async () => {
    const code = await sell(5000);
    const bill = await open({ items: [line(shop.menu.tea)] });
    const { bill: paid } = await pay(bill, [await byCard(bill, code, bill.total)]);
    const back = {
      billId: paid.key,
      paymentKey: paid.payments[0]?.key ?? '',
      payment: cash(paid.total),
      reason: 'Wrong',
    };
    expect(await refusalOf(correctPayment(shop.store, shop.admin, back))).toMatchObject({
      reason: 'paymentNotCorrectable',
    });
    const plain = await open({ items: [line(shop.menu.tea)] });
    const unnamed = { key: newKey(), method: 'GiftCard' as const, amount: plain.total };
    expect(await refusalOf(pay(plain, [unnamed]))).toMatchObject({ reason: 'walletUnknown' });
    const limited = { ...shop.waiter, limits: { 'wallet.issue': 1000 } } as unknown as Actor;
    const dear = sent(freeSlot(), { items: [cardOf(makeCode(), 5000)] });
    expect(await refusalOf(createBill(shop.store, limited, dear))).toMatchObject({
      reason: expect.stringMatching(/forbidden|approvalNeeded/),
    });
    const other = await addShop(shop.store);
    const off = sent('1', { items: [cardOf(makeCode(), 5000)] });
    expect(await refusalOf(createBill(other.store, other.waiter, off))).toMatchObject({ reason: 'invalid' });
    expect(
      await refusalOf(
        holdWallet(other.store, other.waiter as Actor, { key: newKey(), code, billKey: newKey(), amount: 1 }),
      ),
    ).toMatchObject({ reason: 'walletUnknown' });
  });

  it('[R22.10] blocks a lost card and moves its balance to a new code in two entries, once for a key', async () => {
    const code = await sell(5000);
    const bill = await open({ items: [line(shop.menu.tea)] });
    const paidBy = await byCard(bill, code, bill.total);
    const { id } = paidBy.wallet ?? { id: 0 };
    await blockWallet(shop.store, shop.admin, { id, isBlocked: true, reason: 'Lost' });
    expect(await refusalOf(hold(code, 100))).toMatchObject({ reason: 'walletBlocked' });
    expect(await refusalOf(pay(bill, [paidBy]))).toMatchObject({ reason: 'walletBlocked' });
    const next = makeCode();
    const replacing = { key: newKey(), id, card: soldCardOf(next), reason: 'Lost' };
    await replaceWallet(shop.store, shop.admin, replacing);
    await replaceWallet(shop.store, shop.admin, replacing);
    expect([await balanceOf(code), await balanceOf(next)]).toEqual([[5000, -5000], [5000]]);
    expect(await refusalOf(hold(code, 100))).toMatchObject({ reason: 'walletUnknown' });
    expect(await hold(next, 100)).toMatchObject({ left: 5000 });
    const again = { ...replacing, key: newKey(), card: soldCardOf(makeCode()) };
    expect(await refusalOf(replaceWallet(shop.store, shop.admin, again))).toMatchObject({ reason: 'stateForbids' });
    expect(await findLedger(shop.store, shop.outletId, String(id))).toMatchObject({
      status: 'Closed',
      replacedBy: last4(next),
      entries: [{ type: 'MoveOut', amount: -5000, balanceAfter: 0, note: 'Lost' }, { type: 'Issue' }],
    });
  });

  it('gives a refund to the card that replaced the one that paid', async () => {
    const code = await sell(9000);
    const bill = await open({ items: [line(shop.menu.tea)] });
    const payments = [await byCard(bill, code, bill.total)];
    const { bill: paid } = await pay(bill, payments);
    const next = makeCode();
    const card = soldCardOf(next);
    const id = payments[0]?.wallet?.id ?? 0;
    await replaceWallet(shop.store, shop.admin, { key: newKey(), id, card, reason: 'Lost' });
    const back = [{ key: newKey(), method: 'GiftCard' as const, amount: paid.total }];
    await refundBill(shop.store, shop.admin, { key: newKey(), billId: paid.key, payments: back, reason: 'Cold' });
    const rest = 9000 - paid.total;
    expect(await balanceOf(next)).toEqual([rest, paid.total]);
    expect((await balanceOf(code)).reduce((sum, amount) => sum + amount, 0)).toBe(0);
  });

  it('[R22.8] pays a sold card out up to its unspent balance only, in cash, and closes it by that', async () => {
    const code = await sell(3000);
    const bill = await open({ items: [line(shop.menu.tea)] });
    const held = await byCard(bill, code, 500);
    const out = { key: newKey(), id: held.wallet?.id ?? 0, reason: 'Brought back' };
    const payOut = () => payOutWalletInCash(shop.store, shop.admin, out);
    expect(await refusalOf(payOut())).toMatchObject({ reason: 'stateForbids' });
    await pay(bill, [held, cash(bill.total - 500)]);
    expect(await payOut()).toMatchObject({
      balance: 0,
      status: 'Closed',
      entries: [{ type: 'PayOut', amount: -2500 }, { type: 'Redeem' }, { type: 'Issue' }],
    });
    await payOut();
    expect(await balanceOf(code)).toEqual([3000, -500, -2500]);
    const events = await shop.store.readOutlet(shop.outletId, (db) =>
      db.selectFrom('cash_event').select(['kind', 'amount', 'payee']).where('key', '=', out.key).execute(),
    );
    expect(events).toEqual([{ kind: 'Out', amount: 2500, payee: `Gift card ${last4(code)}` }]);
    expect(await refusalOf(hold(code, 100))).toMatchObject({ reason: 'walletUnknown' });
    const again = payOutWalletInCash(shop.store, shop.admin, { ...out, key: newKey() });
    expect(await refusalOf(again)).toMatchObject({ reason: 'stateForbids' });
  });

  it('takes a deposit for a crate beside the total, which does not expire and is given back in cash', async () => {
    const code = makeCode();
    const deposit = { ...soldCardOf(code), kind: 'Deposit' as const, note: 'Crate' };
    await setSetting(shop, 'GiftCardExpiryMonths', '12');
    const bill = await open({ items: [line(shop.menu.tea), line(0, 1, { sellingPrice: 5000, card: deposit })] });
    expect(bill.items.map(({ name, gstMode }) => [name, gstMode])).toContainEqual(['Deposit, Crate', 'Exempt']);
    const { bill: paid } = await pay(bill, [cash(toPay(bill))]);
    await setSetting(shop, 'GiftCardExpiryMonths', '0');
    expect([paid.total, paid.cardsSold]).toEqual([bill.total, 5000]);
    const id = await idOf(code);
    const ledger = await findLedger(shop.store, shop.outletId, String(id));
    expect(ledger).toMatchObject({ kind: 'Deposit', balance: 5000, expiresOn: null });
    // It pays by its own method only.
    const other = await open({ items: [line(shop.menu.tea)] });
    const wrong = pay(other, [{ ...(await byCard(other, code, 500)), amount: other.total }]);
    expect(await refusalOf(wrong)).toMatchObject({ reason: 'paymentMethodUnknown' });
    await releaseAll();
    const out = { key: newKey(), id, reason: 'Crate came back' };
    expect(await payOutWalletInCash(shop.store, shop.admin, out)).toMatchObject({ balance: 0, status: 'Closed' });
  });

  it('[R22.9] pays a return as store credit, on a printed code or on the wallet of the customer', async () => {
    const give = (bill: Bill, payments: PaymentInput[], items?: { key: string; qty: number }[]) => {
      const body = { key: newKey(), billId: bill.key, payments, reason: 'Cold', ...(items && { items }) };
      return refundBill(shop.store, shop.admin, body);
    };
    const byCredit = (amount: number, credit?: PaymentInput['credit']): PaymentInput => ({
      key: newKey(),
      method: 'StoreCredit',
      amount,
      credit,
    });
    const first = await open({ items: [line(shop.menu.tea)] });
    await pay(first, [cash(first.total)]);
    const code = makeCode();
    const card = soldCardOf(code);
    expect(await refusalOf(give(first, [byCredit(first.total)]))).toMatchObject({ reason: 'walletUnknown' });
    expect(await refusalOf(give(first, [byCredit(first.total, {})]))).toMatchObject({ reason: 'walletUnknown' });
    const given = await give(first, [byCredit(first.total, { card })]);
    expect(given.payments).toMatchObject([
      { method: 'StoreCredit', amount: -first.total, wallet: { left: first.total } },
    ]);
    expect(await balanceOf(code)).toEqual([first.total]);
    // It pays like a card, by its own method, and a refund goes back to it.
    const next = await open({ items: [line(shop.menu.tea)] });
    const paying = await byCard(next, code, next.total);
    expect(await refusalOf(pay(next, [paying]))).toMatchObject({ reason: 'paymentMethodUnknown' });
    await pay(next, [{ ...paying, method: 'StoreCredit' }]);
    expect(await refusalOf(give(next, [cash(next.total)]))).toMatchObject({ reason: 'refundAboveMethod' });
    await give(next, [byCredit(next.total)]);
    expect(await balanceOf(code)).toEqual([first.total, -next.total, next.total]);
    // On the wallet of a customer, which is made once and pays their bills only.
    const { id: customerId } = await createCustomer(shop.store, shop.admin as Actor, { key: newKey(), name: 'Aisha' });
    const theirs = () => open({ items: [line(shop.menu.tea)], customerId });
    for (const bill of [await theirs(), await theirs()]) {
      await pay(bill, [cash(bill.total)]);
      await give(bill, [byCredit(bill.total, {})]);
    }
    const ask = (bill: Bill, key: string) =>
      holdWallet(shop.store, shop.waiter as Actor, { key, customerId, billKey: bill.key, amount: bill.total });
    const [mine, other] = [await theirs(), await open({ items: [line(shop.menu.tea)] })];
    const [one, two] = [newKey(), newKey()];
    const held = await ask(mine, one);
    expect(held).toMatchObject({ kind: 'StoreCredit', left: 2 * mine.total });
    await ask(other, two);
    const by = (holdKey: string, amount: number): PaymentInput => ({
      key: newKey(),
      method: 'StoreCredit',
      amount,
      wallet: { id: held.id, last4: held.last4, holdKey },
    });
    expect(await refusalOf(pay(other, [by(two, other.total)]))).toMatchObject({ reason: 'walletUnknown' });
    await pay(mine, [by(one, mine.total)]);
    const { entries, balance } = await findLedger(shop.store, shop.outletId, String(held.id));
    expect(entries.map(({ type }) => type)).toEqual(['Redeem', 'Load', 'Issue']);
    expect(balance).toBe(mine.total);
    const off = await addShop(shop.store);
    const plain = await createBill(off.store, off.waiter, sent('1', { items: [line(off.menu.tea)] }));
    await payBill(off.store, off.waiter, payment(plain, [cash(plain.total)]));
    const body = { key: newKey(), billId: plain.key, reason: 'Cold' };
    const wanted = [byCredit(plain.total, { card: soldCardOf(makeCode()) })];
    expect(await refusalOf(refundBill(off.store, off.admin, { ...body, payments: wanted }))).toMatchObject({
      reason: 'paymentMethodUnknown',
    });
  });

  it('[R22.11] only marks an expired card, and takes its balance off when a person posts it with a reason', async () => {
    await setSetting(shop, 'GiftCardExpiryMonths', '12');
    const [code, other] = [await sell(3000), await sell(2000)];
    await setSetting(shop, 'GiftCardExpiryMonths', '0');
    const id = await idOf(code);
    const bill = await open({ items: [line(shop.menu.tea)] });
    const held = await byCard(bill, other, bill.total);
    const ledger = (now: number) => findLedger(shop.store, shop.outletId, String(id), now);
    const day = 86_400_000;
    expect(await ledger(Date.now() + 360 * day)).toMatchObject({ status: 'Active' });
    expect(await ledger(Date.now() + 368 * day)).toMatchObject({ status: 'Expired', balance: 3000 });
    const expiring = { key: newKey(), id, reason: 'Expired' };
    expect(await refusalOf(expireWallet(shop.store, shop.admin, expiring))).toMatchObject({ reason: 'stateForbids' });
    await shop.store.writeOutlet(shop.outletId, async (tx) => {
      const wallets = tx.db.updateTable('wallet').set({ expires_on: '2020-01-31' });
      tx.write(wallets.where('outlet_id', '=', shop.outletId).where('id', 'in', [id, held.wallet?.id ?? 0]));
    });
    expect(await refusalOf(hold(code, 100))).toMatchObject({
      reason: 'walletBlocked',
      message: 'This card expired on 31-Jan-2020',
    });
    expect(await refusalOf(pay(bill, [held]))).toMatchObject({ reason: 'walletBlocked' });
    expect(await balanceOf(code)).toEqual([3000]);
    const request = { isPaged: false, sort: 'id', direction: 'asc', limit: 10, offset: 0 } as never;
    const listed = await listWallets(shop.store, shop.outletId, request, { status: 'Expired' });
    expect(listed).toMatchObject([{ id, status: 'Expired' }, { last4: last4(other) }]);
    await expireWallet(shop.store, shop.admin, expiring);
    await expireWallet(shop.store, shop.admin, expiring);
    expect(await balanceOf(code)).toEqual([3000, -3000]);
    expect(await ledger(Date.now())).toMatchObject({
      status: 'Closed',
      entries: [{ type: 'Expire', amount: -3000, note: 'Expired' }, { type: 'Issue' }],
    });
    // Who lets a card pay again ends its expiry.
    await blockWallet(shop.store, shop.admin, { id: held.wallet?.id ?? 0, isBlocked: false, reason: 'Goodwill' });
    expect(await hold(other, 100)).toMatchObject({ left: 2000 - bill.total });
  });

  it('[R22.1] keeps balances by entries only: one for a key, never changed, their sum the balance', async () => {
    const [gift, credit] = [await sell(3000), makeCode()];
    const bill = await open({ items: [line(shop.menu.tea)] });
    await pay(bill, [cash(bill.total)]);
    const card = soldCardOf(credit);
    const back = { key: newKey(), method: 'StoreCredit' as const, amount: bill.total, credit: { card } };
    await refundBill(shop.store, shop.admin, { key: newKey(), billId: bill.key, payments: [back], reason: 'Cold' });
    const adjusting = { key: newKey(), id: await idOf(gift), amount: -500, reason: 'Wrong' };
    await adjustWallet(shop.store, shop.admin, adjusting);
    await adjustWallet(shop.store, shop.admin, adjusting);
    expect([await balanceOf(gift), await balanceOf(credit)]).toEqual([[3000, -500], [bill.total]]);
    const kinds = await shop.store.readOutlet(shop.outletId, (db) =>
      db
        .selectFrom('wallet')
        .select('kind')
        .where('code_hash', 'in', [soldCardOf(gift).hash, card.hash])
        .orderBy('id')
        .execute(),
    );
    expect(kinds).toEqual([{ kind: 'GiftCard' }, { kind: 'StoreCredit' }]);
    const write = (query: (tx: OutletTx) => { compile(): CompiledQuery<unknown> }) =>
      shop.store.writeOutlet(shop.outletId, async (tx) => {
        tx.write(query(tx));
      });
    const refusal = /append only|permission denied/;
    await expect(write(({ db }) => db.updateTable('wallet_entry').set({ note: 'x' }))).rejects.toThrow(refusal);
    await expect(write(({ db }) => db.deleteFrom('wallet_entry'))).rejects.toThrow(refusal);
    const row = await shop.store.readOutlet(shop.outletId, (db) =>
      db.selectFrom('wallet_entry').selectAll().where('key', '=', adjusting.key).executeTakeFirstOrThrow(),
    );
    const again = { ...row, id: row.id + 100_000 };
    await expect(write(({ db }) => db.insertInto('wallet_entry').values(again))).rejects.toThrow(/unique|append only/i);
    expect(await balanceOf(gift)).toEqual([3000, -500]);
  });

  it('corrects a balance once for a key, and finds a card by its last letters', async () => {
    const code = await sell(2000);
    const { id } = await hold(code, 1);
    const adjusting = { key: newKey(), id, amount: -500, reason: 'Typed twice' };
    await adjustWallet(shop.store, shop.admin, adjusting);
    await adjustWallet(shop.store, shop.admin, adjusting);
    expect(await balanceOf(code)).toEqual([2000, -500]);
    expect(await refusalOf(adjustWallet(shop.store, shop.admin, { ...adjusting, amount: 1 }))).toMatchObject({
      reason: 'keyReused',
    });
    const request = {
      isPaged: false,
      sort: 'id',
      direction: 'asc',
      limit: 10,
      offset: 0,
      search: last4(code),
    } as const;
    const found = await listWallets(shop.store, shop.outletId, request as never, {});
    expect(found).toContainEqual(expect.objectContaining({ id, balance: 1500, status: 'Active' }));
  });

  it('keeps each balance the sum of its entries, whatever is done in whatever order and twice', async () => {
    const step = fc.record({
      kind: fc.constantFrom('pay', 'adjust', 'replace', 'block', 'refund'),
      card: fc.nat(1),
      amount: fc.integer({ min: 1, max: 900 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
        // Its tables are free.
        shop = await newShop(shop.store);
        slot = 0;
        const codes = [await sell(4000), await sell(900)];
        const made = [...codes];
        const paid: { bill: Bill; amount: number }[] = [];
        for (const { kind, card, amount } of steps) {
          const code = codes[card] ?? '';
          const id = await idOf(code);
          const twice = async (work: () => Promise<unknown>) => {
            await refusalOf(work());
            return refusalOf(work());
          };
          if (kind === 'adjust') {
            const body = { key: newKey(), id, amount: -amount, reason: 'Wrong' };
            await twice(() => adjustWallet(shop.store, shop.admin, body));
          } else if (kind === 'block') {
            const body = { id, isBlocked: amount % 2 === 0, reason: 'Lost' };
            await twice(() => blockWallet(shop.store, shop.admin, body));
          } else if (kind === 'replace') {
            const next = makeCode();
            const body = { key: newKey(), id, card: soldCardOf(next), reason: 'Lost' };
            if ((await twice(() => replaceWallet(shop.store, shop.admin, body))) === undefined) codes[card] = next;
            made.push(next);
          } else if (kind === 'pay') {
            const bill = await open({ items: [line(shop.menu.tea)] });
            const held = await byCard(bill, code, amount).catch(() => null);
            const body = held ? [held, cash(bill.total - amount)] : [cash(bill.total)];
            if ((await twice(() => pay(bill, body))) === undefined && held) paid.push({ bill, amount });
          } else {
            const last = paid.pop();
            if (!last) continue;
            const back = { key: newKey(), method: 'GiftCard' as const, amount: last.amount };
            const payments = [back, cash(last.bill.total - last.amount)];
            const body = { key: newKey(), billId: last.bill.key, payments, reason: 'Cold' };
            expect(await twice(() => refundBill(shop.store, shop.admin, body))).toBeUndefined();
          }
        }
        for (const code of made) await balanceOf(code);
      }),
      { numRuns: 4 },
    );
  });

  it('pays a card out in cash only with the permission to refund that much, or an approval of that card, once', async () => {
    const code = await sell(7000);
    const id = await idOf(code);
    const askerId = await addPerson(shop, 'User');
    const corrector = { ...shop.waiter, userId: askerId, permissions: new Set(['wallet.adjust']) };
    const out = { key: newKey(), id, reason: 'Moved away' };
    const payOut = (more: object = {}) => payOutWalletInCash(shop.store, { ...corrector, ...more } as BillActor, out);
    expect(await refusalOf(payOut())).toMatchObject({ reason: 'forbidden' });
    const subjectKey = `wallet ${id}`;
    const limited = { permissions: new Set(['bill.refund']), limits: { 'bill.refund': 6999 } };
    expect(await refusalOf(payOut(limited))).toMatchObject({
      reason: 'approvalNeeded',
      extra: { permission: 'bill.refund', subjectKey, amount: 7000 },
    });
    const asking = { approvable: new Set(['bill.refund']) };
    const approverId = await addPerson(shop, 'Admin');
    const given = (more: object = {}) =>
      grant(shop, {
        permission: 'bill.refund',
        subjectType: 'Wallet',
        subjectKey,
        amount: 7000,
        askerId,
        approverId,
        ...more,
      });
    for (const other of [{ subjectKey: `wallet ${id + 1}` }, { subjectType: 'Bill' }, { amount: 6999 }])
      expect(await refusalOf(payOut({ ...asking, approvalKey: await given(other) }))).toMatchObject({
        reason: 'approvalInvalid',
      });
    expect(await balanceOf(code)).toEqual([7000]);
    const about = await shop.store.readOutlet(shop.outletId, (db) =>
      describeApproval(db, { subjectType: 'Wallet', subjectKey }, { ...shop, askerId, viewer: null }),
    );
    expect(about).toMatchObject({ name: last4(code), bill: null, items: [] });
    const approvalKey = await given();
    expect(await payOut({ ...asking, approvalKey })).toMatchObject({ balance: 0, status: 'Closed' });
    // Sent again, it neither asks nor pays again.
    expect(await payOut({ ...asking, approvalKey })).toMatchObject({ balance: 0 });
    const cash = await shop.store.readOutlet(shop.outletId, (db) =>
      db.selectFrom('cash_event').select(['amount', 'approval_key']).where('reason', '=', out.reason).execute(),
    );
    expect(cash).toEqual([{ amount: 7000, approval_key: approvalKey }]);
  });

  it('keeps codes out of the store and of the history', async () => {
    const code = await sell(7000);
    const [rows, history] = await shop.store.readOutlet(shop.outletId, async (db) => [
      JSON.stringify(await db.selectFrom('wallet').selectAll().execute()) +
        JSON.stringify(await db.selectFrom('bill').select('doc').execute()),
      JSON.stringify(await db.selectFrom('history').select('data').execute()),
    ]);
    for (const text of [rows, history]) {
      expect(text).not.toContain(code);
      expect(text).toContain(last4(code));
    }
  });
});
