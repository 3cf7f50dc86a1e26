import type { Bill } from '@atoll/domain/bill/bill';
import { pieceKey } from '@atoll/domain/bill/split/piece';
import { splitBill } from '@atoll/domain/bill/split/split';
import { inState } from '@atoll/domain/bill/states';
import { describe, expect, it, vi } from 'vitest';
import { billSent } from '../outbox/outbox.ts';
import { burger } from '../sync/testing/till.ts';
import { lastOrderOf, useTickets } from './kept-tickets.ts';
import {
  bill,
  bills,
  order,
  paper,
  settled,
  startPrintingTill,
  ticketStates,
  till,
  toasts,
} from './testing/printing-till.ts';
import { failedLines } from './ticket-state.ts';
import { printTickets, retryTicket } from './tickets.ts';

startPrintingTill();

/** Splits the bill at the server as another till would: one of the burgers goes to a second check. */
async function splitAtServer(key: string, itemKey: string, qty = 1): Promise<Bill> {
  const from = till.server.bills.get(key) as Bill;
  const check = { ...inState(from, 'CheckedIn'), id: 900, key: crypto.randomUUID(), checkNo: 2, items: [], version: 1 };
  const context = { now: new Date().toISOString(), userId: 7, newKey: pieceKey };
  const done = splitBill(from, [{ bill: check, parts: [{ key: itemKey, qty }] }], context);
  if (!done.ok) throw new Error(done.refusal.message);
  const [other] = done.value.targets as [Bill];
  for (const each of [done.value.from, other]) till.server.bills.set(each.key, each);
  await bills().refetch(key);
  await bills().refetch(other.key);
  return other;
}

/** Orders two burgers while the print server is away. */
async function twoBurgers(): Promise<{ key: string; itemKey: string }> {
  const key = await order(burger, burger);
  await bills().save(key);
  await billSent(key, 5000);
  return { key, itemKey: till.server.bills.get(key)?.items[0]?.key as string };
}

const sentOf = (one: Bill | undefined): number[] =>
  (one?.items ?? []).filter(({ isVoid }) => !isVoid).map(({ sentQty }) => sentQty);

describe('tickets of dishes that are split before they are printed', () => {
  it('[R13.4] [R16.2] prints the whole order once after a split that came before the paper, and marks its pieces as sent', async () => {
    till.server.printer = () => null;
    const { key, itemKey } = await twoBurgers();
    await vi.waitUntil(() => ticketStates().includes('failed'));
    const other = await splitAtServer(key, itemKey);
    till.server.printed.length = 0;
    till.server.printer = ({ printerName }) => ({ body: { jobId: 'j', state: 'printed', printer: printerName } });
    await printTickets(key);
    await settled();
    expect(paper()).toEqual([['Kot', 'Kitchen', 'New', '2 Lagoon Burger New']]);
    expect([sentOf(bills().bills[key]), sentOf(bills().bills[other.key])]).toEqual([[1], [1]]);
    toasts.length = 0;
    await printTickets(key);
    expect(till.server.printed).toHaveLength(1);
    expect(toasts).toMatchObject([{ kind: 'info' }]);
    await vi.waitUntil(() => sentOf(till.server.bills.get(other.key))[0] === 1);
  });

  it('[R16.6] says at each piece that its ticket was not printed, on the check where it is', async () => {
    till.server.printer = () => null;
    const { key, itemKey } = await twoBurgers();
    await vi.waitUntil(() => ticketStates().includes('failed'));
    const other = await splitAtServer(key, itemKey);
    const { tickets } = useTickets.getState();
    for (const check of [bills().bills[key], bills().bills[other.key]] as Bill[]) {
      const [piece] = check.items.filter(({ isVoid }) => !isVoid);
      expect(failedLines(tickets, check)).toContain(piece?.key);
      expect(lastOrderOf(tickets, piece?.key ?? '')?.state).toBe('failed');
    }
  });

  it('leaves a piece that was voided before the paper out of the ticket', async () => {
    till.server.printer = () => null;
    const { key, itemKey } = await twoBurgers();
    await vi.waitUntil(() => ticketStates().includes('failed'));
    const other = await splitAtServer(key, itemKey);
    await bills().voidItem(other.key, other.items[0]?.key as string, 'Guest left');
    till.server.printed.length = 0;
    till.server.printer = ({ printerName }) => ({ body: { jobId: 'j', state: 'printed', printer: printerName } });
    await settled();
    await retryTicket(useTickets.getState().tickets[0]?.key as string);
    await expect.poll(paper).toEqual([['Kot', 'Kitchen', 'New', '1 Lagoon Burger New']]);
  });

  it('marks the pieces when the split arrives after the paper and before its mark is sent', async () => {
    const { key, itemKey } = await twoBurgers();
    await settled();
    expect(bill()?.items[0]?.sentQty).toBe(2);
    expect(till.server.bills.get(key)?.items[0]?.sentQty ?? 0).toBe(0);
    const other = await splitAtServer(key, itemKey);
    await vi.waitUntil(() => sentOf(till.server.bills.get(other.key))[0] === 1);
    await vi.waitUntil(() => sentOf(till.server.bills.get(key))[0] === 1);
    expect(till.server.printed).toHaveLength(1);
  });
});
