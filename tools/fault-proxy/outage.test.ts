/**
 * Tests tills whose server cannot save for a while: the web app's own data layer, a server on a port, a real PostgreSQL that is away or whose connections die, and
 * an embedded store on a full disk.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import { afterAll, expect, it } from 'vitest';
import { setSetting } from '../../apps/server/src/modules/bill/testing/shop.ts';
import { fillDisk } from '../../apps/server/src/platform/disk/testing/fill-disk.ts';
import type { StoreLocation } from '../../apps/server/src/platform/store/open-store.ts';
import { findPrograms, startPostgres } from '../../apps/server/src/platform/store/testing/postgres.ts';
import { openSilentProxy } from '../../apps/server/src/platform/store/testing/silent-proxy.ts';
import {
  type Acknowledged,
  nothingAcknowledged,
  recordResponses,
  recordSaved,
  save,
} from '../simulator/acknowledged.ts';
import { billsOf, brokenTillInvariants } from '../simulator/checks.ts';
import { loadTillCode } from '../simulator/device/till-code.ts';
import type { Till } from '../simulator/device/till-main.ts';
import { makeKitchenPrinter } from '../simulator/kitchen-printer.ts';
import { openShopServer } from '../simulator/shop-server.ts';
import { openRealTill } from './real-till.ts';
import { openTcpGate, type TcpGate } from './tcp-gate.ts';

const isSoak = process.env['SOAK'] === '1';
const outageMs = isSoak ? 55_000 : 12_000;
const tillCount = 3;
/** Counted from the end of the outage. */
const arrivesWithinMs = 10_000;
const reportedWithinMs = 5000;

const pause = (ms: number): Promise<void> => new Promise((done) => void setTimeout(done, ms));

async function until(isSo: () => boolean, withinMs: number, what: () => string): Promise<number> {
  const startedAt = performance.now();
  while (!isSo()) {
    if (performance.now() - startedAt > withinMs) throw new Error(`Not within ${withinMs} ms: ${what()}`);
    await pause(20);
  }
  return performance.now() - startedAt;
}

const isAway = ({ connection }: Till): boolean => !connection.getState().isOnline || !connection.getState().canSave;

const waitingOf = (tills: readonly Till[]) =>
  tills.flatMap((till) =>
    till.outbox.getState().entries.map(({ kind, state, reason }) => [kind, state, reason?.message]),
  );

/** Sells one bill of a table and takes the payment for it. */
async function sell(till: Till, slot: string, acknowledged: Acknowledged): Promise<void> {
  const bills = till.bills.getState();
  const opened = await bills.checkIn('Table', slot);
  if (!opened.ok) throw new Error(opened.refusal.message);
  const { key } = opened.value;
  const items = till.app.getState().menus.flatMap((menu) => menu.categories.flatMap((each) => each.menuItems));
  const menuItem = items.find((item) => !item.openPrice);
  if (!menuItem) throw new Error('There is no menu');
  till.bills.getState().addItem(key, { menuItem });
  await save(acknowledged, till, key);
  const amount = till.bills.getState().bills[key]?.total ?? 0;
  const payment = { key: derivedKey(`payment ${key}`), method: 'Cash', amount } as const;
  const paid = await bills.pay(key, { payments: [payment] });
  if (paid.state === 'refused') throw new Error(`Refused: ${paid.reason.message}`);
  acknowledged.taken.set(payment.key, amount);
  recordSaved(acknowledged, till, key, []);
}

interface World {
  readonly tills: readonly Till[];
  readonly acknowledged: Acknowledged;
  /** Checks what was promised of all work, after `bills` bills. */
  check(bills: number): Promise<void>;
}

/** Opens tills at a server, each with a bill that was sold and saved, and runs `play` with them. */
async function withTills(place: StoreLocation | undefined, play: (world: World) => Promise<void>): Promise<void> {
  const server = await openShopServer(Date.now, place);
  const opened: { close(): void }[] = [];
  try {
    const origin = await server.listen();
    const code = await loadTillCode(join(import.meta.dirname, '../simulator/device/till-hub.ts'));
    const setup = await server.newSetup(tillCount);
    await setSetting(setup.shop, 'AutoPrintEnabled', 'false');
    const [acknowledged, printer, faults] = [nothingAcknowledged(), makeKitchenPrinter(), [] as string[]];
    const parts = {
      code,
      origin,
      printer,
      onStart: (till: Till) => recordResponses(till, acknowledged),
      onFault: (words: string) => faults.push(words),
    };
    for (const seat of setup.seats) opened.push(await openRealTill(seat, setup.shop.outletId, parts));
    const tills = (opened as Awaited<ReturnType<typeof openRealTill>>[]).map(({ till }) => till);
    await Promise.all(tills.map((till, at) => sell(till, String(1 + at), acknowledged)));
    await nothingWaits(tills);
    const world = { setup, acknowledged, printer, faults, tills: opened as Awaited<ReturnType<typeof openRealTill>>[] };
    await play({
      tills,
      acknowledged,
      async check(count) {
        expect(await brokenTillInvariants(world)).toEqual([]);
        const bills = await billsOf(world);
        expect(bills.map(({ status }) => status)).toEqual(Array.from({ length: count }, () => 'Complete'));
        expect(bills.flatMap((bill) => bill.payments)).toHaveLength(count);
      },
    });
  } finally {
    for (const till of opened) till.close();
    await server.close();
  }
}

