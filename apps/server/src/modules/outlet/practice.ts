/**
 * Practice outlets: an outlet with the menus, taxes and settings of another one, for the same people, in which nothing counts. It has its own bills,
 * shift, kitchen tickets and change log, so nothing of it can be in those of the outlet that sells. Source: R31.45, R31.46, docs/rules.md#practice.
 */
import type { startPractice } from '@atoll/domain/contract/outlet/practice';
import type { OutletChoice } from '@atoll/domain/contract/people/auth';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { type SettingKey, settingDefinitions } from '@atoll/domain/outlet/settings';
import { practicePrinter } from '@atoll/domain/ticket/practice';
import { type Kysely, type Selectable, sql } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { createLimiter, type Limiter } from '../../platform/http/limit/limiter.ts';
import type { Clock } from '../../platform/http/services.ts';
import type { Engine } from '../../platform/store/engine.ts';
import { type Database, jsonColumns, type OutletTable } from '../../platform/store/schema/schema.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { isOutletOf } from './service.ts';

/** What practice needs of the outlet: what it sells, at which prices, and where its tables are. Customers, stock, accounts, reports and the website stay. */
const copiedTables = [
  'menu',
  'category',
  'modifier_group',
  'menu_item',
  'customer_group',
  'price_list',
  'promotion',
  'choice_group',
  'price_rule_version',
  'zone',
  'station',
  'floor_plan',
  'setting',
] as const;

type Copied = ReadonlyMap<string, readonly Record<string, unknown>[]>;
type OutletRow = Selectable<OutletTable>;

/** What practice does without: its sales take no stock, and no guest sees it. */
const featuresLeftOut: ReadonlySet<string> = new Set(['Inventory', 'Website', 'HouseAccounts', 'Wallets']);

/** Columns of an outlet that practice does not have from it: who it is to the tax office, and what the store counts. */
const ownColumns = { tin: '', gst_activity_no: '', invoice_prefix: '', is_active: false, version: 1 } as const;

const choiceOf = ({ id, name, logo, business_type, practice_of }: OutletRow): OutletChoice => ({
  outletId: id,
  name,
  logo,
  businessType: business_type,
  practiceOf: practice_of,
});

const minute = 60_000;

/** Creates the limit of new practice outlets of an outlet: each is a copy of its menus, and nobody needs more than a few in an hour. */
export const freshLimiter = (clock: Clock): Limiter =>
  createLimiter({ clock, free: 10, firstWaitMs: minute, maxWaitMs: 60 * minute, forgetMs: 60 * minute });

/**
 * Returns the practice outlet of an outlet of the caller. Makes it when there is none; with `fresh` it makes a new one, and the former is used no
 * longer. The same key returns the same outlet, and so do tills that start it at once. Refused: 'notFound', 'isPractice', 'keyReused', 'tooMany'.
 */
export async function openPractice(
  { store, limiter }: { readonly store: Store; readonly limiter: Limiter },
  actor: Actor,
  { key, outletId, fresh = false }: BodyOf<typeof startPractice>,
): Promise<OutletChoice> {
  const { real, known } = await store.readOrg(async (db) => {
    const row = await db.selectFrom('outlet').selectAll().where('id', '=', outletId).executeTakeFirst();
    const of = row?.practice_of || outletId;
    if (!row?.is_active || !(await isOutletOf(db, actor.userId, of))) throw refused('notFound');
    if (row.practice_of > 0) throw refused('isPractice');
    return { real: row, known: await knownOf(db, outletId, key, fresh) };
  });
  if (known && known.version > 1) return choiceOf(known);
  if (fresh) {
    limiter.ask(String(outletId));
    limiter.count(String(outletId));
  }
  const practiceId = await takeRow(store, real, key, fresh);
  await fill(store, actor, practiceId, real, fresh, await readCopied(store, outletId));
  return store.readOrg(async (db) => {
    const made = await practiceRows(db, outletId).where('id', '=', practiceId).executeTakeFirstOrThrow();
    return choiceOf(made.is_active || fresh ? made : ((await activeOf(db, outletId)) ?? made));
  });
}

const practiceRows = (db: Kysely<Database>, outletId: number) =>
  db.selectFrom('outlet').selectAll().where('practice_of', '=', outletId);

const activeOf = (db: Kysely<Database>, outletId: number): Promise<OutletRow | undefined> =>
  practiceRows(db, outletId).where('is_active', '=', true).executeTakeFirst();

