/** Measures the memory of all that `npm start` runs: at rest, while 14,000 orders, lists and reports are asked, and a minute later. */
import { spawn } from 'node:child_process';
import { allReports } from '../../packages/domain/src/report/reports.ts';
import { root } from '../../tools/scripts/folder.mjs';
import { freePort } from '../../tools/scripts/free-port.ts';
import { atMost, type Figure } from '../figure.ts';
import { end, keep, memoryOfTree, startWorker, wait } from '../process.ts';
import type { Run } from '../run.ts';
import { whenReady } from '../server.ts';
import { type SignedIn, signIn } from '../signed-in.ts';
import { keepers, tillPlaces } from '../store.ts';

const section = 'memory';
/** In MB: before the first order, and within a minute after the last one. */
const maxAtRest = 260;
const maxAfter = 380;
const restMs = 60_000;
const lists = ['/bis/bills/list?page=1&size=1000', '/bis/bills/list?page=1&size=100&search=12', '/bis/bills/active'];

/** Measures the embedded store, with the print server and npm itself. */
export async function measureMemory(run: Run): Promise<Figure[]> {
  const store = await run.embedded();
  const outletIds = store.outletIds.slice(0, 1);
  const [port, printPort] = [await freePort(), await freePort()];
  const env = { ...process.env, ...store.place, PORT: String(port), PRINT_PORT: String(printPort), DEMO: '0' };
  const atoll = keep(spawn('npm', ['start'], { cwd: root, env: { ...env, LOG_LEVEL: 'error' }, stdio: 'ignore' }));
  const load = startWorker('load/main.ts');
  const measure = (): number => memoryOfTree(atoll.pid ?? 0);
  /** Measures after a minute; in a quick run as soon as the memory is within its budget. */
  const rested = async (most: number): Promise<number> => {
    const until = performance.now() + restMs;
    while (performance.now() < until && !(run.isQuick && measure() <= most)) await wait(500);
    return measure();
  };
  try {
    await whenReady(`http://127.0.0.1:${port}/ready`, atoll);
    const rest = await rested(maxAtRest);
    let peak = rest;
    const watch = setInterval(() => {
      peak = Math.max(peak, measure());
    }, 1000);
    await load.ask({ do: 'openShifts', port, places: keepers(outletIds) });
    const keeper = await signIn(`http://127.0.0.1:${port}`, outletIds[0] ?? 1);
    let orders = 0;
    while (orders < run.sizes.orders) {
      const task = { do: 'calls', port, places: tillPlaces(16, outletIds), listeners: 2, ms: run.sizes.callsMs };
      orders += (await load.ask<{ calls: number }>(task)).calls / 2;
      await readAll(keeper);
    }
    await load.stop();
    clearInterval(watch);
    const after = await rested(maxAfter);
    const figure = (name: string, value: number, most?: number): Figure => ({
      section,
      name: `[R34.31] all that npm start runs, ${name}`,
      value,
      unit: 'MB',
      ...(most === undefined ? {} : { budget: atMost(most) }),
    });
    return [
      figure('at rest', rest, maxAtRest),
      figure(`at most during ${Math.round(orders)} orders, lists and reports`, peak),
      figure('within a minute', after, maxAfter),
    ];
  } finally {
    await load.stop();
    await end(atoll);
  }
}

/** Reads some lists and every report of the last month. */
async function readAll(keeper: SignedIn): Promise<void> {
  for (const path of lists) await keeper.call(path);
  for (const { key } of allReports)
    await keeper.call('/app/report/run', { reportKey: key, range: 'Last Month', compareTo: 'None', filters: {} });
}
