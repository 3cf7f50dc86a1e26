import type { BillItem } from '@atoll/domain/bill/bill';
import { mergeInput } from '@atoll/domain/bill/merge/merge-input';
import type { PrintLineBody } from '@atoll/domain/contract/bill/print';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useConnection } from '../api/connection.ts';
import { pageBegan, steadyNow } from '../clock/steady.ts';
import { fetchMoreWords, startLocale } from '../locale/locale.ts';
import { billSent } from '../outbox/outbox.ts';
import { useApp } from '../sync/app-store.ts';
import { burger, menuItem } from '../sync/testing/till.ts';
import { useTickets } from './kept-tickets.ts';
import { printResumedTickets } from './resumed-tickets.ts';
import { bill, bills, setting, settled, startPrintingTill, ticketStates, till } from './testing/printing-till.ts';
import { printTickets, retryTicket, ticketsMade } from './tickets.ts';

startPrintingTill();

const soup = menuItem(11, 'Soup', 'Kitchen');
const fish = menuItem(12, 'Fish', 'Kitchen');
const wine = menuItem(13, 'Wine', 'Bar');
const giftCard = menuItem(14, 'Card', 'NA');

/** What is on the tickets: 'Make Soup, Hold Fish'. */
const paper = () =>
  till.server.printed.map(({ bill: { items } }) =>
    (items as readonly PrintLineBody[]).map(({ name, mark, change }) => `${mark ?? change} ${name}`).join(', '),
  );
const works = ({ printerName }: { printerName: string }) => ({
  body: { jobId: 'j', state: 'printed', printer: printerName },
});
/** Resolves when exactly this was printed, in this order. */
const printed = (...wanted: readonly string[]) => vi.waitFor(() => expect(paper()).toEqual(wanted), 5000);
const isHeldHere = (name: string) => !bill()?.items.find((item) => item.name === name)?.firedAt;

const pay = (key: string) =>
  bills().pay(key, { payments: [{ key: crypto.randomUUID(), method: 'Cash', amount: bill()?.total ?? 0 }] });

/** Orders at Table 3, and saves. */
async function dinner(...items: (typeof soup)[]): Promise<string> {
  const opened = await bills().checkIn('Table', '3');
  if (!opened.ok) throw new Error(opened.refusal.message);
  const { key } = opened.value;
  for (const each of items) bills().addItem(key, { menuItem: each });
  await bills().save(key);
  return key;
}

beforeEach(() => {
  const category = (id: number, courseNo: number, ...menuItems: (typeof soup)[]) => ({
    id,
    name: `Category ${id}`,
    nameLocal: '',
    color: '',
    gstMode: null,
    sort: id,
    menuItems,
    ...(courseNo > 0 && { courseNo }),
  });
  const categories = [
    category(1, 0, burger),
    category(2, 1, soup),
    category(3, 2, fish, wine),
    category(4, 3, giftCard),
  ];
  useApp.setState({ menus: [{ id: 1, name: 'All', categories }] });
  setting('Courses', 'true');
});

