/** The invariants that hold after everything has arrived. The numbers are those of docs/rules.md#invariant-1. */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import { joinedSlotsOf } from '@atoll/domain/bill/split/join';
import { isSplitAway, pieceKey } from '@atoll/domain/bill/split/piece';
import { billTotals } from '@atoll/domain/bill/totals';
import { shiftTotals } from '@atoll/domain/shift/shift';
import { dueTickets } from '@atoll/domain/ticket/ticket';
import { verifyHistory } from '../../../platform/store/outlet/history.ts';
import { levelsAndSums } from '../../stock/testing/test-stock.ts';
import { receiptOf, wrongSteps } from './recorder.ts';
import type { Scenario } from './scenario.ts';

const printers = [{ key: 'KotPrinter', value: 'Kitchen' }];

/** Returns the broken invariants as sentences; an empty list when all hold. */
export async function brokenInvariants(scenario: Scenario): Promise<string[]> {
  const { store, outletId } = scenario.shop;
  const rows = await store.readOutlet(outletId, async (db) => ({
    bills: await db.selectFrom('bill').select(['doc', 'key', 'total']).where('outlet_id', '=', outletId).execute(),
    payments: await db.selectFrom('payment').selectAll().where('outlet_id', '=', outletId).execute(),
    shifts: await db.selectFrom('shift').selectAll().where('outlet_id', '=', outletId).execute(),
    zs: await db.selectFrom('z_report').selectAll().where('outlet_id', '=', outletId).execute(),
    history: await db
      .selectFrom('history')
      .select(['subject_key', 'user_id', 'device_id', 'at', 'data'])
      .where('outlet_id', '=', outletId)
      .where('subject', '=', 'Bill')
      .execute(),
    cash: await db.selectFrom('cash_event').selectAll().where('outlet_id', '=', outletId).execute(),
    moves: await db.selectFrom('stock_movement').selectAll().where('outlet_id', '=', outletId).execute(),
    changes: await db
      .selectFrom('change_log')
      .select(['entity_id', 'version'])
      .where('outlet_id', '=', outletId)
      .where('entity', '=', 'Bill')
      .execute(),
    refunds: await db.selectFrom('refund').selectAll().where('outlet_id', '=', outletId).execute(),
  }));
  const bills = rows.bills.map((row) => row.doc);
  const broken: string[] = [];
  const must = (holds: boolean, words: string): void => {
    if (!holds) broken.push(words);
  };

  const places = new Map<string, BillItem[]>();
  for (const bill of bills)
    for (const item of bill.items) places.set(item.key, [...(places.get(item.key) ?? []), item]);
  for (const [key, { qty }] of scenario.saved) {
    const copies = places.get(key) ?? [];
    must(copies.length === 1, `1, 2: item ${key} exists ${copies.length} times`);
    const [item] = copies;
    if (item) must(wholeQty(item, places) === qty, `3: item ${key} has another quantity`);
  }
  must(scenario.open.size === 0, `32: ${scenario.open.size} typed items are neither saved nor refused`);
  for (const key of scenario.voided)
    must(
      (places.get(key) ?? []).every((item) => item.isVoid),
      `15: item ${key} is not void`,
    );
  for (const [key, times] of scenario.printed) must(times === 1, `20: item ${key} was printed ${times} times`);
  for (const bill of bills.filter((one) => one.isOpen))
    for (const due of dueTickets(bill, printers, {}).filter((one) => one.change !== 'Cancel'))
      for (const { item } of due.lines)
        must(!wasPrinted(item, scenario), `20: item ${item.key} would be printed again`);

  for (const bill of bills) checkFigures(bill, must);
  broken.push(...wrongSteps(scenario.recorder));
  for (const bill of bills.filter((one) => scenario.recorder.receipts.has(one.key)))
    must(
      scenario.recorder.receipts.get(bill.key) === receiptOf(bill),
      `7: bill ${bill.number} changed after it was paid`,
    );
  const numbers = bills.flatMap((bill) => bill.invoiceNumber ?? []).map((number) => Number(number.slice(-6)));
  must(isSeries(numbers), '14: invoice numbers have a gap or a repeat');
  const open = bills.filter((bill) => bill.isOpen).map((bill) => `${bill.type} ${bill.slot} ${bill.checkNo}`);
  must(new Set(open).size === open.length, '6: a slot holds two open bills');
  const held = bills.flatMap((bill) => joinedSlotsOf(bill).map((slot) => `${bill.type} ${slot}`));
  const own = new Set(bills.filter((bill) => bill.isOpen).map(({ type, slot }) => `${type} ${slot}`));
  must(
    new Set(held).size === held.length && held.every((place) => !own.has(place)),
    '6: a joined slot belongs to two open bills',
  );
  must(new Set(rows.payments.map((one) => one.key)).size === rows.payments.length, '4: a payment exists twice');
  for (const [key, invoice] of scenario.paid) {
    const bill = bills.find((one) => one.payments.some((payment) => payment.key === key));
    must(bill?.invoiceNumber === invoice, `4: payment ${key} was acknowledged with another invoice`);
  }
  for (const bill of bills.filter((one) => one.refundOfId === null && one.status === 'Complete')) {
    const back = bills.filter((one) => one.refundOfId === bill.id).reduce((sum, one) => sum + one.total, 0);
    must(bill.total + back >= 0, `5: bill ${bill.number} has more refunded than paid`);
  }
  for (const key of scenario.cash)
    must(rows.cash.filter((event) => event.key === key).length === 1, `17: cash event ${key} does not exist once`);
  must(rows.shifts.filter((shift) => shift.is_open).length <= 1, '16: two shifts are open');
  for (const shift of rows.shifts.filter((one) => !one.is_open)) {
    const own = bills.filter((bill) => bill.shiftId === shift.id && !bill.isOpen);
    const cash = rows.cash.filter((event) => event.shift_id === shift.id);
    const sums = shiftTotals(own, cash, shift.opening_balance);
    const moved = cash.reduce((sum, { kind, amount }) => sum + (kind === 'In' ? amount : -amount), 0);
    const payments = own.flatMap((bill) => bill.payments);
    const taken = payments.reduce((sum, { method, amount }) => sum + (method === 'Cash' ? amount : 0), 0);
    must(
      shift.totals?.expectedCash === shift.opening_balance + moved + taken,
      `17: the cash of shift ${shift.number} is not the sum of its movements`,
    );
    must(
      JSON.stringify(shift.totals) === JSON.stringify(sums),
      `16, 17: shift ${shift.number} is not the sum of its bills`,
    );
    must(
      scenario.closed.get(shift.id) === undefined || scenario.closed.get(shift.id) === JSON.stringify(shift.totals),
      '16: a Z changed',
    );
  }
  must(isSeries(rows.zs.map((z) => z.number)), '16: Z numbers have a gap');
  const notes = Map.groupBy(rows.history, (row) => row.subject_key);
  const versions = Map.groupBy(rows.changes, (row) => row.entity_id);
  for (const bill of bills) {
    const changed = new Set((versions.get(bill.id) ?? []).map((row) => row.version)).size;
    must((notes.get(bill.key)?.length ?? 0) >= changed, `23: a change of bill ${bill.number} has no history entry`);
  }
  broken.push(...brokenStock(bills, rows.moves, scenario), ...silentVersions(bills, rows.history, rows.changes));
  const levels = await levelsAndSums(store, outletId);
  for (const [place, [onHand, worth, qty, value]] of levels)
    must(onHand === qty && worth === value, `18: the stock of ${place} is not the sum of its movements`);
  const chain = await verifyHistory(store, outletId);
  must(chain.ok, '22: the history does not verify');
  return broken;
}

