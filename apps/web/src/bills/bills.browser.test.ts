import { describe, expect, it, vi } from 'vitest';
import { useApp } from '../sync/app-store.ts';
import { burger, juice } from '../sync/testing/till.ts';
import { hasUnsaved } from './bills.ts';
import {
  at,
  bills,
  checkIn,
  elsewhere,
  reload,
  savedBill,
  sent,
  startBillsTill,
  till,
  withoutIds,
} from './testing/bills-till.ts';

startBillsTill();

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

  it('sends changed details of a bill alone: dishes that were not saved stay unsaved', async () => {
    const key = await savedBill('3');
    bills().addItem(key, { menuItem: juice });
    bills().setDiscount(key, { percentage: 10 });
    bills().change(key, { covers: 4 });
    await bills().saveChanges(key, ['covers']);
    await sent(key);
    expect(till.server.bills.get(key)).toMatchObject({ covers: 4, discountPercentage: 0 });
    expect(till.server.bills.get(key)?.items).toHaveLength(1);
    expect(hasUnsaved(bills().drafts[key])).toBe(true);
    expect(at('3')).toMatchObject({ covers: 4, discountPercentage: 10 });
    expect(at('3')?.items).toHaveLength(2);
    await bills().save(key);
    await sent(key);
    expect(till.server.bills.get(key)?.items).toHaveLength(2);
  });

  it('shows a discount at once and sends it with the save, the second one too', async () => {
    const key = await savedBill('3', 2);
    bills().setDiscount(key, { percentage: 10 });
    expect(at('3')).toMatchObject({ discount: 1000, total: 10692 });
    await bills().save(key);
    bills().setDiscount(key, { percentage: 20 });
    await bills().save(key);
    await sent(key);
    expect(till.server.bills.get(key)?.discountPercentage).toBe(20);
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
    till.server.network = 'dead';
    bills().addItem(key, { menuItem: juice });
    await bills().save(key);
    bills().addItem(key, { menuItem: burger });
    elsewhere(key, (bill) => ({ note: 'window seat', items: bill.items }));
    till.server.handler = ({ path }) => (path.endsWith('/update') ? { status: 503 } : undefined);
    till.server.network = 'fine';
    await reload();
    expect(at('3')?.note).toBe('window seat');
    expect(withoutIds(at('3'))).toEqual(['1 Lagoon Burger', '1 Lime Juice', '1 Lagoon Burger']);
  });

  it('gives a bill the record of a customer that was created on it as soon as the server has it', async () => {
    const key = await checkIn('3');
    const before = till.server.handler;
    till.server.handler = (seen) =>
      seen.path.endsWith('/customer/create')
        ? { body: { ...seen.body, id: 41, version: 1, tin: '', allergies: 'Nuts' } }
        : before(seen);
    bills().setCustomer(key, { id: null, key: crypto.randomUUID(), name: 'Nadia', phone: '7771234', tin: '' });
    expect(at('3')?.customerId).toBe(0);
    await vi.waitFor(() => expect(at('3')).toMatchObject({ customerId: 41, customer: { id: 41, allergies: 'Nuts' } }));
  });

  it('[R13.4] stores only id, key and name of a customer in local storage', async () => {
    const key = await savedBill('3');
    bills().setCustomer(key, { id: 5, key: 'c', name: 'Nadia', phone: '7771234', tin: '1234567GST501' });
    const kept = JSON.stringify(Object.entries(localStorage));
    expect(kept).toContain('Nadia');
    expect(kept).not.toContain('7771234');
    expect(kept).not.toContain('1234567GST501');
  });

  it('[R13.4] stores no address and TIN of a tax invoice in local storage, but what the guest must not eat', async () => {
    const key = await savedBill('3');
    const buyer = { name: 'Reef Divers', address: '12 Coral Way', tin: '1234567GST501' };
    bills().setCustomer(key, { id: 5, key: 'c', name: 'Nadia', phone: '', tin: '', allergies: 'Peanuts', buyer });
    const kept = JSON.stringify(Object.entries(localStorage));
    expect(kept).toContain('Peanuts');
    expect(kept).not.toContain('Coral Way');
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
    till.server.network = 'dead';
    const other = await checkIn('5');
    bills().addItem(other, { menuItem: juice });
    await bills().save(other);
    await reload();
    expect(withoutIds(at('3'))).toEqual(['1 Lagoon Burger']);
    expect(at('5')).toMatchObject({ key: other, status: 'Saved', pending: true });
    expect(bills().bills[key]?.pending).toBe(false);
  });
});
