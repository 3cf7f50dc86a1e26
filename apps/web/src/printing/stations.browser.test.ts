import { alsoMark } from '@atoll/domain/bill/kitchen-mark';
import { firstStations, type Station } from '@atoll/domain/outlet/station';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useApp } from '../sync/app-store.ts';
import { burger, juice, menuItem } from '../sync/testing/till.ts';
import { useTickets } from './kept-tickets.ts';
import { bill, bills, setting, settled, startPrintingTill, till } from './testing/printing-till.ts';
import { printCancellations, retryTicket } from './tickets.ts';

startPrintingTill();

const curry = menuItem(21, 'Fish Curry', 'Kitchen');
const own: Station = {
  code: 'CURRY',
  name: 'Curry corner',
  ticketType: 'Kot',
  printers: ['Curry'],
  itemIds: [21],
  sort: 0,
};

/** The papers: printer, station, and what each line says. */
const papers = () =>
  till.server.printed.map(({ printerName, station, bill: { items } }) =>
    [
      printerName,
      station,
      ...(items as readonly { name: string; change: string }[]).map((one) => `${one.change} ${one.name}`),
    ].join(' '),
  );
const printed = (...wanted: readonly string[]) =>
  vi.waitFor(() => expect(papers().toSorted()).toEqual(wanted.toSorted()), 5000);

function setStations(...stations: readonly Station[]): void {
  const { outlet } = useApp.getState();
  if (!outlet) throw new Error('no outlet');
  useApp.setState({ outlet: { ...outlet, stations: [...stations, ...firstStations] } });
}

async function order(...items: (typeof burger)[]): Promise<string> {
  const opened = await bills().checkIn('Table', '3');
  if (!opened.ok) throw new Error(opened.refusal.message);
  const { key } = opened.value;
  for (const each of items) bills().addItem(key, { menuItem: each });
  await bills().save(key);
  return key;
}

beforeEach(() => {
  const menuItems = [burger, juice, curry];
  const category = { id: 1, name: 'All', nameLocal: '', color: '', gstMode: null, sort: 1, menuItems };
  useApp.setState({ menus: [{ id: 1, name: 'All', categories: [category] }] });
});

