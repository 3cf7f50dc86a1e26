/** Compares gift cards, store credit, orders and points with the history: records with entries that never change. Source: R36.21, docs/rules.md#history-chain. */
import type { Bill } from '@atoll/domain/bill/bill';
import { formatMoney } from '@atoll/domain/money/money';
import { pointEntryTypes } from '@atoll/domain/points/points';
import { walletEntryTypes } from '@atoll/domain/wallet/wallet';
import { type Kysely, sql } from 'kysely';
import { withoutGuest } from '../../apps/server/src/modules/order/row.ts';
import type { Database } from '../../apps/server/src/platform/store/schema/schema.ts';
import type { Store } from '../../apps/server/src/platform/store/store.ts';
import { compareColumns } from './columns.ts';
import { attempt, type Findings } from './findings.ts';
import { type Fields, type Note, notesOf, numberIn, textIn, writtenIn } from './notes.ts';
import { Customers } from './sale/customers.ts';

const pageSize = 250;

type Row = Fields & { readonly id: number; readonly key: string };

interface Ledger {
  readonly subject: 'Wallet' | 'Advance order' | 'Customer';
  /** Actions whose entry of the history is of one of its entries. */
  readonly entryActions: readonly string[];
  /** Those that change only the record. */
  readonly others: readonly string[];
  readonly table: 'wallet' | 'advance_order' | 'customer';
  readonly entryTable: 'wallet_entry' | 'order_advance' | 'point_entry';
  /** The column of an entry that names its record. */
  readonly owner: string;
  /** The column of the record that is the balance of its last entry. */
  readonly balance?: string;
  readonly nameOf: (row: Row) => string;
  readonly entryWords: (entry: Fields) => string;
  /** What the summary counts. */
  readonly counted: string;
}

const moneyIn = (fields: Fields, name: string): string => formatMoney(numberIn(fields, name) ?? 0);

const ledgers: readonly Ledger[] = [
  {
    subject: 'Wallet',
    entryActions: walletEntryTypes,
    others: ['Updated'],
    table: 'wallet',
    entryTable: 'wallet_entry',
    owner: 'wallet_id',
    balance: 'balance',
    nameOf: (row) => `card ${textIn(row, 'last4')}`,
    entryWords: (entry) => `${textIn(entry, 'type')} of ${moneyIn(entry, 'amount')}`,
    counted: 'gift card entry',
  },
  {
    subject: 'Advance order',
    entryActions: ['Paid'],
    others: ['Created', 'Opened', 'Voided', 'Updated'],
    table: 'advance_order',
    entryTable: 'order_advance',
    owner: 'order_id',
    nameOf: (row) => `order ${textIn(row, 'number')}`,
    entryWords: (entry) => `instalment of ${moneyIn(entry, 'amount')}`,
    counted: 'instalment',
  },
  {
    subject: 'Customer',
    entryActions: pointEntryTypes,
    others: [],
    table: 'customer',
    entryTable: 'point_entry',
    owner: 'customer_id',
    balance: 'loyalty_points',
    nameOf: (row) => `points of customer ${textIn(row, 'code')}`,
    entryWords: (entry) => `${textIn(entry, 'type')} of ${numberIn(entry, 'points')}`,
    counted: 'points entry',
  },
];

/** Compares all of an outlet. */
export async function compareLedgers(
  store: Pick<Store, 'readOutlet'>,
  outletId: number,
  findings: Findings,
): Promise<void> {
  const customers = new Customers();
  await store.readOutlet(outletId, (db) => customers.read(db, outletId));
  for (const ledger of ledgers) {
    for (let last = 0; ; ) {
      const page = await store.readOutlet(outletId, (db) => readPage(db, outletId, ledger, last));
      for (const record of page)
        await attempt(findings, ledger.nameOf(record.row), () =>
          compareRecord(ledger, record, { customers, findings }),
        );
      const end = page.at(-1);
      if (end === undefined) break;
      last = end.row.id;
    }
    await findMissing(store, outletId, ledger, findings);
  }
}

type StoredRecord = Awaited<ReturnType<typeof readPage>>[number];

