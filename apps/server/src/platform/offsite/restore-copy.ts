/** Brings a shop back from its off-site copies: the store, the keys beside it, the authority and the settings. Source: R31.41. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type OffsiteCopy, readCopyName, readRecoveryName } from '@atoll/domain/offsite/copies';
import { offsiteProblemText } from '@atoll/domain/offsite/problem';
import { UnfitBackup } from '../store/sqlite/backup-file.ts';
import { restoreSqlite } from '../store/sqlite/restore.ts';
import { openRecovery } from './age.ts';
import { fetchCopy } from './fetch-copy.ts';
import { offsiteFolder } from './make-copy.ts';
import { OffsiteError } from './offsite-error.ts';
import { openTarget } from './open-target.ts';
import { besideStore, settingsFile } from './pack.ts';
import type { Target, TargetLogin } from './target.ts';

interface Wanted {
  readonly dataDir: string;
  readonly login: TargetLogin;
  readonly passphrase: string;
  readonly now: number;
  /** The name of a copy; the newest one that is whole when absent. */
  readonly copy?: string | undefined;
  /** Of several shops in one target. */
  readonly shop?: string | undefined;
  readonly say: (text: string) => void;
}

interface Unpacked {
  readonly copy: OffsiteCopy;
  /** Its compressed store. */
  readonly store: string;
}

interface Opened {
  readonly copy: OffsiteCopy;
  readonly identity: string;
}

const sentenceOf = ({ problem, shown }: OffsiteError): string =>
  shown === ''
    ? offsiteProblemText[problem]
    : `${offsiteProblemText[problem]}: add ?key=${encodeURIComponent(shown)} for ${shown}`;

/** The settings of the former server, beside the store. */
const restoredSettings = 'restored.env';

/** Returns the copies that the passphrase opens, newest first. */
async function openable(target: Target, { passphrase, copy, shop }: Wanted, folder: string): Promise<Opened[]> {
  const names = (await target.list()).map(({ name }) => name);
  const copies = names.flatMap((name) => readCopyName(name) ?? []);
  if (copies.length === 0) throw new Error('The target has no copy of Atoll');
  const identities = new Map<string, string>();
  for (const name of names) {
    const id = readRecoveryName(name);
    if (id === null) continue;
    const path = join(folder, name);
    await target.get(name, path);
    const identity = await openRecovery(readFileSync(path), passphrase);
    rmSync(path);
    if (identity !== null) identities.set(id, identity);
  }
  const opened = copies
    .flatMap((one) => {
      const identity = identities.get(one.recovery);
      return identity === undefined ? [] : [{ copy: one, identity }];
    })
    .toSorted((a, b) => b.copy.at - a.copy.at);
  if (opened.length === 0) throw new Error('This is not the passphrase of a copy there');
  const wanted = opened.filter(({ copy: one }) => (!copy || one.name === copy) && (!shop || one.shop === shop));
  const shops = [...new Set(wanted.map(({ copy: one }) => one.shop))];
  if (shops.length > 1)
    throw new Error(`The target has copies of several shops. Add --shop ${shops.join(' or --shop ')}`);
  if (wanted.length === 0) throw new Error('The target has no such copy');
  return wanted;
}

/** Unpacks the first copy that is whole. */
async function unpackFirst(
  target: Target,
  opened: readonly Opened[],
  folder: string,
  say: Wanted['say'],
): Promise<Unpacked> {
  const all = (await target.list()).flatMap(({ name }) => readCopyName(name) ?? []);
  for (const { copy, identity } of opened) {
    try {
      const { meta, store } = await fetchCopy(target, copy, all, identity, join(folder, 'copy'));
      if (meta.engine !== 'sqlite') throw new Error('This copy is of a database: set DATABASE_URL to an empty one');
      return { copy, store };
    } catch (error) {
      if (!(error instanceof OffsiteError) || error.problem !== 'damaged') throw error;
      say(`${copy.name} is damaged.`);
    }
  }
  throw new OffsiteError('damaged', 'No copy there is whole');
}

/** Throws when the data folder has something that a restore would replace. */
function checkEmpty(dataDir: string): void {
  for (const name of ['atoll.db', 'history.key', join('tls', 'authority.json')])
    if (existsSync(join(dataDir, name)))
      throw new Error(`${dataDir} is in use: it has ${name}. Set DATA_DIR to an empty folder`);
}

/** Puts the keys, certificates and settings of a copy into the data folder. Returns what takes them away again. */
function putBeside(folder: string, dataDir: string): () => void {
  const files = [...besideStore(folder), [settingsFile, restoredSettings] as const];
  for (const [from, to] of files) {
    mkdirSync(dirname(join(dataDir, to)), { recursive: true, mode: 0o700 });
    renameSync(join(folder, from), join(dataDir, to));
  }
  return () => {
    for (const [, to] of files) rmSync(join(dataDir, to), { force: true });
  };
}

/** Returns the copy, and where the settings of the former server are. Throws an error with a sentence for the person; nothing is changed then. */
export async function restoreOffsite(wanted: Wanted): Promise<{ copy: OffsiteCopy; settings: string }> {
  const { dataDir, login, now, say } = wanted;
  checkEmpty(dataDir);
  const folder = join(offsiteFolder(dataDir), 'restore');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    const target = await openTarget(login, dataDir);
    const { copy, store } = await openable(target, wanted, folder)
      .then((opened) => unpackFirst(target, opened, folder, say))
      .finally(() => target.close());
    const unpacked = join(folder, 'copy');
    // Without its keys the store must not be there: a server would make others.
    const takeBack = putBeside(unpacked, dataDir);
    try {
      restoreSqlite(dataDir, store, now);
    } catch (error) {
      takeBack();
      throw error;
    }
    return { copy, settings: join(dataDir, restoredSettings) };
  } catch (error) {
    if (error instanceof UnfitBackup && error.reason === 'backupNewer')
      throw new Error('A newer version of Atoll made this copy. Install it first', { cause: error });
    throw error instanceof OffsiteError ? new Error(sentenceOf(error), { cause: error }) : error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
