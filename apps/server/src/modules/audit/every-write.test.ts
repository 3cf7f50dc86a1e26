import { randomUUIDv7 } from 'node:crypto';
import { type ContractKey, contract } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { Endpoint } from '@atoll/domain/contract/platform/endpoint';
import { newPlace } from '@atoll/domain/outlet/floor/floor-plan';
import { changesOf } from '@atoll/domain/report/changes';
import { allResources } from '@atoll/domain/resources/registry';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { addMenuItem, line, sent } from '../bill/testing/shop.ts';
import { addItem, addStorage } from '../stock/testing/test-stock.ts';

/** Writes without an entry in the history, each with the reason. */
const silent: Partial<Record<ContractKey, string>> = {
  'auth.start': 'the first owner: its outlet has an entry of its own',
  'auth.login': 'a sign-in changes nothing of an outlet',
  'auth.refresh': 'like a sign-in',
  'auth.lock': 'like a sign-in',
  'auth.unlock': 'like a sign-in',
  'auth.logout': 'like a sign-in',
  'auth.requestReset': 'requests an email',
  'auth.reset': 'a person’s own password belongs to no outlet',
  'auth.changePassword':
    'a person’s own password and picture belong to no outlet; a new name has an entry, see profile.test',
  'auth.changePasscode': 'a person’s own passcode belongs to no outlet',
  'auth.startSecondFactor': 'a person’s own sign-in belongs to no outlet',
  'auth.confirmSecondFactor': 'a person’s own sign-in belongs to no outlet',
  'auth.endSecondFactor': 'a person’s sign-in belongs to no outlet; they are told',
  'auth.confirmPassword': 'only looks: a password is typed again',
  'auth.endSession': 'a person’s own devices belong to no outlet',
  'auth.hubTicket': 'opens a connection',
  'auth.aboutApproval': 'describes what an approval would be about, and writes nothing',
  'app.leaveDemo': 'starts an empty store',
  'app.previewCopy': 'only looks',
  'backup.create': 'copies the store and changes nothing in it',
  'backup.download': 'is an entry with its file; restore.test.ts of backups shows it',
  'backup.upload': 'only a file: its restore has the entry',
  'backup.restore': 'is an entry in the former and the restored store; restore.test.ts of backups shows it',
  'offsite.target': 'is an entry with the target; offsite.test.ts shows it',
  'offsite.passphrase': 'is an entry with the id of the recovery key; offsite.test.ts shows it',
  'offsite.confirm': 'is an entry with the id of the recovery key; offsite.test.ts shows it',
  'offsite.run': 'copies the store and changes nothing in it',
  'offsite.drill': 'restores into a temporary folder and changes nothing in the store',
  'trust.renew': 'makes a certificate of the server, which belongs to no outlet; the log has a line',
  'file.save': 'only a picture: the record that shows it has the entry',
  'invoice.attach': 'only a file: the invoice that keeps it has the entry',
  'notification.read': 'what one person has read',
  'print.hand': 'print jobs: a reprint is an entry of the bill',
  'print.claim': 'print jobs',
  'print.answer': 'print jobs',
  'report.run': 'keeps the request and nothing else',
  'report.pdf': 'only looks',
  'template.create': 'a person’s own list of reports',
  'template.update': 'a person’s own list of reports',
  'template.delete': 'a person’s own list of reports',
  'template.schedule': 'a person’s own list of reports; who gets one sees only what they may see',
  'prices.replay': 'only looks',
  'history.compare': 'only looks, and is an entry when something differs; kept-heads.test.ts shows it',
  'wallet.hold': 'holds an amount for 15 minutes; the payment has the entry',
  'wallet.release': 'ends a hold',
  'import.cancel': 'stops an import; each record that was made or taken back has an entry',
};

/** Written by the resource engine in one place: `storage` is called for all of them. */
const ofDefinitions = allResources
  .filter(({ table }) => table !== 'storage')
  .flatMap(({ table }) => ['create', 'update', 'delete'].map((what) => `${table}.${what}`));

