/** Counts the pages that a create and a pay of one till write to the write-ahead log of the embedded store, with a café's features. */
import { join } from 'node:path';
import { atMost, type Figure, median } from '../figure.ts';
import { Till } from '../load/till.ts';
import { pagesInLog, tableOfPage } from '../log-pages.ts';
import type { Run } from '../run.ts';
import { startServer } from '../server.ts';
import { keepers, tillPlaces } from '../store.ts';

/** The log is copied into the database after 8,000 pages; these orders stay below. */
const orders = 40;

/** Returns a figure for each command: the pages of its transactions, so many times as they are written. */
export async function measurePages(run: Run): Promise<Figure[]> {
  const store = await run.embedded();
  const place = await store.copy();
  const outletIds = store.outletIds.slice(0, 1);
  const log = join(place.DATA_DIR, 'atoll.db-wal');
  const server = await startServer(place);
  const tills = [...keepers(outletIds), ...tillPlaces(1, outletIds)].map((one) => new Till(server.port, one));
  try {
    for (const one of tills) await one.ready();
    const [keeper, till] = tills;
    await keeper?.post('/api/bis/shift/create', { key: crypto.randomUUID(), openingBalance: 0 });
    const pages = { create: [] as number[][], pay: [] as number[][] };
    for (let order = 0; till && order < orders; order += 1) {
      const before = pagesInLog(log).length;
      const bill = await till.create();
      const opened = pagesInLog(log).length;
      await till.pay(bill);
      const written = pagesInLog(log);
      pages.create.push(written.slice(before, opened));
      pages.pay.push(written.slice(opened));
    }
    const tableOf = tableOfPage(place.DATA_DIR);
    return Object.entries(pages).map(([name, lists]) => ({
      section: 'pages',
      name: `[R34.2] ${name}, pages of the log`,
      value: median(lists.map((list) => list.length)),
      unit: '',
      budget: atMost(12),
      note: `of ${shares(lists.flat().map(tableOf), lists.length)}`,
    }));
  } finally {
    for (const one of tills) one.close();
    await server.stop();
  }
}

/** Returns the mean number of pages of each table with its indexes, in words, the largest first. */
function shares(tables: readonly string[], calls: number): string {
  const counts = new Map<string, number>();
  for (const table of tables) counts.set(table, (counts.get(table) ?? 0) + 1);
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([table, count]) => `${table} ${(count / calls).toFixed(1)}`)
    .join(', ');
}
