/** What `atoll update` does with the store, as the user of the data: `backup`, `prepare`, `keep`, `undo` or `note`, with a folder and values as JSON. */
import {
  addOutcome,
  backUpForUpdate,
  keepTried,
  type Outcome,
  prepareTrial,
  undoUpdate,
  type Versions,
} from '../apps/server/src/platform/store/sqlite/update/update.ts';
import { say, stop } from './scripts/folder.mjs';

process.umask(0o077);
const [what, dataDir = '', values = '{}'] = process.argv.slice(2);
const given = JSON.parse(values) as Versions & Outcome;
try {
  if (what === 'backup') say(`Backup: ${backUpForUpdate(dataDir, Date.now())}`);
  else if (what === 'prepare') prepareTrial(dataDir);
  else if (what === 'keep') keepTried(dataDir, given);
  else if (what === 'undo') undoUpdate(dataDir, given.to);
  else if (what === 'note') addOutcome(dataDir, given);
  else stop('backup, prepare, keep, undo or note');
} catch (error) {
  stop(error instanceof Error ? error.message : String(error));
}
