/** Demo data made once for all journeys; each product starts on a copy of it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../tools/house/free-port.ts';
import { answers, kill, node, root } from './process.ts';

export default async function seed(): Promise<() => void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atoll-seeded-'));
  const port = await freePort();
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error' };
  const server: ChildProcess = spawn(node, [join(root, 'apps/server/src/main.ts')], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await answers(`http://localhost:${port}/ready`, server);
  await kill(server, 'SIGTERM');
  process.env['ATOLL_SEEDED'] = dataDir;
  return () => rmSync(dataDir, { recursive: true, force: true });
}
