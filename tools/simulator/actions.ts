/** User actions at the tills, and injected faults: each is one step of a history. */
import { courseOf, heldCourses } from '@atoll/domain/bill/course';
import { refusalOf } from '../../apps/server/src/modules/bill/testing/shop.ts';
import { activeShift } from '../../apps/server/src/modules/shift/find.ts';
import { closeShift, createShift } from '../../apps/server/src/modules/shift/service.ts';
import { save } from './acknowledged.ts';
import { inPlaceKinds } from './in-place.ts';
import { goodConditions } from './network.ts';
import { type Action, atBill, atTill, liveLines, noteFired, openBills, order, payBill, slots } from './steps.ts';

const checkIn = atTill(async (till, simulation) => {
  const opened = await till.bills.getState().checkIn('Table', simulation.chance.oneOf(slots));
  if (opened.ok) order(till, simulation, opened.value.key);
});

const typeLine = atBill((till, bill, simulation) => order(till, simulation, bill.key));

const saveBill = atBill((till, bill, simulation) => save(simulation.acknowledged, till, bill.key));

const orderAndSave = atBill(async (till, bill, simulation) => {
  order(till, simulation, bill.key);
  await save(simulation.acknowledged, till, bill.key);
});

const voidLine = atBill(async (till, bill, { chance, acknowledged }) => {
  const saved = liveLines(bill).filter((item) => item.id !== null);
  if (saved.length === 0) return;
  const item = chance.oneOf(saved);
  const voided = await till.bills.getState().voidItem(bill.key, item.key, 'Guest left');
  if (!voided.ok) return;
  if (!voided.value.pending) acknowledged.voided.add(item.key);
  await till.printCancellations(voided.value);
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
  // A card that is sold has no notes.
  const lines = liveLines(bill).filter(({ card }) => !card);
  if (lines.length > 0) till.bills.getState().setNote(bill.key, chance.oneOf(lines).key, ['no salt']);
});

/** Puts an item at a seat, or shares it among all (0). */
const seat = atBill((till, bill, { chance, clock, acknowledged: { seated } }) => {
  // The parts of a set sit where it does, a card nowhere.
  const lines = liveLines(bill).filter(({ parentKey, card }) => parentKey === undefined && !card);
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
  [10, 'pay', payBill()],
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
