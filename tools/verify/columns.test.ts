import type { Bill } from '@atoll/domain/bill/bill';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addShop, type Shop } from '../../apps/server/src/modules/bill/testing/shop.ts';
import { migrationSql, readMigrations } from '../../apps/server/src/platform/store/migration.ts';
import type { StoreLocation } from '../../apps/server/src/platform/store/open-store.ts';
import { eachEngine, type Owner } from '../../apps/server/src/platform/store/testing/engine.ts';
import type { Chain } from './chains.ts';
import { verifyRows } from './rows.ts';
import { asOwner, edited, literal, type Row, type Stored, unprotect } from './testing/edits.ts';
import { type Evening, seller, sellForAnEvening } from './testing/evening.ts';

/** Columns that are no facts, by what the test calls the rows, with the reason. An edit of every other column must be named. */
const noFacts: Readonly<Record<string, readonly string[]>> = {
  // Keys of print jobs and of moved items: they only say which requests were received. Each copy is an entry ('Reprinted').
  bill: ['print_jobs', 'moved_keys'],
  'void bill': ['print_jobs', 'moved_keys'],
  // The other four are those of the document, whatever the columns say.
  'open bill': ['customer_id', 'customer_name', 'total', 'print_jobs', 'moved_keys', 'delivery_status'],
  // Counts the changes of the shift, so that tills read it again.
  shift: ['version'],
  // Who changed it last, and how often; each change is an entry.
  wallet: ['version', 'modified_at', 'modified_by'],
  // Its guest, who is erased with the customer, is no fact of money either.
  advance_order: ['name', 'phone', 'version', 'modified_at', 'modified_by'],
};

interface Table {
  readonly name: string;
  /** What the test calls it. */
  readonly words: string;
  /** The columns of its primary key. */
  readonly keys: readonly string[];
  /** SQL that chooses the row. */
  readonly where: (evening: Evening) => string;
  /** Columns of a row that is added, which must be other ones; SQL. */
  readonly other: Readonly<Record<string, string>>;
}

const any = () => 'true';
const table = (name: string, keys: string, where: Table['where'], other: Table['other'], words = name): Table => ({
  name,
  words,
  keys: ['outlet_id', ...keys.split(' ')],
  where,
  other,
});
const ofDelivered = ({ delivered }: Evening) => `bill_id = ${delivered.id}`;
const newKey = { key: "'added'" };

const newBill = { id: '99999', ...newKey, number: '999', slot: '99' };

const newCard = { id: '99999', ...newKey, code_hash: "'added'" };

const tables: readonly Table[] = [
  table('bill', 'id', ({ delivered }) => `id = ${delivered.id}`, {
    id: '99999',
    ...newKey,
    invoice_number: "'R9'",
    number: '999',
  }),
  table('bill', 'id', ({ open }) => `id = ${open.id}`, newBill, 'open bill'),
  table('bill', 'id', ({ voided }) => `id = ${voided.id}`, newBill, 'void bill'),
  table('account_entry', 'id', () => "type = 'Charge'", { id: '99999', ...newKey }),
  table('wallet', 'id', () => "kind = 'GiftCard' and status = 'Active'", newCard),
  table('wallet_entry', 'id', () => "type = 'Redeem'", { id: '99999', ...newKey }),
  table('advance_order', 'id', () => "status = 'Collected'", { id: '99999', ...newKey, number: "'O-1'" }),
  table('order_advance', 'id', any, { id: '99999', ...newKey }),
  table('point_entry', 'id', () => "type = 'Redeem' or type = 'Earn'", { id: '99999', ...newKey }),
  table('payment', 'key', (evening) => `${ofDelivered(evening)} and method = 'Card'`, newKey),
  table('payment_exchange', 'key', any, { ...newKey, of_key: "'of'" }),
  table('refund', 'refund_id', any, { refund_id: '(select min(id) from bill where invoice_number is not null)' }),
  table('refund_item', 'bill_id item_id', any, { item_id: '99999' }),
  table('sold_item', 'bill_id item_id', ofDelivered, { item_id: '99999' }),
  table('paid_less', 'bill_id', any, { bill_id: '(select min(id) from bill where invoice_number is not null)' }),
  table(
    'paid_less',
    'bill_id',
    () => 'bill_id = (select max(bill_id) from paid_less)',
    { bill_id: '(select min(id) from bill where invoice_number is not null)' },
    'print that came late',
  ),
  table('tax_invoice', 'bill_id', ofDelivered, {
    bill_id: '(select min(id) from bill where invoice_number is not null)',
    ...newKey,
  }),
  table('cash_event', 'key', () => "payee = 'Ali'", newKey),
  table('drawer_opening', 'key', any, newKey),
  table('shift', 'id', ({ shiftId }) => `id = ${shiftId}`, { id: '99999', ...newKey, number: '99' }),
  table('z_report', 'number', any, { number: '99', shift_id: '(select max(id) from shift)' }),
  table('approval', 'key', ({ approval }) => `key = '${approval}'`, newKey),
  table('sale_hour', 'business_date hour type', () => 'tip = 0', { hour: '(hour + 12) % 24' }),
  table('sale_method', 'business_date method', () => 'amount <> 0', { method: "'Complimentary'" }),
  table('sale_item', 'business_date menu_item_id size', any, { size: "'Huge'" }),
  table('sale_tax', 'business_date gst_mode gst_bp', any, { gst_bp: '1700' }),
  table('sale_person', 'business_date user_id', () => 'bills > 0', { user_id: '99' }),
  table('sale_gift', 'business_date giver_id approver_id', any, { giver_id: '99' }),
];

