import type { Bill } from '@atoll/domain/bill/bill';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useConnection } from '../api/connection.ts';
import { on, type Toast } from '../api/event.ts';
import { billAt, useBills } from '../bills/bills.ts';
import { billSent, wakeOutbox } from '../outbox/outbox.ts';
import { startSender } from '../outbox/sender.ts';
import { readOutbox } from '../outbox/store.ts';
import { setPrinterOverride } from '../session/device.ts';
import { useApp } from '../sync/app-store.ts';
import { type FakeServer, fakeServer } from '../sync/testing/fake-server.ts';
import { burger, juice, menuItem, openTill } from '../sync/testing/till.ts';
import { hasPrintServer } from './print.ts';
import { printOrigin, setPrintOrigin } from './print-address.ts';
import { printBill, printReceipt, printRefund } from './printing.ts';
import { failedLines, unconfirmedLines } from './ticket-state.ts';
import { loadTickets, printTickets, reprintBillTickets, reprintTicket, retryTicket, useTickets } from './tickets.ts';
import { printTransferNotice } from './transfer-notice.ts';

let server: FakeServer;
const toasts: Toast[] = [];
let sounds = 0;
on('toast', (toast) => toasts.push(toast));
on('sound', () => {
  sounds += 1;
});
const stopSender = startSender();

beforeEach(async () => {
  server = fakeServer();
  globalThis.fetch = server.fetch;
  await openTill();
  toasts.length = 0;
  sounds = 0;
});
afterEach(async () => {
  server.network = 'dead';
  await vi.waitUntil(async () => !(await readOutbox()).some(({ state }) => state === 'sending'));
});
afterAll(() => {
  stopSender();
});

const bills = () => useBills.getState();
const bill = () => billAt(bills(), 'Table', '3');
const setting = (key: string, value: string) =>
  useApp.setState({ settings: [...useApp.getState().settings.filter((each) => each.key !== key), { key, value }] });

async function order(...items: Parameters<typeof menuItem>[] | (typeof burger)[]): Promise<string> {
  const opened = bill() ?? (await bills().checkIn('Table', '3'));
  const key = 'key' in opened ? opened.key : opened.ok ? opened.value.key : '';
  for (const item of items as (typeof burger)[]) bills().addItem(key, { menuItem: item });
  return key;
}
const paper = () =>
  server.printed.map(({ type, printerName, kind, bill: { items } }) => [
    type,
    printerName,
    kind,
    ...items.map(({ qty, name, change }) => `${qty} ${name} ${change}`),
  ]);
const ticketStates = () => useTickets.getState().tickets.map(({ state }) => state);
const settled = () => vi.waitUntil(() => !ticketStates().includes('printing'));

