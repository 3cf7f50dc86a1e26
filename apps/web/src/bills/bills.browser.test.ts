import type { Bill } from '@atoll/domain/bill/bill';
import type { Result } from '@atoll/domain/refusal/refusal';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useConnection } from '../api/connection.ts';
import { on, type Toast } from '../api/event.ts';
import { startLocale } from '../locale/locale.ts';
import { billSent, put, reloadOutbox, tryAgain, useOutbox, wakeOutbox } from '../outbox/outbox.ts';
import { startSender } from '../outbox/sender.ts';
import { readOutbox } from '../outbox/store.ts';
import { useSession } from '../session/session.ts';
import { useApp } from '../sync/app-store.ts';
import { type FakeServer, fakeServer } from '../sync/testing/fake-server.ts';
import { burger, juice, openTill } from '../sync/testing/till.ts';
import { billAt, hasUnsaved, useBills } from './bills.ts';
import { showSlot } from './shown-slot.ts';
import { slotIdOf } from './state.ts';

let server: FakeServer;
const toasts: Toast[] = [];
let hide = (): void => undefined;
on('toast', (toast) => toasts.push(toast));
const stopSender = startSender();

beforeAll(() => startLocale());
beforeEach(async () => {
  server = fakeServer();
  globalThis.fetch = server.fetch;
  await openTill();
  useApp.setState({ settings: [...useApp.getState().settings, { key: 'AutoPrintEnabled', value: 'false' }] });
  hide();
  toasts.length = 0;
});
afterEach(async () => {
  // Requests of this test must not reach the server of the next one.
  server.network = 'dead';
  await vi.waitUntil(async () => !(await readOutbox()).some(({ state }) => state === 'sending'));
});
afterAll(() => {
  stopSender();
});

const bills = () => useBills.getState();
const at = (slot: string) => billAt(bills(), 'Table', slot);
function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.refusal.message);
  return result.value;
}
const checkIn = async (slot: string) => valueOf(await bills().checkIn('Table', slot)).key;
const sent = async (key: string) => expect(await billSent(key, 5000)).toBe(true);
/** Saves a bill with this many burgers in a slot and waits until the server has it. */
async function savedBill(slot: string, count = 1): Promise<string> {
  const key = await checkIn(slot);
  for (let i = 0; i < count; i += 1) bills().addItem(key, { menuItem: burger, notes: [`n${i}`] });
  await bills().save(key);
  await sent(key);
  return key;
}
/** Changes the bill at the server, as another till does. */
function elsewhere(key: string, change: (bill: Bill) => Partial<Bill>): Bill {
  const known = server.bills.get(key);
  if (!known) throw new Error('The server has no such bill');
  const bill = { ...known, ...change(known), version: known.version + 1 };
  server.bills.set(key, bill);
  return bill;
}
/** Simulates a page reload: memory is reset, storage is kept. */
async function reload(): Promise<void> {
  const kept = Object.entries(localStorage) as [string, string][];
  useBills.setState(useBills.getInitialState(), true);
  localStorage.clear();
  for (const [key, value] of kept) localStorage.setItem(key, value);
  await useBills.persist.rehydrate();
  await reloadOutbox();
  await bills().loadActive();
}
const withoutIds = (bill: Bill | undefined) => bill?.items.map(({ name, qty }) => `${qty} ${name}`);