/** Returns what a call with this key opens: the outlet of the key, else the active one; without one also what is not filled yet. */
async function knownOf(
  db: Kysely<Database>,
  outletId: number,
  key: string,
  fresh: boolean,
): Promise<OutletRow | undefined> {
  const own = await practiceRows(db, outletId).where('key', '=', key).executeTakeFirst();
  if (own || fresh) return own;
  return (await activeOf(db, outletId)) ?? practiceRows(db, outletId).where('version', '=', 1).executeTakeFirst();
}

/** Makes tills that start practice of an outlet wait for each other; SQLite has one writer anyway. */
async function lockReal(db: Kysely<Database>, engine: Engine, outletId: number): Promise<void> {
  const row = db.selectFrom('outlet').select('id').where('id', '=', outletId);
  if (engine === 'postgres') await row.forUpdate().execute();
}

/** Returns the id of the outlet to fill, and inserts it, not active yet, when there is none: a crash leaves it to the next call. */
function takeRow(store: Store, real: OutletRow, key: string, fresh: boolean): Promise<number> {
  const { id, slot_types, features, floor_version, prices_version, counts_items, ...details } = real;
  return store.writeOrg(async (db) => {
    await lockReal(db, store.engine, id);
    const known = await knownOf(db, id, key, fresh);
    if (known) return known.id;
    if (await db.selectFrom('outlet').select('id').where('key', '=', key).executeTakeFirst())
      throw refused('keyReused');
    const made = await db
      .insertInto('outlet')
      .values({
        ...details,
        ...ownColumns,
        key,
        practice_of: id,
        floor_version,
        prices_version,
        counts_items,
        slot_types: JSON.stringify(slot_types),
        features: JSON.stringify(features.filter((feature) => !featuresLeftOut.has(feature))),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return made.id;
  });
}

/** Returns the rows to copy, by table. */
function readCopied(store: Store, outletId: number): Promise<Copied> {
  return store.readOutlet(outletId, async (db) => {
    const rows = new Map<string, Record<string, unknown>[]>();
    for (const table of copiedTables)
      rows.set(table, (await db.selectFrom(table).selectAll().where('outlet_id', '=', outletId).execute()) as never);
    return rows;
  });
}

/**
 * Copies the rows and opens the outlet, in one transaction; the practice outlet before it is used no longer. Writes nothing when another till has
 * filled it, or, unless `fresh`, has opened another one.
 */
function fill(
  store: Store,
  actor: Actor,
  practiceId: number,
  real: OutletRow,
  fresh: boolean,
  copied: Copied,
): Promise<void> {
  return store.writeOutlet(practiceId, async (tx) => {
    await lockReal(tx.db, tx.engine, real.id);
    const rows = await practiceRows(tx.db, real.id).execute();
    const isFilled = rows.some(({ id, version }) => id === practiceId && version > 1);
    if (isFilled || (!fresh && rows.some(({ is_active }) => is_active))) return;
    for (const table of copiedTables)
      for (const row of table === 'setting' ? settingsOf(copied) : (copied.get(table) ?? [])) copyRow(tx, table, row);
    tx.write(
      tx.db
        .updateTable('outlet')
        .set({ is_active: false, version: sql`version + 1` })
        .where('practice_of', '=', real.id)
        .where('is_active', '=', true),
    );
    tx.write(tx.db.updateTable('outlet').set({ is_active: true, version: 2 }).where('id', '=', practiceId));
    tx.history({
      subject: 'Outlet',
      subjectKey: String(practiceId),
      action: 'Created',
      userId: actor.userId,
      deviceId: actor.deviceId,
      after: { name: real.name, practiceOf: real.id },
    });
    tx.change({ entity: 'Settings', id: null, version: 2, action: 'Created' }, actor.connectionId);
  });
}

/** Returns the settings with no printer of the outlet: each that it uses becomes the printer for practice. */
function settingsOf(copied: Copied): readonly Record<string, unknown>[] {
  return (copied.get('setting') ?? []).flatMap((row) => {
    const definition = settingDefinitions[row['key'] as SettingKey];
    if (definition?.section !== 'printers') return [row];
    return definition.kind === 'text' && row['value'] ? [{ ...row, value: practicePrinter }] : [];
  });
}

function copyRow(tx: OutletTx, table: (typeof copiedTables)[number], row: Record<string, unknown>): void {
  const values = Object.entries({ ...row, outlet_id: tx.head.outletId }).map(([column, value]) => [
    column,
    jsonColumns.has(column) && value !== null ? JSON.stringify(value) : value,
  ]);
  const insert = tx.db.insertInto(table).values(Object.fromEntries(values) as never);
  // Every outlet has the first stations from its start.
  const isThere = table === 'station';
  tx.write(
    isThere
      ? insert.onConflict((conflict) =>
          conflict.columns(['outlet_id', 'id'] as never).doUpdateSet(Object.fromEntries(values) as never),
        )
      : insert,
  );
}
