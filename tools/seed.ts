/** `npm run seed -- --bills N`: fills an empty store with demo data and about N past bills, as many days back as that takes. */
import { parseArgs } from 'node:util';
import { readConfig } from '../apps/server/src/platform/config/config.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { openStore } from '../apps/server/src/platform/store/open-store.ts';
import { firstStart } from '../apps/server/src/seed/first-start.ts';
import { demoPast } from '../apps/server/src/seed/seed-sales.ts';
import { say, stop } from './house/folder.mjs';

const { values } = parseArgs({ options: { bills: { type: 'string' } } });
const usualDay = demoPast.cafe + demoPast.store;
const bills = Number(values.bills ?? demoPast.days * usualDay);
if (!Number.isInteger(bills) || bills < 0)
  stop('Say how many past bills there are to be: npm run seed -- --bills 5000');

const config = { ...readConfig(process.env), demo: true };
const days = Math.ceil(bills / usualDay);
say(`Filling ${config.databaseUrl ? 'the database' : config.dataDir} with ${days} days of sales…`);
const begun = performance.now();
const location = config.databaseUrl ? { databaseUrl: config.databaseUrl } : { dataDir: config.dataDir };
const store = await openStore(location, { log: createLog(config.logLevel) }).catch((error: unknown) =>
  stop(error instanceof Error ? error.message : String(error)),
);
const found = await firstStart(store, config, Date.now, { ...demoPast, days });
await store.close();
if (found !== 'demo') stop('The store is in use already. Seeding is for an empty one: choose another DATA_DIR.');
say(`Done in ${Math.round((performance.now() - begun) / 1000)} s.`);
