/** Bundled servers and demo data, created once for all journeys; each product starts with a copy of the data. A named folder is kept for the next run. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../tools/scripts/free-port.ts';
import { bundleServers } from './bundled.ts';
import { answers, kill, mainOf, node, root } from './process.ts';

async function fill(dataDir: string): Promise<void> {
  const port = await freePort();
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error' };
  const server: ChildProcess = spawn(node, [mainOf('server')], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await answers(`http://localhost:${port}/ready`, server);
  await kill(server, 'SIGTERM');
}

export default async function seed(): Promise<() => void> {
  const kept = process.env['ATOLL_SEEDED_IN'];
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'atoll-seeded-'));
  const dataDir = join(folder, 'data');
  const mark = join(folder, 'whole');
  process.env['ATOLL_SERVERS'] = join(folder, 'servers');
  if (!existsSync(mark)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await bundleServers(folder);
    await fill(dataDir);
    writeFileSync(mark, '');
  }
  process.env['ATOLL_SEEDED'] = dataDir;
  return () => {
    if (!kept) rmSync(folder, { recursive: true, force: true });
  };
}
