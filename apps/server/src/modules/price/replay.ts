/** Prices past days again as planned, beside what was. It writes nothing. Source: R21.31, docs/rules.md#dry-run. */
import { setImmediate } from 'node:timers/promises';
import type { Bill } from '@atoll/domain/bill/bill';
import { type Replay, repriceSale } from '@atoll/domain/bill/promotion/reprice-sale';
import { billTotals } from '@atoll/domain/bill/totals';
import { maxReplayDays, movedItems, type ReplayFigures, type replayPrices } from '@atoll/domain/contract/outlet/replay';
import type { AnswerOf } from '@atoll/domain/contract/platform/endpoint';
import { addDays, daysBetween } from '@atoll/domain/date/business-day';
import { sizeLabel } from '@atoll/domain/menu/size';
import { amountDue } from '@atoll/domain/payment/tender';
import { noPriceRules, type PriceRules } from '@atoll/domain/price/rules';
import type { Kysely } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import { isPaid } from '../../platform/store/open-bills.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import { invalid } from '../../resource/check.ts';
import { replayBirthdays } from './replay-birthdays.ts';
import { type Asked, type ReplayMenu, readPlan, readReplayMenu } from './replay-plan.ts';
import { readPriceRules } from './rules.ts';

/** Bills that are read at a time. */
const billsOfPage = 100;
/** How long sales are priced between two turns of the event loop, ms: a till waits no longer than for another Save. */
const sliceMs = 8;

const noFigures: ReplayFigures = {
  subTotal: 0,
  promotion: 0,
  discount: 0,
  serviceCharge: 0,
  gst: 0,
  total: 0,
  rounding: 0,
  net: 0,
  cost: 0,
  margin: 0,
};

interface MovedItem {
  readonly id: number;
  readonly name: string;
  readonly size: string;
  qty: number;
  was: number;
  wouldBe: number;
}

interface Sums {
  bills: number;
  readonly was: ReplayFigures;
  readonly wouldBe: ReplayFigures;
  readonly items: Map<string, MovedItem>;
  readonly withoutCost: Set<string>;
}

/** Returns what each item of a bill brought: after what was taken off, without GST. */
function netsOf(bill: Bill): ReadonlyMap<string, number> {
  const items = new Map(bill.items.map((item) => [item.key, item]));
  return new Map(
    billTotals(bill).lines.map(({ key, net, taxAmount }) => [
      key,
      net - (items.get(key)?.gstMode === 'Inclusive' ? taxAmount : 0),
    ]),
  );
}

/** Adds a bill to the sums. */
function addBill(to: ReplayFigures, bill: Bill, nets: ReadonlyMap<string, number>, rounding: number): void {
  const { subTotal, promotion = 0, discount, serviceCharge, gst, total } = bill;
  const net = [...nets.values()].reduce((sum, one) => sum + one, 0);
  const added: Partial<ReplayFigures> = { subTotal, promotion, discount, serviceCharge, gst, total, rounding, net };
  for (const [name, value] of Object.entries(added)) to[name as keyof ReplayFigures] += value;
}

/** Returns the rounding of a bill that costs something else and is paid in the same way. */
function roundingOf(was: Bill, next: Bill, roundCash: string | undefined): number {
  if (next.total === was.total) return was.roundingAmount;
  const paid = was.payments.filter(({ status }) => status === 'Captured');
  return amountDue(next.total, paid, roundCash, was.tip).roundingAmount;
}

function addSale(sums: Sums, bill: Bill, next: Bill, { costOf }: ReplayMenu, roundCash: string | undefined): void {
  sums.bills += 1;
  const was = netsOf(bill);
  const wouldBe = next === bill ? was : netsOf(next);
  addBill(sums.was, bill, was, bill.roundingAmount);
  addBill(sums.wouldBe, next, wouldBe, roundingOf(bill, next, roundCash));
  for (const { key, menuItemId, name, size, hasSizes, qty } of bill.items) {
    const before = was.get(key);
    if (before === undefined || menuItemId === 0) continue;
    const place = `${menuItemId} ${size}`;
    const one = sums.items.get(place) ?? {
      id: menuItemId,
      name,
      size: sizeLabel({ size, hasSizes }),
      qty: 0,
      was: 0,
      wouldBe: 0,
    };
    sums.items.set(place, one);
    one.qty += qty;
    one.was += before;
    one.wouldBe += wouldBe.get(key) ?? 0;
    const cost = costOf(menuItemId, size);
    if (cost === undefined) sums.withoutCost.add(place);
    else for (const figures of [sums.was, sums.wouldBe]) figures.cost += Math.round(cost * qty);
  }
}

