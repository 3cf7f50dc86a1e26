/** Fetches a copy from a target, with the full copy that a difference needs. Source: R31.36, R31.40, R31.41. */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { OffsiteCopy } from '@atoll/domain/offsite/copies';
import { OffsiteError } from './offsite-error.ts';
import { type CopyMeta, differenceFile, storeFile, unpackCopyFile } from './pack.ts';
import type { Target } from './target.ts';

export interface FetchedCopy {
  readonly meta: CopyMeta;
  /** The compressed store; of a difference, with its full copy beside it. */
  readonly store: string;
}

async function fetchOne(target: Target, name: string, identity: string, folder: string): Promise<CopyMeta> {
  const path = `${folder}.age`;
  try {
    await target.get(name, path);
    return await unpackCopyFile(path, identity, folder);
  } finally {
    rmSync(path, { force: true });
  }
}

/** Unpacks a copy into a folder. `all`: the copies at the target. Throws OffsiteError. */
export async function fetchCopy(
  target: Target,
  copy: OffsiteCopy,
  all: readonly OffsiteCopy[],
  identity: string,
  folder: string,
): Promise<FetchedCopy> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const meta = await fetchOne(target, copy.name, identity, folder);
  if (!existsSync(join(folder, differenceFile))) return { meta, store: join(folder, storeFile) };
  const full = all.find(({ kind, at, shop }) => kind === 'Full' && at === copy.base && shop === copy.shop);
  if (!full) throw new OffsiteError('damaged', `${copy.name} needs a full copy that is not there`);
  const beside = `${folder}-full`;
  try {
    await fetchOne(target, full.name, identity, beside);
    renameSync(join(beside, storeFile), join(folder, storeFile));
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
  return { meta, store: join(folder, differenceFile) };
}
