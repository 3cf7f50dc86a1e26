import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNode, root, say, stop } from './folder.mjs';

/**
 * @typedef {{ integrity?: string, optional?: boolean, link?: boolean }} Locked
 * @typedef {{ packages: Record<string, Locked> }} Lock
 */

/** @param {string} path @returns {Lock | undefined} */
function readLock(path) {
  if (!existsSync(path)) return undefined;
  return /** @type {Lock} */ (JSON.parse(readFileSync(path, 'utf8')));
}

/**
 * Returns the packages of the lockfile that are not installed as it says. npm writes its own record of what it
 * installed at the end of an installation, so that an interrupted one has none. Packages for other machines are
 * optional and may be absent.
 * @param {Lock} wanted the project's package-lock.json
 * @param {Lock | undefined} installed npm's record inside node_modules
 * @returns {string[]} paths such as 'node_modules/fastify'
 */
export function notInstalled(wanted, installed) {
  return Object.entries(wanted.packages)
    .filter(([path, entry]) => path.startsWith('node_modules/') || (path.includes('/node_modules/') && !entry.link))
    .filter(([path, entry]) => {
      const found = installed?.packages[path];
      if (!found) return !entry.optional;
      return found.integrity !== entry.integrity;
    })
    .map(([path]) => path);
}

/**
 * Runs npm with the Node that runs npm already: the one inside node_modules may be about to be replaced.
 * @param {string[]} args @param {import('node:child_process').SpawnSyncOptions} options
 */
function npm(args, options) {
  const script = process.env['npm_execpath'];
  const [program, first] = script?.endsWith('.js')
    ? [process.env['npm_node_execpath'] ?? process.execPath, [script]]
    : ['npm', []];
  const shell = program === 'npm' && process.platform === 'win32';
  return spawnSync(program, [...first, ...args], { cwd: root, shell, ...options });
}

/**
 * Runs npm and returns what it prints.
 * @param {string[]} args
 * @returns {string | undefined} nothing when it fails
 */
export function npmOutput(args) {
  const { status, stdout } = npm(args, { stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 64 * 1024 * 1024 });
  return status === 0 ? String(stdout) : undefined;
}

/** Installs the packages of the lockfile unless they are installed already. */
export function ensureInstalled() {
  const wanted = readLock(join(root, 'package-lock.json'));
  if (!wanted) return stop('package-lock.json is missing: is this a whole copy of the project?');
  const missing = notInstalled(wanted, readLock(join(root, 'node_modules', '.package-lock.json')));
  if (missing.length === 0 && findNode()) return;
  const first = !existsSync(join(root, 'node_modules'));
  say(
    first ? 'Installing packages (once; npm ci --ignore-scripts)…' : 'The list of packages changed: installing them…',
  );
  // On Windows a running program cannot be deleted, and `npm ci` deletes all of node_modules first.
  const verb = process.platform === 'win32' && !first ? 'install' : 'ci';
  const args = [verb, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if (npm(args, { stdio: 'inherit' }).status !== 0)
    stop('The packages could not be installed: see above. Is this machine online?');
}
