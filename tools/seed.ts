/** `npm run seed -- --bills N`: fills a store (DATA_DIR or DATABASE_URL) with N past bills; an empty one gets the demo outlets first. */
import { parseArgs } from 'node:util';
import { readConfig } from '../apps/server/src/platform/config/config.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { locationOf, openStore } from '../apps/server/src/platform/store/open-store.ts';
import { say, stop } from './scripts/folder.mjs';
import { fillStore } from './seed/fill.ts';

const { values } = parseArgs({
  options: { bills: { type: 'string', default: '2000' }, 'per-day': { type: 'string', default: '150' } },
});
const bills = Number(values.bills);
const perDay = Number(values['per-day']);
if (!Number.isSafeInteger(bills) || bills < 1 || !Number.isSafeInteger(perDay) || perDay < 1)
  stop('Say how many past bills there are to be, and how many an outlet had a day: npm run seed -- --bills 5000');

const config = readConfig(process.env);
say(`Filling ${config.databaseUrl ? 'the database' : config.dataDir} with ${bills} past bills…`);
const startedAt = performance.now();
const location = locationOf(config);
const words = (error: unknown): never => stop(error instanceof Error ? error.message : String(error));
const store = await openStore(location, { log: createLog(config.logLevel) }).catch(words);
await fillStore(store, { bills, perDay }).catch(words);
await store.close();
say(`Done in ${Math.round((performance.now() - startedAt) / 1000)} s.`);