interface Move {
  readonly type: string;
  readonly item_id: number;
  readonly qty: number;
  readonly ref_id: number;
  readonly ref_line: string;
}

/** 18: each sale took the ingredients of its recipe once, and each refund returned them once. A burger takes 150 g of beef. */
function brokenStock(bills: readonly Bill[], moves: readonly Move[], { shop, testStock }: Scenario): readonly string[] {
  const burgers = (of: readonly Bill[]): number =>
    of
      .flatMap((bill) => bill.items.filter((item) => !item.isVoid && item.menuItemId === shop.menu.burger))
      .reduce((sum, item) => sum + Math.round(item.qty * 1000) * 150, 0);
  const beef = moves.filter((move) => move.item_id === testStock.beef);
  const moved = (type: string): number => beef.reduce((sum, move) => sum + (move.type === type ? move.qty : 0), 0);
  const done = bills.filter((bill) => bill.status === 'Complete' && !bill.isVoid);
  const sold = beef.filter((move) => move.type === 'Sale').map((move) => `${move.ref_id} ${move.ref_line}`);
  return [
    ...(new Set(sold).size === sold.length ? [] : ['18: an item took its recipe twice']),
    ...(moved('Sale') === -burgers(done.filter((bill) => bill.refundOfId === null))
      ? []
      : ['18: sales do not match the stock taken']),
    ...(moved('Return') === -burgers(done.filter((bill) => bill.refundOfId !== null))
      ? []
      : ['18: refunds do not match the stock returned']),
  ];
}

