/**
 * Tests payments of several tills over a line with every fault: the web app's own data layer, a server on a port, a
 * proxy between.
 */
import { join } from 'node:path';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import { chance as chanceOf } from '@atoll/domain/bill/testing/bills';
import { expect, it } from 'vitest';
import { setSetting } from '../../apps/server/src/modules/bill/testing/shop.ts';
import type { StoreLocation } from '../../apps/server/src/platform/store/open-store.ts';
import { findPrograms, startPostgres } from '../../apps/server/src/platform/store/testing/postgres.ts';
import { say } from '../scripts/folder.mjs';
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
import { openShopServer, type ShopServer } from '../simulator/shop-server.ts';
import { type Faults, noFaults, openFaultProxy } from './fault-proxy.ts';
import { openRealTill } from './real-till.ts';

const isSoak = process.env['SOAK'] === '1';
const payments = isSoak ? 5000 : 500;
/** The line limits a till to little more than one payment a second: five thousand need ten tills. */
const tillCount = isSoak ? 10 : 5;
/** Tables that each till serves at the same time; together they are the outlet's forty. */
const tables = 40 / tillCount;
const seed = 1;
/** A bad line: 200 ms for a call and its answer, one of twenty exchanges lost, and every other fault now and then. */
const badLine: Faults = { lostCalls: 3, lostAnswers: 5, doubled: 10, overtaken: 5, hung: 1, delayMs: 200 };
/** On a working line, a till that sends nothing for this long has stopped. */
const maxStandstillMs = 60_000;

const pause = (ms: number): Promise<void> => new Promise((done) => void setTimeout(done, ms));

/** Sells one bill of two items that are saved one after the other; returns their keys in that order. */
async function sell(
  till: Till,
  slot: string,
  acknowledged: Acknowledged,
  below: (n: number) => number,
): Promise<string[]> {
  const bills = till.bills.getState();
  const opened = await bills.checkIn('Table', slot);
  if (!opened.ok) throw new Error(opened.refusal.message);
  const { key } = opened.value;
  const items = till.app.getState().menus.flatMap((menu) => menu.categories.flatMap((each) => each.menuItems));
  const plain = items.filter((item) => !item.openPrice);
  const keys: string[] = [];
  for (let line = 0; line < 2; line += 1) {
    const menuItem = plain[below(plain.length)];
    if (!menuItem) throw new Error('There is no menu');
    till.bills.getState().addItem(key, { menuItem });
    keys.push(...(till.bills.getState().drafts[key]?.items ?? []).map((item) => item.key));
    await save(acknowledged, till, key);
    await pause(below(100));
  }
  const total = till.bills.getState().bills[key]?.total ?? 0;
  const payment = { key: derivedKey(`payment ${key}`), method: 'Cash', amount: total } as const;
  const paid = await bills.pay(key, { payments: [payment] });
  if (paid.state === 'refused') throw new Error(`Refused: ${paid.reason.message}`);
  acknowledged.taken.set(payment.key, total);
  recordSaved(acknowledged, till, key, []);
  return keys;
}

/** Lets the tills sell over a bad line, ends the faults, and checks what the server has. */
async function sellOverBadLine(server: ShopServer): Promise<void> {
  const start = { at: performance.now(), cpu: process.cpuUsage() };
  const { below } = chanceOf(seed);
  const proxy = await openFaultProxy(await server.listen(), below);
  const code = await loadTillCode(join(import.meta.dirname, '../simulator/device/till-hub.ts'));
  const setup = await server.newSetup(tillCount);
  // Tickets do not use this line; the simulator tests them.
  await setSetting(setup.shop, 'AutoPrintEnabled', 'false');
  const [acknowledged, printer, faults] = [nothingAcknowledged(), makeKitchenPrinter(), [] as string[]];
  const tills = await Promise.all(
    setup.seats.map((seat, number) =>
      openRealTill(seat, setup.shop.outletId, {
        code,
        origin: proxy.origin,
        printer,
        onStart: (till) => recordResponses(till, acknowledged),
        onFault: (words) => faults.push(`till ${number}: ${words}`),
      }),
    ),
  );
  proxy.faults = badLine;
  const inOrder: string[][] = [];
  let left = payments;
  await Promise.all(
    tills.flatMap(({ till }, number) =>
      Array.from({ length: tables }, async (_, table) => {
        while (left > 0) {
          left -= 1;
          inOrder.push(await sell(till, String(1 + number * tables + table), acknowledged, below));
        }
      }),
    ),
  );
  proxy.faults = noFaults;
  const waiting = (): number => tills.reduce((sum, { till }) => sum + till.outbox.getState().entries.length, 0);
  let last = { count: waiting(), at: Date.now() };
  const behind = last.count;
  while (last.count > 0 && Date.now() - last.at < maxStandstillMs) {
    await pause(50);
    const count = waiting();
    if (count !== last.count) last = { count, at: Date.now() };
  }
  for (const { till } of tills)
    expect(till.outbox.getState().entries.map(({ kind, state, reason }) => [kind, state, reason])).toEqual([]);

  const world = { setup, acknowledged, printer, faults, tills };
  expect(await brokenTillInvariants(world)).toEqual([]);
  const bills = await billsOf(world);
  expect(bills.map(({ status }) => status)).toEqual(Array.from({ length: payments }, () => 'Complete'));
  expect(new Set(bills.flatMap((bill) => bill.payments.map(({ key }) => key))).size).toBe(payments);
  const idOf = new Map(bills.flatMap((bill) => bill.items.map(({ key, id }) => [key, id ?? 0])));
  for (const keys of inOrder) {
    const ids = keys.map((key) => idOf.get(key) ?? 0);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  }
  // A fault that never happened proves nothing.
  for (const fault of ['lostCalls', 'lostAnswers', 'doubled', 'overtaken', 'hung'] as const)
    expect(proxy.happened.get(fault) ?? 0, fault).toBeGreaterThan(0);

  const { user, system } = process.cpuUsage(start.cpu);
  say(
    `${payments} payments in ${((performance.now() - start.at) / 1000).toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of processor, ${behind} calls behind when the line was mended: ${[...proxy.happened].map(([name, times]) => `${times} ${name}`).join(', ')}`,
  );
  for (const each of tills) each.close();
  await proxy.close();
}

async function sellOn(place?: StoreLocation): Promise<void> {
  const server = await openShopServer(Date.now, place);
  try {
    await sellOverBadLine(server);
  } finally {
    await server.close();
  }
}

async function sellOnPostgres(): Promise<void> {
  const cluster = await startPostgres();
  try {
    await cluster.ready;
    await sellOn({ databaseUrl: cluster.url });
  } finally {
    await cluster.stop();
  }
}

for (const engine of isSoak ? ['SQLite', 'PostgreSQL'] : ['SQLite'])
  it.skipIf(engine === 'PostgreSQL' && findPrograms() === undefined)(
    `[R13.4] [R15.1] saves ${payments} payments over a bad line once each on ${engine}, in order, without a gap in invoices`,
    { timeout: isSoak ? 1_800_000 : 240_000 },
    () => (engine === 'SQLite' ? sellOn() : sellOnPostgres()),
  );
