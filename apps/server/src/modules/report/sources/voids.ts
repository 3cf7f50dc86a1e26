/** Sources of the reports on voided bills and items, and on bills that were paid with less than was printed. */

import type { Bill } from '@atoll/domain/bill/bill';
import { grossAmount } from '@atoll/domain/bill/totals';
import { voidedItems } from '@atoll/domain/bill/voided';
import { notApproved, voidedBill, voidedItem } from '@atoll/domain/report/money-reports';
import type { ReportRow } from '@atoll/domain/report/report';
import { mapInParts } from '../../../platform/give-way.ts';
import { peopleNames } from '../../../platform/store/outlet/people.ts';
import { billsWithVoids } from '../../bill/service.ts';
import { instantOf, maxRows, type ReportSource } from '../source.ts';
import { sendersOf } from './sent-by.ts';

type Names = ReadonlyMap<number, string>;

/** Returns the name of who sent a change of a bill in the name of its author, '' for their own. */
type SenderOf = (billKey: string, at: string | null) => string;

/** Returns a row for each voided item of a bill. A void bill without items has a row of its own. */
function voidRows(bill: Bill, names: Names, senderOf: SenderOf): ReportRow[] {
  const number = bill.invoiceNumber ?? String(bill.number);
  const ofBill = {
    at: bill.modifiedAt,
    bill: number,
    kind: voidedBill,
    person: names.get(bill.modifiedBy ?? 0) ?? '',
    sentBy: senderOf(bill.key, bill.modifiedAt),
    reason: bill.voidReason ?? '',
  };
  const items = voidedItems(bill);
  if (bill.isVoid && items.length === 0) return [{ ...ofBill, what: '', qty: null, unit: '', amount: 0 }];
  return items.map((item) => ({
    ...(item.isVoid ? ofItem(bill, item, { names, senderOf, number }) : ofBill),
    what: item.name,
    qty: item.qty,
    unit: item.unit ?? '',
    amount: grossAmount(item),
  }));
}

/** Returns when, by whom and why an item was voided. */
const ofItem = (
  bill: Bill,
  item: Bill['items'][number],
  { names, senderOf, number }: { names: Names; senderOf: SenderOf; number: string },
): ReportRow => ({
  at: item.voidedAt ?? bill.completedAt,
  bill: number,
  kind: voidedItem,
  person: names.get(item.voidedBy ?? 0) ?? '',
  sentBy: senderOf(bill.key, item.voidedAt),
  reason: item.voidReason ?? '',
});

/** Compares instants as ISO texts; ICU would compare them by their letters, which takes a hundred times as long. */
const latestFirst = (a: string, b: string): number => (a < b ? 1 : a > b ? -1 : 0);

const voids: ReportSource = async (query) => {
  const names = await peopleNames(query.db);
  const bills = await billsWithVoids(query.db, query.outletId, query.range, maxRows);
  const senders = await sendersOf(
    query,
    bills.map(({ key }) => key),
  );
  const senderOf: SenderOf = (key, at) => names.get(senders.get(`${key} ${at}`) ?? 0) ?? '';
  const rows = await mapInParts(bills, (bill) => voidRows(bill, names, senderOf));
  return rows
    .flat()
    .toSorted((a, b) => latestFirst(String(a['at']), String(b['at'])))
    .slice(0, maxRows);
};

const paidLess: ReportSource = async ({ db, outletId, range }) => {
  const names = await peopleNames(db);
  const rows = await db
    .selectFrom('paid_less as p')
    .innerJoin('bill as b', (join) => join.onRef('b.outlet_id', '=', 'p.outlet_id').onRef('b.id', '=', 'p.bill_id'))
    .leftJoin('approval as a', (join) =>
      join.onRef('a.outlet_id', '=', 'p.outlet_id').onRef('a.key', '=', 'p.approval_key'),
    )
    .select(['p.at', 'p.printed', 'p.total', 'p.lowered_by', 'p.is_unapproved', 'b.invoice_number', 'a.approver_id'])
    .where('p.outlet_id', '=', outletId)
    .where('p.business_date', '>=', range.from)
    .where('p.business_date', '<=', range.to)
    .orderBy('p.at', 'desc')
    .limit(maxRows)
    .execute();
  return rows.map((row) => ({
    at: instantOf(row.at),
    bill: row.invoice_number ?? '',
    printed: row.printed,
    total: row.total,
    difference: row.printed - row.total,
    person: names.get(row.lowered_by ?? 0) ?? '',
    approved: names.get(row.approver_id ?? 0) ?? '',
    note: row.is_unapproved ? notApproved : '',
  }));
};

export const voidSources: Readonly<Record<string, ReportSource>> = { voids, 'paid-less': paidLess };