describe('taking an order', () => {
  it('[R15.7] goes from an empty slot through CheckedIn, Saved and BillPrinted to Complete, then empties the slot', async () => {
    expect(at('3')).toBeUndefined();
    const key = await checkIn('3');
    expect(at('3')).toMatchObject({ status: 'CheckedIn', createdByName: 'Aisha', createdBy: 7 });
    expect(Date.parse(at('3')?.createdAt ?? '')).toBeGreaterThan(Date.now() - 5000);
    bills().addItem(key, { menuItem: burger });
    expect(at('3')?.status).toBe('CheckedIn');
    await bills().save(key);
    expect(at('3')?.status).toBe('Saved');
    await bills().markPrinted(key, 'job-1');
    expect(at('3')?.status).toBe('BillPrinted');
    const total = at('3')?.total ?? 0;
    expect(total).toBe(5940);
    const paid = await bills().pay(key, {
      payments: [{ key: crypto.randomUUID(), method: 'Cash', amount: total, tendered: 6000 }],
    });
    expect(paid).toMatchObject({ state: 'paid', invoiceNumber: '2026-000001' });
    expect(at('3')).toBeUndefined();
    expect(bills().bills[key]?.status).toBe('Complete');
  });

  it("[R15.8] refuses to check in a slot twice: 'Already checked in'", async () => {
    const [first, second] = await Promise.all([bills().checkIn('Table', '3'), bills().checkIn('Table', '3')]);
    expect(first.ok).toBe(true);
    expect(second).toMatchObject({ ok: false, refusal: { message: 'Already checked in' } });
    expect(await bills().checkIn('Table', '3')).toMatchObject({ ok: false, refusal: { reason: 'alreadyCheckedIn' } });
  });

  it('[R15.9] adds items only to a bill that has a status', async () => {
    expect(bills().addItem('nothing', { menuItem: burger }).ok).toBe(false);
    const key = await savedBill('3');
    const total = at('3')?.total ?? 0;
    await bills().pay(key, { payments: [{ key: crypto.randomUUID(), method: 'Card', amount: total }] });
    expect(bills().addItem(key, { menuItem: burger })).toMatchObject({ ok: false, refusal: { reason: 'billClosed' } });
  });

  it("[R15.13] without an open shift check-in and pay are refused with 'No Shift Active'", async () => {
    const key = await savedBill('3');
    useApp.setState({ shift: null });
    expect(await bills().checkIn('Table', '4')).toMatchObject({ ok: false, refusal: { message: 'No Shift Active' } });
    const paid = await bills().pay(key, { payments: [{ key: crypto.randomUUID(), method: 'Cash', amount: 5940 }] });
    expect(paid).toMatchObject({ state: 'refused', reason: { message: 'No Shift Active' } });
    expect(at('3')?.status).toBe('Saved');
  });

  it('refuses a slot that the outlet does not have', async () => {
    expect(await bills().checkIn('Table', '41')).toMatchObject({ ok: false, refusal: { reason: 'slotOutOfRange' } });
    expect(await bills().checkIn('Counter', '1')).toMatchObject({ ok: false, refusal: { reason: 'slotTypeUnknown' } });
  });

  it('increases the quantity of an unsaved item, and adds a new one once it is saved', async () => {
    const key = await checkIn('3');
    bills().addItem(key, { menuItem: burger });
    bills().addItem(key, { menuItem: burger });
    expect(withoutIds(at('3'))).toEqual(['2 Lagoon Burger']);
    await bills().save(key);
    bills().addItem(key, { menuItem: burger });
    expect(withoutIds(at('3'))).toEqual(['2 Lagoon Burger', '1 Lagoon Burger']);
    const saved = at('3')?.items[0]?.key ?? '';
    expect(bills().changeQty(key, saved, 5)).toMatchObject({ ok: false, refusal: { reason: 'itemSaved' } });
  });

  it('restores a removed item', async () => {
    const key = await checkIn('3');
    bills().addItem(key, { menuItem: burger, notes: ['no onion'] });
    bills().addItem(key, { menuItem: juice });
    bills().removeUnsaved(key, at('3')?.items[0]?.key ?? '');
    expect(withoutIds(at('3'))).toEqual(['1 Lime Juice']);
    bills().undoRemove(key);
    expect(at('3')?.items.map(({ name, notes }) => [name, ...notes])).toContainEqual(['Lagoon Burger', 'no onion']);
  });

  it('shows a discount at once and sends it with the save, the second one too', async () => {
    const key = await savedBill('3', 2);
    bills().setDiscount(key, { percentage: 10 });
    expect(at('3')).toMatchObject({ discount: 1000, total: 10692 });
    await bills().save(key);
    bills().setDiscount(key, { percentage: 20 });
    await bills().save(key);
    await sent(key);
    expect(server.bills.get(key)?.discountPercentage).toBe(20);
    expect(at('3')?.discountPercentage).toBe(20);
    expect(hasUnsaved(bills().drafts[key])).toBe(false);
  });
});

