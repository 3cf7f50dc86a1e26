import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { startBackground } from './background.ts';
import { readConfig } from './platform/config/config.ts';
import { openStore } from './platform/store/open-store.ts';
import { placeIn } from './platform/store/testing/engine.ts';
import { silentLog } from './platform/store/testing/silent-log.ts';

afterEach(() => vi.useRealTimers());

it('[R35.14] a server checks its store ten minutes after the start', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'atoll-background-'));
  const store = await openStore(placeIn(dataDir), { log: silentLog });
  const checked = async () =>
    (await store.readOrg((db) => db.selectFrom('secret').select(['name', 'value']).execute())).filter(
      ({ name }) => name === 'store-checked',
    );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const stop = await startBackground(store, readConfig({ DATA_DIR: dataDir }), silentLog);
  await vi.advanceTimersByTimeAsync(10 * 60_000 - 1000);
  expect(await checked()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  vi.useRealTimers();
  await expect.poll(checked, { timeout: 10_000 }).toEqual([{ name: 'store-checked', value: 'ok' }]);
  stop();
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
});
