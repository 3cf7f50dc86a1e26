/** Measures a till that is offline for three days, and how fast eight tills in one outlet agree. */

import { join } from 'node:path';
import type { Bill } from '@atoll/domain/bill/bill';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import { businessDate } from '@atoll/domain/date/business-day';
import { expect, it } from 'vitest';
import { say } from '../scripts/folder.mjs';
import { save } from './acknowledged.ts';
import { billDifferences, brokenTillInvariants } from './checks.ts';
import { loadTillCode } from './device/till-code.ts';
import type { Till } from './device/till-main.ts';
import { openShopServer } from './shop-server.ts';
import { makeSimulation, type Simulation } from './simulation.ts';

const isSoak = process.env['SOAK'] === '1';
const offlineHours = isSoak ? 72 : 2;
const billCount = isSoak ? 500 : 50;
const hourMs = 3_600_000;
/** Three days of a till's timers take a slow machine some time. */
const timeout = isSoak ? hourMs : 600_000;

const hub = join(import.meta.dirname, 'device/till-hub.ts');

async function sell(simulation: Simulation, till: Till, slot: string): Promise<void> {
  const opened = await till.bills.getState().checkIn('Table', slot);
  if (!opened.ok) throw new Error(opened.refusal.message);
  const { key } = opened.value;
  const items = till.app.getState().menus.flatMap((menu) => menu.categories.flatMap((each) => each.menuItems));
  for (const menuItem of items.filter((item) => !item.openPrice)) till.bills.getState().addItem(key, { menuItem });
  await save(simulation.acknowledged, till, key);
  const total = till.bills.getState().bills[key]?.total ?? 0;
  const payment = { key: derivedKey(`payment ${key}`), method: 'Cash', amount: total } as const;
  const paid = await till.bills.getState().pay(key, { payments: [payment] });
  expect(paid.state).toBe('kept');
  simulation.acknowledged.taken.set(payment.key, total);
}

const paidBills = ({ setup }: Simulation): Promise<Bill[]> =>
  setup.shop.store.readOutlet(setup.shop.outletId, async (db) => {
    const rows = await db
      .selectFrom('bill')
      .select('doc')
      .where('outlet_id', '=', setup.shop.outletId)
      .orderBy('invoice_number')
      .execute();
    return rows.map((row) => row.doc);
  });

it(`[R13.4] ${billCount} bills of ${offlineHours} hours offline arrive complete, each on its business day`, {
  timeout,
}, async () => {
  const [code, server] = await Promise.all([loadTillCode(hub), openShopServer(Date.now)]);
  const simulation = await makeSimulation({ seed: 1, server, code, tills: 1 });
  const [one] = simulation.tills;
  const till = one?.till;
  if (!till) throw new Error('No till');
  simulation.network.setReach(0, 'cutOff');
  await simulation.pass(6000);
  const made: number[] = [];
  for (let n = 0; n < billCount; n += 1) {
    made.push(simulation.clock.now());
    const sold = sell(simulation, till, String(1 + (n % 40)));
    await simulation.pass((offlineHours * hourMs) / billCount);
    await sold;
  }
  const waiting = till.outbox.getState().entries.length;
  expect(waiting).toBeGreaterThanOrEqual(billCount);
  const startedAt = performance.now();
  const backAt = simulation.clock.now();
  simulation.network.setReach(0, 'there');
  while (till.outbox.getState().entries.length > 0 && simulation.clock.now() - backAt < 60_000)
    await simulation.pass(100);
  expect(till.outbox.getState().entries.map(({ kind, state, reason }) => [kind, state, reason])).toEqual([]);
  const tookMs = performance.now() - startedAt;
  const simulatedMs = simulation.clock.now() - backAt;
  say(
    `${billCount} bills (${waiting} calls) arrived in ${Math.round(tookMs)} ms of work, ${simulatedMs} ms on the tills' clocks.`,
  );
  await simulation.pass(3000);
  const bills = await paidBills(simulation);
  expect(bills.map(({ status }) => status)).toEqual(Array.from({ length: billCount }, () => 'Complete'));
  // Each bill has the day and time of its payment, although the server received it days later.
  const paidAt = bills.map(({ completedAt }) => Date.parse(completedAt ?? '')).toSorted((a, b) => a - b);
  for (const [n, at] of made.entries()) expect(Math.abs((paidAt[n] ?? 0) - at)).toBeLessThan(60_000);
  for (const bill of bills)
    expect(bill.businessDate).toBe(businessDate(Date.parse(bill.completedAt ?? ''), 'Indian/Maldives', '04:00'));
  expect(simulatedMs).toBeLessThanOrEqual((billCount / 100) * 5000 + 2000);
  expect(await brokenTillInvariants(simulation)).toEqual([]);
  one.die();
  await server.close();
});

it(`[R15.11] shows the same bills on eight tills within 2 s of the last commit, in 99 of 100 rounds`, {
  timeout,
}, async () => {
  const [code, server] = await Promise.all([loadTillCode(hub), openShopServer(Date.now)]);
  const simulation = await makeSimulation({ seed: 2, server, code, tills: 8 });
  const { tills, pass, clock, network, chance } = simulation;
  const took: number[] = [];
  for (let round = 0; round < (isSoak ? 200 : 20); round += 1) {
    for (const { till } of tills) {
      if (!till || chance.below(3) === 0) continue;
      const { bills } = till.bills.getState();
      const open = Object.values(bills).filter((bill) => bill.isOpen);
      const opened =
        open.length < 6
          ? await whileTimePasses(pass, till.bills.getState().checkIn('Table', String(1 + chance.below(40))))
          : null;
      const bill = opened?.ok ? opened.value : chance.oneOf(open);
      const menuItem = till.app.getState().menus[0]?.categories[0]?.menuItems[0];
      if (!bill || !menuItem) continue;
      till.bills.getState().addItem(bill.key, { menuItem });
      void save(simulation.acknowledged, till, bill.key);
    }
    let since = clock.now();
    const isBusy = (): boolean => tills.some(({ till }) => (till?.outbox.getState().entries.length ?? 0) > 0);
    for (let waited = 0; waited < 10_000; waited += 20) {
      await pass(20);
      since = Math.max(since, network.lastCommitAt());
      if (!isBusy() && (await billDifferences(simulation)).length === 0) break;
    }
    took.push(clock.now() - since);
  }
  took.sort((a, b) => a - b);
  const p99 = took[Math.floor((took.length - 1) * 0.99)] ?? Number.POSITIVE_INFINITY;
  say(`Eight tills agreed after ${took[Math.floor(took.length / 2)]} ms, 99 of 100 within ${p99} ms.`);
  expect(p99).toBeLessThanOrEqual(2000);
  for (const till of tills) till.die();
  await server.close();
});

/** Lets time pass while a till works. */
async function whileTimePasses<T>(pass: (ms: number) => Promise<void>, work: Promise<T>): Promise<T> {
  await pass(30);
  return work;
}
