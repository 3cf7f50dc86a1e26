/**
 * `npm run setup [-- FLAGS]`: makes a server, or a till with printers, of this machine, and takes that back. Ends with 0, with 1 (refused or failed) or
 * with 2 (without the rights). Source: R31.19 to R31.23.
 */

import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { requireNode, root, say } from './scripts/folder.mjs';
import { currentName, installation } from './scripts/release.ts';
import { readFirstVisit } from './setup/first-visit.ts';
import { openMachine } from './setup/machine.ts';
import { type Release, runSetup } from './setup/run.ts';
import { fetchAuthority } from './setup/till/authority.ts';

// Services read the settings' folder and their units, whatever the shell of the person leaves out.
process.umask(0o022);
const input = createInterface({ input: process.stdin });
const lines = input[Symbol.asyncIterator]();

const ask = async (prompt: string): Promise<string | null> => {
  process.stdout.write(prompt);
  const { value, done } = await lines.next();
  return done ? null : value;
};

/** Services run what the link leads to, so that an update changes the link alone. */
function releaseHere(): Release {
  const folder = installation();
  const node = requireNode();
  if (folder === undefined) return { folder: root, node, command: [node, join(root, 'tools/setup.ts')] };
  const current = join(folder, currentName);
  const own = relative(root, node);
  return {
    folder: current,
    node: own.startsWith('..') ? node : join(current, own),
    unpacked: root,
    command: [join(folder, process.platform === 'win32' ? 'atoll.cmd' : 'atoll'), 'setup'],
  };
}

process.exitCode = await runSetup(process.argv.slice(2), {
  dialog: { say, ask },
  open: (folder) => openMachine({ root: folder }),
  firstVisit: (dataDir, made, isStarting) => readFirstVisit(dataDir, made, isStarting ? undefined : 0),
  fetchAuthority,
  release: releaseHere(),
});
input.close();
