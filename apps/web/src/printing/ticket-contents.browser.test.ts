import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { describe, expect, it, vi } from 'vitest';
import { useConnection } from '../api/connection.ts';
import { voidWithApproval } from '../bill/void-bill.ts';
import { useBills } from '../bills/bills.ts';
import { numberHere } from '../bills/core.ts';
import { billSent } from '../outbox/outbox.ts';
import { setPrinterOverride } from '../session/device.ts';
import { useApp } from '../sync/app-store.ts';
import { fakeServer } from '../sync/testing/fake-server.ts';
import { burger, juice, menuItem } from '../sync/testing/till.ts';
import { useTickets } from './kept-tickets.ts';
import { tellKitchenMoved } from './moved-items.ts';
import { printBill } from './printing.ts';
import { bill, bills, order, paper, setting, startPrintingTill, ticketStates, till } from './testing/printing-till.ts';
import { reprintBillTickets, reprintTicket, retryTicket } from './tickets.ts';

startPrintingTill();

const slips = () => till.server.printed.filter(({ type }) => type === 'Slip');

describe('contents of tickets', () => {
  it('marks a copy with its number', async () => {
    const key = await order(burger);
    await bills().save(key);
    await expect.poll(() => ticketStates()).toEqual(['printed']);
    const ticket = useTickets.getState().tickets[0]?.key ?? '';
    await reprintTicket(ticket);
    await reprintTicket(ticket);
    expect(till.server.printed.slice(1).map(({ kind, copyNo }) => [kind, copyNo])).toEqual([
      ['Reprint', 1],
      ['Reprint', 2],
    ]);
    expect(new Set(till.server.printed.map(({ jobKey }) => jobKey)).size).toBe(3);
    expect(bills().drafts[key]?.items ?? []).toEqual([]);
  });

  it('names the bill on a ticket made without the server by the number of the till, later by both numbers', async () => {
    till.server.network = 'dead';
    useConnection.setState({ isOnline: false });
    const key = await order(burger);
    await bills().save(key);
    await expect.poll(() => till.server.printed.length).toBe(1);
    const given = numberHere(bill() as Bill);
    expect(given).toMatch(/^T\d+-\d+$/);
    expect(till.server.printed[0]?.bill).toMatchObject({ type: 'Table', slot: '3', number: given });
    useBills.setState(({ bills: known }) => ({ bills: { ...known, [key]: { ...(bill() as Bill), number: 1042 } } }));
    await reprintTicket(useTickets.getState().tickets[0]?.key ?? '');
    expect(till.server.printed[1]?.bill.number).toBe(`1042 (${given})`);
  });

  it('prints one transfer notice per station that knows moved items, once, without the items', async () => {
    const key = await order(burger, juice);
    await bills().save(key);
    await expect.poll(() => ticketStates()).toEqual(['printed', 'printed']);
    const known = { ...(bill() as Bill), number: 12 };
    await tellKitchenMoved(known, { type: 'Table', slot: '7' });
    await expect.poll(() => slips().length).toBe(2);
    expect(slips().map(({ printerName, slip }) => [printerName, slip])).toEqual([
      ['Kitchen', { title: 'Moved', large: 'Table 3 -> Table 7', rows: [], note: 'bill 12' }],
      ['Bar', { title: 'Moved', large: 'Table 3 -> Table 7', rows: [], note: 'bill 12' }],
    ]);
    const [burgerLine] = known.items;
    await tellKitchenMoved(known, { type: 'Table', slot: '8' }, [burgerLine?.key ?? '']);
    await expect.poll(() => slips().length).toBe(3);
    expect(slips()[2]?.slip?.rows).toEqual([{ label: '1 x Lagoon Burger', value: '' }]);
    expect(new Set(slips().map(({ jobKey }) => jobKey)).size).toBe(3);
  });

  it('prints the transfer notice of items that were sent by the transfer itself, after their ticket', async () => {
    const key = await order(burger);
    const unsaved = bill() as Bill;
    await bills().save(key);
    await tellKitchenMoved(unsaved, { type: 'Table', slot: '7' });
    await expect.poll(() => till.server.printed.map(({ type }) => type)).toEqual(['Kot', 'Slip']);
    expect(slips()[0]?.slip?.large).toBe('Table 3 -> Table 7');
  });

  it('prints the transfer notice of a dish whose ticket failed once that ticket is printed, and not before', async () => {
    till.server.printer = () => null;
    const key = await order(burger);
    await bills().save(key);
    await expect.poll(() => ticketStates()).toEqual(['failed']);
    await tellKitchenMoved(bill() as Bill, { type: 'Table', slot: '7' }, [(bill() as Bill).items[0]?.key ?? '']);
    till.server.printed.length = 0;
    till.server.printer = fakeServer().printer;
    await retryTicket(useTickets.getState().tickets[0]?.key ?? '');
    await expect.poll(() => till.server.printed.map(({ type }) => type)).toEqual(['Kot', 'Slip']);
    expect(slips()[0]?.slip).toMatchObject({ large: 'Table 3 -> Table 7', rows: [{ label: '1 x Lagoon Burger' }] });
  });

  it('sends a transfer notice again under its key until the print server has it', async () => {
    const key = await order(burger);
    await bills().save(key);
    await expect.poll(() => ticketStates()).toEqual(['printed']);
    till.server.printed.length = 0;
    till.server.printer = () => null;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await tellKitchenMoved(bill() as Bill, { type: 'Table', slot: '7' });
    await vi.waitUntil(() => vi.getTimerCount() > 0 && slips().length === 1);
    till.server.printer = fakeServer().printer;
    await vi.advanceTimersByTimeAsync(5000);
    vi.useRealTimers();
    await expect.poll(() => slips().length).toBe(2);
    expect(new Set(slips().map(({ jobKey }) => jobKey)).size).toBe(1);
  });

  it('[R35.39] prints one transfer notice for a printer shared by two stations', async () => {
    setting('GrillPrinter', 'Kitchen');
    const key = await order(burger, menuItem(4, 'Steak', 'Grill'));
    await bills().save(key);
    await expect.poll(() => ticketStates()).toEqual(['printed', 'printed']);
    await tellKitchenMoved(bill() as Bill, { type: 'Table', slot: '7' });
    await expect.poll(() => slips().map(({ printerName }) => printerName)).toEqual(['Kitchen']);
  });

  it('[R35.39] hands size, modifiers and notes of a voided item to the paper that cancels it', async () => {
    const large = { value: 'Large', sellingPrice: 7000, isDefault: false };
    const key = await order();
    const modifiers = [{ optionId: 5, name: 'Extra cheese', priceDelta: 1000 }] as unknown as BillItem['modifiers'];
    const several = { ...burger, sizes: [...burger.sizes, large] };
    bills().addItem(key, { menuItem: several, size: large, qty: 2, modifiers, notes: ['No onion'] });
    await bills().save(key);
    await expect.poll(() => ticketStates()).toEqual(['printed']);
    expect(await billSent(key, 5000)).toBe(true);
    const saved = bill() as Bill;
    expect(await voidWithApproval(saved, 'Wrong item', saved.items[0]?.key)).toEqual({ state: 'done' });
    await expect.poll(() => till.server.printed.map(({ kind }) => kind)).toEqual(['New', 'Cancel']);
    expect(till.server.printed[1]?.bill.items).toMatchObject([
      {
        name: 'Lagoon Burger',
        qty: 2,
        size: 'Large',
        hasSizes: true,
        modifiers: [{ name: 'Extra cheese' }],
        notes: ['No onion'],
        change: 'Void',
        voidReason: 'Wrong item',
      },
    ]);
  });

  it('[R35.37] prints when a round was sent, also on a later copy', async () => {
    const key = await order(burger);
    await bills().save(key);
    await expect.poll(() => ticketStates()).toEqual(['printed']);
    const [ticket] = useTickets.getState().tickets;
    await reprintTicket(ticket?.key ?? '');
    await reprintBillTickets(key);
    expect(till.server.printed.map(({ sentAt }) => sentAt)).toEqual([ticket?.madeAt, ticket?.madeAt, ticket?.madeAt]);
  });

  it('[R35.42] names the guest of a takeaway or delivery on its ticket: that of the delivery, otherwise the customer', async () => {
    const key = await order(burger);
    const customer = { id: 7, key: 'c7', name: 'Moosa Ali', phone: '7771234', tin: '' };
    bills().change(key, { customer, customerId: 7 });
    await bills().save(key);
    await expect.poll(() => till.server.printed.map((body) => body.bill.customer?.name)).toEqual(['Moosa Ali']);
    await expect.poll(() => ticketStates()).toEqual(['printed']);
    const delivery = { name: 'Ibrahim' } as NonNullable<Bill['delivery']>;
    useBills.setState({ bills: { ...bills().bills, [key]: { ...(bill() as Bill), delivery, customer: null } } });
    await reprintBillTickets(key);
    expect(till.server.printed.at(-1)?.bill.customer?.name).toBe('Ibrahim');
  });

  it('[R35.91] prints texts that were saved before control characters were refused, without them', async () => {
    const key = await order(burger);
    const { outlet } = useApp.getState();
    useApp.setState({ outlet: outlet && { ...outlet, receiptFooter: 'Thank you\u0007\ud800' } });
    await printBill(key);
    expect(till.server.printed.find(({ type }) => type === 'Bill')?.outlet.receiptFooter).toBe('Thank you');
  });

  it('uses a ticket printer set on this device', async () => {
    setPrinterOverride('KotPrinter', 'Terrace');
    const key = await order(burger);
    await bills().save(key);
    await expect.poll(() => paper()).toEqual([['Kot', 'Terrace', 'New', '1 Lagoon Burger New']]);
  });
});
