import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { programFile } from '../../../../tools/scripts/program-file.ts';
import type { StoreLocation } from '../platform/store/open-store.ts';
import { verifyHistory } from '../platform/store/outlet/history.ts';
import type { Store } from '../platform/store/store.ts';
import { eachEngine } from '../platform/store/testing/engine.ts';

const days = 1;
/** The number of kills of one run; a start on PostgreSQL takes longer. */
const kills = process.env['SOAK'] === '1' ? { sqlite: 200, postgres: 100 } : { sqlite: 4, postgres: 2 };

/** Runs the process that creates the demo data; returns what it wrote and how it ended. */
async function fill(place: StoreLocation, fatalEvent: number) {
  const child = spawn(
    process.execPath,
    [
      programFile('apps/server/src/seed/testing/filling-child.ts'),
      JSON.stringify(place),
      String(days),
      String(fatalEvent),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let [out, err] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (err += text.toString()));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { code, signal, err, reported: out ? (JSON.parse(out) as { result: string; events: number }) : null };
}

const counted = [
  'account',
  'bill',
  'category',
  'customer',
  'file',
  'history',
  'inventory_item',
  'menu',
  'menu_item',
  'modifier_group',
  'page',
  'payment',
  'purchase_invoice',
  'recipe',
  'setting',
  'shift',
  'site',
  'site_version',
  'sold_item',
  'stock_count',
  'stock_movement',
  'stock_request',
  'storage',
  'vendor',
  'z_report',
  'zone',
] as const;

/** Returns how much there is of everything in an outlet, in which states, and whether its history is valid. */
async function contentOf(store: Store, outletId: number) {
  const rows = await store.readOutlet(outletId, async (db) => {
    const counts: Record<string, number> = {};
    for (const table of counted) {
      const { count } = await db
        .selectFrom(table as 'bill')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('outlet_id', '=', outletId)
        .executeTakeFirstOrThrow();
      counts[table] = Number(count);
    }
    const states = async (table: 'bill' | 'shift' | 'stock_request' | 'stock_count' | 'purchase_invoice' | 'site') =>
      (
        await db
          .selectFrom(table as 'bill')
          .select('status')
          .where('outlet_id', '=', outletId)
          .execute()
      )
        .map(({ status }) => `${table} ${status}`)
        .toSorted();
    const levels = await db
      .selectFrom('stock_level')
      .select(['item_id', 'storage_id', 'on_hand', 'worth'])
      .where('outlet_id', '=', outletId)
      .orderBy('item_id')
      .orderBy('storage_id')
      .execute();
    return {
      counts,
      states: [
        await states('bill'),
        await states('shift'),
        await states('stock_request'),
        await states('stock_count'),
        await states('purchase_invoice'),
        await states('site'),
      ],
      stock: levels.map((level) => level.on_hand).toSorted((a, b) => a - b),
      worth: levels.reduce((sum, level) => sum + level.worth, 0),
    };
  });
  return { ...rows, isUnbroken: (await verifyHistory(store, outletId)).ok };
}

async function contentOfAll(store: Store) {
  const { users, outlets } = await store.readOrg(async (db) => ({
    users: await db.selectFrom('app_user').select(['email', 'role']).orderBy('email').execute(),
    outlets: await db.selectFrom('outlet').select(['id', 'name']).orderBy('id').execute(),
  }));
  const contents = [];
  for (const { id, name } of outlets) contents.push({ name, ...(await contentOf(store, id)) });
  return { users, contents };
}

eachEngine('a first start that is killed', (on) => {
  it(`[R35.9] starts again and ends with complete demo data, killed at ${kills[on.engine]} points one after another`, {
    timeout: 300_000,
  }, async () => {
    const whole = await on.placeWithTables();
    const first = await fill(whole, 0);
    expect(first).toMatchObject({ code: 0, reported: { result: 'demo' } });
    const expected = await contentOfAll(await on.open({ at: whole }));
    expect(expected.contents.map(({ name, isUnbroken }) => [name, isUnbroken])).toEqual([
      ['Atoll Café', true],
      ['Atoll Store', true],
    ]);

    const place = await on.placeWithTables();
    const events = first.reported?.events ?? 0;
    for (let kill = 1; kill <= kills[on.engine]; kill += 1) {
      const fatal = Math.max(1, Math.floor((events * kill) / (kills[on.engine] + 1)));
      const { signal, err } = await fill(place, fatal);
      expect({ fatal, signal, err }).toEqual({ fatal, signal: 'SIGKILL', err: '' });
    }
    expect(await fill(place, 0)).toMatchObject({ code: 0, err: '', reported: { result: 'demo' } });
    expect(await contentOfAll(await on.open({ at: place }))).toEqual(expected);
  });
});
