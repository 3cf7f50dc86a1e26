/** The trial of a release on a copy of the store, on this machine alone: what is checked before tills are served. Source: R31.32, R31.33. */
import { randomUUIDv7 } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { rolePermissions } from '@atoll/domain/access/permission';
import { slotTypeNames } from '@atoll/domain/outlet/outlet';
import { buildApp } from './app.ts';
import { type BillActor, createBill } from './modules/bill/service.ts';
import { readMenus } from './modules/menu/queries.ts';
import { readConfig } from './platform/config/config.ts';
import { Refused } from './platform/errors/refused.ts';
import { createLog } from './platform/log/log.ts';
import { openStore } from './platform/store/open-store.ts';
import { verifyHistory } from './platform/store/outlet/history.ts';
import type { Store } from './platform/store/store.ts';

/** How many entries at the end of each outlet's history are checked. */
const entriesChecked = 1000;

class TakenBack extends Error {}

/** Returns a store whose commands are taken back when they have ended well. */
const takingBack = (store: Store): Store =>
  new Proxy(store, {
    get: (target, name) => {
      if (name !== 'writeOutlet') {
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      }
      const writeOutlet: Store['writeOutlet'] = (outletId, run, manner) =>
        target.writeOutlet(
          outletId,
          async (tx) => {
            await run(tx);
            throw new TakenBack('This bill was a trial');
          },
          manner,
        );
      return writeOutlet;
    },
  });

/** Returns an item that needs no choice; undefined without one. */
async function plainItem(store: Store, outletId: number) {
  const items = await store.readOutlet(outletId, (db) =>
    db
      .selectFrom('menu_item')
      .select(['id', 'sizes', 'modifier_group_ids'])
      .where('outlet_id', '=', outletId)
      .where('is_active', '=', true)
      .where('is_available', '=', true)
      .where('is_open_price', '=', false)
      .where('is_sold_by_weight', '=', false)
      .orderBy('id')
      .limit(100)
      .execute(),
  );
  return items.find((item) => item.modifier_group_ids.length === 0);
}

/** Writes a bill, and takes it back. Returns whether it was written: what an outlet does not sell now is refused. */
async function tryBill(store: Store, outletId: number, userId: number): Promise<boolean> {
  const item = await plainItem(store, outletId);
  if (item === undefined) return false;
  const actor: BillActor = {
    userId,
    name: 'Trial',
    outletId,
    permissions: new Set<string>(rolePermissions('Admin')),
    deviceId: 'trial',
    connectionId: 'trial',
  };
  const size = item.sizes.find(({ isDefault }) => isDefault) ?? item.sizes[0];
  for (const type of slotTypeNames) {
    const items = [{ key: randomUUIDv7(), menuItemId: item.id, qty: 1, ...(size && { size: size.value }) }];
    try {
      await createBill(takingBack(store), actor, { key: randomUUIDv7(), type, slot: '1', items });
    } catch (error) {
      if (error instanceof TakenBack) return true;
      if (!(error instanceof Refused)) throw error;
    }
  }
  return false;
}

/** Checks an outlet and returns what it says of it. */
async function checkOutlet(store: Store, { id, name }: { id: number; name: string }): Promise<string> {
  await store.readOutlet(id, (db) => readMenus(db, id));
  const history = await verifyHistory(store, id, entriesChecked);
  if (!history.ok) throw new Error(`The history of ${name} does not agree at entry ${history.seq}`);
  const user = await store.readOrg((db) => db.selectFrom('app_user').select('id').orderBy('id').executeTakeFirst());
  const isWritten = user !== undefined && (await tryBill(store, id, user.id));
  return `Checked: ${name}, ${isWritten ? 'with a bill that was taken back' : 'without a bill: it sells nothing now'}`;
}

/** Migrates the copy in a folder and checks the release on it. Throws with what is wrong. `said`: progress, in words. */
export async function tryRelease(dataDir: string, said: (line: string) => void): Promise<void> {
  const config = readConfig({ DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', DEMO: '0', LOG_LEVEL: 'error' });
  const log = createLog(config.logLevel);
  said('The tables are brought up to date');
  const store = await openStore(
    { dataDir },
    { log, isCopy: true, onMigrated: ({ number, name }) => said(`Migrated: ${number} ${name}`) },
  );
  try {
    const app = await buildApp({ config, store, log });
    try {
      await app.listen({ host: '127.0.0.1', port: 0 });
      const { port } = app.server.address() as AddressInfo;
      const ready = await fetch(`http://127.0.0.1:${port}/ready`);
      if (!ready.ok) throw new Error(`The server is not ready: ${(await ready.text()).slice(0, 300)}`);
      said('The server is ready');
      const outlets = await store.readOrg((db) => db.selectFrom('outlet').select(['id', 'name']).execute());
      for (const outlet of outlets) said(await checkOutlet(store, outlet));
    } finally {
      await app.close();
    }
  } finally {
    await store.close();
  }
}
