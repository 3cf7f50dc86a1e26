/** Finds bills and shifts by their indexed columns, so that writing a bill does not update the search index. */
import type { Kysely, RawBuilder } from 'kysely';
import { billCustomerName, isOfCustomer } from '../../platform/store/open-bills.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import { type BillViewer, viewable } from '../bill/service.ts';
import { findRecords } from './find-records.ts';
import type { Rank, Ranked } from './ranked.ts';

/** Number of bills, the newest first, for each prefix of a number and for each customer. */
const billsPerMatch = 5;
const digitsOfInvoice = 6;

/** The condition on the bills that the caller may see. */
type Seen = RawBuilder<boolean>;

interface BillFound {
  readonly id: number;
  readonly number: number;
  readonly invoice_number: string | null;
  readonly type: string;
  readonly slot: number;
  readonly customer_name: string;
}

const columns = ['id', 'number', 'invoice_number', 'type', 'slot', billCustomerName.as('customer_name')] as const;

function ranked(bill: BillFound, rank: Rank): Ranked {
  const parts = [`#${bill.number}`, bill.invoice_number, `${bill.type} ${bill.slot}`, bill.customer_name];
  return { id: bill.id, name: parts.filter(Boolean).join(' · '), entityName: 'Bill', rank };
}

/** Returns the full invoice numbers that a typed one may mean: '12' and '2026-12' mean AC-2026-000012. */
async function invoiceNumbers(db: Kysely<Database>, outletId: number, typed: string): Promise<string[]> {
  const match = /(?:(\d{4})-)?(\d{1,9})$/.exec(typed);
  if (!match?.[2]) return [];
  const row = await db
    .selectFrom('outlet')
    .innerJoin('outlet_cursor', 'outlet_cursor.outlet_id', 'outlet.id')
    .select(['outlet.invoice_prefix as prefix', 'outlet_cursor.invoices'])
    .where('outlet.id', '=', outletId)
    .executeTakeFirst();
  if (!row) return [];
  const number = match[2].padStart(digitsOfInvoice, '0');
  const years = match[1] ? [match[1]] : Object.keys(row.invoices as object);
  return [typed, ...years.map((year) => `${row.prefix}${year}-${number}`)];
}

async function billsByNumber(db: Kysely<Database>, outletId: number, typed: string, seen: Seen): Promise<Ranked[]> {
  if (!/^#?\d{1,9}$/.test(typed)) return [];
  const number = Number(typed.replace('#', ''));
  const bills = db.selectFrom('bill').select(columns).where('outlet_id', '=', outletId).where(seen);
  const exact = await bills.where('number', '=', number).execute();
  const longer: BillFound[] = [];
  for (const power of number > 0 ? [10, 100, 1000] : [])
    longer.push(
      ...(await bills
        .where('number', '>=', number * power)
        .where('number', '<', (number + 1) * power)
        .orderBy('number', 'desc')
        .limit(billsPerMatch)
        .execute()),
    );
  return [...exact.map((bill) => ranked(bill, 0)), ...longer.map((bill) => ranked(bill, 1))];
}

async function billsByInvoice(db: Kysely<Database>, outletId: number, typed: string, seen: Seen): Promise<Ranked[]> {
  const numbers = await invoiceNumbers(db, outletId, typed.toUpperCase());
  if (numbers.length === 0) return [];
  const found = await db
    .selectFrom('bill')
    .select(columns)
    .where('outlet_id', '=', outletId)
    .where('invoice_number', 'in', numbers)
    .where(seen)
    .execute();
  return found.map((bill) => ranked(bill, 0));
}

async function billsByCustomer(db: Kysely<Database>, outletId: number, value: string, seen: Seen): Promise<Ranked[]> {
  const customers = await findRecords(db, { outletId, permissions: ['Customers'], value, limit: billsPerMatch });
  const found: Ranked[] = [];
  for (const { id, rank } of customers.filter(({ entityName }) => entityName === 'Customer').slice(0, billsPerMatch)) {
    const bills = await db
      .selectFrom('bill')
      .select(columns)
      .where('outlet_id', '=', outletId)
      .where(isOfCustomer(outletId, id))
      .where(seen)
      .orderBy('id', 'desc')
      .limit(billsPerMatch)
      .execute();
    found.push(...bills.map((bill) => ranked(bill, rank < 2 ? 2 : 3)));
  }
  return found;
}

/** Returns the bills that the caller may see by number, invoice number or customer. */
export async function findBills(
  db: Kysely<Database>,
  caller: BillViewer & { readonly outletId: number },
  value: string,
): Promise<Ranked[]> {
  const { outletId } = caller;
  const typed = value.trim();
  const seen = viewable(caller);
  return [
    ...(await billsByNumber(db, outletId, typed, seen)),
    ...(await billsByInvoice(db, outletId, typed, seen)),
    ...(await billsByCustomer(db, outletId, typed, seen)),
  ];
}

/** Returns the shift with a number. */
export async function findShifts(db: Kysely<Database>, outletId: number, value: string): Promise<Ranked[]> {
  const typed = /^#?(\d{1,9})$/.exec(value.trim())?.[1];
  if (!typed) return [];
  const found = await db
    .selectFrom('shift')
    .select(['id', 'number', 'business_date'])
    .where('outlet_id', '=', outletId)
    .where('number', '=', Number(typed))
    .execute();
  return found.map(({ id, number, business_date }) => ({
    id,
    name: `#${number} · ${business_date}`,
    entityName: 'Shift',
    rank: 1,
  }));
}