describe('tickets', () => {
  it('[R35.76] hands allergies of customer and delivery, and the marks of each item, to the ticket', async () => {
    const marked = { ...burger, allergens: ['Milk'], spicy: 1, isVegetarian: true, isHalal: true };
    const categories = [{ id: 1, name: 'Food', nameLocal: '', color: '', gstMode: null, sort: 1, menuItems: [marked] }];
    useApp.setState({ menus: [{ id: 1, name: 'All', categories }] });
    const key = await order(marked);
    bills().setCustomer(key, { id: 1, key: 'c', name: 'Aminath', phone: '', tin: '', allergies: 'Nuts' });
    await bills().save(key);
    await vi.waitFor(() => expect(server.printed).toHaveLength(1));
    expect(server.printed[0]?.bill).toMatchObject({
      customer: { name: 'Aminath', allergies: 'Nuts' },
      items: [{ name: 'Lagoon Burger', allergens: ['Milk'], spicy: 1, isVegetarian: true, isHalal: true }],
    });
  });

  it('[R16.4] prints new items at once on Save: Kitchen on a KOT, Bar on a BOT, NA on none', async () => {
    const key = await order(burger, juice, menuItem(3, 'Gift Card', 'NA'));
    await bills().save(key);
    await expect.poll(() => ticketStates()).toEqual(['printed', 'printed']);
    expect(paper()).toEqual([
      ['Kot', 'Kitchen', 'New', '1 Lagoon Burger New'],
      ['Bot', 'Bar', 'New', '1 Lime Juice New'],
    ]);
    expect(server.printed[0]?.kotNo).toMatch(/^T\d+-1$/);
    expect(bill()?.items.map(({ name, sentQty }) => [name, sentQty])).toEqual([
      ['Lagoon Burger', 1],
      ['Lime Juice', 1],
      ['Gift Card', 0],
    ]);
  });

  it('[R16.4] prints only items unknown to the kitchen with the next save', async () => {
    const key = await order(burger);
    await bills().save(key);
    await expect.poll(() => ticketStates()).toEqual(['printed']);
    await order(burger);
    await bills().save(key);
    await expect.poll(() => ticketStates()).toEqual(['printed', 'printed']);
    expect(paper().map(([, , kind, ...lines]) => [kind, ...lines])).toEqual([
      ['New', '1 Lagoon Burger New'],
      ['Add', '1 Lagoon Burger New'],
    ]);
    expect(new Set(server.printed.map(({ jobKey }) => jobKey)).size).toBe(2);
  });

  it('reports ticketed items to the server soon after, so that no other till sends them again', async () => {
    const key = await order(burger);
    await bills().save(key);
    await expect.poll(() => server.bills.get(key)?.items[0]?.sentQty, { timeout: 5000 }).toBe(1);
    expect(server.bills.get(key)?.items[0]?.ticketIds).toEqual([useTickets.getState().tickets[0]?.key]);
  });

  it('[R16.4] reports a ticket printed while its bill is being moved', async () => {
    const key = await order(burger);
    const moving = Promise.withResolvers<void>();
    globalThis.fetch = async (input, init) => {
      if (String(input).startsWith(printOrigin())) await moving.promise;
      return server.fetch(input, init);
    };
    let shown: unknown;
    server.handler = async ({ path }) => {
      if (path !== '/bis/bill/transfer') return undefined;
      moving.resolve();
      await settled();
      shown = bills().bills[key];
      return undefined;
    };
    await bills().save(key);
    expect((await bills().transfer(key, { type: 'Table', slot: '9' })).ok).toBe(true);
    expect(ticketStates()).toEqual(['printed']);
    // The source slot stays empty in the meantime.
    expect(shown).toBeUndefined();
    await expect.poll(() => server.bills.get(key)?.items[0]?.sentQty, { timeout: 5000 }).toBe(1);
    expect(server.bills.get(key)?.slot).toBe('9');
  });

  it('[R16.4] reports the sent quantity of an item moved elsewhere, though the bill it left is paid', async () => {
    const key = await order(burger, juice);
    await bills().save(key);
    await expect.poll(() => ticketStates()).toEqual(['printed', 'printed']);
    expect(await billSent(key, 5000)).toBe(true);
    const whole = server.bills.get(key) as Bill;
    const [moved, stays] = whole.items as [Bill['items'][number], Bill['items'][number]];
    expect(moved.sentQty).toBe(0);
    const version = whole.version + 1;
    server.bills.set('home', { ...whole, key: 'home', id: 999, slot: '9', items: [moved] });
    server.bills.set(key, { ...whole, items: [stays], status: 'Complete', isOpen: false, version });
    await bills().refetch('home');
    await bills().refetch(key);
    await expect.poll(() => server.bills.get('home')?.items[0]?.sentQty, { timeout: 8000 }).toBe(1);
    expect(bills().drafts).toEqual({});
  });

  it('[R16.4] reports a ticket whose item waited behind a payment after the payment is refused', async () => {
    const paid = await order(burger);
    await bills().save(paid);
    await expect.poll(() => server.bills.get(paid)?.items[0]?.sentQty, { timeout: 5000 }).toBe(1);
    server.network = 'dead';
    useConnection.setState({ isOnline: false });
    const total = bills().bills[paid]?.total ?? 0;
    await bills().pay(paid, { payments: [{ key: crypto.randomUUID(), method: 'Card', amount: total }] });
    // Another till moved it to another slot, where this till checks in, and added items.
    const theirs = server.bills.get(paid) as Bill;
    server.bills.set(paid, { ...theirs, slot: '5', total: theirs.total + 100, version: theirs.version + 1 });
    const opened = await bills().checkIn('Table', '5');
    if (!opened.ok) throw new Error(opened.refusal.message);
    const { key } = opened.value;
    const wasTried = async () => (await readOutbox()).some((entry) => entry.billKey === key && entry.tries > 0);
    await vi.waitUntil(async () => wakeOutbox().then(wasTried));
    const atPrinter = Promise.withResolvers<void>();
    globalThis.fetch = async (input, init) => {
      if (String(input).startsWith(printOrigin())) await atPrinter.promise;
      return server.fetch(input, init);
    };
    server.handler = async ({ path }) => {
      if (path !== '/bis/bill/pay') return undefined;
      await vi.waitUntil(() => bills().aliases[key] === paid);
      atPrinter.resolve();
      await settled();
      return undefined;
    };
    bills().addItem(key, { menuItem: juice });
    await bills().save(key);
    server.network = 'fine';
    const marks = async () => {
      await wakeOutbox();
      return server.bills.get(paid)?.items.map(({ name, sentQty }) => `${name} ${sentQty}`);
    };
    await expect.poll(marks, { timeout: 8000 }).toEqual(['Lagoon Burger 1', 'Lime Juice 1']);
  });

  it('[R16.3] prints nothing automatically when AutoPrintEnabled is ‘false’, but prints on ‘Print Ticket’', async () => {
    setting('AutoPrintEnabled', 'false');
    const key = await order(burger);
    await bills().save(key);
    await billSent(key, 5000);
    expect(server.printed).toEqual([]);
    await printTickets(key);
    expect(paper()).toEqual([['Kot', 'Kitchen', 'New', '1 Lagoon Burger New']]);
  });

  it("[R16.3] 'Print Ticket' with nothing to print shows 'Ticker printing skipped', once", async () => {
    const key = await order(burger);
    await printTickets(key);
    await settled();
    expect(paper()).toHaveLength(1);
    expect(toasts).toEqual([]);
    await printTickets(key);
    expect(toasts).toEqual([{ kind: 'info', message: 'Ticker printing skipped' }]);
    expect(paper()).toHaveLength(1);
  });

  it('[R16.2] asks for a printer without KotPrinter, and saves all the same', async () => {
    setting('KotPrinter', '');
    const key = await order(burger);
    await bills().save(key);
    await expect.poll(() => toasts).toEqual([{ kind: 'error', message: 'Please set a printer for Ticket printing' }]);
    expect(server.printed).toEqual([]);
    expect(bill()?.status).toBe('Saved');
  });

  it('[R16.6] shows and sounds a print failure, keeps the ticket, and prints it again under the same key', async () => {
    server.printer = () => null;
    const key = await order(burger);
    await bills().save(key);
    await expect.poll(() => ticketStates()).toEqual(['failed']);
    expect(toasts).toEqual([{ kind: 'error', message: 'Print server not accessible' }]);
    expect(sounds).toBe(1);
    expect([...failedLines(useTickets.getState().tickets, key)]).toEqual([bill()?.items[0]?.key]);
    expect(bill()?.items[0]?.sentQty).toBe(0);
    const [first] = server.printed;
    server.printer = fakeServer().printer;
    await retryTicket(useTickets.getState().tickets[0]?.key ?? '');
    expect(ticketStates()).toEqual(['printed']);
    expect(server.printed.at(-1)?.jobKey).toBe(first?.jobKey);
    expect(bill()?.items[0]?.sentQty).toBe(1);
  });

  it('[R16.6] shows the print server’s message, also after a reload', async () => {
    server.printer = () => ({
      status: 404,
      body: { message: "Printer 'Kitchen' is not set up", details: '', code: 404, reason: 'printer_unknown' },
    });
    const key = await order(burger);
    await bills().save(key);
    await expect.poll(() => ticketStates()).toEqual(['failed']);
    expect(toasts[0]).toMatchObject({
      message: 'Print server not accessible',
      details: "Printer 'Kitchen' is not set up",
    });
    useTickets.setState({ tickets: [], loaded: false });
    await loadTickets();
    expect(useTickets.getState().tickets).toMatchObject([{ state: 'failed', station: 'KITCHEN' }]);
    server.printer = fakeServer().printer;
    await printTickets(key);
    expect(ticketStates()).toEqual(['printed']);
  });

  const foreign = [
    ['a page', 200, 'text/html', '<html><body>It works!</body></html>'],
    ['an empty answer', 204, 'text/plain', null],
    ['other JSON', 200, 'application/json', '{"ok":true}'],
    ['a job without a state', 200, 'application/json', '{"jobId":"j"}'],
    ['an accepted job without an id', 202, 'application/json', '{"state":"waiting"}'],
    ['an error that is not its own', 404, 'application/json', '{"message":"Cannot POST /print"}'],
  ] as const;
  for (const [name, status, type, text] of foreign)
    it(`[R35.86] counts ${name} of another program as no printed ticket`, async () => {
      globalThis.fetch = async (input, init) =>
        String(input).startsWith(printOrigin())
          ? new Response(text, { status, headers: { 'content-type': type } })
          : server.fetch(input, init);
      const key = await order(burger);
      await bills().save(key);
      await expect.poll(() => ticketStates()).toEqual(['failed']);
      expect(toasts).toEqual([{ kind: 'error', message: 'Print server not accessible' }]);
      expect(bill()?.items[0]?.sentQty).toBe(0);
      expect(await printBill(key)).toBe(false);
      expect(bill()?.status).toBe('Saved');
      expect(hasPrintServer()).toBe(false);
    });

  it('counts a 202 as ticketed and shows what the printer waits for', async () => {
    const message = 'Kitchen: paper is out. Put in new paper. Then the ticket prints.';
    server.printer = () => ({ status: 202, body: { jobId: 'j', state: 'waiting', printer: 'Kitchen', message } });
    const key = await order(burger);
    await bills().save(key);
    await expect.poll(() => ticketStates()).toEqual(['waiting']);
    expect(toasts).toEqual([{ kind: 'warning', message }]);
    expect(bill()?.items[0]?.sentQty).toBe(1);
    await printTickets(key);
    expect(server.printed).toHaveLength(1);
  });

  it('[R35.87] marks an unconfirmed ticket on its item, and once in a notification', async () => {
    const message = 'Kitchen: it took the ticket but did not confirm it. Check that it came out.';
    server.printer = () => ({ body: { jobId: 'j', state: 'sent', printer: 'Kitchen', confirmed: false, message } });
    const key = await order(burger);
    await bills().save(key);
    await expect.poll(() => ticketStates()).toEqual(['printed']);
    expect(toasts).toEqual([{ kind: 'warning', message }]);
    expect([...unconfirmedLines(useTickets.getState().tickets, key)]).toEqual([bill()?.items[0]?.key]);
    expect(bill()?.items[0]?.sentQty).toBe(1);
  });

  it('marks a copy with its number', async () => {
    const key = await order(burger);
    await bills().save(key);
    await expect.poll(() => ticketStates()).toEqual(['printed']);
    const ticket = useTickets.getState().tickets[0]?.key ?? '';
    await reprintTicket(ticket);
    await reprintTicket(ticket);
    expect(server.printed.slice(1).map(({ kind, copyNo }) => [kind, copyNo])).toEqual([
      ['Reprint', 1],
      ['Reprint', 2],
    ]);
    expect(new Set(server.printed.map(({ jobKey }) => jobKey)).size).toBe(3);
    expect(bills().drafts[key]?.items ?? []).toEqual([]);
  });

  it('prints one transfer notice per station that knows moved items, once, without the items', async () => {
    const key = await order(burger, juice);
    await bills().save(key);
    await expect.poll(() => ticketStates()).toEqual(['printed', 'printed']);
    const known = bill() as Bill;
    const words = { title: 'Moved', from: 'Table 3', to: 'Table 7', bill: 'Bill 12' };
    const slips = () => server.printed.filter(({ type }) => type === 'Slip');
    printTransferNotice(known, words);
    await expect.poll(() => slips().length).toBe(2);
    expect(slips().map(({ printerName, slip }) => [printerName, slip])).toEqual([
      ['Kitchen', { title: 'Moved', large: 'Table 3 -> Table 7', rows: [], note: 'Bill 12' }],
      ['Bar', { title: 'Moved', large: 'Table 3 -> Table 7', rows: [], note: 'Bill 12' }],
    ]);
    const [burgerLine] = known.items;
    printTransferNotice(known, { ...words, to: 'Table 8' }, [burgerLine?.key ?? '']);
    await expect.poll(() => slips().length).toBe(3);
    expect(slips()[2]?.slip?.rows).toEqual([{ label: '1 x Lagoon Burger', value: '' }]);
    expect(new Set(slips().map(({ jobKey }) => jobKey)).size).toBe(3);
  });

  it('[R35.39] prints one transfer notice for a printer shared by two stations', async () => {
    setting('GrillPrinter', 'Kitchen');
    const key = await order(burger, menuItem(4, 'Steak', 'Grill'));
    await bills().save(key);
    await expect.poll(() => ticketStates()).toEqual(['printed', 'printed']);
    printTransferNotice(bill() as Bill, { title: 'Moved', from: 'Table 3', to: 'Table 7', bill: 'Bill 12' });
    const slips = () => server.printed.filter(({ type }) => type === 'Slip').map(({ printerName }) => printerName);
    await expect.poll(slips).toEqual(['Kitchen']);
  });

  it('[R35.37] prints when a round was sent, also on a later copy', async () => {
    const key = await order(burger);
    await bills().save(key);
    await expect.poll(() => ticketStates()).toEqual(['printed']);
    const [ticket] = useTickets.getState().tickets;
    await reprintTicket(ticket?.key ?? '');
    await reprintBillTickets(key);
    expect(server.printed.map(({ sentAt }) => sentAt)).toEqual([ticket?.madeAt, ticket?.madeAt, ticket?.madeAt]);
  });

  it('[R35.42] names the guest of a takeaway or delivery on its ticket: that of the delivery, otherwise the customer', async () => {
    const key = await order(burger);
    const customer = { id: 7, key: 'c7', name: 'Moosa Ali', phone: '7771234', tin: '' };
    bills().change(key, { customer, customerId: 7 });
    await bills().save(key);
    await expect.poll(() => server.printed.map((body) => body.bill.customer?.name)).toEqual(['Moosa Ali']);
    await expect.poll(() => ticketStates()).toEqual(['printed']);
    const delivery = { name: 'Ibrahim' } as NonNullable<Bill['delivery']>;
    useBills.setState({ bills: { ...bills().bills, [key]: { ...(bill() as Bill), delivery, customer: null } } });
    await reprintBillTickets(key);
    expect(server.printed.at(-1)?.bill.customer?.name).toBe('Ibrahim');
  });

  it('[R35.91] prints texts that were saved before control characters were refused, without them', async () => {
    const key = await order(burger);
    const { outlet } = useApp.getState();
    useApp.setState({ outlet: outlet && { ...outlet, receiptFooter: 'Thank you\u0007\ud800' } });
    await printBill(key);
    expect(server.printed.find(({ type }) => type === 'Bill')?.outlet.receiptFooter).toBe('Thank you');
  });

  it('uses a ticket printer set on this device', async () => {
    setPrinterOverride('KotPrinter', 'Terrace');
    const key = await order(burger);
    await bills().save(key);
    await expect.poll(() => paper()).toEqual([['Kot', 'Terrace', 'New', '1 Lagoon Burger New']]);
  });
});

