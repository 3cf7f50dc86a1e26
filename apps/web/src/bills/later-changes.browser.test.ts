import { describe, expect, it, vi } from 'vitest';
import { useConnection } from '../api/connection.ts';
import { put, tryAgain, useOutbox, wakeOutbox } from '../outbox/outbox.ts';
import { startSender } from '../outbox/sender.ts';
import { readOutbox } from '../outbox/store.ts';
import { useSession } from '../session/session.ts';
import { burger, juice, openTill } from '../sync/testing/till.ts';
import { useBills } from './bills.ts';
import { slotIdOf } from './state.ts';
import {
  at,
  bills,
  checkIn,
  elsewhere,
  savedBill,
  sent,
  startBillsTill,
  till,
  toasts,
  valueOf,
} from './testing/bills-till.ts';

startBillsTill();

describe('paying', () => {
  const cash = (amount: number) => ({ key: crypto.randomUUID(), method: 'Cash', amount }) as const;

  it('saves the draft first, in one write with the payment', async () => {
    const key = await savedBill('3');
    bills().addItem(key, { menuItem: juice });
    const total = at('3')?.total ?? 0;
    expect(await bills().pay(key, { payments: [cash(total)] })).toMatchObject({ state: 'paid' });
    expect(till.server.bills.get(key)?.items).toHaveLength(2);
  });

  it('shows the missing amount and keeps the bill open', async () => {
    const key = await savedBill('3');
    expect(await bills().pay(key, { payments: [cash(5000)] })).toMatchObject({
      state: 'refused',
      due: 940,
      reason: { message: 'The payments are less than the bill. Add a payment' },
    });
    expect(at('3')).toBeDefined();
    expect(useOutbox.getState().entries).toEqual([]);
  });

  it('keeps a payment without the server under a device number and sends it once when the server returns', async () => {
    const key = await savedBill('3');
    till.server.network = 'dead';
    useConnection.setState({ isOnline: false });
    const other = await checkIn('5');
    bills().addItem(other, { menuItem: burger });
    await bills().save(other);
    const paid = await bills().pay(other, { payments: [cash(5940)] });
    expect(paid).toMatchObject({ state: 'kept', change: 0, number: expect.stringMatching(/^T\d+-\d+$/) });
    expect(at('5')).toBeUndefined();
    expect(bills().bills[other]).toMatchObject({ status: 'Complete', pending: true });
    till.server.network = 'fine';
    await wakeOutbox();
    await sent(other);
    expect(till.server.bills.get(other)).toMatchObject({ status: 'Complete', invoiceNumber: '2026-000001' });
    expect(till.server.bills.get(other)?.meta).toContainEqual({
      key: 'deviceNumber',
      value: (paid as { number: string }).number,
    });
    expect(at('3')?.key).toBe(key);
  });

  it('keeps a refused payment of a bill that changed elsewhere in the list, and restores the bill and its draft', async () => {
    const key = await savedBill('3');
    elsewhere(key, (bill) => ({ total: bill.total + 100, note: 'more' }));
    const payments = [cash(5940)];
    const paid = await bills().pay(key, { payments });
    expect(paid).toMatchObject({ state: 'refused', reason: { message: 'Bill updated from server' }, due: 6040 });
    expect(at('3')?.note).toBe('more');
    expect(bills().drafts[key]?.payments).toEqual(payments);
    expect(useOutbox.getState().entries).toMatchObject([{ kind: 'pay', state: 'rejected' }]);
    elsewhere(key, (bill) => ({ total: bill.total - 100 }));
    await bills().refetch(key);
    expect(await bills().pay(key, { payments })).toMatchObject({ state: 'paid' });
    expect(useOutbox.getState().entries).toEqual([]);
  });
});

