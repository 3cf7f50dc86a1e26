/** The trial of this release on the copy of a store in a folder; `atoll update` of the release before runs it. Ends with 1 and the reason. Source: R31.32. */
import { tryRelease } from '../apps/server/src/trial.ts';
import { say, stop } from './scripts/folder.mjs';

process.umask(0o077);
const [folder] = process.argv.slice(2);
if (!folder) stop('Name the folder of the copy.');
try {
  await tryRelease(folder, say);
} catch (error) {
  stop(error instanceof Error ? error.message : String(error));
}
process.exit(0);
