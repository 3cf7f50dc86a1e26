/**
 * Short histories of the pure core: four tills with the outbox's own rules, a server made of the domain's functions (`shop`), and a network that
 * loses, repeats and delays requests. Without app, store and clock: thousands of histories run per second.
 */
import type { Bill } from '@atoll/domain/bill/bill';
import { emptyBill } from '@atoll/domain/bill/new-bill';
import { isOpenBill } from '@atoll/domain/bill/states';
import { chance, line } from '@atoll/domain/bill/testing/bills';
import { billTotals } from '@atoll/domain/bill/totals';
import type { OutboxEntry } from '../../../apps/web/src/outbox/entry.ts';
import { type CoreShop, makeCoreShop, type Reply } from './shop.ts';
import { type CoreTill, makeCoreTill } from './till.ts';

export interface CoreOutcome {
  readonly broken: readonly string[];
  readonly traceHash: string;
}

/** A deliberate bug. */
export type CoreBug = (parts: { readonly shop: CoreShop; readonly tills: readonly CoreTill[] }) => void;

interface InFlight {
  readonly till: CoreTill;
  readonly sent: OutboxEntry;
}

const slots = ['1', '2', '3'] as const;
const terms = { serviceChargePct: 10, gstPct: 8, gstMode: 'Exclusive', gstOnServiceCharge: true } as const;
const now = '2026-03-10T07:00:00.000Z';
const tillCount = 4;
const maxRecoveryRounds = 400;

