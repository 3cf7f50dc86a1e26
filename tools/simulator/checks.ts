/** What must hold when everything has arrived. The numbers are the invariants of docs/rules.md#invariant-1. */
import type { Bill } from '@atoll/domain/bill/bill';
import { brokenInvariants } from '../../apps/server/src/modules/bill/testing/invariants.ts';
import { newRecorder } from '../../apps/server/src/modules/bill/testing/recorder.ts';
import type { Scenario } from '../../apps/server/src/modules/bill/testing/scenario.ts';
import { isOwnRefusal } from '../../apps/web/src/api/not-server.ts';
import type { SimulatedTill } from './device/simulated-till.ts';
import type { Till } from './device/till-main.ts';
import { disordered, lostNotes, wrongHeaders } from './lasting.ts';
import type { Simulation } from './simulation.ts';

/** What is looked at. */
export type World = Pick<Simulation, 'scene' | 'promises' | 'printer' | 'faults'> & {
  readonly tills: readonly Pick<SimulatedTill, 'till'>[];
};

export const billsOf = ({ scene }: Pick<World, 'scene'>): Promise<Bill[]> =>
  scene.shop.store.readOutlet(scene.shop.outletId, async (db) => {
    const rows = await db.selectFrom('bill').select('doc').where('outlet_id', '=', scene.shop.outletId).execute();
    return rows.map((row) => row.doc);
  });

/** Lines and payments that a person sees as not done: refused work, and lines of a bill that somebody else completed. */
function inSight(till: Till): {
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

/** Answers what does not hold, in words. */
export async function brokenPromises(world: World): Promise<string[]> {
  const { scene, promises, printer, tills, faults } = world;
  const bills = await billsOf(world);
  const seen = tills.flatMap(({ till }) => (till ? [inSight(till)] : []));
  const broken: string[] = faults.map((words) => `a fault: ${words}`);
  const there = new Set(bills.flatMap((bill) => bill.items.map((item) => item.key)));
  const isSeen = (key: string): boolean => seen.some(({ lines }) => lines.has(key));
  const lost = [...promises.saved.keys()].filter((key) => !there.has(key) && !isSeen(key));
  const floor: Scenario = {
    shop: scene.shop,
    larder: scene.larder,
    recorder: newRecorder(),
    cash: new Set(),
    paidBefore: promises.paidBefore,
    saved: new Map([...promises.saved].filter(([key]) => there.has(key))),
    open: new Set(lost),
    voided: promises.voided,
    printed: printer.made,
    paid: promises.paid,
    closed: promises.closed,
  };
  broken.push(...(await brokenInvariants(floor)));
  broken.push(...disordered(bills, promises), ...lostNotes(bills, promises, isSeen), ...wrongHeaders(tills));
  for (const [key, amount] of promises.taken) {
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
      if (!item.isVoid && promises.saved.has(item.key) && !printer.made.has(item.key))
        broken.push(`20: line ${item.key} never came to the kitchen`);
  return broken;
}

const essence = (bill: Bill): string =>
  JSON.stringify([
    bill.key,
    bill.version,
    bill.slot,
    bill.checkNo,
    bill.status,
    bill.total,
    bill.items.map(({ key, qty, isVoid, notes }) => [key, qty, isVoid, notes]),
  ]);

/** Answers in what the tills and the server differ about the open bills; nothing when they agree. */
export async function unlikeBills(simulation: Simulation): Promise<string[]> {
  const open = (await billsOf(simulation)).filter((bill) => bill.isOpen);
  const unlike: string[] = [];
  for (const { number, till } of simulation.tills) {
    if (!till) {
      unlike.push(`till ${number} is dead`);
      continue;
    }
    // A bill with refused work is shown as its person left it until they decide.
    const aside = inSight(till).bills;
    const compared = (bill: Bill): boolean => bill.isOpen && !aside.has(bill.key);
    const shown = new Map(
      Object.values(till.bills.getState().bills)
        .filter(compared)
        .map((bill) => [bill.key, essence(bill)]),
    );
    for (const bill of open.filter(compared)) {
      if (shown.get(bill.key) !== essence(bill))
        unlike.push(`till ${number} shows ${shown.get(bill.key) ?? 'nothing'} instead of ${essence(bill)}`);
      shown.delete(bill.key);
    }
    for (const text of shown.values()) unlike.push(`till ${number} still shows ${text}`);
  }
  return unlike;
}
