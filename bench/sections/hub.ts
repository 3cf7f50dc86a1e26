/** Measures how long a change takes from one till to the others, and the memory that connections need. */
import { atMost, type Figure, median, quantile } from '../figure.ts';
import type { SyncMeasured } from '../load/main.ts';
import { memoryOf, startWorker, wait } from '../process.ts';
import type { Run } from '../run.ts';
import { startServer } from '../server.ts';
import { keepers, tillPlaces } from '../store.ts';

const section = 'hub';
const listeners = 8;

/** Measures the time of a change, then the memory of many connections. */
export async function measureHub(run: Run): Promise<Figure[]> {
  const store = await run.embedded();
  const outletIds = store.outletIds.slice(0, 1);
  const server = await startServer(store.place);
  const load = startWorker('load/main.ts');
  try {
    await load.ask({ do: 'openShifts', port: server.port, places: keepers(outletIds) });
    const [place, ...others] = tillPlaces(listeners + 1, outletIds);
    const asked = { do: 'sync', port: server.port, place, listeners: others, everyMs: 20 };
    await load.ask({ ...asked, changes: Math.min(20, run.sizes.changes) });
    const { notifiedMs, shownMs } = await load.ask<SyncMeasured>({ ...asked, changes: run.sizes.changes });
    const idle = memoryOf(server.pid);
    const count = run.sizes.connections;
    await load.ask({ do: 'gather', port: server.port, places: tillPlaces(16, outletIds), count });
    await wait(run.isQuick ? 100 : 3000);
    const crowded = memoryOf(server.pid);
    await load.ask({ do: 'leave' });
    const name = 'a change on one till is on another';
    return [
      {
        section,
        name: `${name}, p50`,
        value: median(shownMs),
        unit: 'ms',
        budget: atMost(60),
        note: `${listeners} tills listen and fetch the bill`,
      },
      { section, name: `${name}, p99`, value: quantile(shownMs, 0.99), unit: 'ms', budget: atMost(300) },
      { section, name: 'until the hub has sent it, p50', value: median(notifiedMs), unit: 'ms' },
      {
        section,
        name: `memory of ${count} connections`,
        value: crowded - idle,
        unit: 'MB',
        budget: atMost(150),
        note: `${Math.round(crowded)} MB the whole server`,
      },
    ];
  } finally {
    await load.stop();
    await server.stop();
  }
}
