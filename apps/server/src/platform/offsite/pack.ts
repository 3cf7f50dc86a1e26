/**
 * What is in an off-site copy: a tar with `meta.json`, the store, the keys that are beside it, the certificates and the settings of the server.
 * Source: R31.6, R31.37, docs/operations.md.
 */
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { packTar, type TarSource, unpackTar } from 'modern-tar/fs';
import { secretKeyFile } from '../disk/secret.ts';
import { decryptFrom, encryptInto } from './age.ts';
import { OffsiteError } from './offsite-error.ts';

export interface CopyMeta {
  readonly format: 1;
  readonly at: string;
  readonly shop: string;
  readonly engine: 'sqlite' | 'postgres';
  /** The release that made it, and the number of its newest migration. */
  readonly release: string;
  readonly schema: number;
  readonly recovery: string;
  /** Of a difference: the name of the full copy that it needs. */
  readonly base?: string;
}

export const storeFile = 'store.db.zst';
/** The pages that the store of the full copy does not have. */
export const differenceFile = 'store.diff.zst';
export const dumpFile = 'store.dump';
export const settingsFile = 'settings.env';

/** Files beside the store that are part of a copy. Not `copy.key`: it is of this machine alone. */
const keyFiles = ['history.key', 'history.heads', 'history.ends', 'token.key', secretKeyFile, 'origins.json'];
const tlsFolder = 'tls';

const privately = { mode: 0o600, uid: 0, gid: 0 };

function keysOf(dataDir: string): TarSource[] {
  const found = keyFiles.filter((name) => existsSync(join(dataDir, name)));
  const tls = join(dataDir, tlsFolder);
  const certificates = existsSync(tls) ? readdirSync(tls).filter((name) => lstatSync(join(tls, name)).isFile()) : [];
  return [
    ...found.map(
      (name): TarSource => ({ type: 'file', source: join(dataDir, name), target: `keys/${name}`, ...privately }),
    ),
    ...certificates.map(
      (name): TarSource => ({ type: 'file', source: join(tls, name), target: `${tlsFolder}/${name}`, ...privately }),
    ),
  ];
}

interface Packed {
  readonly meta: CopyMeta;
  /** The compressed copy of an embedded store, or the dump of a database. */
  readonly store: string;
  readonly dataDir: string;
  /** The variables of the server, as a file of them. */
  readonly settings: string;
  readonly recipients: readonly string[];
}

/** Writes an encrypted copy to `path`. */
export async function packCopy(path: string, { meta, store, dataDir, settings, recipients }: Packed): Promise<void> {
  const ofSqlite = meta.base === undefined ? storeFile : differenceFile;
  const target = meta.engine === 'sqlite' ? ofSqlite : dumpFile;
  const sources: TarSource[] = [
    { type: 'content', content: `${JSON.stringify(meta, null, 2)}\n`, target: 'meta.json', ...privately },
    { type: 'file', source: store, target, ...privately },
    ...keysOf(dataDir),
    { type: 'content', content: settings, target: settingsFile, ...privately },
  ];
  await encryptInto(path, packTar(sources), recipients);
}

/** Unpacks a copy into a folder, which is made. Returns what it says of itself. Throws OffsiteError. */
export async function unpackCopyFile(path: string, identity: string, folder: string): Promise<CopyMeta> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const content = await decryptFrom(path, identity);
  try {
    await pipeline(content, unpackTar(folder, { fmode: 0o600, dmode: 0o700, maxDepth: 3 }));
    return JSON.parse(readFileSync(join(folder, 'meta.json'), 'utf8')) as CopyMeta;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw new OffsiteError('space', String(error), error);
    throw new OffsiteError('damaged', String(error), error);
  }
}

/** The files and folders of an unpacked copy that belong beside the store, as [in the copy, in the data folder]. */
export function besideStore(folder: string): [string, string][] {
  const namesIn = (part: string) => (existsSync(join(folder, part)) ? readdirSync(join(folder, part)) : []);
  return [
    ...namesIn('keys').map((name): [string, string] => [join('keys', name), name]),
    ...namesIn(tlsFolder).map((name): [string, string] => [join(tlsFolder, name), join(tlsFolder, name)]),
  ];
}
