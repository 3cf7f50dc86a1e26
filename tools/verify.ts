/**
 * `npm run verify`: checks the hash-chained history of each outlet (DATA_DIR or DATABASE_URL), names the first row that was changed, and names each
 * bill, payment, refund, cash event, Z report and daily sum that does not agree with it. Signed heads are compared too: those of the store, of the files
 * history.heads and history.ends, and those given as arguments, copied from a Z report or a mail. A server may be running.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../apps/server/src/platform/config/config.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { keptHeads, readHead, readHistoryKey, signedEnds } from '../apps/server/src/platform/store/history-key.ts';
import { locationOf, openStore } from '../apps/server/src/platform/store/open-store.ts';
import { ReaderPool } from '../apps/server/src/platform/store/sqlite/reader-pool.ts';
import type { Store } from '../apps/server/src/platform/store/store.ts';
import { readStoreName } from '../apps/server/src/platform/store/store-name.ts';
import { say, stop } from './scripts/folder.mjs';
import { type Chain, verifyChains } from './verify/chains.ts';
import { verifyHeads } from './verify/heads.ts';
import { verifyRows } from './verify/rows.ts';

type Readable = Pick<Store, 'readOutlet' | 'readOrg' | 'close'>;

/** Opens the embedded store for reading only, so that the server that owns it can continue. */
function readEmbedded(dataDir: string): Readable {
  const path = join(dataDir, 'atoll.db');
  if (!existsSync(path)) stop(`There is no store in ${dataDir}`);
  const readers = new ReaderPool(path);
  return {
    readOutlet: (_, read) => readers.read(read),
    readOrg: (read) => readers.read(read),
    close: () => readers.close(),
  };
}

const config = readConfig(process.env);
const { databaseUrl, dataDir, logLevel } = config;
const store: Readable = databaseUrl
  ? await openStore(locationOf(config), { log: createLog(logLevel) })
  : readEmbedded(dataDir);
/** Prints a finding; a difference ends the program with 1. */
function tell({ ok, words }: Chain): void {
  say(`${ok ? 'ok     ' : 'CHANGED'}  ${words}`);
  if (!ok) process.exitCode = 1;
}

// Read before the store: the server may sign newer ends in the meantime.
const ends = signedEnds(dataDir);
for (const chain of await verifyChains(store)) tell(chain);
const given = process.argv.slice(2).map((text) => readHead(text) ?? stop(`This is no signed head: ${text}`));
const storeNow = await store.readOrg(readStoreName);
const outside = [...keptHeads(dataDir), ...given];
await verifyHeads(store, { key: readHistoryKey(dataDir), outside, ends, storeNow }, tell);
const months = databaseUrl
  ? await store.readOrg((db) => db.selectFrom('detached_month').selectAll().orderBy('month').execute())
  : [];
for (const { month, file } of months)
  say(`file     ${month} of the archive is in ${file}: its bills are named as missing until it is attached`);
await verifyRows(store, tell);
await store.close();
