/** Bundled programs and demo data, created once for all journeys; each product starts with a copy of the data. A named folder is kept for the next run, until the sources change. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fingerprint } from '../../tools/scripts/build.mjs';
import { bundlePrograms } from '../../tools/scripts/bundled.ts';
import { freePort } from '../../tools/scripts/free-port.ts';
import { answers, kill, mainOf, node, root } from './process.ts';

async function fill(dataDir: string): Promise<void> {
  const port = await freePort();
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error' };
  const server: ChildProcess = spawn(node, [mainOf('server')], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // Beside other tests it gets only the time that they leave.
  await answers(`http://localhost:${port}/ready`, server, 300_000).finally(() => kill(server, 'SIGTERM'));
}

/** What the bundled programs and the demo data come from. */
const sources = ['package-lock.json', 'apps/server/src', 'apps/print-server/src', 'packages/domain/src'];

export default async function seed(): Promise<() => void> {
  const kept = process.env['ATOLL_SEEDED_IN'];
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'atoll-seeded-'));
  const dataDir = join(folder, 'data');
  const mark = join(folder, 'whole');
  const made = fingerprint(root, sources);
  const programs = (process.env['ATOLL_BUNDLED'] ??= join(folder, 'programs'));
  if (!existsSync(mark) || readFileSync(mark, 'utf8') !== made) {
    for (const part of ['data', 'programs']) rmSync(join(folder, part), { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    if (programs.startsWith(folder)) await bundlePrograms(programs);
    await fill(dataDir);
    writeFileSync(mark, made);
  }
  process.env['ATOLL_SEEDED'] = dataDir;
  return () => {
    if (!kept) rmSync(folder, { recursive: true, force: true });
  };
}

// `npm test` does this before the journeys, beside other tests.
if (import.meta.main) await seed();
