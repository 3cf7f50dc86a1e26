/** Sources of the reports on voided bills and items, and on bills that were paid with less than was printed. */

import type { Bill } from '@atoll/domain/bill/bill';
import { isSplitAway } from '@atoll/domain/bill/split/split';
import { lineAmount } from '@atoll/domain/bill/totals';
import { notApproved } from '@atoll/domain/report/money-reports';
import type { ReportRow } from '@atoll/domain/report/report';
import { sql } from 'kysely';
import { peopleNames } from '../../../platform/store/outlet/people.ts';
import { instantOf, maxRows, type ReportSource, type SourceQuery } from '../source.ts';
import { sendersOf } from './sent-by.ts';

type Names = ReadonlyMap<number, string>;

/** Returns the name of who sent a change of a bill in the name of its author, '' for their own. */
type SenderOf = (billKey: string, at: string | null) => string;

const ofBill = (bill: Bill, names: Names, senderOf: SenderOf): ReportRow => ({
  at: bill.modifiedAt,
  bill: String(bill.number),
  what: '',
  qty: null,
  unit: '',
  amount: bill.total,
  person: names.get(bill.modifiedBy ?? 0) ?? '',
  sentBy: senderOf(bill.key, bill.modifiedAt),
  reason: bill.voidReason ?? '',
});

/** Returns the voided items of a bill. An item that was split is void too, but its parts replace it, so it is left out. */
const ofLines = (bill: Bill, names: Names, senderOf: SenderOf): ReportRow[] =>
  bill.items
    .filter((item) => item.isVoid && !isSplitAway(item))
    .map((item) => ({
      at: item.voidedAt ?? bill.completedAt,
      bill: bill.invoiceNumber ?? String(bill.number),
      what: item.name,
      qty: item.qty,
      unit: item.unit ?? '',
      amount: lineAmount(item),
      person: names.get(item.voidedBy ?? 0) ?? '',
      sentBy: senderOf(bill.key, item.voidedAt),
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
  const bills = await inDays(query).where(sql<boolean>`is_void`).orderBy('id', 'desc').limit(maxRows).execute();
  const ids = db
    .selectFrom('sold_item')
    .select('bill_id')
    .distinct()
    .where('outlet_id', '=', outletId)
    .where('business_date', '>=', range.from)
    .where('business_date', '<=', range.to)
    .where(sql<boolean>`is_void`)
    .orderBy('bill_id', 'desc')
    .limit(maxRows);
  const cut = await db
    .selectFrom(ids.as('some'))
    .innerJoin('bill', (join) => join.onRef('bill.id', '=', 'some.bill_id').on('bill.outlet_id', '=', outletId))
    .select('doc')
    .execute();
  const senders = await sendersOf(
    query,
    [...bills, ...cut].map(({ doc }) => doc.key),
  );
  const senderOf: SenderOf = (key, at) => names.get(senders.get(`${key} ${at}`) ?? 0) ?? '';
  return [
    ...bills.map(({ doc }) => ofBill(doc, names, senderOf)),
    ...cut.flatMap(({ doc }) => ofLines(doc, names, senderOf)),
  ]
    .toSorted((a, b) => String(b['at']).localeCompare(String(a['at'])))
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
