/** Pages of the history of bills: the first hundred, the first thousand, and the thousandth page. */
import { atMost, type Figure, median } from '../figure.ts';
import type { Run } from '../run.ts';
import { startServer } from '../server.ts';
import { signIn } from '../signed-in.ts';
import type { BenchStore } from '../store.ts';

const pages = [
  { name: 'the first 100 bills, p50', query: 'page=1&size=100', most: 5 },
  { name: 'the first 1,000 bills, p50', query: 'page=1&size=1000', most: 25 },
  { name: 'page 1,000 of 100 bills, p50', query: 'page=1000&size=100', most: 15 },
  { name: 'the first 100 by total, p50', query: 'page=1&size=100&sort=-total', most: 5 },
  { name: 'the first 100 by day, p50', query: 'page=1&size=100&sort=-createdAt', most: 5 },
  { name: 'the first 100 of one type, p50', query: 'page=1&size=100&type=Delivery', most: 5 },
] as const;

/** Measures both engines. */
export async function measureLists(run: Run): Promise<Figure[]> {
  const figures = await measureEngine(run, await run.manyEmbedded(), 'embedded');
  if (!run.hasPostgres) return figures;
  return [...figures, ...(await measureEngine(run, await run.manyPostgres(), 'PostgreSQL'))];
}

async function measureEngine(run: Run, store: BenchStore, engine: string): Promise<Figure[]> {
  const server = await startServer(store.place);
  try {
    const keeper = await signIn(server.url, store.outletIds[0] ?? 1);
    const figures: Figure[] = [];
    for (const { name, query, most } of pages) {
      const times: number[] = [];
      for (let round = 0; round < 5 * run.sizes.rounds; round += 1)
        times.push((await keeper.call(`/bis/bills/list?${query}`)).ms);
      figures.push({ section: `lists, ${engine}`, name, value: median(times), unit: 'ms', budget: atMost(most) });
    }
    return figures;
  } finally {
    await server.stop();
  }
}
