import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payBill } from '../../apps/server/src/modules/bill/service.ts';
import { addShop, line, order, payment, type Shop } from '../../apps/server/src/modules/bill/testing/shop.ts';
import { openStore } from '../../apps/server/src/platform/store/open-store.ts';
import { SqliteDatabase } from '../../apps/server/src/platform/store/sqlite/database.ts';
import { silentLog } from '../../apps/server/src/platform/store/testing/silent-log.ts';
import { root } from '../scripts/folder.mjs';
import { freePort } from '../scripts/free-port.ts';
import { programFile } from '../scripts/program-file.ts';
import { runUpdate } from './run.ts';
import { isReadyAt, type Service } from './service.ts';
import { type Installed, installed } from './testing/installed.ts';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

let shop: Installed;
let child: ChildProcess | null = null;
let service: Service;

const read = (sql: string): unknown[] => {
  const database = new SqliteDatabase(join(shop.dataDir, 'atoll.db'), { readOnly: true });
  try {
    return database.run(sql).rows;
  } finally {
    database.close();
  }
};
const bills = (): unknown[] => read('select outlet_id, key, status, total, invoice_number from bill order by id');

async function sell({ store, waiter, menu }: Shop, slot: string): Promise<void> {
  const bill = await order({ store, waiter, menu } as Shop, slot, [line(menu.burger), line(menu.tea, 2)]);
  await payBill(store, waiter, payment(bill));
}

beforeAll(async () => {
  shop = installed('0.1.0');
  const store = await openStore({ dataDir: shop.dataDir }, { log: silentLog });
  const made = await addShop(store);
  for (const slot of ['1', '2', '3']) await sell(made, slot);
  await store.close();
  const port = await freePort();
  const env = { ...process.env, DATA_DIR: shop.dataDir, PORT: String(port), HOST: '127.0.0.1', DEMO: '0' };
  service = {
    start: async () => {
      child = spawn(process.execPath, [programFile('apps/server/src/main.ts')], { env, stdio: 'ignore' });
    },
    stop: async () => {
      if (!child || child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
    isReady: () => isReadyAt(`http://127.0.0.1:${port}/ready`),
  };
});
afterAll(async () => {
  await service.stop();
  shop.remove();
});

it('[R31.32] leaves the old release with the same bills when the new one cannot start, and takes one that can', async () => {
  await service.start();
  await expect.poll(() => service.isReady(), { timeout: 30_000 }).toBe(true);
  const before = bills();
  expect(before).toHaveLength(3);
  const update = shop.update({ service, waitMs: 30_000 });

  const broken = shop.archive({ version: '9.0.0' }, "console.error('The app is damaged'); process.exit(1);");
  await expect(runUpdate(update, broken)).rejects.toThrow(
    'Release 9.0.0 was not taken: The app is damaged. Release 0.1.0 runs again, with the store as it was',
  );
  expect([await service.isReady(), shop.inUse(), bills()]).toEqual([true, '0.1.0', before]);

  const good = shop.archive({ version }, `import '${pathToFileURL(programFile('tools/trial.ts')).href}';`);
  let answersWhileTrying: boolean | null = null;
  const tried = async (): Promise<void> => void (answersWhileTrying = await service.isReady());
  const asked: Promise<void>[] = [];
  await runUpdate({ ...update, reached: (step) => void (step === 'tried' && asked.push(tried())) }, good);
  await Promise.all(asked);
  expect(answersWhileTrying).toBe(false);
  expect([await service.isReady(), shop.inUse(), bills()]).toEqual([true, version, before]);
  expect(shop.said).toContain('The server is ready');
  expect(read('select from_release, to_release, outcome, detail from update_event order by at')).toEqual([
    { from_release: '0.1.0', to_release: '9.0.0', outcome: 'RolledBack', detail: 'The app is damaged' },
    { from_release: '0.1.0', to_release: version, outcome: 'Done', detail: '' },
  ]);
});
