/** User actions at the tills, and injected faults: each is one step of a history. */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import { courseOf, heldCourses, isHeld } from '@atoll/domain/bill/course';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import { refusalOf } from '../../apps/server/src/modules/bill/testing/shop.ts';
import { activeShift } from '../../apps/server/src/modules/shift/find.ts';
import { closeShift, createShift } from '../../apps/server/src/modules/shift/service.ts';
import { recordSaved, save } from './acknowledged.ts';
import type { SimulatedTill } from './device/simulated-till.ts';
import type { Till } from './device/till-main.ts';
import { inPlaceKinds } from './in-place.ts';
import { goodConditions } from './network.ts';
import type { Simulation } from './simulation.ts';

/** An action of a person at a till, or a fault. */
export type Action = (simulation: Simulation, till: SimulatedTill) => void;

const slots = ['1', '2', '3', '4', '5'] as const;

const openBills = (till: Till): readonly Bill[] =>
  Object.values(till.bills.getState().bills).filter((bill) => bill.isOpen);

/** Runs an action at a till that is alive; it may finish later. */
function atTill(work: (till: Till, simulation: Simulation) => unknown): Action {
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

/** Runs an action with one of the open bills that the till shows. */
export const atBill = (work: (till: Till, bill: Bill, simulation: Simulation) => unknown): Action =>
  atTill((till, simulation) => {
    const bills = openBills(till);
    if (bills.length === 0) return undefined;
    return work(till, simulation.chance.oneOf(bills), simulation);
  });

const liveLines = (bill: Bill): Bill['items'] => bill.items.filter((item) => !item.isVoid);

const checkIn = atTill(async (till, simulation) => {
  const opened = await till.bills.getState().checkIn('Table', simulation.chance.oneOf(slots));
  if (opened.ok) order(till, simulation, opened.value.key);
});

function order(till: Till, { chance, acknowledged }: Simulation, key: string): void {
  const items = till.app.getState().menus.flatMap((menu) => menu.categories.flatMap((each) => each.menuItems));
  const plain = items.filter((item) => !item.openPrice);
  if (plain.length === 0) return;
  const added = till.bills.getState().addItem(key, { menuItem: chance.oneOf(plain), qty: 1 + chance.below(3) });
  if (!added.ok) return;
  for (const { key: line, card } of till.bills.getState().drafts[added.value.key]?.items ?? [])
    if (!card && !acknowledged.typedOn.has(line)) acknowledged.typedOn.set(line, added.value.key);
}

const typeLine = atBill((till, bill, simulation) => order(till, simulation, bill.key));

const saveBill = atBill((till, bill, simulation) => save(simulation.acknowledged, till, bill.key));

const orderAndSave = atBill(async (till, bill, simulation) => {
  order(till, simulation, bill.key);
  await save(simulation.acknowledged, till, bill.key);
});

/** Returns the keys of the bill's payments that the server refused. */
const refusedPayments = (till: Till, billKey: string): string[] =>
  till.outbox
    .getState()
    .entries.filter((entry) => entry.kind === 'pay' && entry.billKey === billKey && entry.state === 'rejected')
    .flatMap(({ body }) => (body['payments'] as Bill['payments']).map(({ key }) => key));

/** Notes that a till fires these items: each till that fires without the server prints them. */
function noteFired({ acknowledged, tills }: Simulation, till: Till, items: readonly BillItem[]): void {
  const by = tills.findIndex((one) => one.till === till);
  for (const { key } of items.filter(isHeld))
    acknowledged.firedBy.set(key, new Set([...(acknowledged.firedBy.get(key) ?? []), by]));
}

/** Bills that somebody at a till is paying right now: a second press is the same payment (R35.92). */
const paying = new WeakMap<Till, Set<string>>();

const pay = atTill(async (till, simulation) => {
  const pressed = paying.get(till) ?? new Set();
  paying.set(till, pressed);
  const bills = openBills(till).filter((one) => liveLines(one).length > 0 && !pressed.has(one.key));
  if (bills.length === 0) return;
  await payOne(till, simulation, simulation.chance.oneOf(bills), pressed);
});

/** Pays a bill in cash. */
async function payOne(till: Till, simulation: Simulation, bill: Bill, pressed: Set<string>): Promise<void> {
  const key = derivedKey(`payment ${simulation.chance.below(1_000_000_000)}`);
  const lines = till.bills.getState().drafts[bill.key]?.items ?? [];
  const replaced = refusedPayments(till, bill.key);
  pressed.add(bill.key);
  noteFired(simulation, till, bill.items);
  const paid = await till.bills
    .getState()
    .pay(bill.key, { payments: [{ key, method: 'Cash', amount: toPay(bill) }] })
    .finally(() => pressed.delete(bill.key));
  // This payment replaces refused ones: their money was given back.
  for (const old of replaced) simulation.acknowledged.taken.delete(old);
  if (paid.state === 'refused') return;
  simulation.acknowledged.taken.set(key, toPay(bill));
  recordSaved(simulation.acknowledged, till, bill.key, lines);
}

const voidLine = atBill(async (till, bill, { chance, acknowledged }) => {
  const saved = liveLines(bill).filter((item) => item.id !== null);
  if (saved.length === 0) return;
  const item = chance.oneOf(saved);
  const voided = await till.bills.getState().voidItem(bill.key, item.key, 'Guest left');
  if (!voided.ok) return;
  if (!voided.value.pending) acknowledged.voided.add(item.key);
  await till.printCancellations(voided.value);
});

/** Orders something for a new bill, lets `also` add to it, and pays it at once. */
export const sellAtOnce = (also: (till: Till, bill: Bill, simulation: Simulation) => void): Action =>
  atTill(async (till, simulation) => {
    const pressed = paying.get(till) ?? new Set();
    paying.set(till, pressed);
    const opened = await till.bills.getState().checkIn('Table', simulation.chance.oneOf(slots));
    if (!opened.ok) return;
    const { key } = opened.value;
    for (let line = 0; line < 3; line += 1) order(till, simulation, key);
    const bill = till.bills.getState().bills[key];
    if (!bill?.isOpen || pressed.has(key)) return;
    also(till, bill, simulation);
    await payOne(till, simulation, till.bills.getState().bills[key] ?? bill, pressed);
  });

/** Orders a starter and a main course, or fires a course that is held. */
const course = atBill(async (till, bill, simulation) => {
  const { chance, acknowledged } = simulation;
  const held = heldCourses(bill);
  if (held.length === 0) {
    for (const courseNo of [1, 2]) {
      order(till, simulation, bill.key);
      const line = till.bills.getState().drafts[bill.key]?.items.at(-1);
      if (line) till.bills.getState().editItems(bill.key, { [line.key]: { courseNo } });
    }
    await save(acknowledged, till, bill.key);
    return;
  }
  const courseNo = chance.oneOf(held);
  noteFired(
    simulation,
    till,
    bill.items.filter((item) => courseOf(item) === courseNo),
  );
  await till.bills.getState().fire(bill.key, courseNo);
});

const noteLine = atBill((till, bill, { chance }) => {
  const lines = liveLines(bill);
  if (lines.length > 0) till.bills.getState().setNote(bill.key, chance.oneOf(lines).key, ['no salt']);
});

/** Puts an item at a seat, or shares it among all (0). */
const seat = atBill((till, bill, { chance, clock, acknowledged: { seated } }) => {
  const lines = liveLines(bill);
  if (lines.length === 0) return;
  const [{ key }, chosen] = [chance.oneOf(lines), chance.below(4)];
  seated.set(key, (seated.get(key) ?? new Set()).add(chosen));
  till.bills.getState().editItems(bill.key, { [key]: { seat: chosen, placedAt: new Date(clock.now()).toISOString() } });
});

/** Gives a bill to another waiter. */
const handOver = atBill(async (till, bill, { chance, setup, acknowledged: { handed, handKept } }) => {
  const to = chance.oneOf(setup.seats).user.id;
  // Also without an answer: it may be lost on its way back.
  handed.set(bill.key, (handed.get(bill.key) ?? new Set()).add(to));
  const given = await till.bills.getState().hand({ keys: [bill.key] }, to);
  if (given.ok) handKept.add(bill.key);
});

const discount = atBill((till, bill, { chance }) => {
  till.bills.getState().setDiscount(bill.key, { percentage: chance.oneOf([0, 5, 10]) });
});

const move = atBill((till, bill, { chance }) =>
  till.bills.getState().transfer(bill.key, { type: 'Table', slot: chance.oneOf(slots) }),
);

const moveLine = atBill((till, bill, { chance }) => {
  const saved = liveLines(bill).filter((item) => item.id !== null);
  if (saved.length === 0) return undefined;
  const to = { type: 'Table', slot: chance.oneOf(slots) } as const;
  return till.bills.getState().transfer(bill.key, to, [chance.oneOf(saved).key]);
});

const merge = atTill((till, { chance }) => {
  const bills = openBills(till);
  if (bills.length < 2) return undefined;
  return till.bills.getState().merge(chance.oneOf(bills).key, chance.oneOf(bills).key);
});

/** Joins places to a bill, or takes them apart. */
const join = atBill((till, bill, { chance }) => {
  const taken = openBills(till).map((one) => one.slot);
  const free = slots.filter((slot) => !taken.includes(slot));
  return till.bills.getState().join(bill.key, chance.below(4) === 0 || free.length === 0 ? [] : [chance.oneOf(free)]);
});

const split = atBill((till, bill, { chance }) =>
  till.bills
    .getState()
    .split(bill.key, chance.below(3) === 0 ? { seats: [[1], [2, 3]] } : { parts: 2 + chance.below(2) }),
);

const voidBill = atBill(async (till, bill, { chance }) => {
  if (chance.below(3) > 0) return;
  const voided = await till.bills.getState().voidBill(bill.key, 'Guests left');
  if (voided.ok) await till.printCancellations(voided.value);
});

const takeBack = atBill((till, bill) => till.bills.getState().cancelCheckIn(bill.key));

const changeShift: Action = ({ network, setup, acknowledged, chance }) => {
  const key = `shift-${chance.below(1_000_000_000)}`;
  network.atServer(async () => {
    if (!network.isServerUp) return;
    await refusalOf(
      (async () => {
        const { store, outletId, admin } = setup.shop;
        const shift = await activeShift(store, outletId);
        if (shift !== null) {
          const counted = [{ method: 'Cash' as const, amount: 0 }];
          const how = { id: shift.id, counted, openBills: 'carry', differenceReason: 'Counted' } as const;
          const closed = await closeShift(store, admin, how);
          acknowledged.closed.set(shift.id, JSON.stringify(closed.z.totals));
        }
        await createShift(store, admin, { key, openingBalance: 1000 });
      })(),
    );
  });
};

const cutOff: Action = ({ network, chance }, { number }) => {
  network.setReach(number, network.reach[number] === 'there' ? chance.oneOf(['cutOff', 'dead'] as const) : 'there');
};

const tillDies: Action = ({ clock, chance }, till) => {
  if (till.till === null) return;
  till.die();
  clock.after(200 + chance.below(3000), () => {
    if (till.till === null) till.revive();
  });
};

const serverDies: Action = ({ server, chance }) => server.dieAt(chance.oneOf(['beforeCommit', 'afterCommit']));

const conditions: Action = ({ network, chance }) => {
  const bad = { lostRequests: 5, lostAnswers: 10, doubled: 15, maxDelayMs: 400 };
  network.conditions = chance.below(2) === 0 ? goodConditions : bad;
};

/** For some seconds something else answers one till, or all, instead of the server; these tills lose their hub connections. */
const answersInPlace: Action = ({ clock, network, chance, tills }, { number }) => {
  const kind = chance.oneOf(inPlaceKinds);
  const met = chance.below(2) === 0 ? [number] : tills.map((till) => till.number);
  for (const till of met) {
    network.inPlace[till] = kind;
    network.breakConnections(till);
  }
  clock.after(1000 + chance.below(9000), () => {
    for (const till of met) if (network.inPlace[till] === kind) network.inPlace[till] = null;
  });
};

const printerTrouble: Action = ({ printer, chance }) => {
  if (chance.below(2) === 0) printer.isAway = !printer.isAway;
  else printer.answersToLose = 1;
};

/** All actions with their weights. */
export const actions: readonly (readonly [weight: number, name: string, action: Action])[] = [
  [10, 'check in', checkIn],
  [8, 'add an item', typeLine],
  [6, 'save', saveBill],
  [10, 'order and save', orderAndSave],
  [10, 'pay', pay],
  [4, 'void an item', voidLine],
  [9, 'order courses, or fire one', course],
  [2, 'note', noteLine],
  [3, 'seat', seat],
  [2, 'hand over', handOver],
  [2, 'discount', discount],
  [2, 'move a bill', move],
  [2, 'move an item', moveLine],
  [2, 'merge', merge],
  [2, 'split', split],
  [4, 'join tables', join],
  [1, 'void a bill', voidBill],
  [1, 'cancel a check-in', takeBack],
  [1, 'change the shift', changeShift],
  [5, 'cut off', cutOff],
  [3, 'a till dies', tillDies],
  [3, 'the server dies', serverDies],
  [3, 'network conditions', conditions],
  [4, 'something answers instead of the server', answersInPlace],
  [2, 'printer trouble', printerTrouble],
];
