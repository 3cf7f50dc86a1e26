/** Compares the stored sums of each business day with the bills and payments of that day. Source: R36.21. */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { billTotals } from '@atoll/domain/bill/totals';
import type { Kysely } from 'kysely';
import { saleWithGivers } from '../../apps/server/src/modules/report/catch-up-gifts.ts';
import { refundOrigin } from '../../apps/server/src/modules/report/day-bills.ts';
import type { Database } from '../../apps/server/src/platform/store/schema/schema.ts';
import type { Store } from '../../apps/server/src/platform/store/store.ts';
import { type Detail, detailWithoutRows, exchangesOfDay, nextDay, salesOfDay, storedSums } from './day-rows.ts';
import { DaySums } from './day-sums.ts';
import { compareSums } from './figures.ts';
import { attempt, type Findings } from './findings.ts';
import type { PaidHours } from './sale/hours.ts';

const says = 'the bills say';

/** Compares all days of an outlet. */
export async function compareDays(
  store: Pick<Store, 'readOutlet'>,
  outletId: number,
  hours: PaidHours,
  findings: Findings,
): Promise<void> {
  const empty = await store.readOutlet(outletId, (db) => detailWithoutRows(db, outletId));
  for (let last = ''; ; ) {
    const day = await store.readOutlet(outletId, async (db) => {
      const date = await nextDay(db, outletId, last);
      if (date === undefined) return undefined;
      const sums = new DaySums(hours);
      for await (const bill of salesOfDay(db, outletId, date))
        await attempt(findings, `day ${date}: bill ${bill.number}`, async () => addBill(sums, bill, db, outletId));
      for (const exchange of await exchangesOfDay(db, outletId, date)) sums.addExchange(exchange);
      return { date, sums, stored: await storedSums(db, outletId, date) };
    });
    if (day === undefined) return;
    compareDay(day, empty, findings);
    last = day.date;
  }
}

/** Adds a bill with who gave what, and who entered its items; of a refund, the items that it takes back. */
async function addBill(sums: DaySums, bill: Bill, db: Kysely<Database>, outletId: number): Promise<void> {
  const given = await saleWithGivers(db, outletId, bill);
  if (bill.refundOfId === null) return sums.addBill(bill, given, ({ createdBy }) => createdBy, undefined);
  const { paid, keyOf, done } = await refundOrigin(db, outletId, bill);
  const makers = new Map(paid?.items.map(({ key, createdBy }) => [key, createdBy]));
  const origin = new Map(bill.items.map(({ key, id }) => [key, keyOf.get(id ?? 0) ?? '']));
  const makerOf = ({ id }: BillItem) => makers.get(keyOf.get(id ?? 0) ?? '') ?? null;
  sums.addBill(bill, given, makerOf, paid && { paid, totals: billTotals(paid), origin, done });
}

interface Day {
  readonly date: string;
  readonly sums: DaySums;
  readonly stored: Awaited<ReturnType<typeof storedSums>>;
}

function compareDay({ date, sums, stored }: Day, empty: ReadonlySet<Detail>, findings: Findings): void {
  const name = `day ${date}`;
  findings.checked('day');
  compareSums(name, { stored: stored.sales, expected: sums.sales }, says, findings);
  sums.hours.compare(stored.hours, name, findings);
  compareSums(name, { stored: stored.methods, expected: sums.methods }, says, findings);
  // The server computes this detail for days of an earlier release after it started.
  const isLate = (detail: Detail): boolean => empty.has(detail) && sums[detail].size > 0;
  if (isLate('taxes') || isLate('people') || !sums.isExact) {
    findings.notComparable('daily detail');
    return;
  }
  compareSums(name, { stored: stored.items, expected: sums.items }, says, findings);
  for (const [item, as] of stored.names)
    if (!sums.names.get(item)?.has(as)) findings.differs(`${name}: name of ${item} is ${as}, ${says} another one`);
  compareSums(name, { stored: stored.taxes, expected: sums.taxes }, says, findings);
  compareSums(name, { stored: stored.people, expected: sums.people }, says, findings);
  compareSums(name, { stored: stored.rules, expected: sums.rules }, says, findings);
  if (isLate('reasons')) findings.notComparable('reasons of discounts');
  else compareSums(name, { stored: stored.reasons, expected: sums.reasons }, says, findings);
  if (isLate('gifts') && !sums.hasRecordedGivers) findings.notComparable('list of givers');
  else compareSums(name, { stored: stored.gifts, expected: sums.gifts }, says, findings);
}
