import { randomUUIDv7 } from 'node:crypto';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { passcode, type TestApp, testApp } from '../../testing/test-app.ts';
import { addMenuItem } from './testing/shop.ts';

eachEngine('the calls of bills and shifts', (on) => {
  let app: TestApp;
  let user: SignedIn;
  let burger: number;
  beforeAll(async () => {
    app = await testApp(on);
    user = await app.signIn('User');
    burger = await addMenuItem(app.store, app.cafe, {
      name: 'Lagoon Burger',
      sizes: JSON.stringify([{ value: 'Small', sellingPrice: 5000, isDefault: true }]),
    });
  });
  const bill = (slot: string, more: object = {}) => ({ key: randomUUIDv7(), type: 'Table', slot, items: [], ...more });
  const line = (more: object = {}) => ({ key: randomUUIDv7(), menuItemId: burger, qty: 2, ...more });
  const call = (key: Parameters<TestApp['call']>[0], given: object = {}) => app.call(key, { as: user, ...given });

  it('[R15.13] [R18.5] [R18.15] answers 409 No Shift Active before a shift is open, and null for the active shift', async () => {
    expect((await call('shift.active')).body).toBeNull();
    const answer = await call('bill.create', { body: bill('1') });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 409, reason: 'noShiftActive', message: 'No Shift Active' },
    });
  });

  it('[R18.5] [R18.6] [R18.7] [R18.10] processes a bill from check-in to its invoice through the API', async () => {
    const shift = await call('shift.create', { body: { key: randomUUIDv7(), openingBalance: 100_000 } });
    expect(shift).toMatchObject({ status: 200, body: { isOpen: true } });
    const opened = await call('bill.create', { body: bill('1') });
    expect(opened).toMatchObject({ status: 200, body: { status: 'CheckedIn', number: 1 } });
    const saved = await call('bill.update', { body: { ...bill('1'), key: opened.body.key, items: [line()] } });
    expect(saved).toMatchObject({
      status: 200,
      body: { status: 'Saved', total: 11_880, conflicts: [], insertedKeys: [expect.any(String)] },
    });
    const seen = { itemKeys: saved.body.insertedKeys, total: 11_880 };
    // The kitchen would cook what it lacks to nothing, for the price of less.
    const backwards = { ...bill('1'), key: opened.body.key, items: [line({ sentQty: -5 })] };
    expect((await call('bill.update', { body: backwards })).status).toBe(422);
    const short = await call('bill.pay', {
      body: { key: opened.body.key, seen, payments: [{ key: randomUUIDv7(), method: 'Cash', amount: 100 }] },
    });
    expect(short).toMatchObject({
      status: 409,
      body: { reason: 'paymentShort', due: 11_780, bill: { key: opened.body.key } },
    });
    const payments = [{ key: randomUUIDv7(), method: 'Cash', amount: 11_880, tendered: 20_000 }];
    const paid = await call('bill.pay', { body: { key: opened.body.key, seen, payments } });
    expect(paid).toMatchObject({
      status: 200,
      body: { status: 'Complete', change: 8120, invoiceNumber: expect.stringMatching(/2026-000001$/) },
    });
    expect((await call('bill.find', { params: { id: opened.body.key } })).body.invoiceNumber).toBe(
      paid.body.invoiceNumber,
    );
  });

  it('[R15.8] answers 409 Already checked in, with the bill that holds the slot', async () => {
    const first = await call('bill.create', { body: bill('2') });
    const second = await call('bill.create', { body: bill('2') });
    expect(second).toMatchObject({
      status: 409,
      body: { message: 'Already checked in', bill: { key: first.body.key } },
    });
  });

  it('[R18.11] returns the open bills with the change number they belong to', async () => {
    const answer = await call('bill.active');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject([{ slot: '2', status: 'CheckedIn', pending: false }]);
    const head = Number(answer.headers['x-outlet-seq']);
    expect((await call('change.list', { query: { since: String(head) } })).body).toEqual({ head, changes: [] });
  });

  it('[R18.8] [R18.9] transfers and voids a bill through the API', async () => {
    const opened = await call('bill.create', { body: bill('3') });
    const moved = await call('bill.transfer', {
      body: { from: { key: opened.body.key }, to: { type: 'Table', slot: '4' } },
    });
    expect(moved).toMatchObject({ status: 200, body: { slot: '4' } });
    const taken = await call('bill.transfer', {
      body: { from: { key: opened.body.key }, to: { type: 'Table', slot: '2' } },
    });
    expect(taken).toMatchObject({ status: 409, body: { reason: 'slotOccupied' } });
    const reasonless = await call('bill.void', { body: { billId: opened.body.key, reason: '' } });
    expect(reasonless.status).toBe(422);
    const voided = await call('bill.void', { body: { billId: opened.body.id, reason: 'Opened by mistake' } });
    expect(voided).toMatchObject({ status: 200, body: { isVoid: true } });
  });

  it('lists bills in pages for people with the history, and refuses a page size that is not offered', async () => {
    const page = await call('bill.list', { query: { page: '1', size: '10', status: 'Complete' } });
    expect(page).toMatchObject({
      status: 200,
      body: { count: 1, pageSize: 10, totalPages: 1, items: [{ status: 'Complete' }] },
    });
    expect((await call('bill.list', { query: {} })).body).toHaveLength(3);
    expect(await call('bill.list', { query: { page: '1', size: '7' } })).toMatchObject({
      status: 400,
      body: { reason: 'pageSizeUnknown' },
    });
    expect((await call('bill.list', { query: { page: '1', shiftId: 'x' } })).status).toBe(400);
  });

  it('[R35.58] filters bills by status, method, person, amount and slot type', async () => {
    const found = async (query: Record<string, string>) => {
      const { body } = await call('bill.list', { query: { page: '1', size: '10', ...query } });
      return (body.items as { total: number }[]).map(({ total }) => total);
    };
    expect(await found({ minTotal: '11880', maxTotal: '11880' })).toContain(11_880);
    expect(await found({ minTotal: '11881' })).not.toContain(11_880);
    expect(await found({ maxTotal: '11879' })).not.toContain(11_880);
    expect(
      await found({ minTotal: '1', maxTotal: '11880', status: 'Complete', method: 'Cash', type: 'Table' }),
    ).toEqual([11_880]);
    expect(await found({ minTotal: '1', method: 'Card' })).toEqual([]);
    expect(await found({ minTotal: '1', type: 'Counter' })).toEqual([]);
    const people = (await call('bill.people')).body as { id: number; name: string }[];
    expect(people).toContainEqual({ id: user.user.id, name: 'User One' });
    expect(await found({ status: 'Complete', userId: String(user.user.id) })).toEqual([11_880]);
    expect(await found({ status: 'Complete', userId: '9999' })).toEqual([]);
    expect((await call('bill.list', { query: { page: '1', minTotal: 'much' } })).status).toBe(400);
  });

  it('shows a bill of one outlet to nobody of another', async () => {
    const admin = await app.signIn('Admin');
    const mine = await call('bill.active');
    const other = await app.call('bill.find', { as: admin, outlet: app.shop, params: { id: mine.body[0].key } });
    expect(other.status).toBe(404);
    expect((await app.call('bill.active', { as: user, outlet: app.shop })).status).toBe(403);
  });

  it('answers a malformed bill with 400, and a wrong value with 422 and the field', async () => {
    const answer = await call('bill.create', { body: bill('9', { items: [line({ qty: 0 })] }) });
    expect(answer.status).toBe(422);
    expect((await call('bill.create', { body: bill('9', { items: 'all' }) })).status).toBe(400);
    expect(Object.keys(answer.body.errors)).toEqual(['items.0.qty']);
  });

  it('[R35.41] says of each item whether its menu item has several sizes', async () => {
    const price = (value: string, sellingPrice: number) => ({ value, sellingPrice, isDefault: value === 'Regular' });
    const sizes = JSON.stringify([price('Regular', 3000), price('Large', 4000)]);
    const juice = await addMenuItem(app.store, app.cafe, { name: 'Juice', sizes });
    const items = [line(), line({ menuItemId: juice, size: 'Regular', hasSizes: false })];
    const saved = await call('bill.create', { body: bill('9', { items }) });
    expect(saved.body.items).toMatchObject([
      { size: 'Small', hasSizes: false },
      { size: 'Regular', hasSizes: true },
    ]);
    const admin = await app.signIn('Admin');
    await app.call('bill.void', { as: admin, body: { billId: saved.body.key, reason: 'Only a test' } });
  });

  it('[R35.33] [R36.17] merges bills for a User with a manager’s approval of both, once, and not without it', async () => {
    const manager = await app.signIn('Manager');
    const [from, to, other] = await Promise.all(
      ['11', '12', '13'].map((slot) => call('bill.create', { body: bill(slot, { items: [line()] }) })),
    );
    const body = { from: from?.body.key, to: to?.body.key };
    const refusal = { status: 403, body: { reason: 'approvalNeeded', permission: 'bill.merge', subjectKey: body.to } };
    expect(await call('bill.merge', { body })).toMatchObject(refusal);
    const subject = { subjectType: 'Bill', subjectKey: body.to, itemKeys: [body.from] };
    const about = (await call('auth.aboutApproval', { body: subject })).body;
    expect(about).toMatchObject({ bill: { slot: '12' }, items: [{ name: `Table 11 · bill ${from?.body.number}` }] });
    expect(about.items[0].amount).toBe(from?.body.total);
    const approval = await call('auth.approve', {
      body: {
        permission: 'bill.merge',
        ...subject,
        reason: 'Guests sit together',
        approverId: manager.user.id,
        passcode,
      },
    });
    expect(approval).toMatchObject({ status: 200, body: { status: 'Granted' } });
    // It is for these two bills: another one does not go the same way (R36.17).
    const stolen = { body: { from: other?.body.key, to: body.to }, headers: { 'x-approval': approval.body.key } };
    expect(await call('bill.merge', stolen)).toMatchObject({ status: 409, body: { reason: 'approvalInvalid' } });
    await app.call('bill.void', { as: manager, body: { billId: other?.body.key, reason: 'Only a test' } });
    const merged = await call('bill.merge', { body, headers: { 'x-approval': approval.body.key } });
    expect(merged).toMatchObject({ status: 200, body: { key: body.to, items: [{ qty: 2 }, { qty: 2 }] } });
    await app.call('bill.void', { as: manager, body: { billId: body.to, reason: 'Only a test' } });
  });

  it('closes the shift with its Z report', async () => {
    const shift = await call('shift.active');
    const counted = [{ method: 'Cash', amount: 111_880 }];
    const [waiting] = (await call('bill.active')).body as { key: string; slot: string }[];
    await call('bill.update', { body: { ...bill('2'), key: waiting?.key, items: [line()] } });
    const open = await call('shift.close', { body: { id: shift.body.id, counted } });
    expect(open).toMatchObject({ status: 409, body: { reason: 'openBills', openBills: [{ slot: '2' }] } });
    const closed = await call('shift.close', { body: { id: shift.body.id, counted, openBills: 'carry' } });
    expect(closed).toMatchObject({
      status: 200,
      body: { isOpen: false, closing: { difference: 0 }, z: { number: 1, totals: { bills: 1 } } },
    });
  });
});