describe('courses at a till', () => {
  it('gives a new item at a table the course of its category, and none elsewhere or without the setting', async () => {
    await dinner(soup, fish, burger);
    expect(bill()?.items.map(({ courseNo }) => courseNo)).toEqual([1, 2, undefined]);
    const { outlet } = useApp.getState();
    if (!outlet) throw new Error('no outlet');
    const takeaways = { ...outlet.slotTypes[0], type: 'Takeaway' } as (typeof outlet.slotTypes)[number];
    useApp.setState({ outlet: { ...outlet, slotTypes: [...outlet.slotTypes, takeaways] } });
    const takeaway = await bills().checkIn('Takeaway', '2');
    if (!takeaway.ok) throw new Error(takeaway.refusal.message);
    const added = bills().addItem(takeaway.value.key, { menuItem: fish });
    expect(added.ok && added.value.items[0]).not.toHaveProperty('courseNo');
    setting('Courses', 'false');
    const plain = bills().addItem(bill()?.key ?? '', { menuItem: fish });
    expect(plain.ok && plain.value.items.at(-1)).not.toHaveProperty('courseNo');
  });

  it('saves and prints the course once, whoever asks again, and tells the server who fired it', async () => {
    const key = await dinner(soup, fish);
    await printed('Make Soup, Hold Fish');
    expect((await bills().fire(key, 2)).ok).toBe(true);
    await printed('Make Soup, Hold Fish', 'Fire Fish');
    await settled();
    await bills().fire(key, 2);
    await printTickets(key);
    expect(paper()).toHaveLength(2);
    await vi.waitFor(
      () => expect(till.server.bills.get(key)?.items[1]).toMatchObject({ firedBy: 1, sentQty: 1 }),
      5000,
    );
  });

  it('prints nothing of what another till fired before, as the server says', async () => {
    const key = await dinner(soup, fish);
    await printed('Make Soup, Hold Fish');
    await billSent(key, 5000);
    const stored = till.server.bills.get(key);
    if (!stored) throw new Error('not stored');
    const items = stored.items.map((item) => ({ ...item, firedAt: '2026-03-10T07:00:00.000Z' }));
    const context = { now: new Date().toISOString(), userId: 2, makeItem: (item: unknown) => item as BillItem };
    till.server.bills.set(key, mergeInput(stored, { items }, context).bill);
    await bills().fire(key, 2);
    await billSent(key, 5000);
    // A wine that is ordered later is on the next paper: nothing was printed between.
    bills().addItem(key, { menuItem: wine });
    await bills().save(key);
    await printed('Make Soup, Hold Fish', 'Make Wine');
  });

  it('tells the kitchen once, with the table, that a dish which its ticket announced waits in another course', async () => {
    await startLocale();
    await fetchMoreWords();
    const slips = () =>
      till.server.printed.flatMap(({ type, slip, printerName }) => (type === 'Slip' ? [{ ...slip, printerName }] : []));
    const move = async (name: string, courseNo: number, placedAt: string) => {
      const item = bill()?.items.find((one) => one.name === name);
      bills().editItems(key, { [item?.key ?? '']: { courseNo, placedAt } });
      await bills().save(key);
    };
    const key = await dinner(soup, fish, giftCard);
    await vi.waitFor(() => expect(ticketStates()).toEqual(['printed']), 5000);
    till.server.network = 'dead';
    useConnection.setState({ isOnline: false });
    await move('Fish', 3, '2026-03-10T07:00:00.000Z');
    await vi.waitFor(() => expect(slips()).toHaveLength(1), 5000);
    const slip = { title: 'Moved', large: 'Table 3', printerName: 'Kitchen' };
    expect(slips()[0]).toMatchObject({ ...slip, rows: [{ label: '1 x Fish', value: 'Course 2 -> 3' }] });
    await move('Fish', 2, '2026-03-10T07:01:00.000Z');
    await vi.waitFor(() => expect(slips()).toHaveLength(2), 5000);
    expect(slips()[1]?.rows).toEqual([{ label: '1 x Fish', value: 'Course 3 -> 2' }]);
    // Another seat is no other course, and what the kitchen does not make is not told.
    bills().editItems(key, { [bill()?.items[1]?.key ?? '']: { seat: 4, placedAt: '2026-03-10T07:02:00.000Z' } });
    await bills().save(key);
    await move('Card', 2, '2026-03-10T07:03:00.000Z');
    await bills().fire(key, 2);
    await vi.waitFor(() => expect(paper().at(-1)).toBe('Fire Fish'), 5000);
    expect(slips()).toHaveLength(2);
  });

  it('tells the kitchen once, with the table, of allergies that are typed after the tickets', async () => {
    await startLocale();
    await fetchMoreWords();
    const slips = () =>
      till.server.printed.flatMap(({ type, slip, printerName }) => (type === 'Slip' ? [{ ...slip, printerName }] : []));
    const key = await dinner(soup, fish);
    await vi.waitFor(() => expect(ticketStates()).toEqual(['printed']), 5000);
    const type = async (allergies: string) => {
      bills().change(key, { allergies });
      await bills().saveChanges(key, ['allergies']);
    };
    await type('Nuts');
    await vi.waitFor(() => expect(slips()).toHaveLength(1), 5000);
    expect(slips()[0]).toMatchObject({ title: 'Allergies', large: 'Table 3', printerName: 'Kitchen' });
    expect(slips()[0]?.note).toContain('Allergies: Nuts');
    expect(slips()[0]?.rows?.map(({ label }) => label)).toEqual(['1 x Soup', '1 x Fish']);
    // Fewer are no news; a wine that is ordered with more of them has its own ticket, and the soup a slip.
    await type('nuts');
    bills().addItem(key, { menuItem: wine });
    bills().change(key, { allergies: 'Nuts, milk' });
    await bills().save(key);
    await vi.waitFor(() => expect(slips()).toHaveLength(2), 5000);
    expect(slips()[1]).toMatchObject({ printerName: 'Kitchen', rows: [{ label: '1 x Soup' }, { label: '1 x Fish' }] });
    expect(slips()[1]?.note).toContain('Nuts, milk');
  });

  it('prints at once without the server', async () => {
    const key = await dinner(soup, fish);
    await printed('Make Soup, Hold Fish');
    till.server.network = 'dead';
    useConnection.setState({ isOnline: false });
    await bills().fire(key, 2);
    await printed('Make Soup, Hold Fish', 'Fire Fish');
  });

  it('orders what was fired on the ticket that could not announce it, and after a ticket whose answer was lost', async () => {
    till.server.printer = () => null;
    const key = await dinner(soup, fish);
    await vi.waitUntil(() => ticketStates().includes('failed'));
    till.server.printed.length = 0;
    till.server.printer = works;
    await bills().fire(key, 2);
    await printed('Make Soup, Fire Fish');
    await settled();
    await printTickets(key);
    expect(paper()).toHaveLength(1);
  });

  it('prints the course after all when the ticket that announced it turns out to be on paper', async () => {
    till.server.printer = () => null;
    const key = await dinner(soup, fish);
    await vi.waitUntil(() => ticketStates().includes('failed'));
    await bills().fire(key, 2);
    await vi.waitUntil(() => ticketStates().every((state) => state === 'failed'));
    till.server.printed.length = 0;
    till.server.printer = ({ printerName, bill: { items } }) => ({
      body: { jobId: 'j', state: 'printed', printer: printerName, duplicate: items.length === 2 },
    });
    await retryTicket(useTickets.getState().tickets[0]?.key ?? '');
    await vi.waitFor(() => expect(paper().at(-1)).toBe('Fire Fish'));
    await settled();
    expect(bill()?.items.every(({ sentQty }) => sentQty === 1)).toBe(true);
  });

  it('fires what is held when the bill is paid, once, also where the ticket that announced it is printed only then', async () => {
    const key = await dinner(soup, fish);
    await printed('Make Soup, Hold Fish');
    await pay(key);
    await printed('Make Soup, Hold Fish', 'Fire Fish');
    // The next guests: nobody can note on a closed bill what is on paper.
    till.server.printed.length = 0;
    till.server.printer = () => null;
    const next = await dinner(soup, fish);
    await vi.waitUntil(() => ticketStates().includes('failed'));
    till.server.printed.length = 0;
    till.server.printer = works;
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { fetch } = till.server;
    globalThis.fetch = async (...request) => {
      if (String(request[0]).endsWith('/bill/pay')) await answered;
      return fetch(...request);
    };
    const paying = pay(next);
    await vi.waitUntil(() => bill() === undefined);
    await retryTicket(useTickets.getState().tickets.find(({ state }) => state === 'failed')?.key ?? '');
    answer();
    await paying;
    await billSent(next, 5000);
    await ticketsMade(next);
    expect(paper()).toEqual(['Make Soup, Fire Fish']);
  });

  it('prints what it announced when a program pays the bill, once, and nothing of what another till announced', async () => {
    for (const isOwn of [true, false]) {
      till.server.printed.length = 0;
      const key = await dinner(soup, fish);
      await printed('Make Soup, Hold Fish');
      await settled();
      if (!isOwn) useTickets.setState({ tickets: [] });
      const stored = till.server.bills.get(key);
      if (!stored) throw new Error('not stored');
      const fired = { firedAt: new Date().toISOString(), firedBy: null };
      const items = stored.items.map((item) => (item.firedAt ? item : { ...item, ...fired }));
      const version = stored.version + 1;
      till.server.bills.set(key, { ...stored, items, version, status: 'Complete', isOpen: false });
      await bills().refetch(key);
      if (isOwn) await printed('Make Soup, Hold Fish', 'Fire Fish');
      await Promise.all([bills().refetch(key), bills().loadActive(), printResumedTickets()]);
      await ticketsMade(key);
      expect(paper()).toHaveLength(isOwn ? 2 : 1);
    }
  });

  it('prints what it fired at its next start when it stopped before the paper, once, also of a paid bill', async () => {
    for (const end of [(key: string) => bills().fire(key, 2), pay]) {
      till.server.printed.length = 0;
      useTickets.setState({ tickets: [] });
      // Before this page began, however long the tests before took.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - (steadyNow() - pageBegan) - 5000 });
      const key = await dinner(soup, fish);
      await printed('Make Soup, Hold Fish');
      await settled();
      setting('AutoPrintEnabled', 'false');
      await end(key);
      await billSent(key, 5000);
      vi.useRealTimers();
      setting('AutoPrintEnabled', 'true');
      await Promise.all([printResumedTickets(), printResumedTickets()]);
      expect(paper()).toEqual(['Make Soup, Hold Fish', 'Fire Fish']);
      if (bill()) await pay(key);
    }
  });

  it('fires a course without items for a station without a ticket', async () => {
    const key = await dinner(soup, giftCard);
    await printed('Make Soup');
    expect(isHeldHere('Card')).toBe(true);
    await bills().fire(key, 3);
    await billSent(key, 5000);
    expect(isHeldHere('Card')).toBe(false);
    expect(useTickets.getState().tickets).toHaveLength(1);
  });

  it('moves a saved item to another course with the next save, and fires no other course', async () => {
    const key = await dinner(soup, fish);
    await printed('Make Soup, Hold Fish');
    const item = bill()?.items.find(({ name }) => name === 'Fish');
    bills().editItems(key, { [item?.key ?? '']: { courseNo: 3, placedAt: new Date().toISOString() } });
    await bills().save(key);
    await billSent(key, 5000);
    expect(till.server.bills.get(key)?.items.at(-1)).toMatchObject({ courseNo: 3 });
    bills().addItem(key, { menuItem: wine });
    await bills().save(key);
    expect([isHeldHere('Fish'), isHeldHere('Wine')]).toEqual([true, true]);
  });
});
