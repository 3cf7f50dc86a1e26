/**
 * Multiplies the bills of a store in a short time: each outlet's bills, shifts, sums and history are copied by SQL to
 * the days after them, with new ids, numbers and keys. The rows are those that the product wrote; only the hashes of
 * the history are copies too.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createClient } from '../apps/server/src/platform/store/postgres/client.ts';
import type { Place } from './server.ts';

const dayMs = 86_400_000;

/** How a table's columns change from copy to copy; columns that are not named stay the same. */
type Changes = Readonly<Record<string, string>>;

interface Words {
  /** Returns the SQL of a day moved by so many days. */
  readonly date: (column: string) => string;
  /** Returns the SQL of an instant in epoch ms as ISO text. */
  readonly iso: (ms: string) => string;
  readonly key: (column: string) => string;
  readonly asText: (column: string) => string;
  readonly asJson: (text: string) => string;
  readonly padded: (number: string) => string;
}

interface Copy {
  readonly at: number;
  readonly days: number;
  /** The highest numbers of the rows before. */
  readonly billId: number;
  readonly shiftId: number;
}

const sqlite = ({ at, days }: Copy): Words => ({
  date: (column) => `date(${column}, '+${at * days} days')`,
  iso: (ms) => `strftime('%Y-%m-%dT%H:%M:%fZ', (${ms}) / 1000.0, 'unixepoch')`,
  key: (column) => copiedKey(column, at),
  asText: (column) => column,
  asJson: (text) => text,
  padded: (number) => `printf('%06d', ${number})`,
});

