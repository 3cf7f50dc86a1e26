import { randomUUID } from 'node:crypto';
import type { Shift } from '@atoll/domain/contract/bill/shift';
import type { Ledger } from '@atoll/domain/contract/people/account';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { addDays } from '@atoll/domain/date/business-day';
import { beforeAll, expect, it } from 'vitest';
import { verifyHistory } from '../../platform/store/outlet/history.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { emailOf, passcode, type TestApp, testApp } from '../../testing/test-app.ts';
import { chargeAccount, refundAccount } from './service.ts';

const day = 86_400_000;

eachEngine('house accounts', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  let accountId: number;
  beforeAll(async () => {
    t = await testApp(on);
    admin = await t.signIn('Admin');
    accountId = (await create({ name: 'Dive Centre', accountType: 'Business', creditLimit: 100_000 })).body.id;
  });
  const create = (body: Record<string, unknown>) =>
    t.call('account.create', { as: admin, body: { key: randomUUID(), ...body } });
  const move = (amount: number, key: string = randomUUID(), more: Record<string, unknown> = {}) => ({
    key,
    accountId,
    amount,
    at: t.now(),
    businessDate: new Date(t.now()).toISOString().slice(0, 10),
    billId: 7,
    author: { userId: admin.user.id, name: 'Admin One', deviceId: 'd' },
    ...more,
  });
  const charge = (amount: number, key?: string, more?: Record<string, unknown>, isApproved = false) =>
    t.store.writeOutlet(t.cafe, (tx) => chargeAccount(tx, move(amount, key, more), isApproved));
  const ledger = async () => (await t.call('account.ledger', { as: admin, params: { id: accountId } })).body as Ledger;
  const pay = (body: Record<string, unknown>) =>
    t.call('account.pay', { as: admin, body: { key: randomUUID(), id: accountId, type: 'Payment', ...body } });

  it('[R14.2] charges a house account up to its limit, once per key, and beyond it with an approval', async () => {
    const key = randomUUID();
    const [first, again] = await Promise.all([charge(60_000, key), charge(60_000, key)]);
    expect(first).toMatchObject({ type: 'Charge', amount: 60_000, balanceBefore: 0, balanceAfter: 60_000, billId: 7 });
    expect(again).toEqual(first);
    await expect(charge(1, key)).rejects.toMatchObject({ refusal: { reason: 'keyReused' } });
    await expect(charge(40_001)).rejects.toMatchObject({
      refusal: { reason: 'invalid', errors: { accountId: 'Dive Centre would be 0.01 over its credit limit' } },
    });
    expect(await charge(40_000)).toMatchObject({ balanceAfter: 100_000 });
    expect(await charge(5_000, randomUUID(), {}, true)).toMatchObject({ balanceAfter: 105_000 });
    await t.store.writeOutlet(t.cafe, (tx) => refundAccount(tx, move(5_000)));
    expect((await ledger()).balance).toBe(100_000);
  });

  it('[R14.2] takes payments and write-offs, ages the debt, and keeps the balance equal to the sum of the entries', async () => {
    t.advance(40 * day);
    admin = await t.signIn('Admin');
    await t.store.writeOutlet(t.cafe, (tx) => chargeAccount(tx, move(10_000), true));
    expect((await pay({ amount: 0 })).body.errors).toEqual({ amount: 'Amount must be at least 0.01' });
    expect((await pay({ type: 'WriteOff', amount: 100 })).body.errors).toEqual({ note: 'Note is required' });
    const key = randomUUID();
    const paid = await pay({ key, amount: 30_000, method: 'Card', reference: 'R-1' });
    expect(paid.body).toMatchObject({ type: 'Payment', amount: -30_000, balanceAfter: 80_000, method: 'Card' });
    expect((await pay({ key, amount: 30_000, method: 'Card' })).body).toEqual(paid.body);
    expect((await pay({ amount: 1 })).body.errors).toEqual({ method: 'Method is required' });
    const { balance, entries, ageing } = await ledger();
    expect(balance).toBe(80_000);
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(balance);
    expect(ageing).toEqual({ days30: 10_000, days60: 70_000, days90: 0, older: 0, credit: 0 });
    const today = new Date(t.now()).toISOString().slice(0, 10);
    const statement = async (query: Record<string, string>) =>
      (await t.call('account.ledger', { as: admin, params: { id: accountId }, query })).body;
    expect(await statement({ from: today })).toMatchObject({
      opening: 100_000,
      entries: [{ type: 'Charge' }, { type: 'Payment' }],
      closing: 80_000,
    });
    expect(await statement({ to: addDays(today, -1) })).toMatchObject({
      opening: 0,
      closing: 100_000,
      balance: 80_000,
    });
    const between = { from: addDays(today, -9), to: addDays(today, -1) };
    expect(await statement(between)).toMatchObject({ opening: 100_000, entries: [], closing: 100_000 });
    expect((await t.call('account.ledger', { as: admin, params: { id: 999 } })).status).toBe(404);
  });

  it('[R14.2] puts a cash payment into the drawer of the open shift, once; refuses it without a shift', async () => {
    const key = randomUUID();
    const cash = () => pay({ key, amount: 5_000, method: 'Cash' });
    expect((await cash()).body.reason).toBe('noShiftActive');
    await t.call('shift.create', { as: admin, body: { key: randomUUID(), openingBalance: 0 } });
    const before = (await ledger()).balance;
    const [first, again] = await Promise.all([cash(), cash()]);
    expect(again.body).toEqual(first.body);
    expect((await ledger()).balance).toBe(before - 5_000);
    const { body } = await t.call('shift.active', { as: admin });
    expect(body.cash).toMatchObject([
      { key, kind: 'In', amount: 5_000, type: 'AccountPayment', reason: 'House account Dive Centre' },
    ]);
    await pay({ type: 'Adjustment', amount: 5_000, note: 'As before' });
  });

  it('[R14.2] reverses a payment once, with a reason: the debt is owed again with its old age, and cash leaves the drawer', async () => {
    const house = (await create({ name: 'Surf School', accountType: 'Business', creditLimit: 100_000 })).body.id;
    const statement = async () => (await t.call('account.ledger', { as: admin, params: { id: house } })).body as Ledger;
    const old = new Date(t.now() - 70 * day).toISOString().slice(0, 10);
    await charge(9_000, randomUUID(), { accountId: house, businessDate: old });
    const shift = async () => (await t.call('shift.active', { as: admin })).body as Shift;
    const expected = async () =>
      (await t.call('shift.x', { as: admin, params: { id: (await shift()).id } })).body.expectedCash as number;
    const expectedCash = await expected();
    const paid = (await pay({ id: house, amount: 9_000, method: 'Cash' })).body;
    expect(await expected()).toBe(expectedCash + 9_000);
    const reverse = (body: Record<string, unknown> = {}) =>
      t.call('account.reverse', {
        as: admin,
        body: { id: house, paymentKey: paid.key, reason: 'Wrong account', ...body },
      });
    expect((await reverse({ reason: '' })).status).toBe(422);
    expect((await reverse({ id: accountId })).body.reason).toBe('notFound');
    const [first, again] = await Promise.all([reverse(), reverse({ reason: 'Pressed twice' })]);
    expect(first.body).toMatchObject({
      type: 'Payment',
      amount: 9_000,
      balanceAfter: 9_000,
      method: 'Cash',
      note: 'Wrong account',
    });
    expect(again.body).toEqual(first.body);
    expect((await reverse({ paymentKey: first.body.key })).body.reason).toBe('notFound');
    const { balance, entries, ageing } = await statement();
    expect([balance, entries.map(({ amount, isReversed }) => [amount, isReversed])]).toEqual([
      9_000,
      [
        [9_000, undefined],
        [-9_000, true],
        [9_000, undefined],
      ],
    ]);
    expect(ageing).toEqual({ days30: 0, days60: 0, days90: 9_000, older: 0, credit: 0 });
    expect(await expected()).toBe(expectedCash);
    expect((await shift()).cash?.find(({ kind }) => kind === 'Out')).toMatchObject({
      kind: 'Out',
      amount: 9_000,
      type: 'AccountPayment',
      reason: 'House account Surf School',
    });
    expect(await verifyHistory(t.store, t.cafe)).toMatchObject({ ok: true });
  });

  it('[R14.2] asks a Manager before a payment on a house account is reversed', async () => {
    const house = (await create({ name: 'Kite School', accountType: 'Business', creditLimit: 100_000 })).body.id;
    const paid = (await pay({ id: house, amount: 700, method: 'Card', reference: 'S1' })).body;
    const body = { id: house, paymentKey: paid.key, reason: 'Card declined' };
    const override = (overrides: object[]) =>
      t.store.writeOrg((db) =>
        db
          .updateTable('app_user')
          .set({ permission_overrides: JSON.stringify(overrides) })
          .where('email', '=', emailOf('User'))
          .execute(),
      );
    await override([{ permission: 'Accounts', effect: 'allow' }]);
    const clerk = await t.signIn('User');
    const reverse = (headers: Record<string, string> = {}) => t.call('account.reverse', { as: clerk, body, headers });
    const asked = await reverse();
    expect(asked.body).toMatchObject({
      reason: 'approvalNeeded',
      permission: 'payment.correct',
      subjectKey: `account ${paid.key}`,
      amount: 700,
    });
    const subject = { subjectType: 'Account', subjectKey: `account ${paid.key}` };
    const about = await t.call('auth.aboutApproval', { as: clerk, body: subject });
    expect(about.body).toMatchObject({ name: 'Kite School', bill: null });
    const granted = await t.call('auth.approve', {
      as: clerk,
      body: {
        ...subject,
        permission: 'payment.correct',
        amount: 700,
        reason: 'Card declined',
        approverId: admin.user.id,
        passcode,
      },
    });
    const { key } = granted.body;
    expect((await reverse({ 'X-Approval': key })).body).toMatchObject({ amount: 700, balanceAfter: 0 });
    const [last] = await t.store.readOutlet(t.cafe, (db) =>
      db
        .selectFrom('history')
        .select('approval_key')
        .where('outlet_id', '=', t.cafe)
        .orderBy('seq', 'desc')
        .limit(1)
        .execute(),
    );
    expect(last?.approval_key).toBe(key);
    await override([]);
  });

  it('[R14.2] lists a late entry of a house account on its business day and computes balances by day', async () => {
    const house = (await create({ name: 'Reef Club', accountType: 'Business', creditLimit: 100_000 })).body.id;
    const on = (businessDate: string, amount: number) =>
      charge(amount, randomUUID(), { accountId: house, businessDate });
    await on('2026-03-20', 300);
    await on('2026-03-18', 200);
    const { body } = await t.call('account.ledger', { as: admin, params: { id: house } });
    const rows = (body as Ledger).entries.map(({ businessDate, balanceAfter }) => [businessDate, balanceAfter]);
    expect(rows).toEqual([
      ['2026-03-18', 200],
      ['2026-03-20', 500],
    ]);
  });

  it('[R14.2] refuses charges to an account on hold or closed, and closes it only at a balance of 0', async () => {
    const find = async () => (await t.call('account.find', { as: admin, params: { id: accountId } })).body;
    const change = async (body: Record<string, unknown>) =>
      t.call('account.update', { as: admin, body: { id: accountId, version: (await find()).version, ...body } });
    expect((await change({ status: 'Closed' })).body.errors).toEqual({
      status: 'The balance must be 0 before the account is closed',
    });
    expect((await t.call('account.delete', { as: admin, params: { id: accountId } })).status).toBe(422);
    expect((await change({ status: 'OnHold', balance: 0 })).body).toMatchObject({ status: 'OnHold', balance: 80_000 });
    await expect(charge(1)).rejects.toMatchObject({ refusal: { errors: { accountId: 'Dive Centre is on hold' } } });
  });

  it('[R35.20] tells who takes payments whether a customer has credit left, without amounts', async () => {
    const waiter = await t.signIn('User');
    const house = (await create({ name: 'Reef Lodge', accountType: 'Business', creditLimit: 10_000 })).body.id;
    const customer = async (accountId: number, name: string) =>
      (await t.call('customer.create', { as: admin, body: { key: randomUUID(), name, accountId } })).body.id;
    const [guest, other] = [await customer(house, 'Nadia'), await customer(0, 'Yoosuf')];
    const credit = async (id: number) => (await t.call('account.credit', { as: waiter, params: { id } })).body;
    expect(await credit(guest)).toEqual({ hasAccount: true, hasCredit: true });
    expect(await credit(other)).toEqual({ hasAccount: false, hasCredit: false });
    expect(await credit(999)).toEqual({ hasAccount: false, hasCredit: false });
    await charge(9_999, randomUUID(), { accountId: house });
    expect(await credit(guest)).toMatchObject({ hasCredit: true });
    await charge(1, randomUUID(), { accountId: house });
    expect(await credit(guest)).toEqual({ hasAccount: true, hasCredit: false });
    await charge(-5_000, randomUUID(), { accountId: house });
    const { version } = (await t.call('account.find', { as: admin, params: { id: house } })).body;
    await t.call('account.update', { as: admin, body: { id: house, version, status: 'OnHold' } });
    expect(await credit(guest)).toEqual({ hasAccount: false, hasCredit: false });
  });

  it('[R14.2] requires a type for house and financial accounts, and charges no financial account', async () => {
    expect((await create({ name: 'No type' })).body.errors).toEqual({ accountType: 'Account type is required' });
    expect((await create({ name: 'Rent', kind: 'Financial' })).body.errors).toEqual({
      financialType: 'Financial type is required',
    });
    const { body } = await create({
      name: 'Rent',
      kind: 'Financial',
      financialType: 'Expense',
      accountType: 'Personal',
    });
    expect(body).toMatchObject({ financialType: 'Expense', accountType: null });
    await expect(charge(1, randomUUID(), { accountId: body.id })).rejects.toMatchObject({
      refusal: { reason: 'invalid' },
    });
    const kind = await t.call('account.update', { as: admin, body: { id: body.id, version: 1, kind: 'House' } });
    expect(kind.body.errors).toEqual({ kind: 'Kind cannot be changed' });
  });

  it('[R35.67] gives balances of accounts only to people with the Accounts screen, and a User no shifts, ledger, dashboard or reports', async () => {
    const { id } = (await create({ name: 'Night Club', accountType: 'Business', creditLimit: 100_000 })).body;
    await charge(4000, randomUUID(), { accountId: id });
    const user = await t.signIn('User');
    const read = async (as: SignedIn) => {
      const list = (await t.call('account.list', { as, query: { search: 'Night' } })).body as { balance: unknown }[];
      const one = (await t.call('account.find', { as, params: { id } })).body as { balance: unknown };
      return [list[0]?.balance, one.balance];
    };
    expect(await read(admin)).toEqual([4000, 4000]);
    expect(await read(user)).toEqual([null, null]);
    // Nor do other calls tell them of takings.
    for (const key of ['shift.list', 'shift.find', 'account.ledger', 'app.dashboard', 'report.run'] as const)
      expect([key, (await t.call(key, { as: user, params: { id } })).status]).toEqual([key, 403]);
  });
});
