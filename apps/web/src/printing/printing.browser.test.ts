import type { Bill } from '@atoll/domain/bill/bill';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import { describe, expect, it, vi } from 'vitest';
import { useConnection } from '../api/connection.ts';
import { billSent } from '../outbox/outbox.ts';
import { useApp } from '../sync/app-store.ts';
import { burger } from '../sync/testing/till.ts';
import { useTickets } from './kept-tickets.ts';
import { closePapers, usePapers } from './practice.ts';
import { printOrigin, setPrintOrigin } from './print-address.ts';
import { printBill, printReceipt, printRefund } from './printing.ts';
import { bill, bills, order, setting, startPrintingTill, till, toasts } from './testing/printing-till.ts';

startPrintingTill();

/** Makes the open outlet a practice outlet, and the print server one with these printers. */
function practice(printers: readonly object[] | null): void {
  const { outlet } = useApp.getState();
  if (!outlet) throw new Error('No outlet is open');
  useApp.setState({ outlet: { ...outlet, practiceOf: 9 } });
  const { fetch } = till.server;
  const list = new Response(JSON.stringify({ items: printers }), { headers: { 'content-type': 'application/json' } });
  globalThis.fetch = async (input, init) => {
    if (!String(input).endsWith('/printers')) return fetch(input, init);
    if (printers === null) throw new TypeError('Failed to fetch');
    return list.clone();
  };
}

