/**
 * A random evening of four devices, from a seed: they type, save, pay, transfer, merge, split, void, refund and change shifts; they lose the
 * connection, repeat requests, arrive late and miss responses. All responses are recorded and compared at the end. Source: docs/rules.md#invariant-1.
 */
import type { Bill } from '@atoll/domain/bill/bill';
import { chance } from '@atoll/domain/bill/testing/bills';
import type { BillInput, BillItemInput } from '@atoll/domain/contract/bill/bill';
import type { Store } from '../../../platform/store/store.ts';
import { addCash, closeShift, createShift } from '../../shift/service.ts';
import { addTestStock, stocked, type TestStock } from '../../stock/testing/test-stock.ts';
import { crashing, orCrash } from './crashing.ts';
import { type Handlers, realHandlers } from './handlers.ts';
import { newRecorder, type Recorder, recorded } from './recorder.ts';
import { addShop, cash, line, newKey, person, refusalOf, type Shop, sent } from './shop.ts';

/** Bugs of a device. */
export interface Habits {
  /** A sign-out drops unsent work. */
  readonly forgetsAtLogout?: boolean;
  /** A bill from the server replaces what was typed. */
  readonly replacesOnSync?: boolean;
  /** Each attempt prints the ticket again. */
  readonly printsOnRetry?: boolean;
}

/** Unsent work of a device, repeated until there is a response. */
interface Work {
  readonly run: () => Promise<unknown>;
  readonly done: (answer: never) => void;
  readonly lineKeys: readonly string[];
}

interface Device {
  readonly actor: ReturnType<typeof person>;
  readonly outbox: Work[];
  readonly typed: Map<string, BillItemInput[]>;
  isOnline: boolean;
}

export interface Scenario {
  readonly shop: Shop;
  readonly testStock: TestStock;
  readonly recorder: Recorder;
  /** Items acknowledged as saved, by key: quantity and menu item. */
  readonly saved: Map<string, { readonly qty: number; readonly menuItemId: number }>;
  /** Items that were typed, and neither saved nor refused yet. */
  readonly open: Set<string>;
  readonly voided: Set<string>;
  /** Items whose void came too late: they were paid. */
  readonly paidBefore: Set<string>;
  /** Number of tickets each item was printed on. */
  readonly printed: Map<string, number>;
  /** Invoice numbers of acknowledged payments, by payment key. */
  readonly paid: Map<string, string>;
  readonly closed: Map<number, string>;
  /** Keys of acknowledged cash events. */
  readonly cash: Set<string>;
}

const slots = ['1', '2', '3', '4', '5'] as const;
const retriedReasons = ['unavailable'] as const;

