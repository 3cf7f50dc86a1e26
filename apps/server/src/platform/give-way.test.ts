import { mkdtempSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mapInParts, niceness, partSize } from './give-way.ts';
import { SqliteDatabase } from './store/sqlite/database.ts';

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'atoll-give-way-'));
  new SqliteDatabase(join(dataDir, 'atoll.db')).close();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Returns the priority of a thread of the store after it started its work. */
const priorityOf = (file: string, workerData: object): Promise<number> =>
  new Promise((resolve, reject) => {
    const url = JSON.stringify(new URL(`./store/sqlite/${file}`, import.meta.url));
    const source = `import(${url}).then(() => {
      require('node:worker_threads').parentPort.postMessage({ priority: require('node:os').getPriority(0) });
    })`;
    const thread = new Worker(source, { eval: true, workerData });
    thread.once('error', reject);
    thread.on('message', (message: { priority?: number }) => {
      if (message.priority !== undefined) void thread.terminate().then(() => resolve(message.priority ?? 0));
    });
  });

// Elsewhere threads have no priority of their own, and nobody may raise that of a program that was started with a low one.
it.runIf(process.platform === 'linux' && getPriority() <= niceness)(
  'threads that read lists and reports, or make backups, give way to the thread of tills',
  async () => {
    const own = getPriority(0);
    const path = join(dataDir, 'atoll.db');
    expect(await priorityOf('report-thread.ts', { path, sums: [] })).toBe(niceness);
    const background = await priorityOf('backup-thread.ts', { dataDir, kind: 'manual', now: 0 });
    expect([background, getPriority(0)]).toEqual([niceness, own]);
  },
);

it('other calls run between the parts of a long list, which keeps its order', async () => {
  const list = Array.from({ length: 4 * partSize }, (_, at) => at);
  let turns = 0;
  const other = setInterval(() => undefined, 1_000_000);
  const count = (): void => void ((turns += 1), setImmediate(count).unref());
  setImmediate(count);
  expect(await mapInParts(list, (at) => at * 2)).toEqual(list.map((at) => at * 2));
  clearInterval(other);
  expect(turns).toBeGreaterThanOrEqual(3);
});