async function readPage(db: Kysely<Database>, outletId: number, ledger: Ledger, after: number) {
  const { table, entryTable, owner, subject, entryActions, others } = ledger;
  const actions = [...entryActions, ...others];
  const { rows } = await sql<Row>`select * from ${sql.table(table)}
    where outlet_id = ${outletId} and id > ${after} order by id limit ${pageSize}`.execute(db);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const entries = await sql<Row>`select * from ${sql.table(entryTable)}
    where outlet_id = ${outletId} and ${sql.ref(owner)} in (${sql.join(ids)}) order by id`.execute(db);
  const byOwner = Map.groupBy(entries.rows, (entry) => entry[owner]);
  const notes = await notesOf(db, outletId, { subject, keys: rows.map(({ key }) => key), actions });
  return rows.map((row) => ({ row, entries: byOwner.get(row.id) ?? [], notes: notes.get(row.key) ?? [] }));
}

function compareRecord(
  ledger: Ledger,
  { row, entries, notes }: StoredRecord,
  { customers, findings }: { readonly customers: Customers; readonly findings: Findings },
): void {
  const { table, entryTable, balance, entryWords } = ledger;
  const name = ledger.nameOf(row);
  const ofEntries = notes.filter(({ action }) => ledger.entryActions.includes(action));
  const found = ofEntries.map((note) => writtenIn(note, entryTable)).filter((entry) => entry !== undefined);
  const written = new Map(found.map((entry) => [entry['key'], entry]));
  // An earlier release wrote that there was an entry, and not which.
  let earlier = ofEntries.length - found.length;
  for (const entry of entries) {
    findings.checked(ledger.counted);
    const expected = written.get(entry.key);
    if (expected === undefined) {
      if (earlier > 0) findings.notComparable(ledger.counted);
      else findings.differs(`${name}: ${entryWords(entry)} is not in the history`);
      earlier -= 1;
    } else compareColumns(`${name}: ${entryWords(expected)}`, entry, expected, findings);
    written.delete(entry.key);
  }
  for (const entry of written.values()) findings.differs(`${name}: ${entryWords(entry)} is missing`);
  if (earlier > 0) findings.differs(`${name}: ${earlier} entries are missing`);
  if (balance !== undefined) {
    const expected = numberIn(ofEntries.at(-1)?.after ?? {}, 'balance') ?? 0;
    findings.value(`${name}: balance`, { stored: numberIn(row, balance), expected });
  }
  if (table !== 'customer') compareFacts(ledger, row, notes, { customers, findings });
}

/** Compares what a record is: what its entries wrote of it, the last of each column. */
function compareFacts(
  { table, nameOf, others }: Ledger,
  row: Row,
  notes: readonly Note[],
  { customers, findings }: { readonly customers: Customers; readonly findings: Findings },
): void {
  const facts: Record<string, unknown> = Object.fromEntries(
    notes.flatMap((note) => Object.entries(writtenIn(note, table) ?? {})),
  );
  // An earlier release wrote that something was changed, and not what.
  const isWhole = notes.every((note) => !others.includes(note.action) || writtenIn(note, table) !== undefined);
  if (facts['id'] === undefined || !isWhole) {
    if (notes.length === 0) findings.differs(`${nameOf(row)}: is not in the history`);
    else findings.notComparable(table.replace('_', ' '));
    return;
  }
  const owner = numberIn(facts, 'customer_id');
  if (table === 'wallet' && owner !== undefined) facts['customer_id'] = customers.now(owner);
  const stored = table === 'advance_order' ? { ...row, doc: withoutGuest(row['doc'] as Bill) } : row;
  compareColumns(nameOf(row), stored, facts, findings);
}

/** Names the records that the history knows and the store does not have any more. */
async function findMissing(
  store: Pick<Store, 'readOutlet'>,
  outletId: number,
  { subject, entryActions, others, table, entryTable, entryWords }: Ledger,
  findings: Findings,
): Promise<void> {
  const actions = [...entryActions, ...others];
  const { rows } = await store.readOutlet(outletId, (db) =>
    sql<{ action: string; data: string }>`select action, data from history as note
      where outlet_id = ${outletId} and subject = ${subject} and action in (${sql.join(actions)})
        and not exists (select 1 from ${sql.table(table)} as kept where kept.outlet_id = ${outletId} and kept.key = note.subject_key)
      order by seq`.execute(db),
  );
  for (const { data, action } of rows) {
    const { written = {} } = JSON.parse(data) as Pick<Partial<Note>, 'written'>;
    const [entry, record] = [written[entryTable], written[table]];
    if (entry !== undefined) findings.differs(`${entryWords(entry)}: its ${subject} is missing`);
    else findings.differs(`${subject} ${textIn(record ?? {}, 'number') ?? `with ${action}`} is missing`);
  }
}
