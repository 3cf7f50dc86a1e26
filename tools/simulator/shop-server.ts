/** The real server on a real embedded store, in this process, with its users and its crashes. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../apps/server/src/app.ts';
import { findPerson } from '../../apps/server/src/modules/auth/person.ts';
import { createEndedSessions } from '../../apps/server/src/modules/auth/session/ended-sessions.ts';
import { signingKey } from '../../apps/server/src/modules/auth/session/key.ts';
import { createLockChanges } from '../../apps/server/src/modules/auth/session/lock-changes.ts';
import { createSessions, type Sessions } from '../../apps/server/src/modules/auth/session/session.ts';
import { createTokens } from '../../apps/server/src/modules/auth/session/token.ts';
import { addShop, type Shop, setSetting } from '../../apps/server/src/modules/bill/testing/shop.ts';
import { addTestStock, stocked, type TestStock } from '../../apps/server/src/modules/stock/testing/test-stock.ts';
import { type Config, readConfig } from '../../apps/server/src/platform/config/config.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';
import { openStore, type StoreLocation } from '../../apps/server/src/platform/store/open-store.ts';
import type { CommittedChange, Store } from '../../apps/server/src/platform/store/store.ts';
import { addOutlet } from '../../apps/server/src/platform/store/testing/outlet.ts';
import { seedHashed } from '../../apps/server/src/seed/seed-user.ts';
import { quickHashes } from '../../apps/server/src/testing/quick-hashes.ts';
import { addPrices, type Priced, pricedOutlet } from './priced/priced-shop.ts';

/** Where the server dies in a command. */
export type DeathPoint = 'beforeCommit' | 'afterCommit';

export interface ServerRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface ServerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A separate outlet for one history, with signed-in people. */
export interface Setup {
  readonly shop: Shop;
  readonly testStock: TestStock;
  readonly seats: readonly SignedIn[];
  /** Its price rules, guests and cards; absent in a shop without. */
  readonly priced?: Priced;
}

/** Puts a bug between the app and its store. */
export type Tamper = (store: Store) => Store;

export interface ShopServer {
  readonly store: Store;
  /** Returns null when the server died during the request. */
  handle(request: ServerRequest): Promise<ServerAnswer | null>;
  /** Makes the next command die at this point; null cancels that. */
  dieAt(point: DeathPoint | null): void;
  /** Sets the listener for committed changes. */
  onChanges(listener: ((changes: readonly CommittedChange[]) => void) | null): void;
  /** Sets the server's clock. */
  setClock(clock: () => number): void;
  /** Listens on a local port and returns the address. */
  listen(): Promise<string>;
  /** Starts a new process on the same store, with an optional bug. */
  restart(tamper?: Tamper): Promise<void>;
  newSetup(tills: number, isPriced?: boolean): Promise<Setup>;
  close(): Promise<void>;
}

class Died extends Error {}

const stamp = { created_at: 0, created_by: null, modified_at: 0, modified_by: null };

/** Puts everything that the shop sells on a menu, so that the tills can order it. */
function addMenu({ store, outletId }: Shop): Promise<void> {
  return store.writeOutlet(outletId, async (tx) => {
    const menu = { outlet_id: outletId, id: await tx.nextId('menu'), key: `menu ${outletId}`, name: 'All day' };
    tx.write(tx.db.insertInto('menu').values({ ...menu, availability: '[]', order_types: '[]', ...stamp }));
    const category = { outlet_id: outletId, id: await tx.nextId('category'), key: `food ${outletId}`, name: 'Food' };
    const of = { menu_ids: JSON.stringify([menu.id]), image: null, gst_mode: null };
    tx.write(tx.db.insertInto('category').values({ ...category, ...of, ...stamp }));
    const inIt = { category_ids: JSON.stringify([category.id]) };
    tx.write(tx.db.updateTable('menu_item').set(inIt).where('outlet_id', '=', outletId));
    tx.change({ entity: 'Menu', id: null, version: 1, action: 'Updated' });
  });
}

const people = 4;
const quickFolder = '/dev/shm';

/** Returns the store of a server that dies at its next write when it is told to: before or after the commit. */
function makeMortalStore(inner: Store) {
  let death: DeathPoint | null = null;
  let isMute = false;
  let hasDied = false;

  const writeOutlet: Store['writeOutlet'] = async (outletId, command, manner) => {
    const point = death;
    death = null;
    if (point === null) return inner.writeOutlet(outletId, command, manner);
    if (point === 'beforeCommit')
      return inner.writeOutlet(
        outletId,
        async (tx) => {
          await command(tx);
          throw new Died();
        },
        manner,
      );
    isMute = true;
    try {
      await inner.writeOutlet(outletId, command, manner);
    } finally {
      isMute = false;
    }
    throw new Died();
  };
  const store: Store = {
    engine: inner.engine,
    readOutlet: (outletId, read) => inner.readOutlet(outletId, read),
    readForReports: (outletId, read) => inner.readForReports(outletId, read),
    heads: (outletIds) => inner.heads(outletIds),
    readAllOutlets: (read) => inner.readAllOutlets(read),
    writeAllOutlets: (write) => inner.writeAllOutlets(write),
    // On this thread: another thread would answer at a time that no seed decides.
    readForLists: (outletId, read) => inner.readOutlet(outletId, read),
    readOlder: (outletId, read) => inner.readOutlet(outletId, read),
    writeOutlet: async (outletId, command, manner) => {
      try {
        return await writeOutlet(outletId, command, manner);
      } catch (error) {
        if (error instanceof Died) hasDied = true;
        throw error;
      }
    },
    readOrg: (read) => inner.readOrg(read),
    writeOrg: (write) => inner.writeOrg(write),
    at: (instant) => inner.at(instant),
    onCommitted: () => undefined,
    check: () => inner.check(),
    waitingMs: () => inner.waitingMs(),
    meter: inner.meter,
    close: async () => undefined,
  };

  return {
    store,
    dieAt(point: DeathPoint | null): void {
      death = point;
    },
    /** True between a commit and the death after it. */
    isMute: () => isMute,
    hasDied: () => hasDied,
    revive(): void {
      hasDied = false;
    },
  };
}

