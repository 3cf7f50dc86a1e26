/**
 * Measures pages of the history of bills among a million, and of a back-office list among a million records, compared
 * with a plain statement; and a file of all of them.
 */
import { atMost, type Figure, median } from '../figure.ts';
import { HttpConnection } from '../load/http-connection.ts';
import { memoryOf } from '../process.ts';
import { fillRecords, plainTimes, texts } from '../records.ts';
import type { Run } from '../run.ts';
import { type RunningServer, startServer } from '../server.ts';
import { type SignedIn, signIn } from '../signed-in.ts';
import { type BenchStore, embeddedStore, postgresStore } from '../store.ts';

const billPages = [
  { name: 'the first 100 bills, p50', query: 'page=1&size=100', maxMemory: 5 },
  { name: 'the first 1,000 bills, p50', query: 'page=1&size=1000', maxMemory: 25 },
  { name: 'page 1,000 of 100 bills, p50', query: 'page=1000&size=100', maxMemory: 15 },
  { name: 'the first 100 by total, p50', query: 'page=1&size=100&sort=-total', maxMemory: 5 },
  { name: 'the first 100 by day, p50', query: 'page=1&size=100&sort=-createdAt', maxMemory: 5 },
  { name: 'the first 100 of one type, p50', query: 'page=1&size=100&type=Delivery', maxMemory: 5 },
] as const;

/** `plain`: what the engine alone is asked to return the same rows. */
const recordPages = [
  { name: 'the first 100 items, p50', query: 'page=1&size=100', maxMemory: 5, plain: 'order by id desc limit 100' },
  {
    name: 'the first 1,000 items, p50',
    query: 'page=1&size=1000',
    maxMemory: 25,
    plain: 'order by id desc limit 1000',
  },
  { name: 'page 1,000 of 100 items, p50', query: 'page=1000&size=100', maxMemory: 15 },
  {
    name: 'the first 100 by name, p50',
    query: 'page=1&size=100&sort=name',
    maxMemory: 5,
    plain: 'order by name, id limit 100',
  },
  { name: 'the first 100 of a category, p50', query: 'page=1&size=100&category=Food', maxMemory: 5 },
  { name: 'the first 100 of a vendor, p50', query: 'page=1&size=100&defaultVendorId=77', maxMemory: 5 },
  { name: 'the one with a text, p50', query: `page=1&size=100&search=${texts.one}`, maxMemory: 5 },
  {
    name: 'the first 100 of a thousand with a text, p50',
    query: `page=1&size=100&search=${texts.thousand}`,
    maxMemory: 5,
  },
  { name: 'the first 100 of 25,000 with a text, p50', query: `page=1&size=100&search=${texts.many}`, maxMemory: 15 },
] as const;

/** Records are listed in a separate store, whose bills do not matter. */
const someBills = 40;

/** Measures both engines. */
export async function measureLists(run: Run): Promise<Figure[]> {
  const bills = await measureBills(run, await run.manyEmbedded(), 'embedded');
  const figures = [...bills, ...(await measureRecords(run, await embeddedStore(someBills), 'embedded'))];
  if (!run.hasPostgres) return figures;
  figures.push(...(await measureBills(run, await run.manyPostgres(), 'PostgreSQL')));
  return [...figures, ...(await measureRecords(run, await postgresStore(someBills), 'PostgreSQL'))];
}

async function measureBills(run: Run, store: BenchStore, engine: string): Promise<Figure[]> {
  const section = `lists, ${engine}`;
  const server = await startServer(store.place);
  try {
    const keeper = await signIn(server.url, store.outletIds[0] ?? 1);
    const figures: Figure[] = [];
    for (const { name, query, maxMemory } of billPages) {
      const value = await timeOf(run, server, keeper.token, `/bis/bills/list?${query}`);
      figures.push({ section, name, value, unit: 'ms', budget: atMost(maxMemory) });
    }
    return figures;
  } finally {
    await server.stop();
  }
}

/** Uses as little processor time as possible on this side: reading a thousand rows is not the server's work. */
async function timeOf(run: Run, server: RunningServer, token: string, path: string): Promise<number> {
  const connection = await HttpConnection.open(server.port);
  const headers = `authorization: Bearer ${token}\r\nx-outlet-id: 1\r\n`;
  const times: number[] = [];
  for (let round = 0; round < 2 + 5 * run.sizes.rounds; round += 1) {
    const startedAt = performance.now();
    const { status } = await connection.call('GET', `/api${path}`, headers);
    times.push(performance.now() - startedAt);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
  }
  connection.close();
  // The first two warm up.
  return median(times.slice(2));
}

async function measureRecords(run: Run, store: BenchStore, engine: string): Promise<Figure[]> {
  const section = `lists of records, ${engine}`;
  let server: RunningServer | undefined;
  try {
    await fillRecords(store.place, run.sizes.records);
    server = await startServer(store.place);
    const keeper = await signIn(server.url, 1);
    await whenCaughtUp(keeper);
    const figures: Figure[] = [];
    for (const page of recordPages) {
      const value = await timeOf(run, server, keeper.token, `/ims/items/list?${page.query}`);
      const bare =
        'plain' in page ? median(await plainTimes(store.place, page.plain, 5 * run.sizes.rounds)) : undefined;
      figures.push({
        section,
        name: page.name,
        value,
        unit: 'ms',
        budget: atMost(page.maxMemory),
        ...(bare !== undefined && { bare, ratio: value / bare }),
      });
    }
    return [...figures, ...(await measureFile(run, section, server, keeper))];
  } finally {
    await server?.stop();
    await store.close();
  }
}

/**
 * Waits until the index has caught up. A text of two letters that no record has is answered at once from the index, and
 * after reading all records before that.
 */
async function whenCaughtUp(keeper: SignedIn): Promise<void> {
  for (let quick = 0; quick < 3; ) {
    const { ms } = await keeper.call('/ims/items/list?page=1&size=10&search=qz');
    quick = ms < 50 ? quick + 1 : 0;
  }
}

/** Measures all records as a file: how long it takes, and the maximum memory of the server in that time. */
async function measureFile(run: Run, section: string, server: RunningServer, keeper: SignedIn): Promise<Figure[]> {
  let maxMemory = 0;
  const look = setInterval(() => void (maxMemory = Math.max(maxMemory, memoryOf(server.pid))), 50);
  const { ms } = await keeper.call('/ims/items/export');
  clearInterval(look);
  const count = run.sizes.records.toLocaleString('en');
  return [
    { section, name: `a file of ${count} items`, value: ms / 1000, unit: 's' },
    { section, name: 'memory during the lists', value: maxMemory, unit: 'MB', budget: atMost(250) },
  ];
}