/** Waits until no till has work that waits, and returns how long that took, ms. */
const nothingWaits = (tills: readonly Till[]): Promise<number> =>
  until(
    () => waitingOf(tills).length === 0,
    arrivesWithinMs,
    () => JSON.stringify(waitingOf(tills)),
  );

/** Sells while nothing can be saved: each header says so within 5 s and all the while; 10 s after the end nothing waits. */
async function sellThrough({ tills, acknowledged, check }: World, start: () => void, end: () => void): Promise<void> {
  start();
  const cutAt = performance.now();
  // A till that has nothing to save reports the outage too.
  const selling = tills.slice(1).map((till, index) => sell(till, String(11 + index), acknowledged));
  const saidMs = await until(
    () => tills.every(isAway),
    reportedWithinMs,
    () => tills.map((till) => JSON.stringify(till.connection.getState())).join(),
  );
  await Promise.all(selling);
  await Promise.all(tills.slice(1).map((till, at) => sell(till, String(21 + at), acknowledged)));
  while (performance.now() - cutAt < outageMs) {
    expect(tills.map(isAway), 'the header says so all the while').toEqual(tills.map(() => true));
    await pause(100);
  }
  expect(waitingOf(tills).length).toBeGreaterThan(0);

  end();
  const savedMs = await nothingWaits(tills);
  await until(
    () => !tills.some(isAway),
    reportedWithinMs,
    () => 'the header still says that nothing is saved',
  );
  if (isSoak)
    process.stdout.write(`said after ${Math.round(saidMs)} ms, all saved ${Math.round(savedMs)} ms after the end\n`);
  await check(tillCount + 4);
}

/** Runs `play` with a gate before a PostgreSQL cluster and the location behind the gate. */
async function withGate(play: (gate: TcpGate, place: StoreLocation) => Promise<void>): Promise<void> {
  const cluster = await startPostgres();
  await cluster.ready;
  const gate = await openTcpGate(Number(new URL(cluster.url).port));
  try {
    await play(gate, { databaseUrl: cluster.url.replace(/:\d+\//, `:${gate.port}/`) });
  } finally {
    gate.open();
    await gate.close();
    await cluster.stop();
  }
}

const timeout = outageMs + 120_000;
const hasPostgres = findPrograms() !== undefined;

it.skipIf(!hasPostgres)(
  `[R35.5] [R35.6] shows ${outageMs / 1000} s without the database in the header, and saves all work once within 10 s after`,
  { timeout },
  () => withGate((gate, place) => withTills(place, (world) => sellThrough(world, gate.shut, gate.open))),
);

it.skipIf(!hasPostgres)(
  '[R35.7] sells again within 10 s of connections to the database that died silently, and saves all work once',
  { timeout },
  async () => {
    const cluster = await startPostgres();
    await cluster.ready;
    const proxy = await openSilentProxy(cluster.url);
    try {
      await withTills({ databaseUrl: proxy.urlOf(cluster.url) }, async ({ tills, acknowledged, check }) => {
        proxy.silence();
        const startedAt = performance.now();
        await Promise.all(tills.map((till, index) => sell(till, String(11 + index), acknowledged)));
        await nothingWaits(tills);
        const savedMs = performance.now() - startedAt;
        if (isSoak) process.stdout.write(`all saved ${Math.round(savedMs)} ms after the connections died\n`);
        expect(savedMs).toBeLessThan(arrivesWithinMs);
        await check(tillCount * 2);
      });
    } finally {
      await proxy.close();
      await cluster.stop();
    }
  },
);

const small = mkdtempSync(join(tmpdir(), 'atoll-small-disk-'));
const isMounted =
  process.platform === 'linux' && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=60m', 'tmpfs', small]).status === 0;
afterAll(() => {
  if (isMounted) execFileSync('umount', [small]);
  rmSync(small, { recursive: true, force: true });
});

it.skipIf(!isMounted)(
  `[R35.4] [R35.5] [R35.6] shows ${outageMs / 1000} s with a full disk in the header, and saves all work once within 10 s after`,
  { timeout },
  () =>
    withTills({ dataDir: join(small, 'data') }, (world) =>
      sellThrough(
        world,
        () => fillDisk(small),
        () => rmSync(join(small, 'filler')),
      ),
    ),
);