/** Plays a history of random steps, lets everything arrive, and returns the broken invariants. */
export function playCore(seed: number, steps: number, plant?: CoreBug): CoreOutcome {
  const { below, oneOf } = chance(seed);
  const shop = makeCoreShop();
  const tills = Array.from({ length: tillCount }, (_, number) => makeCoreTill(number));
  plant?.({ shop, tills });
  const inFlight: InFlight[] = [];
  const answers: (InFlight & { readonly reply: Reply })[] = [];
  const saved = new Map<string, number>();
  const voided = new Set<string>();
  const taken = new Set<string>();
  let made = 0;
  let hash = 0x811c9dc5;
  const trace = (word: number): void => {
    hash = Math.imul(hash ^ word, 0x01000193) >>> 0;
  };
  const newKey = (name: string): string => {
    made += 1;
    return `${name}${made}`;
  };
  const openBill = (till: CoreTill): Bill | undefined => {
    const open = till.keys().flatMap((key) => till.view(key) ?? []);
    const bills = open.filter((bill) => bill.isOpen);
    return bills.length > 0 ? oneOf(bills) : undefined;
  };

  function checkIn(till: CoreTill): void {
    const slot = oneOf(slots);
    const isKnown = till.keys().some((key) => till.view(key)?.isOpen && till.view(key)?.slot === slot);
    if (isKnown) return;
    const key = newKey('bill');
    const empty = emptyBill({ key, type: 'Table', slot, terms, now, user: { id: 1, name: 'A' } });
    till.put({ kind: 'create', billKey: key, body: { ...empty, status: 'CheckedIn', isOpen: true } });
  }
  function type(till: CoreTill): void {
    const bill = openBill(till);
    if (!bill) return;
    const item = line(newKey('line'), { qty: 1 + below(3), index: made, sellingPrice: 1000 + below(7) * 333 });
    till.typed.set(bill.key, [...(till.typed.get(bill.key) ?? []), item]);
  }
  function save(till: CoreTill): void {
    for (const [key, items] of till.typed) {
      if (!till.view(key)?.isOpen) continue;
      till.typed.delete(key);
      const { slot = '1' } = till.view(key) ?? {};
      const version = till.server.get(key)?.version ?? 0;
      till.put({ kind: 'update', billKey: key, body: { key, type: 'Table', slot, version, items, changed: [] } });
      for (const item of items) saved.set(item.key, item.qty);
    }
  }
  function pay(till: CoreTill): void {
    save(till);
    const bill = openBill(till);
    if (!bill || bill.total === 0 || till.typed.has(bill.key)) return;
    const payment = { key: newKey('payment'), method: 'Cash', amount: bill.total };
    taken.add(payment.key);
    till.put({ kind: 'pay', billKey: bill.key, body: { key: bill.key, payments: [payment] } });
  }
  function voidLine(till: CoreTill): void {
    const bill = openBill(till);
    const item = bill?.items.find((one) => one.id !== null && !one.isVoid);
    if (!bill || !item) return;
    const { key, slot, version } = bill;
    const items = [{ ...item, isVoid: true, voidReason: 'Test' }];
    till.put({ kind: 'update', billKey: key, body: { key, type: 'Table', slot, version, items, changed: [] } });
    voided.add(item.key);
  }
  const send = (till: CoreTill): void => void inFlight.push(...till.send().map((sent) => ({ till, sent })));

  /** Delivers one request in flight at random; it may be delivered a second time later. */
  function arrive(isFair = false): void {
    if (inFlight.length === 0) return;
    const at = below(inFlight.length);
    const [way] = inFlight.splice(at, 1) as [InFlight];
    const luck = isFair ? 9 : below(10);
    // The request is lost.
    if (luck === 0) return way.till.giveUp(way.sent);
    const reply = shop.take(way.sent);
    // The request arrives twice; the second response is ignored.
    if (luck === 1) shop.take(way.sent);
    // The response is lost.
    if (luck === 2) return way.till.giveUp(way.sent);
    // The till timed out, but the request is still in flight.
    if (luck === 3) {
      way.till.giveUp(way.sent);
      inFlight.push({ till: lost, sent: way.sent });
      return;
    }
    answers.push({ ...way, reply });
  }
  const lost = makeCoreTill(-1);
  function answer(): void {
    const next = answers.shift();
    next?.till.receive(next.sent, next.reply);
  }
  function sync(till: CoreTill): void {
    for (const bill of shop.bills.values()) {
      const known = till.server.get(bill.key);
      if ((isOpenBill(bill) || known) && (known?.version ?? 0) < bill.version) till.server.set(bill.key, bill);
    }
  }
  function die(till: CoreTill): void {
    till.die();
    // Its requests in flight may still arrive; nobody gets the responses.
    for (const list of [inFlight, answers])
      for (let at = list.length - 1; at >= 0; at -= 1) if (list[at]?.till === till) list.splice(at, 1);
  }

  const actions = [checkIn, checkIn, type, type, type, save, save, pay, voidLine, send, send, send, sync, die] as const;
  const broken: string[] = [];
  for (let step = 0; step < steps && broken.length === 0; step += 1) {
    const place = below(actions.length);
    const at = below(tillCount);
    const till = tills[at] as CoreTill;
    trace(place * 8 + at);
    (actions[place] as (till: CoreTill) => void)(till);
    if (below(2) === 0) arrive();
    if (below(2) === 0) answer();
    hidden(till, broken);
  }
  for (let round = 0; round < maxRecoveryRounds && (round === 0 || isBusy(tills)); round += 1) {
    for (const till of tills) {
      sync(till);
      save(till);
      send(till);
    }
    while (inFlight.length > 0) arrive(true);
    while (answers.length > 0) answer();
  }
  for (const till of tills) sync(till);
  check({ shop, tills, saved, voided, taken }, broken);
  for (const bill of shop.bills.values()) trace(bill.total + bill.version * 31 + bill.items.length);
  return { broken, traceHash: hash.toString(16).padStart(8, '0') };
}

/** Returns whether something is still to be sent. Items typed on a bill that another till closed are kept apart and not sent. */
const isBusy = (tills: readonly CoreTill[]): boolean =>
  tills.some(
    (till) =>
      till.entries.some(({ state }) => state !== 'rejected' && state !== 'parked') ||
      [...till.typed.keys()].some((key) => till.view(key)?.isOpen),
  );