describe('printed bills', () => {
  it('[R16.1] asks for a printer when none is chosen, and for something to print', async () => {
    const key = await order();
    await printBill(key);
    expect(toasts).toEqual([{ kind: 'error', message: 'No items to print' }]);
    setting('BillPrinter', '');
    await order(burger);
    await printBill(key);
    expect(toasts.at(-1)).toEqual({ kind: 'error', message: 'Please set a printer for bill printing' });
    expect(server.printed).toEqual([]);
  });

  it('saves, prints, then marks the bill BillPrinted, also when printing is delayed', async () => {
    const key = await order(burger);
    server.printer = ({ type }) => ({
      status: type === 'Bill' ? 202 : 200,
      body: { jobId: 'j', state: type === 'Bill' ? 'waiting' : 'printed', message: 'Paper is out' },
    });
    expect(await printBill(key)).toBe(true);
    expect(bill()?.status).toBe('BillPrinted');
    await billSent(key, 5000);
    expect(server.bills.get(key)?.status).toBe('BillPrinted');
    const sent = server.seen.findLast(({ body }) => body['status'] === 'BillPrinted')?.body;
    const job = server.printed.find(({ type }) => type === 'Bill');
    expect(sent?.['printJobKey']).toBe(job?.jobKey);
    expect(job).toMatchObject({
      title: 'Bill',
      bill: { total: 5940, items: [{ name: 'Lagoon Burger' }] },
      outlet: { name: 'Atoll Café' },
    });
  });

  it('[R16.6] does not mark a bill that no printer got, and retries under the same job key', async () => {
    const key = await order(burger);
    await bills().save(key);
    server.printer = () => null;
    expect(await printBill(key)).toBe(false);
    expect(bill()?.status).toBe('Saved');
    await printBill(key);
    const jobs = server.printed.filter(({ type }) => type === 'Bill').map(({ jobKey }) => jobKey);
    expect(jobs[0]).toBe(jobs[1]);
  });

  it('prints the original receipt first on the till that took the payment; later ones and other tills print copies', async () => {
    const key = await order(burger);
    await bills().save(key);
    const paid = await bills().pay(key, { payments: [{ key: crypto.randomUUID(), method: 'Cash', amount: 5940 }] });
    if (paid.state !== 'paid') throw new Error(paid.state);
    await printReceipt(paid.bill);
    await printReceipt(paid.bill);
    await printReceipt({ ...paid.bill, key: 'paid-elsewhere' });
    const receipts = server.printed.filter(({ title }) => title === 'Receipt');
    expect(receipts.map(({ copyNo }) => copyNo ?? 0)).toEqual([0, 1, 1]);
  });

  it('[R35.38] prints the first refund receipt not as a copy, with the invoice and bill number that it corrects', async () => {
    const key = await order(burger);
    await bills().save(key);
    const paid = await bills().pay(key, { payments: [{ key: crypto.randomUUID(), method: 'Cash', amount: 5940 }] });
    if (paid.state !== 'paid') throw new Error(paid.state);
    expect(await billSent(key, 5000)).toBe(true);
    const original = server.bills.get(key) as Bill;
    const refund = { ...original, id: 990, key: 'refund-key', number: 2, refundOfId: original.id };
    await printRefund(refund);
    const { refundOf, copyNo } = server.printed.at(-1) ?? {};
    expect(refundOf).toEqual({ invoiceNumber: original.invoiceNumber, number: String(original.number) });
    expect(copyNo).toBeUndefined();
  });

  it('[R35.38] names the corrected numbers on a copy of a refund while the server cannot be reached', async () => {
    const key = await order(burger);
    await bills().save(key);
    const refundOf = { invoiceNumber: '2026-000777', number: '41' };
    const refund = { ...(bill() as Bill), id: 990, key: 'refund-key', refundOfId: 77, refundOf };
    globalThis.fetch = async (input, init) => {
      if (String(input).startsWith(printOrigin())) return server.fetch(input, init);
      throw new TypeError('Failed to fetch');
    };
    await printReceipt(refund);
    expect(server.printed.at(-1)).toMatchObject({ copyNo: 1, refundOf });
  });

  it('shows both numbers on a receipt reprinted after the server has numbered the bill', async () => {
    const key = await order(burger);
    await bills().save(key);
    const paid = await bills().pay(key, { payments: [{ key: crypto.randomUUID(), method: 'Cash', amount: 5940 }] });
    if (paid.state !== 'paid') throw new Error(paid.state);
    const meta = [{ key: 'deviceNumber', value: 'T3-127' }];
    await printReceipt({ ...paid.bill, number: null, meta });
    await printReceipt({ ...paid.bill, number: 12, meta });
    await printReceipt({ ...paid.bill, number: 12, meta: [] });
    const receipts = server.printed.filter(({ title }) => title === 'Receipt');
    expect(receipts.map((body) => body.bill.number)).toEqual(['T3-127', '12 (T3-127)', 12]);
  });

  it('[R18.23] posts bill, type, outlet, printer and person to this machine’s print server or the one set on the device', async () => {
    const asked: string[] = [];
    globalThis.fetch = async (input, init) => {
      asked.push(input as string);
      return server.fetch(input, init);
    };
    const key = await order(burger);
    await printBill(key);
    setPrintOrigin('http://localhost:15000');
    await printBill(key);
    expect(asked.filter((url) => url.endsWith('/print') && !url.includes('api'))).toEqual(
      expect.arrayContaining(['http://localhost:14141/print', 'http://localhost:15000/print']),
    );
    const body = server.printed.find(({ type }) => type === 'Bill');
    expect(body).toMatchObject({
      type: 'Bill',
      printerName: 'Front',
      printedBy: 'Aisha',
      outlet: { outletId: 1 },
      bill: { key },
    });
  });
});
