/** Checks that run when everything has arrived. The numbers are the invariants of docs/rules.md#invariant-1. */
import type { Bill } from '@atoll/domain/bill/bill';
import { isHeld } from '@atoll/domain/bill/course';
import { isSetHead } from '@atoll/domain/bill/set-menu/set-menu';
import { brokenInvariants } from '../../apps/server/src/modules/bill/testing/invariants.ts';
import { newRecorder } from '../../apps/server/src/modules/bill/testing/recorder.ts';
import type { Scenario } from '../../apps/server/src/modules/bill/testing/scenario.ts';
import { isOwnRefusal } from '../../apps/web/src/api/not-server.ts';
import type { SimulatedTill } from './device/simulated-till.ts';
import type { Till } from './device/till-main.ts';
import { lostNotes, lostPlaces, misorderedItems, wrongHeaders } from './long-invariants.ts';
import { brokenPrices } from './priced/priced-checks.ts';
import type { Simulation } from './simulation.ts';

/** The parts of a simulation that are checked. */
export type World = Pick<Simulation, 'setup' | 'acknowledged' | 'printer' | 'faults'> & {
  readonly tills: readonly Pick<SimulatedTill, 'till'>[];
};

export const billsOf = ({ setup }: Pick<World, 'setup'>): Promise<Bill[]> =>
  setup.shop.store.readOutlet(setup.shop.outletId, async (db) => {
    const rows = await db.selectFrom('bill').select('doc').where('outlet_id', '=', setup.shop.outletId).execute();
    return rows.map((row) => row.doc);
  });

/** Returns items and payments that the till shows as unfinished: refused work, and items of a bill that somebody else completed. */
function unfinishedWork(till: Till): {
  readonly lines: Set<string>;
  readonly payments: Set<string>;
  readonly bills: Set<string>;
} {
  const [lines, payments, bills] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const { state, body, billKey } of till.outbox.getState().entries) {
    if (state !== 'rejected' && state !== 'parked') continue;
    if (billKey !== null) bills.add(billKey);
    for (const { key } of (body['items'] ?? []) as Bill['items']) lines.add(key);
    for (const { key } of (body['payments'] ?? []) as readonly { key: string }[]) payments.add(key);
  }
  const { stranded, drafts } = till.bills.getState();
  for (const { items } of [...Object.values(stranded), ...Object.values(drafts)])
    for (const { key } of items) lines.add(key);
  return { lines, payments, bills };
}

/** Returns the prints of each item, where those of several tills that fired it at once count as one. */
function oncePerFiring(
  made: ReadonlyMap<string, number>,
  firedBy: Simulation['acknowledged']['firedBy'],
): Map<string, number> {
  return new Map([...made].map(([key, times]) => [key, times <= (firedBy.get(key)?.size ?? 1) ? 1 : times]));
}

/** Returns the broken invariants as sentences. */
export async function brokenTillInvariants(world: World): Promise<string[]> {
  const { setup, acknowledged, printer, tills, faults } = world;
  const bills = await billsOf(world);
  const seen = tills.flatMap(({ till }) => (till ? [unfinishedWork(till)] : []));
  const broken: string[] = faults.map((words) => `a fault: ${words}`);
  const there = new Set(bills.flatMap((bill) => bill.items.map((item) => item.key)));
  const isSeen = (key: string): boolean => seen.some(({ lines }) => lines.has(key));
  const lost = [...acknowledged.saved.keys()].filter((key) => !there.has(key) && !isSeen(key));
  const scenario: Scenario = {
    shop: setup.shop,
    testStock: setup.testStock,
    recorder: newRecorder(),
    cash: new Set(),
    paidBefore: acknowledged.paidBefore,
    saved: new Map([...acknowledged.saved].filter(([key]) => there.has(key))),
    open: new Set(lost),
    voided: acknowledged.voided,
    printed: oncePerFiring(printer.made, acknowledged.firedBy),
    paid: acknowledged.paid,
    closed: acknowledged.closed,
  };
  broken.push(...(await brokenInvariants(scenario)));
  broken.push(
    ...misorderedItems(bills, acknowledged),
    ...lostNotes(bills, acknowledged, isSeen),
    ...lostPlaces(bills, acknowledged),
    ...wrongHeaders(tills),
  );
  broken.push(...(await brokenPrices(setup, bills, acknowledged)));
  for (const [key, amount] of acknowledged.taken) {
    const times = bills.filter((bill) => bill.payments.some((payment) => payment.key === key)).length;
    if (times > 1) broken.push(`4: payment ${key} completed ${times} bills`);
    if (times === 0 && !seen.some(({ payments }) => payments.has(key)))
      broken.push(`1: payment ${key} of ${amount} is gone`);
  }
  for (const [number, { till }] of tills.entries())
    for (const { kind, state, reason } of till?.outbox.getState().entries ?? [])
      if (state === 'rejected' && !isOwnRefusal(reason))
        broken.push(`29: ${kind} of till ${number} was refused by something other than the server`);
  for (const bill of bills.filter((one) => one.isOpen))
    for (const item of bill.items)
      if (
        !item.isVoid &&
        !item.card &&
        !isSetHead(item) &&
        !isHeld(item) &&
        acknowledged.saved.has(item.key) &&
        !printer.made.has(item.key)
      )
        broken.push(`20: line ${item.key} never came to the kitchen`);
  return broken;
}

const summaryOf = (bill: Bill): string =>
  JSON.stringify([
    bill.key,
    bill.version,
    bill.slot,
    bill.checkNo,
    bill.status,
    bill.total,
    bill.waiterId,
    bill.applied?.map(({ key, endReason, flag }) => [key, endReason, flag]),
    bill.items.map(({ key, qty, isVoid, notes, seat, courseNo, firedAt, station }) => [
      key,
      qty,
      isVoid,
      notes,
      seat,
      courseNo,
      firedAt,
      station,
    ]),
  ]);

/** Returns the differences between the open bills of the tills and of the server; an empty list when they agree. */
export async function billDifferences(simulation: Simulation): Promise<string[]> {
  const open = (await billsOf(simulation)).filter((bill) => bill.isOpen);
  const differences: string[] = [];
  for (const { number, till } of simulation.tills) {
    if (!till) {
      differences.push(`till ${number} is dead`);
      continue;
    }
    // A bill with refused work is shown as the person left it, until they decide.
    const openWork = unfinishedWork(till).bills;
    const compared = (bill: Bill): boolean => bill.isOpen && !openWork.has(bill.key);
    const shown = new Map(
      Object.values(till.bills.getState().bills)
        .filter(compared)
        .map((bill) => [bill.key, summaryOf(bill)]),
    );
    for (const bill of open.filter(compared)) {
      if (shown.get(bill.key) !== summaryOf(bill))
        differences.push(`till ${number} shows ${shown.get(bill.key) ?? 'nothing'} instead of ${summaryOf(bill)}`);
      shown.delete(bill.key);
    }
    for (const text of shown.values()) differences.push(`till ${number} still shows ${text}`);
  }
  return differences;
}