/** Plays the steps of a seed in a new outlet, then lets all unsent work arrive. */
export async function playScenario(
  baseStore: Store,
  seed: number,
  steps: number,
  played: Handlers = realHandlers,
  habits: Habits = {},
): Promise<Scenario> {
  const shop = await addShop(baseStore, stocked);
  const testStock = await addTestStock(shop);
  const { below, oneOf } = chance(seed);
  const store = crashing(baseStore, () => below(40) === 0);
  const recorder = newRecorder();
  const handlers = recorded(played, recorder);
  const scenario: Scenario = {
    shop,
    testStock,
    recorder,
    saved: new Map(),
    open: new Set(),
    voided: new Set(),
    paidBefore: new Set(),
    printed: new Map(),
    paid: new Map(),
    closed: new Map(),
    cash: new Set(),
  };
  const devices = [0, 1, 2, 3].map((n): Device => {
    const actor = { ...person(shop.outletId, 'Admin', n + 1), deviceId: `till-${n}` };
    return { actor, outbox: [], typed: new Map(), isOnline: true };
  });
  const known: string[] = [];
  const menu = [shop.menu.burger, shop.menu.tea, shop.menu.juice];
  const openBills = async (): Promise<Bill[]> => {
    const { bills } = await import('../read/find.ts').then((find) => find.activeBills(store, shop.admin));
    return bills.map((text) => JSON.parse(text) as Bill);
  };
  const anyOpen = async (): Promise<Bill | undefined> => {
    const bills = await openBills();
    // Usually a bill with items.
    const filled = bills.filter((bill) => bill.items.some((item) => !item.isVoid));
    const choice = filled.length > 0 && below(4) > 0 ? filled : bills;
    return choice.length > 0 ? oneOf(choice) : undefined;
  };
  const findShift = () => import('../../shift/find.ts').then((find) => find.activeShift(store, shop.outletId));
  const stamp = (): string => new Date().toISOString();

  /** Prints a ticket of new items, once; the server learns of it with a later request. */
  function ticket(device: Device, key: string, lines: readonly BillItemInput[]): void {
    for (const { key: lineKey } of lines) scenario.printed.set(lineKey, (scenario.printed.get(lineKey) ?? 0) + 1);
    const marked = lines.map((one) => ({ ...one, sentQty: one.qty, ticketIds: [`t-${one.key}`] }));
    device.outbox.push({
      run: () => handlers.updateBill(store, device.actor, { ...place(key), items: marked, changed: [] }),
      done: () => undefined,
      lineKeys: [],
    });
  }

  const places = new Map<string, BillInput>();
  const place = (key: string): BillInput => ({ ...(places.get(key) ?? sent('1')), key, items: [] });

  const actions: readonly ((device: Device) => Promise<void>)[] = [
    // Check in, perhaps in a slot that somebody else has taken in the meantime.
    async (device) => {
      const input = { ...sent(oneOf(slots)), modifiedAt: stamp() };
      places.set(input.key, input);
      known.push(input.key);
      device.outbox.push({
        run: () => handlers.createBill(store, device.actor, input),
        done: () => undefined,
        lineKeys: [],
      });
    },
    type,
    type,
    save,
    save,
    // Print the bill as this device knows it.
    async (device) => {
      const bill = await anyOpen();
      if (!bill) return;
      const { key, version, slot } = bill;
      const printed = { ...sent(slot), key, version, status: 'BillPrinted', printJobKey: newKey(), changed: [] };
      device.outbox.push({
        run: () => handlers.updateBill(store, device.actor, printed),
        done: () => undefined,
        lineKeys: [],
      });
    },
    // Move cash into the drawer or out of it, also offline.
    async (device) => {
      const shift = await findShift();
      if (shift === null) return;
      const [kind, type] = oneOf([
        ['In', 'PayIn'],
        ['Out', 'PayOut'],
        ['Out', 'Drop'],
      ] as const);
      const moved = { key: newKey(), shiftId: shift.id, kind, type, amount: 100 + below(900), reason: 'Test' };
      device.outbox.push({
        run: () => addCash(store, device.actor, moved),
        done: () => scenario.cash.add(moved.key),
        lineKeys: [],
      });
    },
    // Void an item as this device last saw it.
    async (device) => {
      const bill = await anyOpen();
      const item = bill?.items.find((one) => !one.isVoid);
      if (!bill || !item || below(2) === 0) return;
      const voids = { ...line(item.menuItemId, item.qty), key: item.key, isVoid: true, voidReason: 'Guest left' };
      const input = { ...sent(bill.slot), key: bill.key, items: [voids], changed: [] };
      device.outbox.push({
        run: () => handlers.updateBill(store, device.actor, input),
        // An item that was paid on another bill in the meantime stays, and the device gets a conflict.
        done: ({ conflicts }: { conflicts: readonly { field: string }[] }) => {
          const stands = conflicts.some(({ field }) => field === `items.${item.key}.isVoid`);
          (stands ? scenario.paidBefore : scenario.voided).add(item.key);
        },
        lineKeys: [],
      });
    },
    pay,
    pay,
    pay,
    online(async (device) => {
      const bill = await anyOpen();
      if (bill)
        await handlers.transferBill(store, device.actor, {
          from: { key: bill.key },
          to: { type: 'Table', slot: oneOf(slots) },
        });
    }),
    online(async (device) => {
      const bill = await anyOpen();
      const item = bill?.items.find((one) => !one.isVoid);
      const to = { type: 'Table' as const, slot: oneOf(slots) };
      if (bill && item)
        await handlers.transferBill(store, device.actor, { from: { key: bill.key }, to, items: [item.key] });
    }),
    online(async (device) => {
      const bills = await openBills();
      if (bills.length > 1)
        await handlers.mergeBills(store, device.actor, { from: oneOf(bills).key, to: oneOf(bills).key });
    }),
    online(async (device) => {
      const bill = await anyOpen();
      const item = bill?.items.find((one) => !one.isVoid);
      if (!bill || !item) return;
      const how = below(3);
      const items = [{ key: item.key, qty: item.qty > 1 ? 1 : item.qty / 2 }];
      const wish = how === 0 ? { items } : how === 1 ? { parts: 2 + below(2) } : { amount: Math.floor(bill.total / 2) };
      const input = { billId: bill.key, key: newKey(), ...wish };
      await handlers.splitBill(store, device.actor, input);
      // The response was lost: repeating the request splits nothing twice.
      if (below(3) === 0) await handlers.splitBill(store, device.actor, input);
    }),
    online(async (device) => {
      const bill = await anyOpen();
      if (bill && below(3) === 0)
        await handlers.voidBill(store, device.actor, { billId: bill.key, reason: 'Guests left' });
    }),
    online(async (device) => {
      const paid = await lastPaid(store, shop);
      if (!paid || paid.payments.length === 0) return;
      const all = { key: newKey(), billId: paid.key, payments: [cash(paid.total)], reason: 'Cold' };
      await handlers.refundBill(store, device.actor, all);
      if (below(2) === 0) await handlers.refundBill(store, device.actor, all);
    }),
    online(async (device) => {
      if (below(4) > 0) return;
      const shift = await findShift();
      if (shift !== null) {
        const counted = [{ method: 'Cash', amount: 0 }];
        const closed = await closeShift(store, device.actor, {
          id: shift.id,
          counted,
          openBills: 'carry',
          differenceReason: 'Test',
        });
        scenario.closed.set(shift.id, JSON.stringify(closed.z.totals));
      }
      await createShift(store, device.actor, { key: newKey(), openingBalance: 1000 });
    }),
    async (device) => {
      device.isOnline = !device.isOnline;
    },
    async (device) => {
      if (habits.forgetsAtLogout) device.outbox.length = 0;
    },
    async (device) => {
      if (habits.replacesOnSync) device.typed.clear();
    },
    flush,
    flush,
    flush,
  ];

  async function type(device: Device): Promise<void> {
    const key = known.length > 0 ? oneOf(known) : undefined;
    if (key === undefined) return;
    const made = line(oneOf(menu), 1 + below(3), { createdAt: stamp(), modifiedAt: stamp() });
    device.typed.set(key, [...(device.typed.get(key) ?? []), made]);
    scenario.open.add(made.key);
  }

  async function save(device: Device): Promise<void> {
    for (const [key, items] of device.typed) {
      device.typed.delete(key);
      device.outbox.push({
        run: () => {
          if (habits.printsOnRetry)
            for (const one of items) scenario.printed.set(one.key, (scenario.printed.get(one.key) ?? 0) + 1);
          return handlers.updateBill(store, device.actor, { ...place(key), items, changed: [], modifiedAt: stamp() });
        },
        done: () => {
          for (const one of items) scenario.saved.set(one.key, { qty: one.qty, menuItemId: one.menuItemId });
          if (!habits.printsOnRetry) ticket(device, key, items);
        },
        lineKeys: items.map((one) => one.key),
      });
    }
  }

  async function pay(device: Device): Promise<void> {
    const bill = await anyOpen();
    if (!bill || bill.total === 0) return;
    const payment = cash(bill.total);
    const seen = { itemKeys: bill.items.map((item) => item.key), total: bill.total };
    device.outbox.push({
      run: () => handlers.payBill(store, device.actor, { key: bill.key, payments: [payment], seen }),
      done: (paid: { bill: Bill }) => scenario.paid.set(payment.key, paid.bill.invoiceNumber ?? ''),
      lineKeys: [],
    });
    await flush(device);
  }

  function online(work: (device: Device) => Promise<void>) {
    return async (device: Device): Promise<void> => {
      if (!device.isOnline) return;
      await refusalOf(orCrash(work(device)));
    };
  }

  /** Sends unsent work in order; a response may be lost, and the request is repeated. */
  async function flush(device: Device): Promise<void> {
    while (device.isOnline && device.outbox.length > 0) {
      const [work] = device.outbox as [Work];
      let answer: unknown;
      const no = await refusalOf(
        orCrash(work.run()).then((value) => {
          answer = value;
        }),
      );
      if (answer === 'crashed') continue;
      if (no?.reason === 'noShiftActive' || (retriedReasons as readonly string[]).includes(no?.reason ?? '')) return;
      if (below(5) === 0) continue;
      device.outbox.shift();
      if (no === undefined) work.done(answer as never);
      for (const key of work.lineKeys) scenario.open.delete(key);
    }
  }

  for (let step = 0; step < steps; step += 1) {
    // Several devices act simultaneously.
    await Promise.all(
      devices.filter(() => below(3) > 0).map((device) => (oneOf(actions) as (device: Device) => Promise<void>)(device)),
    );
  }
  if (habits.forgetsAtLogout !== true && habits.replacesOnSync !== true)
    for (const device of devices)
      for (const items of device.typed.values()) for (const one of items) scenario.open.delete(one.key);
  await refusalOf(createShift(baseStore, shop.admin, { key: newKey(), openingBalance: 1000 }));
  for (const device of devices) {
    device.isOnline = true;
    while (device.outbox.length > 0) await flush(device);
  }
  return scenario;
}

async function lastPaid(store: Store, { outletId }: Shop): Promise<Bill | undefined> {
  const rows = await store.readOutlet(outletId, (db) =>
    db
      .selectFrom('bill')
      .select('doc')
      .where('outlet_id', '=', outletId)
      .where('status', '=', 'Complete')
      .orderBy('id', 'desc')
      .limit(3)
      .execute(),
  );
  return rows.map((row) => row.doc).find((bill) => bill.refundOfId === null);
}