const postgres = ({ at, days }: Copy): Words => ({
  date: (column) => `to_char(${column}::date + ${at * days}, 'YYYY-MM-DD')`,
  iso: (ms) => `to_char(to_timestamp((${ms}) / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  key: (column) => copiedKey(column, at),
  asText: (column) => `${column}::text`,
  asJson: (text) => `(${text})::json`,
  padded: (number) => `lpad((${number})::text, 6, '0')`,
});

/**
 * Returns the SQL of a copied key. The third group of a key holds its kind; no key of the product has 0 there, so that
 * a copy's key is unique.
 */
const copiedKey = (column: string, at: number): string =>
  `substr(${column}, 1, 14) || '${at.toString(16).padStart(4, '0')}' || substr(${column}, 19)`;

/** The outlet's own counters, as they were before the first copy. */
const head = (column: string): string => `(select ${column} from bench_head where outlet_id = t.outlet_id)`;

function changesOf(copy: Copy, words: Words): Readonly<Record<string, { changes: Changes; where?: string }>> {
  const { at, days, billId, shiftId } = copy;
  const later = (column: string): string => `${column} + ${at * days * dayMs}`;
  const number = `number + ${at} * ${head('bill_number')}`;
  const invoice = `substr(invoice_number, 1, length(invoice_number) - 6) || ${words.padded(
    `cast(substr(invoice_number, length(invoice_number) - 5) as integer) + ${at} * ${head('bill_number')}`,
  )}`;
  const bill = `bill_id + ${at * billId}`;
  const shift = `shift_id + ${at * shiftId}`;
  const day = { business_date: words.date('business_date') };
  const swapped: readonly (readonly [string, string])[] = [
    [
      `'"id":' || id || ',"key":"' || key || '"'`,
      `'"id":' || (id + ${at * billId}) || ',"key":"' || ${words.key('key')} || '"'`,
    ],
    [`'"shiftId":' || shift_id`, `'"shiftId":' || (${shift})`],
    [`'"number":' || number || ','`, `'"number":' || (${number}) || ','`],
    [`'"invoiceNumber":"' || invoice_number || '"'`, `'"invoiceNumber":"' || ${invoice} || '"'`],
    [`'"businessDate":"' || business_date || '"'`, `'"businessDate":"' || ${words.date('business_date')} || '"'`],
    [`${words.iso('completed_at')}`, words.iso(later('completed_at'))],
    [`${words.iso('created_at')}`, words.iso(later('created_at'))],
  ];
  let doc = words.asText('doc');
  for (const [from, to] of swapped) doc = `replace(${doc}, coalesce(${from}, '~'), coalesce(${to}, '~'))`;
  return {
    shift: {
      changes: {
        id: `id + ${at * shiftId}`,
        key: words.key('key'),
        number: `number + ${at} * ${head('shift_number')}`,
        created_at: later('created_at'),
        closed_at: later('closed_at'),
        ...day,
      },
    },
    bill: {
      changes: {
        id: `id + ${at * billId}`,
        key: words.key('key'),
        number,
        invoice_number: invoice,
        shift_id: shift,
        created_at: later('created_at'),
        completed_at: later('completed_at'),
        modified_at: later('modified_at'),
        doc: words.asJson(doc),
        ...day,
      },
    },
    payment: {
      changes: { key: words.key('key'), bill_id: bill, shift_id: shift, received_at: later('received_at'), ...day },
    },
    sold_item: { changes: { bill_id: bill, ...day } },
    z_report: { changes: { number: `number + ${at} * ${head('z_number')}`, shift_id: shift, at: later('at') } },
    sale_hour: { changes: day },
    sale_method: { changes: day },
    sale_item: { changes: day },
    sale_tax: { changes: day },
    sale_gift: { changes: day },
    sale_rule: { changes: day },
    sale_person: { changes: day },
    history: {
      changes: {
        seq: `seq + ${at} * ${head('history_seq')}`,
        at: later('at'),
        subject_key: words.key('subject_key'),
      },
      where: `t.seq <= ${head('history_seq')} and t.subject in ('Bill', 'Shift')`,
    },
  };
}

/** The rows before the first copy: each table's own condition. */
const bounds: Readonly<Record<string, (copy: Copy) => string>> = {
  shift: ({ shiftId }) => `t.id <= ${shiftId}`,
  bill: ({ billId }) => `t.id <= ${billId}`,
  payment: ({ billId }) => `t.bill_id <= ${billId}`,
  sold_item: ({ billId }) => `t.bill_id <= ${billId}`,
  z_report: ({ shiftId }) => `t.shift_id <= ${shiftId}`,
};

export interface Database {
  rows(sql: string): Promise<Record<string, unknown>[]>;
  run(sql: string): Promise<void>;
  /** Sets the next id of a table to the one after its highest. */
  setSequence(table: string): Promise<void>;
}

/** Copies the rows of one database. Afterwards it has `times` as many bills, with `days` days for each copy. */
async function multiply(db: Database, words: (copy: Copy) => Words, times: number, days: number): Promise<void> {
  const number = async (sql: string): Promise<number> => Number((await db.rows(sql))[0]?.['n']);
  const billId = await number('select max(id) as n from bill');
  const shiftId = await number('select max(id) as n from shift');
  const lastDay = String((await db.rows('select max(business_date) as n from bill'))[0]?.['n']);
  await db.run(
    'create table bench_head as select outlet_id, bill_number, shift_number, z_number, history_seq from outlet_cursor',
  );
  for (let at = 1; at < times; at += 1) {
    const copy = { at, days, billId, shiftId };
    await db.run('begin');
    for (const [table, { changes, where }] of Object.entries(changesOf(copy, words(copy)))) {
      const columns = await columnsOf(db, table);
      const bound = where ?? bounds[table]?.(copy) ?? `t.business_date <= '${lastDay}'`;
      const values = columns.map((column) => changes[column] ?? column).join(', ');
      await db.run(`insert into ${table} (${columns.join(', ')}) select ${values} from ${table} t where ${bound}`);
    }
    await db.run('commit');
  }
  await numberOn(db, times);
  const grown = (column: string): string =>
    `${column} = ${column} + ${times - 1} * (select ${column} from bench_head h where h.outlet_id = outlet_cursor.outlet_id)`;
  await db.run(
    `update outlet_cursor set ${['bill_number', 'shift_number', 'z_number', 'history_seq'].map(grown).join(', ')}`,
  );
  await db.run('drop table bench_head');
}

/** Continues the invoice numbers after the copies'. */
async function numberOn(db: Database, times: number): Promise<void> {
  for (const row of await db.rows('select outlet_id, bill_number, invoices from outlet_cursor')) {
    const given: unknown = typeof row['invoices'] === 'string' ? JSON.parse(row['invoices']) : row['invoices'];
    const more = (times - 1) * Number(row['bill_number']);
    const years = Object.entries(given as Record<string, number>).map(([year, count]) => [year, count + more]);
    const invoices = JSON.stringify(Object.fromEntries(years));
    await db.run(`update outlet_cursor set invoices = '${invoices}' where outlet_id = ${Number(row['outlet_id'])}`);
  }
}

const known = new Map<string, string[]>();

async function columnsOf(db: Database, table: string): Promise<string[]> {
  const columns = known.get(table) ?? Object.keys((await db.rows(`select * from ${table} limit 1`))[0] ?? {});
  known.set(table, columns);
  return columns;
}

/** Multiplies the bills of a closed store by `times`. */
export async function multiplyStore(place: Place, times: number, days: number): Promise<void> {
  await useDatabase(place, async (db, engine) => {
    await multiply(db, engine === 'postgres' ? postgres : sqlite, times, days);
    for (const name of ['bill', 'shift']) await db.setSequence(name);
  });
}

/**
 * Opens a closed store's database for rows that SQL creates; closes it in the state that the server's own maintenance
 * would leave.
 */
export async function useDatabase(
  place: Place,
  fill: (db: Database, engine: 'sqlite' | 'postgres') => Promise<void>,
): Promise<void> {
  if ('DATABASE_URL' in place) return usePostgres(place.DATABASE_URL, (db) => fill(db, 'postgres'));
  const database = new DatabaseSync(join(place.DATA_DIR, 'atoll.db'));
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = off; pragma cache_size = -600000; pragma wal_autocheckpoint = 100000',
  );
  const db: Database = {
    rows: async (sql) => database.prepare(sql).all(),
    run: async (sql) => database.exec(sql),
    setSequence: async (name) =>
      database.exec(`update id_sequence set value = (select max(id) from ${name}) where name = '${name}'`),
  };
  await fill(db, 'sqlite');
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
}

async function usePostgres(url: string, fill: (db: Database) => Promise<void>): Promise<void> {
  const client = createClient(url, false);
  await client.connect();
  const db: Database = {
    rows: async (sql) => (await client.query<Record<string, unknown>>(sql)).rows,
    run: async (sql) => void (await client.query(sql)),
    setSequence: async (name) =>
      void (await client.query(`select setval('${name}_id_seq', (select max(id) from ${name}))`)),
  };
  await db.run('set synchronous_commit = off');
  await fill(db);
  await db.run('vacuum analyze');
  await client.end();
}