describe('later changes of a bill', () => {
  it('voids a saved item with a reason at the server', async () => {
    const key = await savedBill('3', 2);
    const item = at('3')?.items[0]?.key ?? '';
    expect((await bills().voidItem(key, item, 'Wrong dish')).ok).toBe(true);
    expect(till.server.bills.get(key)?.items.find((each) => each.key === item)).toMatchObject({
      isVoid: true,
      voidReason: 'Wrong dish',
    });
    expect(at('3')?.total).toBe(5940);
  });

  it('sends the approval of an action that the person may not do alone', async () => {
    const key = await savedBill('3');
    await bills().voidBill(key, 'Left', { approvalKey: 'a-1' });
    expect(till.server.seen.at(-1)?.headers['x-approval']).toBe('a-1');
    expect(at('3')).toBeUndefined();
  });

  it('removes a check-in that the server has never seen, and cancels one that it has', async () => {
    const known = await checkIn('4');
    await sent(known);
    expect((await bills().cancelCheckIn(known)).ok).toBe(true);
    expect(at('4')).toBeUndefined();
    expect(till.server.bills.get(known)?.isVoid).toBe(true);
    till.server.network = 'dead';
    await put({ kind: 'update', billKey: 'other', body: {}, outletId: 99, userId: 7, userName: '', deviceId: '' });
    useSession.setState({ user: null });
    const unseen = useBills.getState();
    await openTill();
    till.stopSender();
    const key = valueOf(await unseen.checkIn('Table', '6')).key;
    expect((await bills().cancelCheckIn(key)).ok).toBe(true);
    expect(at('6')).toBeUndefined();
    expect(useOutbox.getState().entries.some((entry) => entry.billKey === key)).toBe(false);
    till.stopSender = startSender();
  });

  it('lists refused work with its reason, and sends it again on request', async () => {
    const key = await savedBill('3');
    till.server.handler = ({ path }) =>
      path === '/bis/bill/update'
        ? { status: 422, body: { message: 'This item is not on the menu', code: 422 } }
        : undefined;
    bills().addItem(key, { menuItem: juice });
    await bills().save(key);
    await expect.poll(() => useOutbox.getState().entries[0]?.state).toBe('rejected');
    expect(toasts.at(-1)).toMatchObject({ kind: 'error', message: 'This item is not on the menu' });
    till.server.handler = () => undefined;
    await tryAgain(useOutbox.getState().entries[0]?.seq ?? 0);
    await sent(key);
    expect(till.server.bills.get(key)?.items).toHaveLength(2);
  });

  it('[R15.1] [R36.33] sends saved work while the screen is locked', async () => {
    const key = await savedBill('3');
    till.server.handler = ({ path, body }) =>
      path === '/auth/lock' ? { body: { sendToken: 'send-only', sendNames: body['waiting'] ?? [] } } : undefined;
    till.server.network = 'dead';
    bills().addItem(key, { menuItem: juice });
    await bills().save(key);
    useSession.getState().lock();
    expect(useSession.getState().user?.token).toBe('');
    till.server.network = 'fine';
    globalThis.dispatchEvent(new Event('online'));
    await expect.poll(() => till.server.bills.get(key)?.items.length).toBe(2);
    expect(till.server.seen.findLast(({ path }) => path === '/bis/bill/update')?.headers['authorization']).toBe(
      'Bearer send-only',
    );
  });

  it('sends other entries when one cannot be shown', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await put({ kind: 'create', billKey: 'torn', body: {}, outletId: 99, userId: 7, userName: '', deviceId: '' });
    const key = await savedBill('3');
    expect(till.server.bills.get(key)?.items).toHaveLength(1);
    expect(errors).toHaveBeenCalled();
    errors.mockRestore();
  });

  it('indexes bills by slot and check number', async () => {
    const key = await checkIn('3');
    const second = valueOf(await bills().checkIn('Table', '3', { checkNo: 2 })).key;
    expect(bills().slots[slotIdOf('Table', '3')]).toBe(key);
    expect(bills().slots[slotIdOf('Table', '3', 2)]).toBe(second);
  });
});

it('[R35.92] pays once when 20 clicks arrive in one task, each with its own payment', async () => {
  const key = await savedBill('9');
  const total = at('9')?.total ?? 0;
  const press = () => bills().pay(key, { payments: [{ key: crypto.randomUUID(), method: 'Cash', amount: total }] });
  const outcomes = await Promise.all(Array.from({ length: 20 }, press));
  expect(outcomes.map(({ state }) => state)).toEqual(Array.from({ length: 20 }, () => 'paid'));
  expect(till.server.paths().filter((path) => path.endsWith('/bis/bill/pay'))).toHaveLength(1);
  expect(till.server.bills.get(key)?.payments).toHaveLength(1);
  expect(await readOutbox()).toEqual([]);
});

it('[R35.91] refuses a note with control characters on an item, and keeps such text out of the outbox', async () => {
  const key = await checkIn('8');
  const noted = bills().addItem(key, { menuItem: burger, notes: ['no\u0000ice'] });
  expect(!noted.ok && noted.refusal.details).toBe('Note has characters that Atoll cannot use. Type it again');
  expect(at('8')?.items).toEqual([]);
  expect(bills().addItem(key, { menuItem: burger }).ok).toBe(true);
  const item = at('8')?.items[0]?.key ?? '';
  expect(bills().setNote(key, item, ['half \ud800']).ok).toBe(false);
  const entry = { kind: 'update', billKey: key, outletId: 1, userId: 7, userName: 'Aisha', deviceId: 'd' } as const;
  await expect(put({ ...entry, body: { key, note: 'a\u0007' } })).rejects.toThrow('Atoll cannot use');
});

it('[R36.14] refuses a note with a card number on an item, and keeps such text out of the outbox', async () => {
  const key = await checkIn('8');
  const card = '4111 1111 1111 1111';
  const noted = bills().addItem(key, { menuItem: burger, notes: [card] });
  expect(!noted.ok && noted.refusal.details).toBe(
    'Note has a card number. Remove it: Atoll does not store card numbers',
  );
  expect(at('8')?.items).toEqual([]);
  expect(bills().addItem(key, { menuItem: burger }).ok).toBe(true);
  expect(bills().setNote(key, at('8')?.items[0]?.key ?? '', [card]).ok).toBe(false);
  const entry = { kind: 'update', billKey: key, outletId: 1, userId: 7, userName: 'Aisha', deviceId: 'd' } as const;
  await expect(put({ ...entry, body: { key, note: card } })).rejects.toThrow('does not store card numbers');
});