describe('stations at a till', () => {
  it('[R23.17] prints and sends what it did before where the outlet has changed no station', async () => {
    await order(curry, juice);
    await printed('Kitchen KITCHEN New Fish Curry', 'Bar BAR New Lime Juice');
    expect(bill()?.items.some((item) => 'station' in item)).toBe(false);
  });

  it('[R23.18] prints an item and its cancellation at its station, also when the station was removed', async () => {
    setStations(own);
    const key = await order(curry, burger);
    await printed('Curry Curry corner New Fish Curry', 'Kitchen KITCHEN New Lagoon Burger');
    expect(till.server.printed[0]?.outlet).not.toHaveProperty('stations');
    await settled();
    setStations({ ...own, isRemoved: true });
    const item = bill()?.items.find(({ name }) => name === 'Fish Curry');
    const voided = await bills().voidItem(key, item?.key ?? '', 'Not wanted');
    if (!voided.ok) throw new Error(voided.refusal.message);
    await printCancellations(voided.value);
    await printed(
      'Curry Curry corner New Fish Curry',
      'Kitchen KITCHEN New Lagoon Burger',
      'Curry Curry corner Void Fish Curry',
    );
    bills().addItem(key, { menuItem: curry });
    await bills().save(key);
    await vi.waitFor(() => expect(papers()).toContain('Kitchen KITCHEN New Fish Curry'), 5000);
  });

  it('[R23.19] prints a modifier at its station too, and one copy of the save for the expediter, and keeps what failed there', async () => {
    const expo: Station = {
      code: 'EXPO',
      name: 'Pass',
      ticketType: 'Kot',
      printers: ['Pass'],
      isExpediter: true,
      sort: 9,
    };
    setStations(own, expo);
    let isOff = true;
    till.server.printer = ({ printerName }) => {
      if (printerName === 'Curry' && isOff)
        return { status: 503, body: { code: 503, message: 'Printer is off', reason: 'printer_offline' } };
      return { body: { jobId: 'j', state: 'printed', printer: printerName } };
    };
    const opened = await bills().checkIn('Table', '3');
    if (!opened.ok) throw new Error(opened.refusal.message);
    const { key } = opened.value;
    const sauce = { optionId: 9, name: 'Curry sauce', priceDelta: 0, station: 'CURRY' };
    bills().addItem(key, { menuItem: burger, modifiers: [sauce] });
    bills().addItem(key, { menuItem: juice });
    await bills().save(key);
    await vi.waitFor(
      () =>
        expect(
          useTickets
            .getState()
            .tickets.map(({ state }) => state)
            .toSorted(),
        ).toEqual(['failed', 'printed', 'printed', 'printed']),
      5000,
    );
    expect(
      papers()
        .filter((paper) => !paper.startsWith('Curry'))
        .toSorted(),
    ).toEqual([
      'Bar BAR New Lime Juice',
      'Kitchen KITCHEN New Lagoon Burger',
      'Pass Pass New Lagoon Burger New Lagoon Burger New Lime Juice',
    ]);
    const copy = till.server.printed.find(({ printerName }) => printerName === 'Pass');
    const lines = copy?.bill.items as readonly { stationName: string; modifiers: readonly { name: string }[] }[];
    expect(lines.map(({ stationName }) => stationName)).toEqual(['Curry corner', 'KITCHEN', 'BAR']);
    isOff = false;
    const failed = useTickets.getState().tickets.find(({ state }) => state === 'failed');
    const saved = bill()?.items.find(({ name }) => name === 'Lagoon Burger');
    const marks = () => bill()?.items.find((item) => item.key === saved?.key)?.ticketIds;
    // A press joins an attempt that is under way, which may have met the printer while it was off.
    await vi.waitFor(async () => {
      await retryTicket(failed?.key ?? '');
      expect(marks()).toContain(alsoMark(saved?.key ?? '', 'CURRY'));
    });
    expect(papers()).toContain('Curry Curry corner New Lagoon Burger');
    const voided = await bills().voidItem(key, saved?.key ?? '', 'Not wanted');
    if (!voided.ok) throw new Error(voided.refusal.message);
    await printCancellations(voided.value);
    await settled();
    expect(papers().slice(-3).toSorted()).toEqual([
      'Curry Curry corner Void Lagoon Burger',
      'Kitchen KITCHEN Void Lagoon Burger',
      'Pass Pass Void Lagoon Burger Void Lagoon Burger',
    ]);
  });

  it('[R23.17] prints on each printer of a station; a copy that fails is tried again alone', async () => {
    setStations({ ...own, printers: ['Curry', 'Pass'] });
    let isOff = true;
    till.server.printer = ({ printerName }) => {
      if (printerName === 'Pass' && isOff)
        return { status: 503, body: { code: 503, message: 'Printer is off', reason: 'printer_offline' } };
      return { body: { jobId: 'j', state: 'printed', printer: printerName } };
    };
    const key = await order(curry);
    await vi.waitFor(() =>
      expect(
        useTickets
          .getState()
          .tickets.map(({ state }) => state)
          .toSorted(),
      ).toEqual(['failed', 'printed']),
    );
    expect(bill()?.items[0]?.sentQty).toBe(1);
    await bills().save(key);
    isOff = false;
    const failed = useTickets.getState().tickets.find(({ state }) => state === 'failed');
    await retryTicket(failed?.key ?? '');
    expect(useTickets.getState().tickets.every(({ state }) => state === 'printed')).toBe(true);
    expect(new Set(papers())).toEqual(
      new Set(['Curry Curry corner New Fish Curry', 'Pass Curry corner New Fish Curry']),
    );
    setting('KotPrinter', 'Kitchen');
  });
});
