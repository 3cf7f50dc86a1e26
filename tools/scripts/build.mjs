import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { packageFile, requireNode, root, say, stop } from './folder.mjs';

const web = join(root, 'apps/web');
const built = join(web, 'dist/index.html');
const stamp = join(root, 'node_modules/.cache/atoll/web-build');

/** The sources of the web app. */
const inputs = [
  'package-lock.json',
  'tsconfig.base.json',
  'apps/web/package.json',
  'apps/web/tsconfig.json',
  'apps/web/vite.config.ts',
  'apps/web/index.html',
  'apps/web/bundle',
  'apps/web/guide',
  'apps/web/public',
  'apps/web/src',
  'docs/guide',
  'packages/domain/package.json',
  'packages/domain/src',
];

/**
 * Lists a folder.
 * @param {string} path @returns {string[]} the files under it, in a fixed order
 */
function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { encoding: 'utf8', recursive: true })
    .map((name) => join(path, name))
    .filter((file) => !/\.test\.tsx?$/.test(file) && statSync(file).isFile())
    .sort();
}

/**
 * Computes a hash.
 * @param {string} folder @param {readonly string[]} paths @returns {string} changes when one of the files does
 */
export function fingerprint(folder, paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => filesUnder(join(folder, path)))) {
    hash
      .update(`${relative(folder, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Builds the web app, unless its sources have not changed since the last build. */
export function ensureWebBuilt() {
  const now = fingerprint(root, inputs);
  if (existsSync(built) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  say('Building the web app…');
  const args = [packageFile('vite', 'bin/vite.js'), 'build', '--logLevel', 'warn'];
  // A test that builds first has another NODE_ENV, for which React would be larger and slower.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status } = spawnSync(requireNode(), args, { cwd: web, stdio: 'inherit', env });
  if (status !== 0) stop('The web app could not be built: see above.');
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, now);
}

/**
 * Starts to build the web app while other work runs, without output; ensureWebBuilt reports afterwards what is wrong.
 * @returns {Promise<void>} when the build has ended, well or not
 */
export function beginWebBuild() {
  const child = spawn(requireNode(), [join(root, 'tools/build.mjs')], { cwd: root, stdio: 'ignore' });
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
}
