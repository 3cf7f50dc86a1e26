/** What an update refuses before anything stops. Source: R31.31. */
import { existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { sha256Of } from '../../apps/server/src/platform/disk/file-hash.ts';
import { isSignedBy, readSums, signatureName, sumsName } from '../pack/sums.ts';
import type { ReleaseNote } from '../scripts/release.ts';
import { type Content, readArchive } from './archive.ts';

/** Why an update does not start. */
export class Refusal extends Error {}

export interface Asked {
  readonly archive: string;
  /** What the person was told that the archive's hash is. */
  readonly sha256: string | undefined;
}

const readOf = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null);

/** Refuses an archive that is not what a key of the release that runs, or the person, vouches for. */
async function checkHash({ archive, sha256 }: Asked, key: string | null): Promise<void> {
  const folder = dirname(archive);
  const [sums, signature] = [readOf(join(folder, sumsName)), readOf(join(folder, signatureName))];
  const known = sums === null ? undefined : readSums(sums).get(basename(archive));
  const actual = await sha256Of(archive);
  if (known !== undefined && known !== actual)
    throw new Refusal(`The archive is not what ${sumsName} says: get it again`);
  if (sha256 !== undefined && sha256.toLowerCase() !== actual)
    throw new Refusal(`The archive has another hash than --sha256: ${actual}`);
  if (sums !== null && signature !== null && key !== null && !isSignedBy(sums, signature, key))
    throw new Refusal(`${sumsName} is not signed with the key that this release knows`);
  const isSigned = known !== undefined && signature !== null && key !== null;
  if (!isSigned && sha256 === undefined)
    throw new Refusal(
      'Nobody that this release knows signed the archive: add --sha256 with its hash, from where you got it',
    );
}

const numbers = (version: string): number[] => version.split('.').map(Number);

/** Compares two versions: below 0 when the first one is older. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbers(a), numbers(b)];
  return left.map((one, at) => one - (right[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

function checkRelease({ note }: Content, current: ReleaseNote): void {
  if (note.platform !== current.platform)
    throw new Refusal(`The archive is for ${note.platform}, and this machine is ${current.platform}`);
  if (note.kind !== current.kind)
    throw new Refusal(
      note.kind === 'print'
        ? 'The archive has the print server only'
        : 'The archive is for a server, and this is a till',
    );
  const order = compareVersions(note.version, current.version);
  if (order === 0) throw new Refusal(`Release ${note.version} runs already`);
  if (order < 0) throw new Refusal(`Release ${note.version} is older than ${current.version}, which runs`);
}

const sizeOf = (path: string): number => (existsSync(path) ? statSync(path).size : 0);

/** Refuses when the release, the copy of the store and its backup have no room. */
function checkSpace(base: string, dataDir: string | null, bytes: number): void {
  const free = (path: string): number => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  };
  const mb = (value: number): string => `${Math.ceil(value / 1e6)} MB`;
  const store = dataDir === null ? 0 : sizeOf(join(dataDir, 'atoll.db')) + sizeOf(join(dataDir, 'atoll.db-wal'));
  for (const [path, needed] of [
    [base, bytes],
    [dataDir, 3 * store],
  ] as const)
    if (path !== null && free(path) < needed)
      throw new Refusal(`There is too little space in ${path}: ${mb(needed)} are needed, ${mb(free(path))} are free`);
}

/** Checks an archive and returns what it has. Throws a Refusal, in words. */
export async function checkArchive(
  asked: Asked,
  { base, current, dataDir }: { base: string; current: ReleaseNote; dataDir: string | null },
): Promise<Content> {
  if (!existsSync(asked.archive)) throw new Refusal(`There is no file ${asked.archive}`);
  await checkHash(asked, current.key);
  const content = await readArchive(asked.archive).catch((error: Error) => {
    throw new Refusal(`The archive cannot be used: ${error.message}`);
  });
  checkRelease(content, current);
  checkSpace(base, dataDir, content.bytes);
  return content;
}
