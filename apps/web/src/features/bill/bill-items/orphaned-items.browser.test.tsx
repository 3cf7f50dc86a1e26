/** Tests of a dish whose table was paid elsewhere while its ticket waited for the print server. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useConnection } from '../../../api/connection.ts';
import { startLocale } from '../../../locale/locale.ts';
import { billSent, useOutbox, wakeOutbox } from '../../../outbox/outbox.ts';
import { newLines } from '../../../outbox/unsynced-amount.ts';
import { useTickets } from '../../../printing/kept-tickets.ts';
import { bills, order, paper, startPrintingTill, ticketStates, till } from '../../../printing/testing/printing-till.ts';
import { printTickets, retryByItself, retryTicket } from '../../../printing/tickets.ts';
import { useApp } from '../../../sync/app-store.ts';
import { fakeServer } from '../../../sync/testing/fake-server.ts';
import { burger, juice } from '../../../sync/testing/till.ts';
import { clear, show } from '../../../ui/hook/testing.tsx';
import { OrphanedItems } from './orphaned-items.tsx';

startPrintingTill();
afterEach(() => clear());

const printerIsBack = () => {
  till.server.printer = fakeServer().printer;
};
const ticketKey = () => useTickets.getState().tickets[0]?.key ?? '';
/** Returns whether the till knows that the burger was refused: its disk knows it a moment before. */
const wasRefused = () =>
  useOutbox.getState().entries.some((entry) => entry.state === 'rejected' && newLines(entry).length > 0);
const kitchenPaper = () => paper().filter(([type]) => type === 'Kot');
const slots = () => till.server.printed.filter(({ type }) => type === 'Kot').map(({ bill: { slot } }) => slot);

/** Saves a burger on a table without server and print server; another till paid the table. Shows table 9 with the burger set aside. */
async function burgerSetAside(): Promise<void> {
  await startLocale();
  const categories = [{ id: 1, name: 'Food', nameLocal: '', color: '', gstMode: null, sort: 1, menuItems: [burger] }];
  useApp.setState({ menus: [{ id: 1, name: 'All', categories }] });
  const key = await order(juice);
  await bills().save(key);
  expect(await billSent(key, 5000)).toBe(true);
  await expect.poll(ticketStates).toEqual(['printed']);
  useTickets.setState({ tickets: [] });
  till.server.network = 'dead';
  till.server.printer = () => null;
  useConnection.setState({ isOnline: false });
  await order(burger);
  await bills().save(key);
  await expect.poll(ticketStates).toEqual(['failed']);
  const theirs = till.server.bills.get(key);
  if (!theirs) throw new Error('The server has no such bill');
  till.server.bills.set(key, { ...theirs, status: 'Complete', isOpen: false, version: theirs.version + 5 });
  till.server.network = 'fine';
  till.server.printed.length = 0;
  useConnection.setState({ isOnline: true });
  await vi.waitUntil(async () => wakeOutbox().then(wasRefused));
  await bills().orphanItems(key);
  expect((await bills().checkIn('Table', '9')).ok).toBe(true);
  await show(<OrphanedItems place={{ type: 'Table', slot: '9' }} />);
}

const otherKey = () => Object.values(bills().bills).find(({ slot }) => slot === '9')?.key ?? '';
const addAndSave = async () => {
  await page.getByRole('button', { name: 'Add them to this bill' }).click();
  await bills().save(otherKey());
};
const sentQty = () => till.server.bills.get(otherKey())?.items.map((item) => item.sentQty);

describe('a dish that moves to another bill while its ticket waits', () => {
  it('[R16.2] prints a dish once that the retry printed before it was added to another bill', async () => {
    await burgerSetAside();
    printerIsBack();
    await retryByItself(ticketKey());
    await addAndSave();
    await printTickets(otherKey());
    await expect.poll(sentQty).toEqual([1]);
    expect(kitchenPaper()).toEqual([['Kot', 'Kitchen', 'New', '1 Lagoon Burger New']]);
    const slips = till.server.printed.filter(({ type }) => type === 'Slip').map(({ slip }) => slip);
    expect(slips).toMatchObject([{ large: 'Table 3 -> Table 9', rows: [{ label: '1 x Lagoon Burger' }] }]);
  });

  it('[R16.2] prints a dish once, with its new table, when its ticket still waits as it is saved there', async () => {
    await burgerSetAside();
    const first = ticketKey();
    await page.getByRole('button', { name: 'Add them to this bill' }).click();
    printerIsBack();
    // Nothing of an unsaved item is printed.
    await retryByItself(first);
    expect(kitchenPaper()).toEqual([]);
    await bills().save(otherKey());
    await printTickets(otherKey());
    await expect.poll(sentQty).toEqual([1]);
    await retryTicket(first);
    expect([kitchenPaper().length, slots(), till.server.printed[0]?.jobKey]).toEqual([1, ['9'], first]);
  });

  it('[R16.2] prints what was ordered besides once the ticket of the moved dish is printed', async () => {
    await burgerSetAside();
    await page.getByRole('button', { name: 'Add them to this bill' }).click();
    bills().addItem(otherKey(), { menuItem: burger });
    printerIsBack();
    await bills().save(otherKey());
    await expect.poll(sentQty).toEqual([2]);
    expect(kitchenPaper().map(([, , , line]) => line)).toEqual(['1 Lagoon Burger New', '2 Lagoon Burger Changed']);
  });
});
