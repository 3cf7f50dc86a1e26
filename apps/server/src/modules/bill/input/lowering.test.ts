import type { Bill } from '@atoll/domain/bill/bill';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import type { BillEvent } from '@atoll/domain/contract/bill/bill';
import type { ContractKey } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { soldCardOf } from '@atoll/domain/wallet/code';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { type Answered, emailOf, passcode, password, type TestApp } from '../../../testing/test-app.ts';
import { sellingApp } from '../testing/selling-app.ts';
import { newKey } from '../testing/shop.ts';

const minute = 60_000;

eachEngine('a printed bill', (on) => {
  let app: TestApp;
  let waiter: SignedIn;
  /** The waiter's sign-ins by their tills. */
  let tills: Record<string, SignedIn>;
  let manager: SignedIn;
  let item: number;
  let slot = 0;
  beforeAll(async () => {
    ({ app, item } = await sellingApp(on, 24_500));
  });
  beforeEach(async () => {
    // Tokens are valid for 15 minutes of the clock that tests advance.
    tills = {};
    for (const id of ['till-1', 'till-2', 'till-3', 'till-7']) {
      const body = { email: emailOf('User'), password };
      tills[id] = (await app.call('auth.login', { body, headers: { 'X-Device-Id': id } })).body as SignedIn;
    }
    waiter = tills['till-1'] as SignedIn;
    manager = await app.signIn('Manager');
  });

  const line = (more: object = {}) => ({ key: newKey(), menuItemId: item, qty: 1, ...more });
  const at = (type: string, number: string) => ({ type, slot: number });
  const iso = (ms: number) => new Date(ms).toISOString();
  const from = (id: string, header = id) => ({ as: tills[id], headers: { 'X-Device-Id': header } });
  const send = (key: ContractKey, body: object, more: object = {}): Promise<Answered> =>
    app.call(key, { as: waiter, headers: { 'X-Device-Id': 'till-1' }, body, ...more });
  const done = async <T = Bill>(key: ContractKey, body: object, more: object = {}): Promise<T> => {
    const answer = await send(key, body, more);
    expect([key, answer.status, answer.body.message]).toEqual([key, 200, undefined]);
    return answer.body as T;
  };
  const bodyOf = ({ key, type, slot: number, version }: Bill, more: object = {}) => ({
    ...at(type, number),
    key,
    version,
    changed: [],
    modifiedAt: iso(app.now()),
    ...more,
  });
  const order = (items: object[] = [line(), line(), line()], type = 'Table'): Promise<Bill> => {
    slot += 1;
    return done('bill.create', { key: newKey(), ...at(type, String(slot)), items });
  };
  const print = (bill: Bill, more: object = {}, device = 'till-1', header = device): Promise<Bill> =>
    done(
      'bill.update',
      bodyOf(bill, {
        status: 'BillPrinted',
        printJobKey: newKey(),
        items: bill.items.filter(({ isVoid }) => !isVoid),
        ...more,
      }),
      from(device, header),
    );
  const printed = async (): Promise<Bill> => print(await order());
  const voiding = (bill: Bill, count = 1, more: object = {}) =>
    bodyOf(bill, {
      items: bill.items.slice(0, count).map((one) => ({ ...one, isVoid: true, voidReason: 'Wrong order' })),
      ...more,
    });
  const approve = async (bill: Bill, amount: number, permission = 'bill.lower.printed'): Promise<object> => {
    const body = { permission, subjectType: 'Bill', subjectKey: bill.key, amount, reason: 'Guest sent it back' };
    const given = await send('auth.approve', { ...body, approverId: manager.user.id, passcode });
    expect([given.status, given.body.status]).toEqual([200, 'Granted']);
    return { headers: { 'X-Device-Id': 'till-1', 'X-Approval': given.body.key } };
  };
  const pay = (bill: Bill, more: object = {}): Promise<Bill> =>
    done(
      'bill.pay',
      {
        key: bill.key,
        payments: [{ key: newKey(), method: 'Cash', amount: bill.total }],
        seen: { itemKeys: bill.items.filter(({ isVoid }) => !isVoid).map(({ key }) => key), total: bill.total },
      },
      more,
    );
  const refusal = async (answer: Promise<Answered>) => {
    const { status, body } = await answer;
    const { reason, permission, amount, subjectKey } = body;
    return { status, reason, permission, amount, subjectKey };
  };
  const asks = (bill: Bill, amount: number) => ({
    status: 403,
    reason: 'approvalNeeded',
    permission: 'bill.lower.printed',
    subjectKey: bill.key,
    amount,
  });
  const listed = async () => {
    const body = { reportKey: 'paid-less', range: 'Today', compareTo: 'None', filters: {} };
    const { rows } = await done<{ rows: Record<string, unknown>[] }>('report.run', body, { as: manager });
    return rows;
  };
  const lastEvent = async (bill: Bill): Promise<BillEvent | undefined> => {
    const { body } = await app.call('bill.timeline', { as: manager, params: { id: bill.key } });
    return (body.events as BillEvent[]).at(-1);
  };

  it('[R36.8] refuses to void lines of a printed bill without an approval, and the amount that was printed is due', async () => {
    const bill = await printed();
    expect(bill).toMatchObject({ total: 87_318, printed: { total: 87_318, allowed: 87_318 } });
    expect(await refusal(send('bill.update', voiding(bill, 2)))).toEqual(asks(bill, 58_212));
    const { body: still } = await app.call('bill.find', { as: waiter, params: { id: bill.key } });
    expect(still).toMatchObject({ total: 87_318, version: bill.version });
    expect((await pay(bill)).payments).toMatchObject([{ amount: 87_318 }]);
    expect((await listed()).filter((row) => row['printed'] === row['total'])).toEqual([]);
  });

  it('voids a printed bill only with the permission for printed bills, whatever approval there is of another', async () => {
    const bill = await printed();
    const reason = { billId: bill.key, reason: 'Guest left' };
    const refused = { status: 403, reason: 'forbidden', permission: 'bill.void.printed' };
    expect(await refusal(send('bill.void', reason))).toMatchObject(refused);
    for (const permission of ['bill.void', 'bill.lower.printed'])
      expect(await refusal(send('bill.void', reason, await approve(bill, bill.total, permission)))).toMatchObject(
        refused,
      );
    const denied = JSON.stringify([{ permission: 'bill.void.printed', effect: 'deny' }]);
    const set = (permission_overrides: string) =>
      app.store.writeOrg((db) =>
        db.updateTable('app_user').set({ permission_overrides }).where('id', '=', manager.user.id).execute(),
      );
    await set(denied);
    manager = await app.signIn('Manager');
    expect(await refusal(send('bill.void', reason, { as: manager }))).toMatchObject(refused);
    await set('[]');
    manager = await app.signIn('Manager');
    expect(await done('bill.void', reason, { as: manager })).toMatchObject({ isVoid: true });
  });

  it('[R36.8] refuses to take a gift card, which stands beside the total, off a printed bill without an approval', async () => {
    const admin = await app.signIn('Admin');
    const { body: outlet } = await app.call('app.findOutlet', { as: admin, params: { id: app.cafe } });
    const features = [...outlet.features, 'Wallets'];
    const change = { outletId: app.cafe, version: outlet.version, features };
    await done('outlet.update', change, { as: admin, outlet: null });
    const card = { ...line(), menuItemId: 0, sellingPrice: 50_000, card: soldCardOf(`CARD${slot}`.padEnd(13, '2')) };
    slot += 1;
    const items = [card, line()];
    const sold = { key: newKey(), ...at('Table', String(slot)), items };
    const bill = await print(await done<Bill>('bill.create', sold, { as: manager }));
    expect([toPay(bill), bill.printed?.allowed]).toEqual([79_106, 79_106]);
    expect(bill.items[0]?.card).toBeDefined();
    expect(await refusal(send('bill.update', voiding(bill)))).toEqual(asks(bill, 50_000));
    const lower = await done<Bill>('bill.update', voiding(bill), await approve(bill, 50_000));
    await pay(lower);
    expect(await listed()).toContainEqual(
      expect.objectContaining({ printed: 79_106, total: 29_106, difference: 50_000 }),
    );
  });

  it('[R36.8] lowers it with an approval of that amount, says before and after, and lists what was paid', async () => {
    const bill = await printed();
    const one = voiding(bill, 1);
    const less = await approve(bill, 10_000);
    expect(await refusal(send('bill.update', one, less))).toMatchObject({ status: 409, reason: 'approvalInvalid' });
    const lower = await done<Bill>('bill.update', one, await approve(bill, 29_106));
    expect(lower).toMatchObject({ total: 58_212, printed: { total: 87_318, allowed: 58_212 } });
    expect(await lastEvent(bill)).toMatchObject({
      approverName: 'Manager One',
      before: { total: 87_318 },
      after: { total: 58_212, lowering: { from: 87_318, to: 58_212 } },
    });
    const paid = await pay(lower);
    expect((await listed()).find((row) => row['bill'] === paid.invoiceNumber)).toMatchObject({
      printed: 87_318,
      total: 58_212,
      difference: 29_106,
      person: 'User One',
      approved: 'Manager One',
      note: '',
    });
  });

  it('[R36.17] an approval to reduce a printed bill covers nothing that comes to the bill with it', async () => {
    const bill = await printed();
    const [first] = bill.items;
    const voided = { ...first, isVoid: true, voidReason: 'Wrong order' };
    const gift = line({ isComp: true });
    const given = await approve(bill, 29_106);
    const free = bodyOf(bill, { items: [voided, gift] });
    expect(await refusal(send('bill.update', free, given))).toMatchObject({
      reason: 'approvalNeeded',
      permission: 'item.comp',
    });
    // Ten more dishes and a discount of nearly all of them leave the total as the approver saw it.
    const many = bodyOf(bill, {
      items: [line({ qty: 10 })],
      discountAmount: 269_500,
      changed: ['discountPercentage', 'discountAmount'],
    });
    expect((await refusal(send('bill.update', many, given))).permission).toBe('bill.discount');
    // Nor may a dish that was ordered since be free with it.
    const dish = line({ qty: 10 });
    const grew = await done<Bill>('bill.update', bodyOf(bill, { items: [dish] }));
    const modifiedAt = iso(app.now() + 1000);
    const freed = bodyOf(grew, { items: [voided, { ...dish, isComp: true, modifiedAt }] });
    expect((await refusal(send('bill.update', freed, given))).permission).toBe('item.comp');
    expect(await done('bill.update', voiding(grew, 1))).toMatchObject({ total: 58_212 + 291_060 });
  });

  it('[R36.8] asks again for the next reduction, also of what was added and approved since', async () => {
    const bill = await printed();
    const lower = await done<Bill>('bill.update', voiding(bill, 1), await approve(bill, 29_106));
    const more = await done<Bill>('bill.update', bodyOf(lower, { items: [line()] }));
    const [, , , added] = more.items;
    const voided = { ...added, isVoid: true, voidReason: 'Added by mistake' };
    const back = await done<Bill>('bill.update', bodyOf(more, { items: [voided] }));
    expect(back.total).toBe(58_212);
    const next = { ...back.items[1], isVoid: true, voidReason: 'Wrong order' };
    expect(await refusal(send('bill.update', bodyOf(back, { items: [next] })))).toEqual(asks(bill, 29_106));
  });

  it('[R36.8] lets a person with the permission lower it alone, and says so in the timeline', async () => {
    const bill = await printed();
    const lower = await done<Bill>('bill.update', voiding(bill), { as: manager });
    expect(await lastEvent(lower)).toMatchObject({
      userName: 'Manager One',
      approverName: null,
      after: { lowering: { from: 87_318, to: 58_212 } },
    });
  });

  it('[R36.8] one approval of the amount covers the void of a sent line, the discount and complimentary items', async () => {
    const bill = await printed();
    const ticket = { ticketIds: ['kot-1'], sentQty: 1 };
    const made = await done<Bill>('bill.update', bodyOf(bill, { items: [{ ...bill.items[0], ...ticket }] }));
    const lower = await done<Bill>('bill.update', voiding(made), await approve(bill, 29_106));
    const comp = { ...lower.items[1], isComp: true, modifiedAt: iso(app.now() + minute) };
    const free = bodyOf(lower, { items: [comp] });
    expect(await refusal(send('bill.update', free))).toEqual(asks(bill, 29_106));
    const given = await done<Bill>('bill.update', free, await approve(bill, 29_106));
    const discount = bodyOf(given, { discountPercentage: 10, changed: ['discountPercentage', 'discountAmount'] });
    expect(await refusal(send('bill.update', discount))).toEqual(asks(bill, 2911));
    expect(await done('bill.update', discount, await approve(bill, 2911))).toMatchObject({ total: 26_195 });
  });

  it('[R36.8] asks for a transfer to a cheaper slot type, of lines to another slot, and into another bill', async () => {
    const bill = await printed();
    const cheaper = { from: { key: bill.key }, to: at('Takeaway', '7') };
    expect(await refusal(send('bill.transfer', cheaper))).toEqual(asks(bill, 7938));
    const lines = { from: { key: bill.key }, to: at('Table', '40'), items: [bill.items[0]?.key] };
    expect(await refusal(send('bill.transfer', lines))).toEqual(asks(bill, 29_106));
    const away = { billId: bill.key, items: [{ key: bill.items[0]?.key, qty: 1 }], to: at('Table', '40') };
    expect(await refusal(send('bill.split', away))).toEqual(asks(bill, 29_106));
    const other = await order([line()]);
    const taken = { ...lines, to: at('Table', other.slot) };
    expect(await refusal(send('bill.transfer', taken))).toEqual(asks(bill, 29_106));
    expect(await done('bill.transfer', taken, await approve(bill, 29_106))).toMatchObject({ total: 58_212 });
    const left = await done<Bill>('bill.transfer', cheaper, await approve(bill, 5292));
    expect(left).toMatchObject({ type: 'Takeaway', total: 52_920, printed: { total: 87_318, allowed: 52_920 } });
  });

  it('[R36.8] checks of a split owe together what was printed, and none of them less without an approval', async () => {
    const bill = await printed();
    const checks = await done<Bill[]>('bill.split', { billId: bill.key, key: newKey(), parts: 3 });
    const sum = (amounts: readonly (number | undefined)[]) => amounts.reduce<number>((all, one = 0) => all + one, 0);
    expect(sum(checks.map((check) => check.printed?.total))).toBe(87_318);
    expect(sum(checks.map((check) => check.printed?.allowed))).toBe(87_318);
    expect(checks.map(({ total, printed: shown }) => total - (shown?.allowed ?? 0) < 5)).toEqual([true, true, true]);
    const [first, second, third] = checks as [Bill, Bill, Bill];
    const live = second.items.filter(({ isVoid }) => !isVoid);
    const needed = await refusal(send('bill.update', voiding({ ...second, items: live })));
    expect(needed).toMatchObject({ permission: 'bill.lower.printed', subjectKey: second.key });
    expect((await send('bill.void', { billId: second.key, reason: 'Not theirs' })).body.reason).toBe('forbidden');
    const before = (await listed()).length;
    for (const check of [first, second, third]) await pay(check);
    expect(await listed()).toHaveLength(before);
  });

  it('[R36.8] two merged bills owe together what was printed', async () => {
    const bill = await printed();
    const other = await order([line()]);
    const needed = await refusal(send('bill.merge', { from: bill.key, to: other.key }));
    expect(needed).toMatchObject({ reason: 'approvalNeeded', permission: 'bill.merge' });
    const merged = await done<Bill>('bill.merge', { from: bill.key, to: other.key }, { as: manager });
    expect(merged).toMatchObject({ total: 116_424, printed: { total: 116_424, allowed: 116_424 } });
    expect(await refusal(send('bill.update', voiding(merged)))).toEqual(asks(merged, 29_106));
  });

  it('[R36.8] asks when the delivery fee falls or is removed, and fewer guests make no bill smaller', async () => {
    const zone = async (name: string, fee: number): Promise<number> => {
      const body = { key: newKey(), name, fee, minOrder: 0, minutes: 30 };
      return (await done<{ id: number }>('zone.create' as ContractKey, body, { as: manager })).id;
    };
    const [far, near] = [await zone('Far', 5000), await zone('Near', 1000)];
    const bill = await order(undefined, 'Delivery');
    const charged = await done<Bill>('delivery.change', { billId: bill.key, zoneId: far });
    const shown = await print(charged);
    const cheaper = { billId: bill.key, zoneId: near };
    expect(await refusal(send('delivery.change', cheaper))).toMatchObject({ permission: 'bill.lower.printed' });
    const fee = asks(bill, charged.total - bill.total);
    const without = { billId: bill.key, zoneId: 0 };
    expect(await refusal(send('delivery.change', without))).toEqual(fee);
    const [charge] = shown.items.filter(({ key }) => !bill.items.some((one) => one.key === key));
    const voided = bodyOf(shown, { items: [{ ...charge, isVoid: true, voidReason: 'Fetched it' }] });
    const kept = await done<Bill>('bill.update', voided);
    expect(kept.total).toBe(shown.total);
    const seated = await done<Bill>('bill.update', bodyOf(kept, { covers: 6, changed: ['covers'] }));
    const fewer = await done<Bill>('bill.update', bodyOf(seated, { covers: 1, changed: ['covers'] }));
    expect([seated.covers, fewer.covers, fewer.total]).toEqual([6, 1, shown.total]);
    expect(await done('delivery.change', cheaper, { as: manager })).toMatchObject({
      printed: { total: shown.total, lowered: { isUnapproved: false } },
    });
  });

  it('[R36.8] accepts, flags and lists what a till did that did not know of the print', async () => {
    const bill = await order();
    const madeAt = app.now();
    await app.call('bill.active', from('till-3'));
    app.advance(5 * minute);
    await print(bill, {}, 'till-2');
    app.advance(5 * minute);
    const late = voiding(bill, 2, { modifiedAt: iso(madeAt) });
    const lower = await done<Bill>('bill.update', late, from('till-3'));
    expect(lower).toMatchObject({ total: 29_106, printed: { total: 87_318, lowered: { isUnapproved: true } } });
    expect(await lastEvent(lower)).toMatchObject({ after: { lowering: { isUnapproved: true } } });
    const paid = await pay(lower);
    expect((await listed()).find((row) => row['bill'] === paid.invoiceNumber)).toMatchObject({
      difference: 58_212,
      approved: '',
      note: 'Nobody approved it',
    });
    const { body: notices } = await app.call('notification.list', { as: manager });
    expect(JSON.stringify(notices)).toContain(`Bill ${bill.number} was reduced after it was printed`);
  });

  it('[R36.8] an invented print allows nothing: the bill is reduced as far as before, by the same approval', async () => {
    const bill = await order();
    const most = 9_999_999;
    const invented = await print(bill, { printedTotal: most });
    expect(invented).toMatchObject({ total: 87_318, printed: { total: most, allowed: 87_318 } });
    expect(await refusal(send('bill.update', voiding(invented), from('till-1')))).toEqual(asks(bill, 29_106));
    const again = await print(invented, { printedTotal: most });
    expect(await refusal(send('bill.update', voiding(again), from('till-1')))).toEqual(asks(bill, 29_106));
    const paid = await pay(again);
    expect((await listed()).find((row) => row['bill'] === paid.invoiceNumber)).toMatchObject({
      difference: most - 87_318,
    });
  });

  it('[R36.8] does not believe that the till which printed the bill did not know of it', async () => {
    const bill = await order();
    const madeAt = app.now();
    await print(bill, {}, 'till-2');
    app.advance(5 * minute);
    const late = voiding(bill, 2, { modifiedAt: iso(madeAt) });
    const own = send('bill.update', late, from('till-2'));
    expect(await refusal(own)).toEqual(asks(bill, 58_212));
    const now = send('bill.update', voiding(bill, 2), from('till-3'));
    expect(await refusal(now)).toEqual(asks(bill, 58_212));
    const { version: _, ...silent } = late as { version?: number };
    expect(await refusal(send('bill.update', silent, from('till-3')))).toEqual(asks(bill, 58_212));
  });

  it('[R36.8] [R36.11] does not believe the name of a silent till, neither for the change nor for the print', async () => {
    const bill = await order();
    const madeAt = app.now();
    for (const id of ['till-2', 'till-3']) await app.call('bill.active', from(id));
    app.advance(5 * minute);
    // Printed on till-2, which was away until now, under another name.
    await print(bill, {}, 'till-2', 'till-9');
    app.advance(5 * minute);
    const late = voiding(bill, 2, { modifiedAt: iso(madeAt + minute) });
    expect(await refusal(send('bill.update', late, from('till-2')))).toEqual(asks(bill, 58_212));
    // A till that the server hears of for the first time names one that is silent.
    expect(await refusal(send('bill.update', late, from('till-7', 'till-3')))).toEqual(asks(bill, 58_212));
  });

  it('[R36.8] lists a bill whose print arrives after lines were voided, or after it was paid with less', async () => {
    const bill = await order();
    const lower = await done<Bill>('bill.update', voiding(bill, 1));
    const shown = await print(bill, { version: bill.version }, 'till-2');
    expect(shown).toMatchObject({ total: 58_212, printed: { total: 87_318, allowed: 58_212 } });
    expect(shown.printed?.lowered).toMatchObject({ isUnapproved: true });
    const paid = await pay(lower);
    const other = await order();
    const less = await pay(await done<Bill>('bill.update', voiding(other, 2)));
    await print(other, { version: other.version }, 'till-2');
    const rows = await listed();
    const differences = [paid, less].map(
      ({ invoiceNumber }) => rows.find((row) => row['bill'] === invoiceNumber)?.['difference'],
    );
    expect(differences).toEqual([29_106, 58_212]);
    // Who reported it is in the timeline, also when the bill is somebody else's.
    expect(await lastEvent(other)).toMatchObject({
      action: 'Printed',
      userName: 'User One',
      deviceId: 'till-2',
      after: { total: 29_106, printedTotal: 87_318 },
    });
  });
});