describe('state after a reload', () => {
  it('[R13.4] writes work to the disk durably before the bill shows Saved', async () => {
    const key = await checkIn('3');
    bills().addItem(key, { menuItem: burger });
    const strict: string[] = [];
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
      this: IDBDatabase,
      ...[name, mode, options]
    ) {
      transaction.mockRestore();
      const real = this.transaction(name, mode, options);
      strict.push(`${String(name)} ${real.mode} ${real.durability}`);
      real.addEventListener('complete', () => strict.push(at('3')?.status ?? ''));
      return real;
    });
    await bills().save(key);
    expect(strict).toEqual(['outbox readwrite strict', 'CheckedIn']);
    expect(at('3')?.status).toBe('Saved');
  });

  it('[R13.4] restores unsaved items of an order after a reload', async () => {
    const key = await savedBill('3');
    bills().addItem(key, { menuItem: juice, notes: ['no ice'] });
    bills().change(key, { covers: 4 });
    await reload();
    expect(withoutIds(at('3'))).toEqual(['1 Lagoon Burger', '1 Lime Juice']);
    expect(at('3')).toMatchObject({ covers: 4, items: [{}, { notes: ['no ice'] }] });
  });

  it('[R13.4] applies fetched bills first, then the outbox, then the drafts', async () => {
    const key = await savedBill('3');
    server.network = 'dead';
    bills().addItem(key, { menuItem: juice });
    await bills().save(key);
    bills().addItem(key, { menuItem: burger });
    elsewhere(key, (bill) => ({ note: 'window seat', items: bill.items }));
    server.handler = ({ path }) => (path.endsWith('/update') ? { status: 503 } : undefined);
    server.network = 'fine';
    await reload();
    expect(at('3')?.note).toBe('window seat');
    expect(withoutIds(at('3'))).toEqual(['1 Lagoon Burger', '1 Lime Juice', '1 Lagoon Burger']);
  });

  it('[R13.4] stores only id, key and name of a customer in local storage', async () => {
    const key = await savedBill('3');
    bills().setCustomer(key, { id: 5, key: 'c', name: 'Nadia', phone: '7771234', tin: '1234567GST501' });
    const kept = JSON.stringify(Object.entries(localStorage));
    expect(kept).toContain('Nadia');
    expect(kept).not.toContain('7771234');
    expect(kept).not.toContain('1234567GST501');
  });

  it('[R13.4] restores a transfer in progress after a reload', async () => {
    const key = await savedBill('3');
    bills().chooseTransfer({ fromKey: key, type: 'Table', slot: '9' });
    await reload();
    expect(bills().transferring).toEqual({ fromKey: key, type: 'Table', slot: '9' });
  });

  it('shows the last known open bills and the waiting work after a reload without the server', async () => {
    const key = await savedBill('3');
    await expect.poll(async () => (await import('../storage/copy.ts')).copyOf(1, 'bills')).toHaveLength(1);
    server.network = 'dead';
    const other = await checkIn('5');
    bills().addItem(other, { menuItem: juice });
    await bills().save(other);
    await reload();
    expect(withoutIds(at('3'))).toEqual(['1 Lagoon Burger']);
    expect(at('5')).toMatchObject({ key: other, status: 'Saved', pending: true });
    expect(bills().bills[key]?.pending).toBe(false);
  });
});

