// Programs are compiled before they run: a program that does it itself keeps what strips types in memory, 28 MB in each of its threads.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fingerprint } from './build.mjs';
import { requireNode, root } from './folder.mjs';
import { printServerMain, serverMain, settings } from './servers.mjs';

/** What the programs are compiled from. */
const inputs = ['package-lock.json', 'apps/server/src', 'apps/print-server/src', 'packages/domain/src'];
/** The programs, what they load after they began, and their threads. */
const loaded = [
  serverMain,
  join(dirname(serverMain), 'serve.ts'),
  ...['reading', 'report', 'statistics', 'backup'].map((name) =>
    join(dirname(serverMain), `platform/store/sqlite/${name}-thread.ts`),
  ),
  printServerMain,
  ...['config', 'fault', 'server'].map((name) => join(dirname(printServerMain), `${name}.ts`)),
];

/** Is evaluated before the programs that are imported with it, when all of them are compiled. */
const end = `import { flushCompileCache } from 'node:module'; flushCompileCache(); process.exit(0);`;

/** Compiles the programs of `npm start` and their threads without running them, unless their sources have not changed since. */
export function ensureCompiled() {
  const { NODE_COMPILE_CACHE: cache } = settings(process.env).env;
  const stamp = join(cache, 'sources');
  const now = fingerprint(root, inputs);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  const urls = [`data:text/javascript,${encodeURIComponent(end)}`, ...loaded.map((file) => pathToFileURL(file).href)];
  const imports = urls.map((url) => `import ${JSON.stringify(url)};`);
  const env = { ...process.env, NODE_COMPILE_CACHE: cache };
  const { status } = spawnSync(requireNode(), ['--input-type=module', '--eval', imports.join('\n')], {
    cwd: root,
    env,
  });
  // Programs that could not be compiled are compiled when they start.
  if (status !== 0) return;
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, now);
}
