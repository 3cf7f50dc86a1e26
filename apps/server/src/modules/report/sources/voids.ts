/** Bills and lines that were taken back. */

import type { Bill } from '@atoll/domain/bill/bill';
import { isSplitAway } from '@atoll/domain/bill/split/split';
import { lineAmount } from '@atoll/domain/bill/totals';
import type { ReportRow } from '@atoll/domain/report/report';
import { sql } from 'kysely';
import { peopleNames } from '../../../platform/store/outlet/people.ts';
import { mostRows, type ReportSource, type SourceQuery } from '../source.ts';

type Names = ReadonlyMap<number, string>;

const ofBill = (bill: Bill, names: Names): ReportRow => ({
  at: bill.modifiedAt,
  bill: String(bill.number),
  what: '',
  qty: null,
  amount: bill.total,
  person: names.get(bill.modifiedBy ?? 0) ?? '',
  reason: bill.voidReason ?? '',
});

/** A line that was cut is void too: its pieces stand for it, and nothing was taken back. */
const ofLines = (bill: Bill, names: Names): ReportRow[] =>
  bill.items
    .filter((item) => item.isVoid && !isSplitAway(item))
    .map((item) => ({
      at: item.voidedAt ?? bill.completedAt,
      bill: bill.invoiceNumber ?? String(bill.number),
      what: item.name,
      qty: item.qty,
      amount: lineAmount(item),
      person: names.get(item.voidedBy ?? 0) ?? '',
      reason: item.voidReason ?? '',
    }));

const inDays = ({ db, outletId, range }: SourceQuery) =>
  db
    .selectFrom('bill')
    .select('doc')
    .where('outlet_id', '=', outletId)
    .where('business_date', '>=', range.from)
    .where('business_date', '<=', range.to);

const voids: ReportSource = async (query) => {
  const { db, outletId, range } = query;
  const names = await peopleNames(query.db);
  const bills = await inDays(query).where(sql<boolean>`is_void`).orderBy('id', 'desc').limit(mostRows).execute();
  const ids = db
    .selectFrom('sold_item')
    .select('bill_id')
    .distinct()
    .where('outlet_id', '=', outletId)
    .where('business_date', '>=', range.from)
    .where('business_date', '<=', range.to)
    .where(sql<boolean>`is_void`)
    .orderBy('bill_id', 'desc')
    .limit(mostRows);
  const cut = await db
    .selectFrom(ids.as('some'))
    .innerJoin('bill', (join) => join.onRef('bill.id', '=', 'some.bill_id').on('bill.outlet_id', '=', outletId))
    .select('doc')
    .execute();
  return [...bills.map(({ doc }) => ofBill(doc, names)), ...cut.flatMap(({ doc }) => ofLines(doc, names))]
    .toSorted((a, b) => String(b['at']).localeCompare(String(a['at'])))
    .slice(0, mostRows);
};

export const voidSources: Readonly<Record<string, ReportSource>> = { voids };
