/**
 * A process that creates the demo data of a store and kills itself at a given event, which is the start or the end of a
 * write. Arguments: the store's location as JSON, the number of days and the event (0: none). It writes the number of
 * events to its standard output.
 */
import { writeSync } from 'node:fs';
import { readConfig } from '../../platform/config/config.ts';
import { openStore, type StoreLocation } from '../../platform/store/open-store.ts';
import type { Store } from '../../platform/store/store.ts';
import { silentLog } from '../../platform/store/testing/silent-log.ts';
import { firstStart } from '../first-start.ts';

/** The instant of the demo data, and how much of it is created. */
const now = Date.parse('2026-03-04T08:00:00Z');

const [place, days, limit] = process.argv.slice(2);
const fatal = Number(limit);
let events = 0;

function count(): void {
  events += 1;
  if (events === fatal) process.kill(process.pid, 'SIGKILL');
}

async function counted<T>(write: () => Promise<T>): Promise<T> {
  count();
  const value = await write();
  count();
  return value;
}

/** Returns the same store with its writes counted. */
function counting(store: Store): Store {
  return {
    engine: store.engine,
    readOutlet: (outletId, read) => store.readOutlet(outletId, read),
    readForReports: (outletId, read) => store.readForReports(outletId, read),
    heads: (outletIds) => store.heads(outletIds),
    readAllOutlets: (read) => store.readAllOutlets(read),
    writeAllOutlets: (write) => store.writeAllOutlets(write),
    readForLists: (outletId, read) => store.readForLists(outletId, read),
    readOlder: (outletId, read) => store.readOlder(outletId, read),
    writeOutlet: (outletId, command, manner) => counted(() => store.writeOutlet(outletId, command, manner)),
    readOrg: (read) => store.readOrg(read),
    writeOrg: (write) => counted(() => store.writeOrg(write)),
    at: (instant) => counting(store.at(instant)),
    onCommitted: (listener) => store.onCommitted(listener),
    check: () => store.check(),
    waitingMs: () => store.waitingMs(),
    meter: store.meter,
    close: () => store.close(),
  };
}

const store = await openStore(JSON.parse(place ?? '') as StoreLocation, { log: silentLog });
const config = readConfig({ DEMO: '1', LOG_LEVEL: 'silent' });
const past = { days: Number(days), cafe: 8, store: 6 };
// A renewed mark would be a write at an unknown moment. None is made, so that the events are the same in each run.
const beatMs = 3_600_000;
const result = await firstStart(counting(store), config, () => now, { past, beatMs, silenceMs: 500 });
await store.close();
writeSync(1, JSON.stringify({ result, events }));
