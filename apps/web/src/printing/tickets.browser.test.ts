import type { Bill } from '@atoll/domain/bill/bill';
import { describe, expect, it, vi } from 'vitest';
import { useConnection } from '../api/connection.ts';
import { savedHere } from '../bills/saved.ts';
import { billSent, wakeOutbox } from '../outbox/outbox.ts';
import { readOutbox } from '../outbox/store.ts';
import { useApp } from '../sync/app-store.ts';
import { fakeServer } from '../sync/testing/fake-server.ts';
import { burger, juice, menuItem } from '../sync/testing/till.ts';
import { useTickets } from './kept-tickets.ts';
import { hasPrintServer } from './print.ts';
import { printOrigin } from './print-address.ts';
import { printBill } from './printing.ts';
import {
  bill,
  bills,
  order,
  paper,
  setting,
  settled,
  startPrintingTill,
  ticketStates,
  till,
  toasts,
} from './testing/printing-till.ts';
import { keepRetrying } from './ticket-retry.ts';
import { failedLines, unconfirmedLines } from './ticket-state.ts';
import { loadTickets, printTickets, reprintTicket, retryTicket } from './tickets.ts';

startPrintingTill();

describe('tickets', () => {
  it('[R35.76] hands allergies of customer and delivery, and the marks of each item, to the ticket', async () => {
    const marked = { ...burger, allergens: ['Milk'], spicy: 1, isVegetarian: true, isHalal: true };
    const categories = [
      { id: 1, name: 'Food', nameLocal: '', color: '', gstMode: null, sort: 1, menuItems: [marked, juice] },
    ];
    useApp.setState({ menus: [{ id: 1, name: 'All', categories }] });
    const key = await order(marked);
    const customer = { id: 1, key: 'c', name: 'Aminath', phone: '', tin: '', allergies: 'Nuts' };
    bills().setCustomer(key, customer);
    await bills().save(key);
    await vi.waitFor(() => expect(till.server.printed).toHaveLength(1));
    expect(till.server.printed[0]?.bill).toMatchObject({
      customer: { name: 'Aminath', allergies: 'Nuts' },
      items: [{ name: 'Lagoon Burger', allergens: ['Milk'], spicy: 1, isVegetarian: true, isHalal: true }],
    });
    expect(await billSent(key, 5000)).toBe(true);
    const known = bill() as Bill;
    const delivery = { name: '', allergies: 'Sesame' } as unknown as Bill['delivery'];
    bills().takeServer({ ...known, customer, delivery, version: known.version + 1 });
    bills().addItem(key, { menuItem: juice });
    await bills().save(key);
    await vi.waitFor(() => expect(till.server.printed).toHaveLength(2));
    expect(till.server.printed[1]?.bill?.customer).toMatchObject({ name: 'Aminath', allergies: 'Nuts, Sesame' });
  });

  it('says halal on a ticket only where the menu also has items that are not', async () => {
    const [one, other] = [burger, juice].map((item) => ({ ...item, isHalal: true })) as [typeof burger, typeof burger];
    const menuOf = (menuItems: readonly (typeof burger)[]) => {
      const category = { id: 1, name: 'Food', nameLocal: '', color: '', gstMode: null, sort: 1, menuItems };
      useApp.setState({ menus: [{ id: 1, name: 'All', categories: [category] }] as never });
    };
    const key = await order(one);
    menuOf([one, other]);
    await bills().save(key);
    await vi.waitFor(() => expect(till.server.printed).toHaveLength(1));
    expect(till.server.printed[0]?.bill?.items[0]).not.toHaveProperty('isHalal');
    menuOf([one, juice]);
    bills().addItem(key, { menuItem: one, size: one.sizes[0] as never });
    await bills().save(key);
    await vi.waitFor(() => expect(till.server.printed).toHaveLength(2));
    expect(till.server.printed[1]?.bill?.items[0]).toHaveProperty('isHalal', true);
  });

  it('[R16.4] prints new items at once on Save: Kitchen on a KOT, Bar on a BOT, NA on none', async () => {
    const key = await order(burger, juice, menuItem(3, 'Gift Card', 'NA'));
    await bills().save(key);
    await expect.poll(() => ticketStates()).toEqual(['printed', 'printed']);
    expect(paper()).toEqual([
      ['Kot', 'Kitchen', 'New', '1 Lagoon Burger New'],
      ['Bot', 'Bar', 'New', '1 Lime Juice New'],
    ]);
    expect(till.server.printed[0]?.kotNo).toMatch(/^T\d+-1$/);
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
    expect(new Set(till.server.printed.map(({ jobKey }) => jobKey)).size).toBe(2);
  });

  it('reports ticketed items to the server soon after, so that no other till sends them again', async () => {
    const key = await order(burger);
    await bills().save(key);
    await expect.poll(() => till.server.bills.get(key)?.items[0]?.sentQty).toBe(1);
    expect(till.server.bills.get(key)?.items[0]?.ticketIds).toEqual([useTickets.getState().tickets[0]?.key]);
  });

  it('[R16.4] reports a ticket printed while its bill is being moved', async () => {
    const key = await order(burger);
    const moving = Promise.withResolvers<void>();
    globalThis.fetch = async (input, init) => {
      if (String(input).startsWith(printOrigin())) await moving.promise;
      return till.server.fetch(input, init);
    };
    let shown: unknown;
    till.server.handler = async ({ path }) => {
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
    await expect.poll(() => till.server.bills.get(key)?.items[0]?.sentQty).toBe(1);
    expect(till.server.bills.get(key)?.slot).toBe('9');
  });

  it('[R16.4] reports the sent quantity of a moved item, also where the till first learns that the bill it left is paid', async () => {
    const key = await order(burger, juice);
    await bills().save(key);
    await expect.poll(() => ticketStates()).toEqual(['printed', 'printed']);
    expect(await billSent(key, 5000)).toBe(true);
    const whole = till.server.bills.get(key) as Bill;
    const [moved, stays] = whole.items as [Bill['items'][number], Bill['items'][number]];
    expect(moved.sentQty).toBe(0);
    const version = whole.version + 1;
    till.server.bills.set('home', { ...whole, key: 'home', id: 999, slot: '9', items: [moved] });
    till.server.bills.set(key, { ...whole, items: [stays], status: 'Complete', isOpen: false, version });
    await bills().refetch(key);
    await bills().refetch('home');
    await expect.poll(() => till.server.bills.get('home')?.items[0]?.sentQty).toBe(1);
    expect(bills().drafts).toEqual({});
  });

  it('[R16.4] reports a ticket whose item waited behind a payment after the payment is refused', async () => {
    const paid = await order(burger);
    await bills().save(paid);
    await expect.poll(() => till.server.bills.get(paid)?.items[0]?.sentQty).toBe(1);
    till.server.network = 'dead';
    useConnection.setState({ isOnline: false });
    const total = bills().bills[paid]?.total ?? 0;
    await bills().pay(paid, { payments: [{ key: crypto.randomUUID(), method: 'Card', amount: total }] });
    // Another till moved it to another slot, where this till checks in, and added items.
    const theirs = till.server.bills.get(paid) as Bill;
    till.server.bills.set(paid, { ...theirs, slot: '5', total: theirs.total + 100, version: theirs.version + 1 });
    const opened = await bills().checkIn('Table', '5');
    if (!opened.ok) throw new Error(opened.refusal.message);
    const { key } = opened.value;
    const wasTried = async () => (await readOutbox()).some((entry) => entry.billKey === key && entry.tries > 0);
    await vi.waitUntil(async () => wakeOutbox().then(wasTried));
    const atPrinter = Promise.withResolvers<void>();
    globalThis.fetch = async (input, init) => {
      if (String(input).startsWith(printOrigin())) await atPrinter.promise;
      return till.server.fetch(input, init);
    };
    till.server.handler = async ({ path }) => {
      if (path !== '/bis/bill/pay') return undefined;
      await vi.waitUntil(() => bills().aliases[key] === paid);
      atPrinter.resolve();
      await settled();
      return undefined;
    };
    bills().addItem(key, { menuItem: juice });
    await bills().save(key);
    till.server.network = 'fine';
    const marks = async () => {
      await wakeOutbox();
      return till.server.bills.get(paid)?.items.map(({ name, sentQty }) => `${name} ${sentQty}`);
    };
    await expect.poll(marks).toEqual(['Lagoon Burger 1', 'Lime Juice 1']);
  });

  it('[R16.3] prints nothing automatically when AutoPrintEnabled is ‘false’, but prints on ‘Print Ticket’', async () => {
    setting('AutoPrintEnabled', 'false');
    const key = await order(burger);
    await bills().save(key);
    await billSent(key, 5000);
    expect(till.server.printed).toEqual([]);
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
    expect(till.server.printed).toEqual([]);
    expect(bill()?.status).toBe('Saved');
  });

  it('marks what did not reach the kitchen also on the bill that it went to, as when two tills opened the same table', async () => {
    till.server.printer = () => null;
    const key = await order(burger);
    await bills().save(key);
    await expect.poll(() => ticketStates()).toEqual(['failed']);
    const { tickets } = useTickets.getState();
    const merged = { ...(bill() as Bill), key: 'survivor' };
    expect([...failedLines(tickets, merged)]).toEqual([merged.items[0]?.key]);
    expect([...failedLines(tickets, { key: 'another', items: [] })]).toEqual([]);
  });

  it('[R16.6] shows and sounds a print failure, keeps the ticket, and prints it again under the same key', async () => {
    till.server.printer = () => null;
    const key = await order(burger);
    await bills().save(key);
    await expect.poll(() => ticketStates()).toEqual(['failed']);
    expect(toasts).toMatchObject([{ kind: 'error', message: 'Print server not accessible' }]);
    expect(till.sounds).toBe(1);
    expect([...failedLines(useTickets.getState().tickets, bill() as Bill)]).toEqual([bill()?.items[0]?.key]);
    expect(bill()?.items[0]?.sentQty).toBe(0);
    const [first] = till.server.printed;
    till.server.printer = fakeServer().printer;
    await retryTicket(useTickets.getState().tickets[0]?.key ?? '');
    expect(ticketStates()).toEqual(['printed']);
    expect(till.server.printed.at(-1)?.jobKey).toBe(first?.jobKey);
    expect(bill()?.items[0]?.sentQty).toBe(1);
  });

  it('[R16.6] shows the print server’s message, also after a reload', async () => {
    till.server.printer = () => ({
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
    till.server.printer = fakeServer().printer;
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
          : till.server.fetch(input, init);
      const key = await order(burger);
      await bills().save(key);
      await expect.poll(() => ticketStates()).toEqual(['failed']);
      expect(toasts).toMatchObject([{ kind: 'error', message: 'Print server not accessible' }]);
      expect(bill()?.items[0]?.sentQty).toBe(0);
      expect(await printBill(key)).toBe(false);
      expect(bill()?.status).toBe('Saved');
      expect(hasPrintServer()).toBe(false);
    });

  it('counts a 202 as ticketed and shows what the printer waits for', async () => {
    const message = 'Kitchen: paper is out. Put in new paper. Then the ticket prints.';
    till.server.printer = () => ({ status: 202, body: { jobId: 'j', state: 'waiting', printer: 'Kitchen', message } });
    const key = await order(burger);
    await bills().save(key);
    await expect.poll(() => ticketStates()).toEqual(['waiting']);
    expect(toasts).toEqual([{ kind: 'warning', message }]);
    expect(bill()?.items[0]?.sentQty).toBe(1);
    await printTickets(key);
    expect(till.server.printed).toHaveLength(1);
  });

  it('[R16.6] says by its code why a ticket waits, and repeats the text of a print server with other codes', async () => {
    const waits = (reason: string, message: string) => {
      const body = { jobId: 'j', state: 'waiting', printer: 'Kitchen', reason, message };
      till.server.printer = () => ({ status: 202, body });
    };
    waits('cover_open', 'Kitchen: words of an older release');
    const key = await order(burger);
    await bills().save(key);
    const known = 'Kitchen: the cover is open. Close it. Then the ticket prints.';
    await expect.poll(() => toasts).toEqual([{ kind: 'warning', message: known }]);
    waits('ink_out', 'Kitchen: ink is out.');
    await reprintTicket(useTickets.getState().tickets[0]?.key ?? '');
    await expect.poll(() => toasts.at(-1)).toEqual({ kind: 'warning', message: 'Kitchen: ink is out.' });
  });

  it('[R35.87] marks an unconfirmed ticket on its item, and once in a notification', async () => {
    const message = 'Kitchen: it took the ticket but did not confirm it. Check that it came out.';
    till.server.printer = () => ({
      body: { jobId: 'j', state: 'sent', printer: 'Kitchen', confirmed: false, message },
    });
    const key = await order(burger);
    await bills().save(key);
    await expect.poll(() => ticketStates()).toEqual(['printed']);
    expect(toasts).toEqual([{ kind: 'warning', message }]);
    expect([...unconfirmedLines(useTickets.getState().tickets, bill() as Bill)]).toEqual([bill()?.items[0]?.key]);
    expect(bill()?.items[0]?.sentQty).toBe(1);
  });

  it('[R13.4] [R35.12] prints by itself a ticket whose items went into an unsaved bill when it was made, once', async () => {
    const key = await order(burger);
    const shown = bill() as Bill;
    savedHere(
      shown,
      shown.items.map((item) => item.key),
    );
    await expect.poll(() => ticketStates()).toEqual(['failed']);
    expect(till.server.printed).toEqual([]);
    const stop = keepRetrying();
    await bills().save(key);
    await vi.waitFor(() => expect(ticketStates()).toEqual(['printed']));
    expect(paper()).toEqual([['Kot', 'Kitchen', 'New', '1 Lagoon Burger New']]);
    stop();
  });
});
