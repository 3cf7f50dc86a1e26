/** Stores for the benchmark: four outlets with their menus, users for sixteen tills, and years of bills. */
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../apps/server/src/platform/store/open-store.ts';
import { createClient } from '../apps/server/src/platform/store/postgres/client.ts';
import type { Store } from '../apps/server/src/platform/store/store.ts';
import { startPostgres } from '../apps/server/src/platform/store/testing/postgres.ts';
import { silentLog } from '../apps/server/src/platform/store/testing/silent-log.ts';
import { cafeMenu } from '../apps/server/src/seed/cafe-menu.ts';
import { seedDemo } from '../apps/server/src/seed/demo.ts';
import { seedMenu } from '../apps/server/src/seed/seed-menu.ts';
import { demoOutlets, seedOutlet } from '../apps/server/src/seed/seed-outlet.ts';
import { seedUser } from '../apps/server/src/seed/seed-user.ts';
import { fillStore } from '../tools/seed/fill.ts';
import type { TillPlace } from './load/till.ts';
import { multiplyStore } from './multiply.ts';
import type { Place } from './server.ts';

const password = 'bench-password';
export const tillCount = 16;
/** A café and a shop of the demo, and two more cafés. */
const outletCount = 4;

export interface BenchStore {
  readonly place: Place;
  readonly outletIds: readonly number[];
  /** Creates another store with the same content; each call returns a new one. */
  copy(): Promise<Place>;
  close(): Promise<void>;
}

/** Returns the tills of a run: in one outlet, or spread over several. */
export function tillPlaces(count: number, outletIds: readonly number[]): TillPlace[] {
  return Array.from({ length: count }, (_, i) => ({
    email: emailOf(i),
    password,
    outletId: outletIds[i % outletIds.length] ?? 1,
    // The second outlet is a shop.
    type: outletIds[i % outletIds.length] === 2 ? 'Counter' : 'Table',
    slot: 1 + Math.floor(i / outletIds.length),
  }));
}

/** Returns the users who open the shifts. */
export const keepers = (outletIds: readonly number[]): TillPlace[] =>
  outletIds.map((outletId) => ({ email: 'admin@bench.test', password, outletId, type: 'Table', slot: 1 }));

const emailOf = (till: number): string => `till${till + 1}@bench.test`;

/** The number of bills that the product's own services write; the rest are copies of them. */
const written = 12_000;
const perDay = 300;

/** `outlets` of the four have bills. */
async function fill(place: Place, bills: number, outlets: number, now: number): Promise<number[]> {
  const times = Math.max(1, Math.round(bills / written));
  const base = times === 1 ? bills : written;
  const days = written / outlets / perDay;
  const outletIds = await fillOnce(place, base, outlets, now - (times - 1) * days * 86_400_000);
  if (times > 1) await multiplyStore(place, times, days);
  return outletIds;
}

async function fillOnce(place: Place, bills: number, outlets: number, now: number): Promise<number[]> {
  const location = 'DATABASE_URL' in place ? { databaseUrl: place.DATABASE_URL } : { dataDir: place.DATA_DIR };
  // The history of the copies ends now as their bills do, or the clock of the server would wait for it.
  const startedAt = Date.now();
  const store = await openStore(location, { log: silentLog, now: () => now + Date.now() - startedAt });
  try {
    await seedDemo(store, now, { days: 0, cafe: 0, store: 0 });
    for (const name of ['Atoll Café North', 'Atoll Café South']) {
      const id = await seedOutlet(store, { ...demoOutlets.cafe, name }, now);
      await seedMenu(store, id, { name: 'All day', codePrefix: 'C', categories: cafeMenu });
    }
    const outletIds = await store.readOrg(async (db) =>
      (await db.selectFrom('outlet').select('id').orderBy('id').execute()).map(({ id }) => id),
    );
    await addPeople(store, outletIds, now);
    // Past bills have left the kitchen: only what is measured uses the features.
    const features = await store.readOrg((db) => db.selectFrom('outlet').select(['id', 'features']).execute());
    await store.writeOrg((db) => db.updateTable('outlet').set({ features: '[]' }).execute());
    await fillStore(store, { bills, perDay, now, outlets });
    for (const outlet of features)
      await store.writeOrg((db) =>
        db
          .updateTable('outlet')
          .set({ features: JSON.stringify(outlet.features) })
          .where('id', '=', outlet.id)
          .execute(),
      );
    return outletIds;
  } finally {
    await store.close();
  }
}

async function addPeople(store: Store, outletIds: readonly number[], now: number): Promise<void> {
  const user = { jobTitle: '', department: '', password, passcode: '', outletIds };
  await seedUser(store, { ...user, email: 'admin@bench.test', name: 'Keeper', role: 'Admin' }, now);
  for (let till = 0; till < tillCount; till += 1)
    await seedUser(store, { ...user, email: emailOf(till), name: `Till ${till + 1}`, role: 'User' }, now);
}

/** Creates an embedded store in a temporary folder. The bills are spread over four outlets, or all in the first. */
export async function embeddedStore(bills: number, outlets = outletCount): Promise<BenchStore> {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-bench-'));
  const place = { DATA_DIR: join(folder, 'data') };
  const outletIds = await fill(place, bills, outlets, Date.now());
  let copies = 0;
  return {
    place,
    outletIds,
    copy: async () => {
      copies += 1;
      const copied = { DATA_DIR: join(folder, `copy-${copies}`) };
      cpSync(place.DATA_DIR, copied.DATA_DIR, { recursive: true });
      return copied;
    },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Creates a store on its own PostgreSQL cluster. */
export async function postgresStore(bills: number, outlets = outletCount): Promise<BenchStore> {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-bench-'));
  const cluster = await startPostgres(['shared_buffers=256MB', 'max_wal_size=4GB']);
  try {
    await cluster.ready;
    const url = await createDatabase(cluster.socketUrl);
    const place = { DATA_DIR: folder, DATABASE_URL: url };
    const outletIds = await fill(place, bills, outlets, Date.now());
    return {
      place,
      outletIds,
      copy: async () => ({
        DATA_DIR: folder,
        DATABASE_URL: await createDatabase(cluster.socketUrl, new URL(url).pathname.slice(1)),
      }),
      close: async () => {
        await cluster.stop();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** Creates a database, as a copy of another when one is named; returns its URL. */
export async function createDatabase(clusterUrl: string, template = 'template0'): Promise<string> {
  const name = `bench_${randomUUID().replaceAll('-', '')}`;
  const client = createClient(clusterUrl, false);
  await client.connect();
  await client.query(`create database ${name} template ${template}`);
  await client.end();
  const url = new URL(clusterUrl);
  url.pathname = name;
  return url.href;
}