async function termsOf(db: Kysely<Database>, outletId: number) {
  const outlet = await db
    .selectFrom('outlet')
    .select(['timezone', 'business_day_cutoff'])
    .where('id', '=', outletId)
    .executeTakeFirstOrThrow();
  const rounding = await db
    .selectFrom('setting')
    .select('value')
    .where('outlet_id', '=', outletId)
    .where('key', '=', 'RoundCash')
    .executeTakeFirst();
  return {
    timezone: outlet.timezone,
    cutoff: outlet.business_day_cutoff,
    roundCash: rounding?.value ?? undefined,
  };
}

/** Reads the sales of a day, some at a time. They are found in the index of sales, so that it does not matter how many bills the outlet has. */
async function* salesOf(db: Kysely<Database>, outletId: number, day: string): AsyncGenerator<readonly Bill[]> {
  const found = await db
    .selectFrom('bill')
    .select('id')
    .where('outlet_id', '=', outletId)
    .where('business_date', '=', day)
    .where(isPaid)
    .execute();
  const ids = found.map(({ id }) => id).sort((a, b) => a - b);
  for (let at = 0; at < ids.length; at += billsOfPage) {
    if (at > 0) await setImmediate();
    const rows = await db
      .selectFrom('bill')
      .select('doc')
      .where('outlet_id', '=', outletId)
      .where('id', 'in', ids.slice(at, at + billsOfPage))
      .orderBy('id')
      .execute();
    yield rows.map(({ doc }) => doc).filter(({ refundOfId }) => refundOfId === null);
  }
}

/** Does something with each bill, and lets calls of tills in between. */
async function inSlices(bills: readonly Bill[], work: (bill: Bill) => void): Promise<void> {
  let since = performance.now();
  for (const bill of bills) {
    work(bill);
    if (performance.now() - since < sliceMs) continue;
    await setImmediate();
    since = performance.now();
  }
}

/** Reads the rules of the versions that bills name, each once. */
async function readVersions(
  db: Kysely<Database>,
  outletId: number,
  bills: readonly Bill[],
  known: Map<number, PriceRules>,
): Promise<void> {
  for (const { items, applied = [] } of bills)
    for (const version of [
      ...items.map(({ priceRule, rulesVersion }) => priceRule?.version ?? rulesVersion ?? 0),
      ...applied.map((one) => one.version),
    ])
      if (!known.has(version)) known.set(version, await readPriceRules(db, outletId, version));
}

function checkDays({ fromDay, toDay }: Asked): void {
  if (toDay < fromDay) throw invalid({ toDay: 'Last day is before First day' });
  if (daysBetween(fromDay, toDay) >= maxReplayDays) throw refused('reportTooLong');
}

const daysOf = ({ fromDay, toDay }: Asked): string[] =>
  Array.from({ length: daysBetween(fromDay, toDay) + 1 }, (_, place) => addDays(fromDay, place));

function answerOf({ bills, was, wouldBe, items, withoutCost }: Sums): AnswerOf<typeof replayPrices> {
  for (const figures of [was, wouldBe]) figures.margin = figures.net - figures.cost;
  const moved = [...items.values()]
    .filter((one) => one.was !== one.wouldBe)
    .sort((a, b) => Math.abs(b.wouldBe - b.was) - Math.abs(a.wouldBe - a.was) || a.id - b.id)
    .slice(0, movedItems)
    .map((one) => ({ ...one, qty: Math.round(one.qty * 1000) / 1000 }));
  return { bills, was, wouldBe, items: moved, withoutCost: withoutCost.size };
}

/** Returns the figures of past days as they were and as planned. It reads where reports do. Refused: 'notFound', 'reportTooLong'. */
export async function replayDays(store: Store, outletId: number, asked: Asked): Promise<AnswerOf<typeof replayPrices>> {
  checkDays(asked);
  return await store.readForReports(outletId, async (db) => {
    const plan = await readPlan({ db, outletId }, asked);
    const menu = await readReplayMenu({ db, outletId }, asked.menuIds);
    const { roundCash, ...clock } = await termsOf(db, outletId);
    const versions = new Map<number, PriceRules>([[0, noPriceRules]]);
    const { find, findPlanned } = menu;
    const rulesOf = (version: number): PriceRules => versions.get(version) ?? noPriceRules;
    const birthdays = replayBirthdays(db, outletId, plan);
    const { birthdayOf } = birthdays;
    const replay: Replay = { ...clock, plan, rulesOf, find, findPlanned, birthdayOf };
    const sums: Sums = {
      bills: 0,
      was: { ...noFigures },
      wouldBe: { ...noFigures },
      items: new Map(),
      withoutCost: new Set(),
    };
    for (const day of daysOf(asked))
      for await (const bills of salesOf(db, outletId, day)) {
        await readVersions(db, outletId, bills, versions);
        await birthdays.read(bills);
        await inSlices(bills, (bill) => {
          const next = repriceSale(bill, replay);
          birthdays.add(next);
          addSale(sums, bill, next, menu, roundCash);
        });
      }
    return answerOf(sums);
  });
}