describe('updates from the server', () => {
  it("[R15.11] replaces a known bill with the warning 'Bill updated from server' and keeps unsaved lines on top", async () => {
    const key = await savedBill('3');
    bills().addItem(key, { menuItem: juice });
    const item = {
      ...(server.bills.get(key) as Bill).items[0],
      key: crypto.randomUUID(),
      id: 999,
      name: 'Tuna',
    } as Bill['items'][0];
    elsewhere(key, (bill) => ({ items: [...bill.items, item] }));
    hide = showSlot('Table', '3');
    await bills().refetch(key, true);
    expect(withoutIds(at('3'))?.sort()).toEqual(['1 Lagoon Burger', '1 Lime Juice', '1 Tuna']);
    expect(toasts).toEqual([
      { kind: 'warning', message: 'Bill updated from server', details: 'Table 3', id: 'billUpdated' },
    ]);
    expect(hasUnsaved(bills().drafts[key])).toBe(true);
  });

  it("[R15.11] shows an unknown bill in its slot with the info 'Bill updated from server'", async () => {
    const key = await savedBill('3');
    const theirs = { ...(server.bills.get(key) as Bill), key: 'theirs', id: 555, slot: '8' };
    server.bills.set('theirs', theirs);
    hide = showSlot('Table', '8');
    await bills().refetch(555, true);
    expect(at('8')?.key).toBe('theirs');
    expect(toasts).toEqual([
      { kind: 'info', message: 'Bill updated from server', details: 'Table 8', id: 'billUpdated' },
    ]);
  });

  it("[R35.31] says 'Bill updated from server' once, for the bill on the screen only, and never as a notification", async () => {
    const key = await savedBill('3');
    const other = await savedBill('4');
    hide = showSlot('Table', '3');
    elsewhere(other, () => ({ covers: 4 }));
    await bills().refetch(other, true);
    expect(toasts).toEqual([]);
    elsewhere(key, () => ({ covers: 2 }));
    await Promise.all([bills().refetch(key, true), bills().refetch(key, true)]);
    expect(toasts.map(({ message, id }) => [message, id])).toEqual([['Bill updated from server', 'billUpdated']]);
    useApp.getState().setError({ message: 'Bill updated from server' } as never);
    expect(useApp.getState().notifications.map(({ message }) => message)).not.toContain('Bill updated from server');
    hide();
    elsewhere(key, () => ({ covers: 5 }));
    toasts.length = 0;
    await bills().refetch(key, true);
    expect(toasts).toEqual([]);
  });

  it('[R15.11] clears the slot of a Complete bill and keeps its unsaved items as orphaned items', async () => {
    const key = await savedBill('3');
    bills().addItem(key, { menuItem: juice });
    elsewhere(key, () => ({ status: 'Complete', isOpen: false }));
    await bills().refetch(key, true);
    expect(at('3')).toBeUndefined();
    expect(bills().stranded[key]).toMatchObject({ type: 'Table', slot: '3', items: [{ name: 'Lime Juice' }] });
  });

  it('[R15.11] keeps unsaved items of a bill that was merged into a closed one as orphaned items', async () => {
    const absorbed = await savedBill('3');
    const closed = await savedBill('4');
    elsewhere(closed, () => ({ status: 'Complete', isOpen: false }));
    await bills().refetch(closed);
    bills().addItem(absorbed, { menuItem: juice });
    server.bills.set(absorbed, server.bills.get(closed) as Bill);
    await bills().refetch(absorbed);
    expect(bills().stranded[closed]?.items.map(({ name }) => name)).toEqual(['Lime Juice']);
    expect(bills().drafts).toEqual({});
  });

  it('ignores a version older than the known one', async () => {
    const key = await savedBill('3');
    const old = server.bills.get(key) as Bill;
    bills().takeServer({ ...old, version: old.version + 2, note: 'new' });
    bills().takeServer({ ...old, version: old.version + 1, note: 'late' }, true);
    expect(at('3')?.note).toBe('new');
    expect(toasts).toEqual([]);
  });

  it('fetches a bill once more, not twice, for requests during a fetch', async () => {
    const key = await savedBill('3');
    server.seen.length = 0;
    await Promise.all([bills().refetch(key), bills().refetch(key), bills().refetch(key), bills().refetch(key)]);
    await expect.poll(() => server.seen.length).toBe(2);
  });

  it('[R15.8] merges a check-in that lost its slot to another till into the bill there, with its draft', async () => {
    const theirs = await savedBill('7');
    const bill = server.bills.get(theirs) as Bill;
    await bills().loadActive();
    server.network = 'dead';
    const mine = await checkIn('3');
    server.bills.set(theirs, { ...bill, slot: '3', version: bill.version + 1 });
    bills().addItem(mine, { menuItem: juice });
    server.network = 'fine';
    await wakeOutbox();
    await expect.poll(() => bills().aliases[mine]).toBe(theirs);
    expect(at('3')?.key).toBe(theirs);
    expect(withoutIds(at('3'))).toEqual(['1 Lagoon Burger', '1 Lime Juice']);
    await bills().save(mine);
    await sent(theirs);
    expect(withoutIds(server.bills.get(theirs))).toEqual(['1 Lagoon Burger', '1 Lime Juice']);
  });
});