/** The column that names the bill, the shift or the account of a row. */
const owners: Readonly<Record<string, string>> = {
  payment: 'bill_id',
  payment_exchange: 'bill_id',
  refund: 'refund_id',
  refund_item: 'bill_id',
  sold_item: 'bill_id',
  paid_less: 'bill_id',
  tax_invoice: 'bill_id',
  cash_event: 'shift_id',
  drawer_opening: 'shift_id',
  z_report: 'shift_id',
  account_entry: 'account_id',
  wallet_entry: 'wallet_id',
  order_advance: 'order_id',
  point_entry: 'customer_id',
};

const owned = tables.filter(({ name }) => owners[name] !== undefined);

/** Each test checks the store many times, which takes long on a busy machine, ms. */
const manyChecks = 180_000;
vi.setConfig({ testTimeout: manyChecks });

eachEngine('an evening in the store', (on) => {
  let at: StoreLocation;
  let shop: Shop;
  let evening: Evening;
  let owner: Owner;
  beforeAll(async () => {
    at = await on.placeWithTables();
    shop = await addShop(await on.open({ at }), { outlet: seller });
    evening = await sellForAnEvening(shop);
    await unprotect(on, at, shop.store);
    owner = await on.ownerOf(at);
  }, manyChecks);
  afterAll(() => owner?.close());
  const found = async () => {
    const lines: Chain[] = [];
    await verifyRows(shop.store, (line) => lines.push(line));
    return lines;
  };
  /** Returns whether anything is named, as soon as it is. */
  const isNamed = async () => {
    const stop = new Error('Named');
    try {
      await verifyRows(shop.store, ({ ok }) => {
        if (!ok) throw stop;
      });
      return false;
    } catch (error) {
      if (error !== stop) throw error;
      return true;
    }
  };
  const tamper = (statements: string) => owner.run(asOwner(on, statements));
  const read = async (name: string, where: string, keys: readonly string[]): Promise<Row> => {
    const { rows } = await shop.store.readOutlet(shop.outletId, (db) =>
      sql<Row>`select * from ${sql.table(name)} where outlet_id = ${shop.outletId} and ${sql.raw(where)} order by ${sql.raw(keys.join())} limit 1`.execute(
        db,
      ),
    );
    const [row] = rows;
    if (row === undefined) throw new Error(`No ${name} where ${where}`);
    return row;
  };
  const place = (keys: readonly string[], row: Row) =>
    keys.map((key) => `${key} = ${literal(row[key] as Stored)}`).join(' and ');

  it('[R36.21] is named by nothing while nobody edits it', async () => {
    const lines = await found();
    expect(lines.filter(({ ok }) => !ok)).toEqual([]);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.words).toMatch(
      /3 account entries, 14 gift card entries, 10 instalments, 5 points entries, .*: agree with the history$/,
    );
  });

  it('names a refund that an earlier release left with a merged customer, until the migration gives it to the kept one', async () => {
    const [merged] = await shop.store.readOutlet(shop.outletId, (db) =>
      db.selectFrom('customer').select(['id', 'merged_into']).where('merged_into', 'is not', null).execute(),
    );
    const where = `outlet_id = ${shop.outletId} and total < 0 and customer_id = ${merged?.merged_into}`;
    await tamper(`update bill set customer_id = ${merged?.id} where ${where}`);
    expect(await isNamed()).toBe(true);
    const { text } = readMigrations().find(({ name }) => name === 'bills-of-merged-customers') ?? { text: '' };
    await tamper(migrationSql(text, on.engine));
    expect(await isNamed()).toBe(false);
  });

  it.each(tables)('[R36.21] an edit of any column of $words is named', async ({ name, words, keys, where }) => {
    const row = await read(name, where(evening), keys);
    const unnamed: string[] = [];
    let undo = '';
    const tried = Object.entries(row).filter(on.engine === 'sqlite' ? () => true : isFirstOfItsKind());
    for (const [column, value] of tried) {
      const after = { ...row, [column]: edited(column, value as Stored) };
      const edit = `update ${name} set ${column} = ${literal(after[column] as Stored)} where ${place(keys, row)}`;
      await tamper(`${undo}; ${edit}`);
      if (!(await isNamed())) unnamed.push(column);
      undo = `update ${name} set ${column} = ${literal(value as Stored)} where ${place(keys, after)}`;
    }
    await tamper(undo);
    const columns = new Set(tried.map(([column]) => column));
    expect(unnamed).toEqual((noFacts[words] ?? []).filter((column) => columns.has(column)));
  });

  it.each(tables)(
    '[R36.21] a row of $words that was deleted or added is named',
    async ({ name, keys, where, other }) => {
      const row = await read(name, where(evening), keys);
      const names = Object.keys(row);
      const columns = names.join();
      const added = names.map((column) => other[column] ?? column).join();
      await tamper(`create table kept as select * from ${name} where ${place(keys, row)}`);
      await tamper(`delete from ${name} where ${place(keys, row)}`);
      const isDeletionNamed = await isNamed();
      await tamper(`insert into ${name} (${columns}) select ${columns} from kept`);
      await tamper(
        `create table before as select * from ${name}; insert into ${name} (${columns}) select ${added} from kept`,
      );
      const isAdditionNamed = await isNamed();
      await tamper(`delete from ${name}; insert into ${name} (${columns}) select ${columns} from before`);
      await tamper('drop table kept; drop table before');
      expect([isDeletionNamed, isAdditionNamed]).toEqual([true, true]);
    },
  );

  it.each(owned)(
    '[R36.21] a row of $words that was added without its bill, shift or account is named',
    async ({ name, keys, where, other }) => {
      const row = await read(name, where(evening), keys);
      const columns = Object.keys(row);
      const owner = { [owners[name] ?? '']: '88888' };
      const added = columns.map((column) => ({ ...other, ...owner })[column] ?? column).join();
      await tamper(`insert into ${name} (${columns.join()}) select ${added} from ${name} where ${place(keys, row)}`);
      const wasNamed = await isNamed();
      await tamper(`delete from ${name} where ${owners[name]} = 88888`);
      expect(wasNamed).toBe(true);
    },
  );

  // Both engines return the same document to the same comparison: on the second one some of its values are edited.
  const each = on.engine === 'sqlite' ? 1 : 40;
  it.each(['delivered', 'open', 'voided'] as const)(
    '[R36.21] an edit of any value in the document of a bill that is %s is named',
    async (which) => {
      const { id, doc } = (await read('bill', `id = ${evening[which].id}`, ['id'])) as { id: number; doc: Bill };
      const write = (value: unknown) =>
        tamper(`update bill set doc = ${literal(value as Stored)} where outlet_id = ${shop.outletId} and id = ${id}`);
      const unnamed: string[] = [];
      const names = new Set(pathsOf(doc).flat());
      // Values that came with price lists, promotions, courses and seats are among them.
      const lately = ['applied', 'terms', 'listPrice', 'priceRule', 'courseNo', 'firedAt', 'seat'];
      if (which !== 'voided') expect(lately.filter((name) => !names.has(name))).toEqual([]);
      for (const path of pathsOf(doc).filter((_, place) => place % each === 0)) {
        await write(withEdit(doc, path));
        if (!(await isNamed())) unnamed.push(path.join('.'));
      }
      await write(doc);
      expect(unnamed).toEqual([]);
    },
  );

  it.each([
    ['account', 'balance', "code = 'C1'"],
    ['customer', 'loyalty_points', 'loyalty_points > 0'],
    ['customer', 'loyalty_points', 'loyalty_points = 0 and id = (select min(id) from customer)'],
  ])('[R36.21] an edit of a balance is named: %s, %s where %s', async (name, column, condition) => {
    const { id } = (await read(name, condition, ['id'])) as { id: number };
    const add = (sum: number) =>
      tamper(`update ${name} set ${column} = ${column} + ${sum} where outlet_id = ${shop.outletId} and id = ${id}`);
    await add(-100);
    const wasNamed = await isNamed();
    await add(100);
    expect([wasNamed, await isNamed()]).toEqual([true, false]);
  });

  it('[R36.21] raises no alarm where an earlier release wrote entries before or after', async () => {
    const entries = await shop.store.readOutlet(shop.outletId, (db) =>
      db.selectFrom('history').select(['seq', 'data']).where('outlet_id', '=', shop.outletId).orderBy('seq').execute(),
    );
    const write = (rows: readonly { seq: number; data: string }[]) =>
      tamper(rows.map(({ seq, data }) => `update history set data = ${literal(data)} where seq = ${seq}`).join(';'));
    const earlier = entries.map(({ seq, data }) => ({ seq, data: withoutWritten(data) }));
    for (const part of [0.25, 0.5, 0.75]) {
      const cut = Math.round(entries.length * part);
      for (const mixed of [
        [...earlier.slice(0, cut), ...entries.slice(cut)],
        [...entries.slice(0, cut), ...earlier.slice(cut)],
      ]) {
        await write(mixed);
        const named = (await found()).filter(({ ok }) => !ok);
        expect(named).toEqual([]);
      }
    }
    await write(entries);
  });

  it.each(['sale_tax', 'sale_person', 'sale_hour', 'sale_method', 'sale_item', 'sale_gift'])(
    '[R36.21] names sums when all rows of %s were deleted',
    async (name) => {
      await tamper(`create table kept as select * from ${name}; delete from ${name}`);
      const wasNamed = await isNamed();
      await tamper(`insert into ${name} select * from kept; drop table kept`);
      expect(wasNamed).toBe(true);
    },
  );

  // An edit that stayed would be named in each test after its own, and here.
  it('[R36.21] is named by nothing when every edit was undone', async () => {
    expect((await found()).filter(({ ok }) => !ok)).toEqual([]);
  });
});

/**
 * Returns what chooses the outlet's column and the first one of each kind of value, empty ones by what they would hold. Both engines return the
 * same row to the same comparison, if they return each kind alike: on the second one no more is edited.
 */
function isFirstOfItsKind(): (entry: [string, unknown]) => boolean {
  const seen = new Set<string>();
  return ([column, value]) => {
    const kind = value === null ? `no ${/_(id|by|at)$/.exec(column)?.[1] ?? 'text'}` : typeof value;
    if (seen.has(kind)) return false;
    // Every table begins with the outlet; another number is tried too.
    if (column !== 'outlet_id') seen.add(kind);
    return true;
  };
}

/** Returns the data of an entry as an earlier release wrote it. */
function withoutWritten(data: string): string {
  const { written: _written, ...rest } = JSON.parse(data) as Record<string, unknown>;
  return JSON.stringify(rest);
}

type Path = readonly string[];

/** Returns the path of each value of a document that is no list or object. */
function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([name, one]) => pathsOf(one, [...at, name]));
}

/** Returns the document with another value at a path. */
function withEdit(value: unknown, [name, ...rest]: Path): unknown {
  if (name === undefined) return edited('', value as Stored);
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[name] = withEdit(copy[name], rest);
  return copy;
}
