/** Steps of histories: what a person does at a till, and the work that several steps share. */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import { isHeld } from '@atoll/domain/bill/course';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import type { PaymentInput } from '@atoll/domain/contract/bill/bill';
import { recordSaved } from './acknowledged.ts';
import type { SimulatedTill } from './device/simulated-till.ts';
import type { Till } from './device/till-main.ts';
import { chosenParts, isChoosable, soldAt } from './priced/set-parts.ts';
import type { Simulation } from './simulation.ts';

/** An action of a person at a till, or a fault. */
export type Action = (simulation: Simulation, till: SimulatedTill) => void;

export const slots = ['1', '2', '3', '4', '5'] as const;

export const openBills = (till: Till): readonly Bill[] =>
  Object.values(till.bills.getState().bills).filter((bill) => bill.isOpen);

/** Runs an action at a till that is alive; it may finish later. */
export function atTill(work: (till: Till, simulation: Simulation) => unknown): Action {
  return (simulation, { till }) => {
    if (!till) return;
    const { runningActions, faults } = simulation;
    const count = (step: 1 | -1): void => void runningActions.set(till, (runningActions.get(till) ?? 0) + step);
    count(1);
    void Promise.resolve()
      .then(() => work(till, simulation))
      .catch((error: unknown) => faults.push(String(error instanceof Error ? error.stack : error)))
      .finally(() => count(-1));
  };
}

/** What a person does with a bill. */
export type BillWork = (till: Till, bill: Bill, simulation: Simulation) => unknown;

/** Runs an action with one of the open bills that the till shows. */
export const atBill = (work: BillWork): Action =>
  atTill((till, simulation) => {
    const bills = openBills(till);
    if (bills.length === 0) return undefined;
    return work(till, simulation.chance.oneOf(bills), simulation);
  });

export const liveLines = (bill: Bill): Bill['items'] => bill.items.filter((item) => !item.isVoid);

/** Adds an item of the menu to a bill, a set menu with its parts. */
export function order(till: Till, { chance, acknowledged }: Simulation, key: string): void {
  const items = soldAt(till).filter((item) => !item.openPrice && isChoosable(till, item));
  if (items.length === 0) return;
  const menuItem = chance.oneOf(items);
  const qty = 1 + chance.below(3);
  const parts = chosenParts(till, menuItem, chance);
  const added = till.bills.getState().addItem(key, { menuItem, qty, ...(parts && { parts }) });
  if (!added.ok) return;
  for (const { key: line, card } of till.bills.getState().drafts[added.value.key]?.items ?? [])
    if (!card && !acknowledged.typedOn.has(line)) acknowledged.typedOn.set(line, added.value.key);
}

/** Returns the keys of the bill's payments that the server refused. */
const refusedPayments = (till: Till, billKey: string): string[] =>
  till.outbox
    .getState()
    .entries.filter((entry) => entry.kind === 'pay' && entry.billKey === billKey && entry.state === 'rejected')
    .flatMap(({ body }) => (body['payments'] as Bill['payments']).map(({ key }) => key));

/** Notes that a till fires these items: each till that fires without the server prints them. */
export function noteFired({ acknowledged, tills }: Simulation, till: Till, items: readonly BillItem[]): void {
  const by = tills.findIndex((one) => one.till === till);
  for (const { key } of items.filter(isHeld))
    acknowledged.firedBy.set(key, new Set([...(acknowledged.firedBy.get(key) ?? []), by]));
}

/** Bills that somebody at a till is paying right now: a second press is the same payment (R35.92). */
const paying = new WeakMap<Till, Set<string>>();

/** Returns the keys of the bills that somebody at a till is paying. */
export function pressedAt(till: Till): Set<string> {
  const pressed = paying.get(till) ?? new Set();
  paying.set(till, pressed);
  return pressed;
}

/** Returns the payments that pay a bill. */
export type Tender = (till: Till, bill: Bill, simulation: Simulation) => Promise<readonly PaymentInput[]>;

export const cashKey = ({ chance }: Simulation): string => derivedKey(`payment ${chance.below(1_000_000_000)}`);

/** Pays a bill: in cash unless something else is given. */
export async function payOne(till: Till, simulation: Simulation, bill: Bill, tender?: Tender): Promise<void> {
  const pressed = pressedAt(till);
  pressed.add(bill.key);
  const key = cashKey(simulation);
  const lines = till.bills.getState().drafts[bill.key]?.items ?? [];
  const replaced = refusedPayments(till, bill.key);
  const payments = tender
    ? await tender(till, bill, simulation)
    : [{ key, method: 'Cash' as const, amount: toPay(bill) }];
  noteFired(simulation, till, bill.items);
  const paid = await till
    .payTaking(payments, () => till.bills.getState().pay(bill.key, { payments }))
    .finally(() => pressed.delete(bill.key));
  // This payment replaces refused ones: their money was given back.
  for (const old of replaced) simulation.acknowledged.taken.delete(old);
  if (paid.state === 'refused') return;
  for (const { key: taken, amount } of payments) simulation.acknowledged.taken.set(taken, amount);
  rememberPayments(simulation, till, payments);
  recordSaved(simulation.acknowledged, till, bill.key, lines);
}

function rememberPayments(
  { tills, clock, acknowledged: { priced } }: Simulation,
  till: Till,
  payments: readonly PaymentInput[],
): void {
  const number = tills.findIndex((one) => one.till === till);
  for (const { amount, wallet } of payments) {
    if (!wallet) continue;
    priced.events += 1;
    const isOffline = wallet.holdKey === undefined;
    priced.cardPayments.push({
      till: number,
      walletId: wallet.id,
      amount,
      isOffline,
      at: clock.now(),
      order: priced.events,
      sent: priced.sentBalances,
    });
  }
}

/** Pays one of the open bills with items. */
export const payBill = (tender?: Tender): Action =>
  atTill(async (till, simulation) => {
    const pressed = pressedAt(till);
    const bills = openBills(till).filter((one) => liveLines(one).length > 0 && !pressed.has(one.key));
    if (bills.length > 0) await payOne(till, simulation, simulation.chance.oneOf(bills), tender);
  });

/** Orders something for a new bill, lets `also` add to it, and pays it at once. */
export const sellAtOnce = (also: BillWork, tender?: Tender): Action =>
  atTill(async (till, simulation) => {
    const opened = await till.bills.getState().checkIn('Table', simulation.chance.oneOf(slots));
    if (!opened.ok) return;
    const { key } = opened.value;
    for (let line = 0; line < 3; line += 1) order(till, simulation, key);
    const bill = till.bills.getState().bills[key];
    if (!bill?.isOpen || pressedAt(till).has(key)) return;
    await also(till, bill, simulation);
    // Somebody may have pressed Pay in the meantime.
    if (pressedAt(till).has(key)) return;
    await payOne(till, simulation, till.bills.getState().bills[key] ?? bill, tender);
  });
