/**
 * Measures one hot outlet on several server processes of one PostgreSQL: when its calls go to all of them, and when a proxy sends the calls of an outlet to one
 * of them, as `docs/operations.md` says. One process is measured beside both. Source: R34.29.
 */
import { atLeast, type Figure, median } from '../figure.ts';
import type { CallsMeasured } from '../load/main.ts';
import { startWorker } from '../process.ts';
import type { Run } from '../run.ts';
import { startServer } from '../server.ts';
import { keepers, tillPlaces } from '../store.ts';

const section = 'processes, PostgreSQL, one hot outlet, a café’s features on';
const tills = 8;
const processes = 3;

export async function measureProcesses(run: Run): Promise<Figure[]> {
  if (!run.hasPostgres) return [];
  const store = await run.postgres();
  const place = await store.copy();
  const outletIds = store.outletIds.slice(0, 1);
  const servers = [await startServer(place)];
  while (servers.length < processes) servers.push(await startServer(place));
  const load = startWorker('load/main.ts');
  const ports = servers.map(({ port }) => port);
  const [port = 0] = ports;
  const spread = Array.from({ length: tills }, (_, till) => ports[till % ports.length] ?? port);
  const perSecond: Record<'spread' | 'together' | 'alone', number[]> = { spread: [], together: [], alone: [] };
  try {
    await load.ask({ do: 'openShifts', port, places: keepers(outletIds) });
    const task = { do: 'calls', port, places: tillPlaces(tills, outletIds), listeners: 2, ms: run.sizes.callsMs };
    const measure = async (name: keyof typeof perSecond, more: object): Promise<void> => {
      const measured = await load.ask<CallsMeasured>({ ...task, ...more });
      perSecond[name].push(measured.perSecond);
    };
    await load.ask({ ...task, ports: spread, ms: run.sizes.callsMs / 2 });
    for (let round = 0; round < run.sizes.rounds; round += 1) {
      await measure('spread', { ports: spread });
      await measure('together', {});
    }
    for (const server of servers.slice(1)) await server.stop();
    for (let round = 0; round < run.sizes.rounds; round += 1) await measure('alone', {});
  } finally {
    await load.stop();
    for (const server of servers) await server.stop();
  }
  const alone = median(perSecond.alone);
  const row = (name: string, value: number): Figure => ({ section, name, value, unit: '/s', ratio: value / alone });
  return [
    row(`${tills} tills on one process`, alone),
    row(`${tills} tills spread over ${processes} processes`, median(perSecond.spread)),
    {
      ...row(`${tills} tills on ${processes} processes, an outlet on one`, median(perSecond.together)),
      budget: atLeast(alone),
    },
  ];
}
