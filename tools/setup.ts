/**
 * `npm run setup [-- FLAGS]`: makes a server, or a till with printers, of this machine, and takes that back. Ends with 0, with 1 (refused or failed) or
 * with 2 (without the rights). Source: R31.19 to R31.23.
 */
import { createInterface } from 'node:readline';
import { requireNode, root, say } from './scripts/folder.mjs';
import { readFirstVisit } from './setup/first-visit.ts';
import { openMachine } from './setup/machine.ts';
import { runSetup } from './setup/run.ts';
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

process.exitCode = await runSetup(process.argv.slice(2), {
  dialog: { say, ask },
  open: (folder) => openMachine({ root: folder }),
  firstVisit: (dataDir, made, isStarting) => readFirstVisit(dataDir, made, isStarting ? undefined : 0),
  fetchAuthority,
  release: { folder: root, node: requireNode() },
});
input.close();
