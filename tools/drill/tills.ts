/** The tills of a drill: the web app's data layer, its outbox and its hub connection, selling one bill after another. */
import { derivedKey } from '@atoll/domain/bill/derived-key';
import { openRealTill, type RealTill } from '../fault-proxy/real-till.ts';
import { loadTillCode } from '../simulator/device/till-code.ts';
import type { Till } from '../simulator/device/till-main.ts';
import { makeKitchenPrinter } from '../simulator/kitchen-printer.ts';
import type { TakenPayment } from './checker.ts';
import { pause, until } from './environment.ts';
import { outletId, passcode, personOf } from './shop.ts';

/** A payment that the server acknowledged. */
interface Arrived {
  readonly at: number;
  /** From the press of the button, ms. */
  readonly tookMs: number;
}

export interface Tills {
  readonly taken: readonly TakenPayment[];
  /** When the server acknowledged payments. */
  readonly arrived: readonly Arrived[];
  /** Errors of the tills' own code. */
  readonly faults: readonly string[];
  /** Lets all tills sell until `stopSelling`. */
  startSelling(): void;
  /** Resolves when each till has finished its bill. */
  stopSelling(): Promise<void>;
  /** How often a person typed the passcode, because a screen was locked. */
  passcodes(): number;
  /** Entries in the outboxes. */
  left(): number;
  /** Keys of payments that are in an outbox. */
  waitingPayments(): ReadonlySet<string>;
  /** What tills wait for a person for. */
  needs(): string[];
  close(): void;
}

export interface TillOptions {
  readonly count: number;
  /** The address of the server, the same for all or one for each till. */
  readonly origin: string | ((till: number) => string);
  /** By how much the clock of a till is wrong, ms. */
  readonly clockOffMs?: (till: number) => number;
}

/** Tables that a till serves one after another. */
const tables = 4;
/** Between two bills of a till. A line of guests is not faster. */
const paceMs = 600;

async function openShift(origin: string, token: string): Promise<void> {
  const answer = await fetch(`${origin}/api/bis/shift/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-outlet-id': String(outletId), authorization: `Bearer ${token}` },
    body: JSON.stringify({ key: crypto.randomUUID(), openingBalance: 50_000 }),
  });
  // 409: one is open.
  if (!answer.ok && answer.status !== 409) throw new Error(`The shift could not be opened: ${await answer.text()}`);
}

/** Sells one bill and takes the payment, as a person does who does not look at the network. undefined: the till is not ready yet. */
async function sell(
  till: Till,
  slot: string,
  onPress: (paymentKey: string) => void,
): Promise<TakenPayment | undefined> {
  const bills = till.bills.getState();
  const opened = await bills.checkIn('Table', slot);
  if (!opened.ok && opened.refusal.reason === 'unavailable') return undefined;
  if (!opened.ok) throw new Error(`Check-in was refused: ${opened.refusal.message}`);
  const { key } = opened.value;
  const items = till.app.getState().menus.flatMap((menu) => menu.categories.flatMap((each) => each.menuItems));
  const menuItem = items.find((item) => !item.openPrice);
  if (!menuItem) throw new Error('The till has no menu');
  till.bills.getState().addItem(key, { menuItem });
  const itemKeys = (till.bills.getState().drafts[key]?.items ?? []).map((item) => item.key);
  const saved = await till.bills.getState().save(key);
  if (!saved.ok) throw new Error('An order was refused');
  const amount = till.bills.getState().bills[saved.value.key]?.total ?? 0;
  const payment = { key: derivedKey(`payment ${key}`), method: 'Cash', amount } as const;
  onPress(payment.key);
  const paid = await till.bills.getState().pay(saved.value.key, { payments: [payment] });
  if (paid.state === 'refused') throw new Error(`A payment was refused: ${paid.reason.message}`);
  return { key: payment.key, amount, itemKeys };
}

function needsOf(till: Till, number: number): string[] {
  const { isLocked, user } = till.session.getState();
  const stuck = till.outbox.getState().entries.filter(({ state }) => state === 'rejected' || state === 'parked');
  return [
    ...(isLocked || !user ? [`till ${number} waits for a sign-in`] : []),
    ...stuck.map(({ kind, reason }) => `till ${number} needs attention: ${kind} (${reason?.message ?? 'no reason'})`),
  ];
}

/** Signs the tills in and opens them. */
export async function openTills({ count, origin, clockOffMs }: TillOptions): Promise<Tills> {
  const addressOf = typeof origin === 'string' ? () => origin : origin;
  const code = await loadTillCode();
  const printer = makeKitchenPrinter();
  const [taken, arrived, faults] = [[] as TakenPayment[], [] as Arrived[], [] as string[]];
  const pressedAt = new Map<string, number>();
  const onStart = (till: Till): void => {
    till.onSent(({ entry }) => {
      if (entry.kind !== 'pay') return;
      const at = performance.now();
      for (const { key } of entry.body['payments'] as readonly { readonly key: string }[])
        arrived.push({ at, tookMs: at - (pressedAt.get(key) ?? at) });
    });
  };
  const tills: RealTill[] = [];
  for (let number = 0; number < count; number += 1) {
    const till = await openRealTill(personOf(number), outletId, {
      code,
      origin: addressOf(number),
      printer,
      clockOffMs: clockOffMs?.(number) ?? 0,
      hasHub: true,
      hasKey: true,
      onStart,
      onFault: (words) => faults.push(`till ${number + 1}: ${words}`),
    });
    tills.push(till);
    const { app, session } = till.till;
    if (number === 0) await openShift(addressOf(0), session.getState().user?.token ?? '');
    await until(`till ${number + 1} has its menu and its shift`, () => {
      const { outlet, menus, shift } = app.getState();
      return outlet !== null && menus.length > 0 && shift?.isOpen === true;
    });
  }
  let passcodes = 0;
  let isSelling = false;
  let selling: Promise<unknown> = Promise.resolve();
  const work = async (till: Till, number: number): Promise<void> => {
    for (let sold = 0; isSelling; sold += 1) {
      if (till.session.getState().isLocked) {
        const opened = await till.session.getState().unlock(passcode);
        if (opened.ok) passcodes += 1;
      }
      const slot = String(1 + number * tables + (sold % tables));
      const payment = await sell(till, slot, (key) => void pressedAt.set(key, performance.now()));
      if (payment) taken.push(payment);
      await pause(paceMs);
    }
  };
  const entries = () => tills.flatMap(({ till }) => till.outbox.getState().entries);
  return {
    taken,
    arrived,
    faults,
    startSelling() {
      isSelling = true;
      selling = Promise.all(tills.map(({ till }, number) => work(till, number)));
      // Whoever stops the selling is told of a failure.
      selling.catch(() => undefined);
    },
    async stopSelling() {
      isSelling = false;
      await selling;
    },
    passcodes: () => passcodes,
    left: () => entries().length,
    waitingPayments: () =>
      new Set(entries().flatMap(({ body }) => ((body['payments'] ?? []) as { key: string }[]).map(({ key }) => key))),
    needs: () => tills.flatMap(({ till }, number) => needsOf(till, number + 1)),
    close() {
      for (const till of tills) till.close();
    },
  };
}