describe('transfer', () => {
  it('[R15.10] clears the source slot and shows the returned bill in the target slot', async () => {
    const key = await savedBill('3');
    const moved = bills().transfer(key, { type: 'Table', slot: '9' });
    await expect.poll(() => at('3')).toBeUndefined();
    expect((await moved).ok).toBe(true);
    expect(at('9')?.key).toBe(key);
    expect(at('3')).toBeUndefined();
  });

  it('[R15.10] clears the source slot on a failure too, and fetches the bill again so that nothing is lost', async () => {
    const key = await savedBill('3');
    let wasClear = false;
    server.handler = ({ path }) => {
      if (path !== '/bis/bill/transfer') return undefined;
      wasClear = at('3') === undefined;
      return {
        status: 409,
        body: { message: 'The slot is taken. Choose another one', reason: 'slotOccupied', code: 409 },
      };
    };
    const moved = await bills().transfer(key, { type: 'Table', slot: '9' });
    expect(moved).toMatchObject({ ok: false, refusal: { message: 'The slot is taken. Choose another one' } });
    expect(wasClear).toBe(true);
    expect(server.paths()).toContain(`GET /bis/bills/find/${key}`);
    expect(withoutIds(at('3'))).toEqual(['1 Lagoon Burger']);
  });

  it('[R15.10] restores the bill from this device’s copy when the server cannot be reached either', async () => {
    const key = await savedBill('3');
    server.handler = ({ path }) => {
      if (path === '/bis/bill/transfer') server.network = 'dead';
      return path === '/bis/bill/transfer' ? { status: 500 } : undefined;
    };
    await bills().transfer(key, { type: 'Table', slot: '9' });
    expect(withoutIds(at('3'))).toEqual(['1 Lagoon Burger']);
  });

  it('[R15.10] refuses a Complete bill as the source', async () => {
    const key = await savedBill('3');
    await bills().pay(key, { payments: [{ key: crypto.randomUUID(), method: 'Card', amount: 5940 }] });
    expect(await bills().transfer(key, { type: 'Table', slot: '9' })).toMatchObject({
      refusal: { reason: 'billClosed' },
    });
  });

  it('refuses a transfer without the server and shows why', async () => {
    const key = await savedBill('3');
    useConnection.setState({ isOnline: false });
    expect(await bills().transfer(key, { type: 'Table', slot: '9' })).toMatchObject({
      refusal: { reason: 'unavailable' },
    });
    expect(at('3')?.key).toBe(key);
  });
});

