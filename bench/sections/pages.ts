/** Counts the pages that a create and a pay of one till write to the write-ahead log of the embedded store, with a café's features. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { atMost, type Figure, median } from '../figure.ts';
import { Till } from '../load/till.ts';
import type { Run } from '../run.ts';
import { startServer } from '../server.ts';
import { keepers, tillPlaces } from '../store.ts';

/** The log is copied into the database after 4,000 pages; these orders stay below. */
const orders = 40;
const walHeader = 32;
const frameHeader = 24;

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
    const pages = { create: [] as number[], pay: [] as number[] };
    for (let order = 0; till && order < orders; order += 1) {
      const before = framesIn(log);
      const bill = await till.create();
      const opened = framesIn(log);
      await till.pay(bill);
      pages.create.push(opened - before);
      pages.pay.push(framesIn(log) - opened);
    }
    return Object.entries(pages).map(([name, counts]) => ({
      section: 'pages',
      name: `${name}, pages of the log`,
      value: median(counts),
      unit: '',
      budget: atMost(12),
      note: `at most ${Math.max(...counts)}`,
    }));
  } finally {
    for (const one of tills) one.close();
    await server.stop();
  }
}

/** Returns how many pages a log has since it last began again. Later frames of an earlier round have another salt. */
function framesIn(path: string): number {
  const log = readFileSync(path);
  const size = frameHeader + log.readUInt32BE(8);
  const salt = log.subarray(16, 24);
  let count = 0;
  for (let at = walHeader; at + size <= log.length && log.subarray(at + 8, at + 16).equals(salt); at += size)
    count += 1;
  return count;
}