describe('papers of practice', () => {
  it('[R31.48] prints on the printer that is marked for practice, with the mark and never with the drawer', async () => {
    practice([
      { name: 'Front', enabled: true },
      { name: 'Old', enabled: false, practice: true },
      { name: 'Tutor', enabled: true, practice: true },
    ]);
    const key = await order(burger);
    await printBill(key);
    // A paper of a test before may come late.
    const own = till.server.printed.filter(({ bill: of }) => of.key === key);
    expect(own.length).toBeGreaterThan(0);
    for (const { printerName, outlet, openDrawer } of own)
      expect([printerName, outlet.practice, openDrawer]).toEqual(['Tutor', true, false]);
    expect(usePapers.getState().papers).toEqual([]);
    expect(bill()?.status).toBe('BillPrinted');
  });

  it.each([
    ['of an earlier release or without a printer for practice', [{ name: 'Front', enabled: true }]],
    ['that does not answer', null],
  ])('[R31.48] shows the paper on the screen with a print server %s', async (_, printers) => {
    practice(printers);
    await printBill(await order(burger));
    expect(till.server.printed).toEqual([]);
    const { papers } = usePapers.getState();
    expect(papers.map(({ type, outlet, openDrawer }) => [type, outlet.practice, openDrawer])).toContainEqual([
      'Bill',
      true,
      false,
    ]);
    expect(bill()?.status).toBe('BillPrinted');
    expect(toasts).toEqual([]);
    closePapers();
  });

  it('[R31.46] takes no number of the till’s own series, neither for a bill nor for a ticket', async () => {
    useConnection.setState({ isOnline: false });
    const counted = async (slot: string): Promise<[string, number]> => {
      const opened = await bills().checkIn('Table', slot);
      const given = opened.ok ? opened.value.meta.find(({ key }) => key === 'deviceNumber')?.value : undefined;
      return [given?.slice(0, 1) ?? '', Number(given?.split('-')[1])];
    };
    const ticketOf = async () => {
      const before = new Set(useTickets.getState().tickets.map(({ key }) => key));
      await bills().save(await order(burger));
      return vi.waitUntil(() => useTickets.getState().tickets.find(({ key }) => !before.has(key))?.number);
    };
    const [letter, first] = await counted('4');
    expect([letter, await ticketOf()]).toEqual(['T', expect.stringMatching(/^T\d+-1$/)]);
    practice(null);
    expect([await counted('5'), await counted('6')]).toEqual([
      ['P', 1],
      ['P', 2],
    ]);
    expect([await ticketOf(), await ticketOf()]).toEqual([
      expect.stringMatching(/^P\d+-1$/),
      expect.stringMatching(/^P\d+-2$/),
    ]);
    useApp.setState({ outlet: { ...useApp.getState().outlet, practiceOf: undefined } as Outlet });
    expect(await counted('7')).toEqual(['T', first + 2]);
    expect(await ticketOf()).toMatch(/^T\d+-2$/);
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
    expect(till.server.printed).toEqual([]);
  });

  it('saves, prints, then marks the bill BillPrinted, also when printing is delayed', async () => {
    const key = await order(burger);
    till.server.printer = ({ type }) => ({
      status: type === 'Bill' ? 202 : 200,
      body: { jobId: 'j', state: type === 'Bill' ? 'waiting' : 'printed', message: 'Paper is out' },
    });
    expect(await printBill(key)).toBe(true);
    expect(bill()?.status).toBe('BillPrinted');
    await billSent(key, 5000);
    expect(till.server.bills.get(key)?.status).toBe('BillPrinted');
    const sent = till.server.seen.findLast(({ body }) => body['status'] === 'BillPrinted')?.body;
    const job = till.server.printed.find(({ type }) => type === 'Bill');
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
    till.server.printer = () => null;
    expect(await printBill(key)).toBe(false);
    expect(bill()?.status).toBe('Saved');
    await printBill(key);
    const jobs = till.server.printed.filter(({ type }) => type === 'Bill').map(({ jobKey }) => jobKey);
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
    const receipts = till.server.printed.filter(({ title }) => title === 'Receipt');
    expect(receipts.map(({ copyNo }) => copyNo ?? 0)).toEqual([0, 1, 1]);
  });

  it('prints the points that a guest without a name claims as the QR code of the receipt', async () => {
    const key = await order(burger);
    await bills().save(key);
    const paid = await bills().pay(key, { payments: [{ key: crypto.randomUUID(), method: 'Cash', amount: 5940 }] });
    if (paid.state !== 'paid') throw new Error(paid.state);
    const url = 'https://reef.example/s/reef/points?t=1';
    await printReceipt({ ...paid.bill, claim: { points: 5, url } });
    expect(till.server.printed.at(-1)).toMatchObject({ qr: url, bill: { claim: { points: 5 } } });
  });

  it('[R35.38] prints the first refund receipt not as a copy, with the invoice and bill number that it corrects', async () => {
    const key = await order(burger);
    await bills().save(key);
    const paid = await bills().pay(key, { payments: [{ key: crypto.randomUUID(), method: 'Cash', amount: 5940 }] });
    if (paid.state !== 'paid') throw new Error(paid.state);
    expect(await billSent(key, 5000)).toBe(true);
    const original = till.server.bills.get(key) as Bill;
    const refund = { ...original, id: 990, key: 'refund-key', number: 2, refundOfId: original.id };
    await printRefund(refund);
    const { refundOf, copyNo } = till.server.printed.at(-1) ?? {};
    expect(refundOf).toEqual({ invoiceNumber: original.invoiceNumber, number: String(original.number) });
    expect(copyNo).toBeUndefined();
  });

  it('[R35.38] names the corrected numbers on a copy of a refund while the server cannot be reached', async () => {
    const key = await order(burger);
    await bills().save(key);
    const refundOf = { invoiceNumber: '2026-000777', number: '41' };
    const refund = { ...(bill() as Bill), id: 990, key: 'refund-key', refundOfId: 77, refundOf };
    globalThis.fetch = async (input, init) => {
      if (String(input).startsWith(printOrigin())) return till.server.fetch(input, init);
      throw new TypeError('Failed to fetch');
    };
    await printReceipt(refund);
    expect(till.server.printed.at(-1)).toMatchObject({ copyNo: 1, refundOf });
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
    const receipts = till.server.printed.filter(({ title }) => title === 'Receipt');
    expect(receipts.map((body) => body.bill.number)).toEqual(['T3-127', '12 (T3-127)', 12]);
  });

  it('[R18.23] posts bill, type, outlet, printer and person to this machine’s print server or the one set on the device', async () => {
    const asked: string[] = [];
    globalThis.fetch = async (input, init) => {
      asked.push(input as string);
      return till.server.fetch(input, init);
    };
    const key = await order(burger);
    await printBill(key);
    setPrintOrigin('http://localhost:15000');
    await printBill(key);
    expect(asked.filter((url) => url.endsWith('/print') && !url.includes('api'))).toEqual(
      expect.arrayContaining(['http://localhost:14141/print', 'http://localhost:15000/print']),
    );
    const body = till.server.printed.find(({ type }) => type === 'Bill');
    expect(body).toMatchObject({
      type: 'Bill',
      printerName: 'Front',
      printedBy: 'Aisha',
      outlet: { outletId: 1 },
      bill: { key },
    });
  });
});