interface Note {
  readonly subject_key: string;
  readonly user_id: number | null;
  readonly device_id: string | null;
  readonly at: number;
  readonly data: string;
}

/** 23: each version that was notified has one history row with person, device and time. A merged bill may skip versions. */
function silentVersions(
  bills: readonly Bill[],
  history: readonly Note[],
  changes: readonly { readonly entity_id: number | null; readonly version: number }[],
): readonly string[] {
  const notes = Map.groupBy(history, (row) => row.subject_key);
  const notified = Map.groupBy(changes, (row) => row.entity_id);
  return bills.flatMap((bill) => {
    const own = notes.get(bill.key) ?? [];
    const versions = own.flatMap(({ data }) => {
      const { after } = JSON.parse(data) as { after?: { version?: number } | null };
      return after?.version ?? [];
    });
    const isSigned = own.every((note) => note.user_id !== null && note.device_id !== null && note.at > 0);
    const silent = (notified.get(bill.id) ?? []).filter(({ version }) => version > 1 && !versions.includes(version));
    return [
      ...(isSigned ? [] : [`23: a change of bill ${bill.number} has no author`]),
      ...(new Set(versions).size === versions.length ? [] : [`23: a version of bill ${bill.number} has two rows`]),
      ...silent.map(({ version }) => `23: bill ${bill.number} has no history entry for version ${version}`),
    ];
  });
}

function checkFigures(bill: Bill, must: (holds: boolean, words: string) => void): void {
  const { subTotal, discount, serviceCharge, gst, total } = billTotals(bill);
  const same = subTotal === bill.subTotal && discount === bill.discount && serviceCharge === bill.serviceCharge;
  must(
    same && gst === bill.gst && total === bill.total,
    `9, 10: the totals of bill ${bill.number} do not match its items`,
  );
  const money = [bill.subTotal, bill.discount, bill.serviceCharge, bill.gst, bill.total, bill.roundingAmount, bill.tip];
  must(money.every(Number.isSafeInteger), `11: bill ${bill.number} has a fraction of a laari`);
  if (bill.status !== 'Complete' || bill.isVoid) return;
  const paid = bill.payments.reduce((sum, payment) => sum + payment.amount, 0);
  must(paid === toPay(bill) + bill.roundingAmount + bill.tip, `5: bill ${bill.number} is not paid exactly`);
}

/** Returns the quantity of an item, or of the pieces that replace it. */
function wholeQty(item: BillItem, places: ReadonlyMap<string, readonly BillItem[]>): number {
  if (!isSplitAway(item)) return item.qty;
  let sum = 0;
  for (let check = 0; check < 10; check += 1) {
    const piece = places.get(pieceKey(item.key, check))?.[0];
    if (piece) sum += Math.round(wholeQty(piece, places) * 1000);
  }
  return sum / 1000;
}

/** Returns whether an item, or the item that it is a piece of, was sent to the kitchen. */
function wasPrinted(item: BillItem, scenario: Scenario): boolean {
  return item.ticketIds.some((ticket) => ticket.startsWith('t-')) || scenario.printed.has(item.key);
}

function isSeries(numbers: readonly number[]): boolean {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted.every((number, place) => number === place + 1);
}