/** As for definitions: each record of a file or of a bulk call has an entry as if it were typed. */
const imports = allResources.flatMap(({ table }) => [`${table}.import`, `${table}.bulk`]);

/** Called by the tests of their own modules, because they need too much preparation. */
const playedElsewhere: readonly ContractKey[] = [
  'app.copy',
  'app_user.delete',
  'auth.approve',
  'auth.cancelApproval',
  'auth.decideApproval',
  'auth.join',
  'auth.joinCode',
  'auth.setApprovalCode',
  'auth.endApprovalCode',
  'outlet.create',
  'outlet.delete',
  'outlet.practice',
  'kitchen.bump',
  'delivery.change',
  'account.pay',
  'account.reverse',
  'wallet.block',
  'wallet.replace',
  'wallet.adjust',
  'wallet.payout',
  'wallet.expire',
  'points.adjust',
  'points.expire',
  'order.create',
  'order.pay',
  'order.open',
  'order.cancel',
  'customer.merge',
  'customer.erase',
  'request.status',
  'count.lines',
  'count.status',
  'invoice.update',
  'invoice.delete',
  'invoice.receive',
  'invoice.pay',
  'recipe.update',
  'recipe.delete',
  'site.restore',
];

eachEngine('every write of the contract', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  const goods = { item: 0, burger: 0, storage: 0, vendor: 0 };
  beforeAll(async () => {
    t = await testApp(on);
    admin = await t.signIn('Admin');
    const sizes = JSON.stringify([{ value: 'Small', sellingPrice: 5000, costPrice: 2000, isDefault: true }]);
    goods.burger = await addMenuItem(t.store, t.cafe, { name: 'Burger', sizes });
    goods.storage = await addStorage(t.store, t.cafe, 'Kitchen', true);
    goods.item = await addItem(t.store, t.cafe, { name: 'Rice' });
    const vendor = { key: randomUUIDv7(), name: 'Reef Foods', phone: '3301234', termsDays: 14 };
    goods.vendor = (await t.call('vendor.create', { as: admin, body: vendor })).body.id;
  });

  const played = new Set<string>();
  const rowsNow = async (): Promise<{ seq: number; subject: string; data: string }[]> =>
    t.store.readOutlet(t.cafe, (db) =>
      db
        .selectFrom('history')
        .select(['seq', 'subject', 'data'])
        .where('outlet_id', '=', t.cafe)
        .orderBy('seq')
        .execute(),
    ) as never;
  /** Makes a call and expects entries of the subject with values before or after. */
  const play = async (key: ContractKey, subject: string, body: unknown, params?: { id: number | string }) => {
    const before = await rowsNow();
    const { status, body: answer } = await t.call(key, { as: admin, body, ...(params && { params }) });
    expect([key, status < 300 ? 'done' : answer]).toEqual([key, 'done']);
    const rows = (await rowsNow()).slice(before.length);
    expect([key, rows.map((row) => row.subject)]).toEqual([key, expect.arrayContaining([subject])]);
    const entries = rows.map(({ data }) => JSON.parse(String(data)) as { before?: unknown; after?: unknown });
    expect([key, entries.some(({ before: was, after }) => (was ?? after ?? null) !== null)]).toEqual([key, true]);
    // For people the history has the names of changed fields, never their values: a person may ask to be erased.
    if (key.endsWith('.update') && key !== 'app_user.update')
      expect([key, entries.some(({ before: was, after }) => changesOf(was, after).length > 0 && was != null)]).toEqual([
        key,
        true,
      ]);
    played.add(key);
    return answer;
  };
  const key = randomUUIDv7;
  const burger = () => line(goods.burger, 2);
  const open = (slot: string) => play('bill.create', 'Bill', sent(slot, { items: [burger()], covers: 2 }));

  it('[R2.23] writes the history in the same transaction: shifts, settings, people, menu, stock, purchases, website', async () => {
    const shift = await play('shift.create', 'Shift', { key: key(), openingBalance: 50_000 });
    await play('print.register', 'Print station', {});
    const [station] = (await t.call('print.stations', { as: admin })).body;
    await play('print.remove', 'Print station', undefined, { id: station.id });
    const cash = { key: key(), shiftId: shift.id, kind: 'In', amount: 1000, reason: 'Change' };
    await play('shift.cash', 'Shift', cash);
    await play('shift.drawer', 'Shift', { key: key(), shiftId: shift.id, reason: 'Looked at it' });
    await play('app.saveSettings', 'Setting', [{ key: 'BlindClose', value: 'true' }]);
    const [outlet] = (await t.call('outlet.list', { as: admin, outlet: null })).body.filter(
      (one: { outletId: number }) => one.outletId === t.cafe,
    );
    const drawn = { sections: [{ id: 1, name: 'Terrace' }], places: [newPlace('Table', '1', [])] };
    await play('floor.save', 'Outlet', { version: 0, ...drawn });
    const coupon = { key: key(), name: 'Friends', type: 'BillOff', percent: 5, trigger: 'Coupon' };
    const { body: friends } = await t.call('promotion.create', { as: admin, body: coupon });
    await play('prices.createCoupons', 'Promotion', { key: key(), promotionId: friends.id, count: 2, maxUses: 1 });
    await play('menu.setLeft', 'Menu Item', { id: goods.burger, left: 3 });
    await play('outlet.update', 'Outlet', { outletId: t.cafe, version: outlet.version, name: 'Reef Café' });
    const person = { key: key(), name: 'Aisha', email: 'aisha@reef.example', role: 'User', outletIds: [t.cafe] };
    const user = await play('app_user.create', 'User', { ...person, password: 'correct horse', passcode: '1357' });
    await play('app_user.update', 'User', { id: user.id, version: user.version, name: 'Aishath' });
    const place = await play('storage.create', 'Storage', { key: key(), name: 'Cellar', type: 'Kitchen' });
    await play('storage.update', 'Storage', { id: place.id, version: place.version, name: 'Deep cellar' });
    await play('storage.delete', 'Storage', undefined, { id: place.id });
    const moved = { key: key(), itemId: goods.item, storageId: goods.storage, type: 'Set', qty: 5, reason: 'Found' };
    await play('stock.adjust', 'Stock', moved);
    const plan = { storageId: goods.storage, scope: 'Full' };
    const count = await play('count.create', 'Count', { key: key(), ...plan });
    await play('count.update', 'Count', { id: count.id, version: count.version, ...plan, note: 'At night' });
    await play('count.delete', 'Count', undefined, { id: count.id });
    const want = { purpose: 'Purchase', fromStorageId: 0, toStorageId: goods.storage };
    const lines = [{ itemId: goods.item, qtyRequested: 3 }];
    const request = await play('request.create', 'Request', { key: key(), ...want, lines });
    const more = [{ itemId: goods.item, qtyRequested: 4 }];
    await play('request.update', 'Request', { id: request.id, version: request.version, ...want, lines: more });
    await play('request.delete', 'Request', undefined, { id: request.id });
    const recipe = { name: 'Burger', menuItemId: goods.burger, size: 'Small', yieldQty: 1 };
    await play('recipe.create', 'Recipe', {
      key: key(),
      ...recipe,
      lines: [{ itemId: goods.item, subRecipeId: 0, qty: 1, unit: 'kg', wastagePct: 0 }],
    });
    const invoice = await play('invoice.create', 'Invoice', {
      key: key(),
      vendorInvoiceNo: 'V-1',
      vendorId: goods.vendor,
      invoiceDate: '2026-03-03',
      gstMode: 'Exclusive',
      lines: [{ kind: 'Item', itemId: goods.item, qty: 2, unit: 'kg', unitPrice: 2400, gstPct: 8 }],
    });
    await play('invoice.status', 'Invoice', { id: invoice.id, status: 'Posted' });
    const { path, status, publishedAt, scheduledAt, versions, ...site } = (await t.call('site.find', { as: admin }))
      .body;
    expect([path, status, publishedAt, scheduledAt, versions]).toEqual(['/s/reef-cafe', 'Draft', null, null, []]);
    await play('site.update', 'Website', { ...site, tagline: 'By the reef' });
    const hero = { key: key(), title: 'Hello', kind: 'Hero', body: 'Welcome' };
    await t.call('page.create', { as: admin, body: hero });
    await play('site.publish', 'Website', {});
    await play('site.offline', 'Website', {});
  });

  it('[R2.23] writes the history in the same transaction: commands of bills and the close of a shift', async () => {
    const first = await open('1');
    const second = await open('2');
    await play('bill.update', 'Bill', { ...sent('1', { items: [burger()] }), key: first.key, changed: [] });
    await play('bill.transfer', 'Bill', { from: { key: first.key }, to: { type: 'Table', slot: '3' } });
    await play('bill.merge', 'Bill', { from: second.key, to: first.key });
    const { body: people } = await t.call('bill.waiters', { as: admin });
    const other = people.find(({ id }: { id: number }) => id !== first.createdBy);
    await play('bill.hand', 'Bill', { billIds: [first.key], toUserId: other.id });
    await play('bill.join', 'Bill', { billId: first.key, slots: ['39'] });
    const [item] = (await t.call('bill.find', { as: admin, params: { id: first.key } })).body.items;
    await play('bill.divide', 'Bill', { billId: first.key, itemKey: item.key, qty: item.qty / 2 });
    const [, check] = await play('bill.split', 'Bill', { billId: first.key, key: key(), parts: 2 });
    const rest = (await t.call('bill.find', { as: admin, params: { id: first.key } })).body;
    const seen = { itemKeys: rest.items.map((item: { key: string }) => item.key), total: rest.total };
    const payments = [{ key: key(), method: 'Cash', amount: rest.total }];
    await play('bill.pay', 'Bill', { key: rest.key, payments, seen });
    const card = { key: key(), method: 'Card', amount: rest.total };
    const correction = { billId: rest.key, paymentKey: payments[0]?.key, payment: card, reason: 'Wrong button' };
    await play('bill.correctPayment', 'Bill', correction);
    await play('bill.reprint', 'Bill', { billId: rest.key, jobKey: key(), copyNo: 1, reason: 'Guest lost it' });
    const buyer = { name: 'Reef Ltd', address: 'Male', tin: '1012345GST501' };
    await play('bill.taxInvoice', 'Bill', { key: key(), billId: rest.key, buyer });
    const back = [{ key: key(), method: 'Cash', amount: rest.total }];
    await play('bill.refund', 'Bill', { key: key(), billId: rest.key, reason: 'Cold', payments: back });
    await play('bill.void', 'Bill', { billId: check.key, reason: 'Guest left' });
    const shift = (await t.call('shift.active', { as: admin })).body;
    const counted = [{ method: 'Cash', amount: 51_000 }];
    await play('shift.close', 'Shift', { id: shift.id, counted, differenceReason: 'Counted' });
  });

  it('[R2.23] lists every write: called here, silent for a reason, of the engine, or called by its module', () => {
    const writes = (Object.entries(contract) as [string, Endpoint][])
      .filter(([, { method }]) => method !== 'GET')
      .map(([name]) => name);
    const known = [...played, ...Object.keys(silent), ...ofDefinitions, ...imports, ...playedElsewhere];
    expect(writes.filter((name) => !known.includes(name))).toEqual([]);
    expect(
      [...Object.keys(silent), ...playedElsewhere].filter((name) => !writes.includes(name) || played.has(name)),
    ).toEqual([]);
  });
});
