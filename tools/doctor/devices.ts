/** Which devices the server heard, and how old the newest backup is. */
import type { Backup } from '../../apps/server/src/platform/store/sqlite/backup-list.ts';
import { bad, type Finding, good, off, watch } from './finding.ts';
import type { OffsiteFacts, StoreFacts } from './store.ts';

/** Returns the finding about the devices of the last 24 hours. */
export function checkDevices({ devices }: Pick<StoreFacts, 'devices'>): Finding {
  const name = 'Devices';
  if (devices === null) return off(name, 'The store could not be read.');
  const { known, recent, lastAt } = devices;
  if (known === 0) return off(name, 'No device has signed in yet.');
  if (recent > 0) return good(name, `The server heard ${recent} of ${known} in the last 24 hours.`);
  return watch(
    name,
    `The server heard none of ${known} in the last 24 hours; the last one was at ${new Date(lastAt).toISOString()}.`,
    'Open Atoll on a till, and look at its network and its address of the server if it shows Offline.',
  );
}

const hourMs = 3_600_000;
const watchHours = 30;
const badHours = 48;

export interface BackupFacts {
  readonly engine: StoreFacts['engine'];
  readonly backups: readonly Pick<Backup, 'file' | 'at'>[];
  /** When the store was created, in ms; 0 when unknown. */
  readonly createdAt: number;
  readonly now: number;
}

/** Returns the finding about the newest backup. */
export function checkBackup({ engine, backups, createdAt, now }: BackupFacts): Finding {
  const name = 'Backup';
  if (engine === 'postgres') return off(name, 'PostgreSQL is backed up by its own tools.');
  const newest = backups.toSorted((a, b) => b.at - a.at)[0];
  const hours = (now - (newest?.at ?? createdAt)) / hourMs;
  const text = newest
    ? `The newest one, ${newest.file}, is ${Math.floor(hours)} hours old.`
    : 'There is no backup yet.';
  const remedy = 'Run npm run backup now, and look into the log of the server for why the daily one failed.';
  if (hours > badHours) return bad(name, text, remedy);
  return hours > watchHours ? watch(name, text, remedy) : good(name, text);
}

/** What the machine says about the target of copies. */
export interface TargetHere {
  /** Setup was told a target. */
  readonly isWanted: boolean;
  /** The folder of copies is there, with the file that marks it as a target; also true where copies go to another machine. */
  readonly isThere: boolean;
}

const offsiteName = 'Off-site copy';
const offsiteRemedy = 'Look at Settings, Off-site copies, which names the problem, and copy now.';

/** Returns what is wrong with copies that are set; null for nothing. */
function offsiteProblem({ folder, isLate, isConfirmed }: OffsiteFacts, { isThere }: TargetHere): Finding | null {
  if (!isThere)
    return bad(
      offsiteName,
      `The folder of copies, ${folder}, is not there, or its disk is not.`,
      'Connect the disk or the share, then test the target again in Settings, Off-site copies.',
    );
  if (isLate) return watch(offsiteName, 'The last copy did not arrive; the server tries again.', offsiteRemedy);
  if (isConfirmed) return null;
  return watch(
    offsiteName,
    'Nobody has typed the recovery passphrase since it was set.',
    'Type it in Settings, Off-site copies, because without it nobody can open the copies.',
  );
}

/** Returns the finding about encrypted copies away from the server; null facts: this store has none. */
export function checkOffsite(facts: OffsiteFacts | null, now: number, here: TargetHere): Finding {
  if (!facts?.isOn)
    return here.isWanted
      ? watch(
          offsiteName,
          'Setup was told where encrypted copies go, but none are made yet.',
          'Test the target and set a passphrase in Settings, Off-site copies.',
        )
      : off(offsiteName, 'No encrypted copies are sent away from this machine.');
  const { newestAt, provenAt, hasFailed } = facts;
  const hours = Math.floor((now - newestAt) / hourMs);
  const copied = newestAt === 0 ? 'No copy arrived yet.' : `The newest one is ${hours} hours old.`;
  const proven =
    provenAt === 0
      ? 'No restore was tested.'
      : `A restore was tested on ${new Date(provenAt).toISOString().slice(0, 10)}.`;
  const text = `${copied} ${hasFailed ? 'The last test of a restore failed.' : proven}`;
  if (hasFailed || (newestAt !== 0 && hours >= badHours)) return bad(offsiteName, text, offsiteRemedy);
  const problem = offsiteProblem(facts, here);
  if (problem) return problem;
  return newestAt === 0 || hours >= watchHours ? watch(offsiteName, text, offsiteRemedy) : good(offsiteName, text);
}
