/** Measures how long the server takes to be ready, and its memory then and after load. */
import { atMost, type Figure, median } from '../figure.ts';
import { memoryOf, startWorker, wait } from '../process.ts';
import type { Run } from '../run.ts';
import { startServer } from '../server.ts';
import { keepers, tillPlaces } from '../store.ts';

const section = 'start';

/** Measures the embedded server. The first start is left out, because it fills the compile cache. */
export async function measureStart(run: Run): Promise<Figure[]> {
  const store = await run.embedded();
  const outletIds = store.outletIds.slice(0, 1);
  await (await startServer(store.place)).stop();
  const readyMs: number[] = [];
  for (let start = 0; start < run.sizes.starts; start += 1) {
    const server = await startServer(store.place);
    readyMs.push(server.readyMs);
    await server.stop();
  }
  const server = await startServer(store.place);
  const load = startWorker('load/main.ts');
  try {
    await wait(run.isQuick ? 50 : 1000);
    const fresh = memoryOf(server.pid);
    await load.ask({ do: 'openShifts', port: server.port, places: keepers(outletIds) });
    const ms = run.sizes.callsMs * 5;
    await load.ask({ do: 'calls', port: server.port, places: tillPlaces(16, outletIds), listeners: 2, ms });
    await wait(run.isQuick ? 50 : 1000);
    const after = memoryOf(server.pid);
    return [
      {
        section,
        name: 'server start to ready, warm',
        value: median(readyMs),
        unit: 'ms',
        budget: atMost(1200),
        note: `best ${Math.round(Math.min(...readyMs))} ms`,
      },
      { section, name: 'memory, fresh', value: fresh, unit: 'MB', budget: atMost(150) },
      {
        section,
        name: 'memory, after load',
        value: after,
        unit: 'MB',
        budget: atMost(250),
        note: `${ms / 1000} s of 16 tills`,
      },
    ];
  } finally {
    await load.stop();
    await server.stop();
  }
}