/** Opens a new outlet with its menu, stock and printers, in which only these users work. */
async function openShop(
  inner: Store,
  userIds: readonly number[],
  isPriced: boolean,
): Promise<Pick<Setup, 'shop' | 'testStock' | 'priced'>> {
  const shop = await addShop(inner, isPriced ? pricedOutlet : stocked);
  const testStock = await addTestStock(shop);
  const priced = isPriced ? { priced: await addPrices(shop) } : {};
  await addMenu(shop);
  for (const [key, value] of [
    ['KotPrinter', 'Kitchen'],
    ['BotPrinter', 'Bar'],
    ['BillPrinter', 'Front'],
  ] as const)
    await setSetting(shop, key, value);
  await inner.writeOrg(async (db) => {
    await db.deleteFrom('user_outlet').execute();
    const rows = userIds.map((user_id) => ({ user_id, outlet_id: shop.outletId, sort: 0 }));
    await db.insertInto('user_outlet').values(rows).execute();
  });
  return { shop, testStock, ...priced };
}

/** Creates the users of the tills and returns their ids. `now` is epoch ms. */
async function addPeople(inner: Store, now: number): Promise<readonly number[]> {
  const userIds: number[] = [];
  const home = await addOutlet(inner);
  for (let n = 1; n <= people; n += 1) {
    const role = n === 1 ? 'Admin' : 'Manager';
    const one = { email: `till${n}@reef.example`, name: `Person ${n}`, role, jobTitle: '', department: '' } as const;
    userIds.push(await seedHashed(inner, { ...one, outletIds: [home] }, quickHashes, now));
  }
  return userIds;
}

/** Creates the session service that signs the people of the shop in. */
async function makeSessions(store: Store, dataDir: string, clock: () => number): Promise<Sessions> {
  const tokens = createTokens(await signingKey(store, dataDir, clock()));
  const ended = createEndedSessions(store, clock);
  const locks = createLockChanges(store, clock);
  return createSessions({ store, clock, tokens, ended, locks, reportForeign: async () => undefined });
}

/** Opens a server on its own store: embedded unless a location is given. `now` is its clock until `setClock`. */
export async function openShopServer(now: () => number, place?: StoreLocation): Promise<ShopServer> {
  const dataDir = mkdtempSync(join(existsSync(quickFolder) ? quickFolder : tmpdir(), 'atoll-simulated-'));
  const config: Config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', WEB_DIR: join(dataDir, 'web') });
  const log = createLog(config.logLevel);
  let clock = now;
  const inner = await openStore(place ?? { dataDir }, { log, now: () => clock() });
  const mortal = makeMortalStore(inner);
  let listener: ((changes: readonly CommittedChange[]) => void) | null = null;
  inner.onCommitted((changes) => {
    // A server that dies between the commit and the message notifies nobody.
    if (!mortal.isMute()) listener?.(changes);
  });

  let app: FastifyInstance;
  const build = async (tamper: Tamper = (store) => store): Promise<void> => {
    const old = app as FastifyInstance | undefined;
    app = await buildApp({
      config,
      store: tamper(mortal.store),
      clock: () => clock(),
      log,
      mailer: async () => undefined,
    });
    await app.ready();
    await old?.close();
  };
  app = undefined as never;
  await build();

  const sessions = await makeSessions(inner, dataDir, () => clock());
  const userIds = await addPeople(inner, clock());

  async function seat(userId: number, till: number): Promise<SignedIn> {
    const person = await inner.readOrg((db) => findPerson(db, userId));
    if (!person) throw new Error('Nobody of this id');
    return sessions.open(person, { id: `till-${till}`, name: `Till ${till}`, ip: '127.0.0.1', keepsPage: true });
  }

  return {
    store: inner,
    async handle({ method, url, headers, body }) {
      mortal.revive();
      const answer = await app.inject({
        method: method as 'GET',
        url,
        headers,
        ...(body === null ? {} : { payload: body }),
      });
      if (mortal.hasDied()) return null;
      const headerPairs = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
      return { status: answer.statusCode, headers: Object.fromEntries(headerPairs), body: answer.body };
    },
    dieAt: mortal.dieAt,
    onChanges(callback) {
      listener = callback;
    },
    setClock(next) {
      clock = next;
    },
    listen: () => app.listen({ port: 0, host: '127.0.0.1' }),
    restart: build,
    async newSetup(tills, isPriced = false) {
      const opened = await openShop(inner, userIds, isPriced);
      const seats: SignedIn[] = [];
      for (let till = 0; till < tills; till += 1) seats.push(await seat(userIds[till % people] ?? 0, till));
      return { ...opened, seats };
    },
    async close() {
      await app.close();
      await inner.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