describe('paying', () => {
  const cash = (amount: number) => ({ key: crypto.randomUUID(), method: 'Cash', amount }) as const;

  it('saves the draft first, in one write with the payment', async () => {
    const key = await savedBill('3');
    bills().addItem(key, { menuItem: juice });
    const total = at('3')?.total ?? 0;
    expect(await bills().pay(key, { payments: [cash(total)] })).toMatchObject({ state: 'paid' });
    expect(server.bills.get(key)?.items).toHaveLength(2);
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
    server.network = 'dead';
    useConnection.setState({ isOnline: false });
    const other = await checkIn('5');
    bills().addItem(other, { menuItem: burger });
    await bills().save(other);
    const paid = await bills().pay(other, { payments: [cash(5940)] });
    expect(paid).toMatchObject({ state: 'kept', change: 0, number: expect.stringMatching(/^T\d+-\d+$/) });
    expect(at('5')).toBeUndefined();
    expect(bills().bills[other]).toMatchObject({ status: 'Complete', pending: true });
    server.network = 'fine';
    await wakeOutbox();
    await sent(other);
    expect(server.bills.get(other)).toMatchObject({ status: 'Complete', invoiceNumber: '2026-000001' });
    expect(server.bills.get(other)?.meta).toContainEqual({
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
    expect(server.bills.get(key)?.items.find((each) => each.key === item)).toMatchObject({
      isVoid: true,
      voidReason: 'Wrong dish',
    });
    expect(at('3')?.total).toBe(5940);
  });

  it('sends the approval of an action that the person may not do alone', async () => {
    const key = await savedBill('3');
    await bills().voidBill(key, 'Left', { approvalKey: 'a-1' });
    expect(server.seen.at(-1)?.headers['x-approval']).toBe('a-1');
    expect(at('3')).toBeUndefined();
  });

  it('removes a check-in that the server has never seen, and cancels one that it has', async () => {
    const known = await checkIn('4');
    await sent(known);
    expect((await bills().cancelCheckIn(known)).ok).toBe(true);
    expect(at('4')).toBeUndefined();
    expect(server.bills.get(known)?.isVoid).toBe(true);
    server.network = 'dead';
    await put({ kind: 'update', billKey: 'other', body: {}, outletId: 99, userId: 7, userName: '', deviceId: '' });
    useSession.setState({ user: null });
    const unseen = useBills.getState();
    await openTill();
    useSession.setState({ outlets: [] });
    const key = valueOf(await unseen.checkIn('Table', '6')).key;
    expect((await bills().cancelCheckIn(key)).ok).toBe(true);
    expect(at('6')).toBeUndefined();
    expect(useOutbox.getState().entries.some((entry) => entry.billKey === key)).toBe(false);
  });

  it('lists refused work with its reason, and sends it again on request', async () => {
    const key = await savedBill('3');
    server.handler = ({ path }) =>
      path === '/bis/bill/update'
        ? { status: 422, body: { message: 'This item is not on the menu', code: 422 } }
        : undefined;
    bills().addItem(key, { menuItem: juice });
    await bills().save(key);
    await expect.poll(() => useOutbox.getState().entries[0]?.state).toBe('rejected');
    expect(toasts.at(-1)).toMatchObject({ kind: 'error', message: 'This item is not on the menu' });
    server.handler = () => undefined;
    await tryAgain(useOutbox.getState().entries[0]?.seq ?? 0);
    await sent(key);
    expect(server.bills.get(key)?.items).toHaveLength(2);
  });

  it('[R15.1] sends saved work while the screen is locked', async () => {
    const key = await savedBill('3');
    server.network = 'dead';
    bills().addItem(key, { menuItem: juice });
    await bills().save(key);
    useSession.getState().lock();
    expect(useSession.getState().user?.token).toBe('');
    server.network = 'fine';
    globalThis.dispatchEvent(new Event('online'));
    await expect.poll(() => server.bills.get(key)?.items.length).toBe(2);
    expect(server.seen.findLast(({ path }) => path === '/bis/bill/update')?.headers['authorization']).toMatch(
      /^Bearer ./,
    );
  });

  it('sends other entries when one cannot be shown', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await put({ kind: 'create', billKey: 'torn', body: {}, outletId: 99, userId: 7, userName: '', deviceId: '' });
    const key = await savedBill('3');
    expect(server.bills.get(key)?.items).toHaveLength(1);
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
  expect(server.paths().filter((path) => path.endsWith('/bis/bill/pay'))).toHaveLength(1);
  expect(server.bills.get(key)?.payments).toHaveLength(1);
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