/** 27: what is typed or unsent is shown. */
function hidden(till: CoreTill, broken: string[]): void {
  for (const [key, items] of till.typed) {
    const shown = till.view(key);
    if (!shown?.isOpen) continue;
    const keys = new Set(shown.items.map((item) => item.key));
    for (const item of items) if (!keys.has(item.key)) broken.push(`27: a typed line ${item.key} is not shown`);
  }
}

interface Found {
  readonly shop: CoreShop;
  readonly tills: readonly CoreTill[];
  readonly saved: ReadonlyMap<string, number>;
  readonly voided: ReadonlySet<string>;
  readonly taken: ReadonlySet<string>;
}

function check({ shop, tills, saved, voided, taken }: Found, broken: string[]): void {
  const bills = [...shop.bills.values()];
  const entries = tills.flatMap((till) => till.entries);
  const stillKept = new Set(
    entries.flatMap(({ body }) => [
      ...((body['items'] ?? []) as Bill['items']).map(({ key }) => key),
      ...((body['payments'] ?? []) as Bill['payments']).map(({ key }) => key),
    ]),
  );
  const times = new Map<string, number>();
  for (const bill of bills) for (const { key } of bill.items) times.set(key, (times.get(key) ?? 0) + 1);
  for (const key of times.keys()) if (!saved.has(key)) broken.push(`2: item ${key} was saved by nobody`);
  for (const [key, qty] of saved) {
    const count = times.get(key) ?? 0;
    if (count > 1) broken.push(`2: item ${key} is on bills ${count} times`);
    if (count === 0 && !stillKept.has(key)) broken.push(`1: item ${key} is lost`);
    const item = bills.flatMap((bill) => bill.items).find((one) => one.key === key);
    if (item && item.qty !== qty) broken.push(`3: item ${key} has another quantity`);
  }
  for (const key of voided) {
    const item = bills.flatMap((bill) => bill.items).find((one) => one.key === key);
    if (item && !item.isVoid && !stillKept.has(key)) broken.push(`15: item ${key} is not void`);
  }
  const paid = bills.flatMap((bill) => bill.payments.map(({ key }) => key));
  if (new Set(paid).size !== paid.length) broken.push('4: a payment is stored twice');
  for (const key of taken) if (!paid.includes(key) && !stillKept.has(key)) broken.push(`1: payment ${key} is lost`);
  const numbers = bills.flatMap((bill) => bill.invoiceNumber ?? []).map((text) => Number(text.slice(-6)));
  if (numbers.toSorted((a, b) => a - b).some((number, at) => number !== at + 1))
    broken.push('14: a gap in the invoice numbers');
  const open = bills.filter((bill) => bill.isOpen).map((bill) => bill.slot);
  if (new Set(open).size !== open.length) broken.push('6: a slot holds two open bills');
  for (const bill of bills) figures(bill, broken);
  for (const till of tills)
    for (const bill of bills.filter((one) => one.isOpen))
      if (till.server.get(bill.key) !== bill) broken.push(`30: a till shows another bill ${bill.key}`);
  if (isBusy(tills)) broken.push('29: an outbox does not get empty');
}

function figures(bill: Bill, broken: string[]): void {
  const { subTotal, gst, total } = billTotals(bill);
  if (subTotal !== bill.subTotal || gst !== bill.gst || total !== bill.total)
    broken.push(`9: the figures of ${bill.key} are not those of its lines`);
  if (![bill.subTotal, bill.gst, bill.total].every(Number.isSafeInteger))
    broken.push(`11: ${bill.key} has a part of a laari`);
  const sum = bill.payments.reduce((all, one) => all + one.amount, 0);
  if (bill.status === 'Complete' && sum !== bill.total) broken.push(`5: ${bill.key} is not paid exactly`);
}
