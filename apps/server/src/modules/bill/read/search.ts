/** Finds bills of the billing history by a text: an invoice number, the name of a customer, or a bill's number. Source: R18.11, R34.26. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { containsPattern } from '../../../platform/http/list.ts';
import type { Engine } from '../../../platform/store/engine.ts';
import { billCustomerName, isOpenRow, isPaid } from '../../../platform/store/open-bills.ts';
import type { Database } from '../../../platform/store/schema/schema.ts';

type Condition = RawBuilder<boolean>;

/** Bills up to which the small index of invoice numbers finds them. Of more, each would be read from the table: then the index of days costs less. */
export const fewNumbered = 2_000;

interface Search {
  readonly search: string;
  readonly engine: Engine;
  readonly numbered?: readonly number[] | undefined;
}

/** Void bills have a small index too. The extra conditions make the planner use it and exclude no bill. */
export const voided = (outletId: number, more: Condition = sql`1 = 1`): Condition =>
  sql`select id from bill where outlet_id = ${outletId} and is_void and business_date >= '' and ${more}
    union all select id from bill where outlet_id = ${outletId} and is_void and business_date is null and ${more}`;

/**
 * Returns the rows (SQLite's own numbers) of the bills whose invoice number contains a text; undefined when they are more than `fewNumbered`, or nothing is
 * searched. Only the index of invoice numbers is read: a quarter of the one of days.
 */
export async function rowsOfNumber(
  db: Kysely<Database>,
  outletId: number,
  search: string,
): Promise<readonly number[] | undefined> {
  if (search === '') return undefined;
  // `like` compares letter by letter, for large and small ones are the same to it.
  const contains = /[a-z]/i.test(search)
    ? sql`invoice_number like ${containsPattern(search.toLowerCase())} escape '\\'`
    : sql`instr(invoice_number, ${search}) > 0`;
  const { rows } = await sql<{ row: number }>`select rowid as "row" from bill indexed by bill_by_invoice
    where outlet_id = ${outletId} and invoice_number is not null and ${contains} limit ${fewNumbered + 1}`.execute(db);
  return rows.length > fewNumbered ? undefined : rows.map(({ row }) => row);
}

/** Selects the ids of bills that contain a text. */
export function idsFound(outletId: number, { search, engine, numbered }: Search): RawBuilder<unknown> {
  const pattern = containsPattern(search.toLowerCase());
  // In SQLite `like` treats the same letters as equal that `lower` changes; without it the search takes half the time.
  const named = (name: RawBuilder<unknown>): Condition =>
    engine === 'sqlite' ? sql`${name} like ${pattern} escape '\\'` : sql`lower(${name}) like ${pattern} escape '\\'`;
  const stored = named(sql`customer_name`);
  const of = (condition: Condition): RawBuilder<unknown> =>
    sql`select id from bill where outlet_id = ${outletId} and ${condition}`;
  const closed =
    numbered === undefined
      ? [
          of(sql`${isPaid} and business_date >= '' and (${named(sql`invoice_number`)} or ${stored})`),
          voided(outletId, stored),
        ]
      : [
          sql`select id from bill where rowid in (select value from json_each(${JSON.stringify(numbered)}))`,
          sql`select id from bill indexed by bill_named
            where outlet_id = ${outletId} and not is_open and customer_name <> '' and ${stored}`,
        ];
  const parts = [
    ...closed,
    of(sql`${isOpenRow} and ${named(billCustomerName)}`),
    ...(/^\d{1,15}$/.test(search) ? [of(sql`number = ${Number(search)}`)] : []),
  ];
  return sql.join(parts, sql` union all `);
}
