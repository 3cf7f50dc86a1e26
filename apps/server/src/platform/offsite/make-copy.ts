/** Makes an off-site copy, sends it, and removes old ones. It works on a thread of its own. Source: R31.36, R31.39. */

import { Buffer } from 'node:buffer';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CopyKind, copyName, type OffsiteCopy, readCopyName, recoveryName } from '@atoll/domain/offsite/copies';
import { keepCopies, keepRule } from '@atoll/domain/offsite/keep';
import { identityToRecipient } from 'age-encryption';
import { version } from '../config/version.ts';
import { sha256Of } from '../disk/file-hash.ts';
import { readSpace } from '../disk/space.ts';
import { readMigrations } from '../store/migration.ts';
import { checkPlain } from '../store/sqlite/backup.ts';
import { compressDifference, compressWhole } from '../store/sqlite/copy/compress.ts';
import { copyPages } from '../store/sqlite/copy/daily.ts';
import { spaceFor } from '../store/sqlite/copy/room.ts';
import { copyKey, type Recovery } from './age.ts';
import { type Base, baseStore, keepBase, readBase } from './base.ts';
import { OffsiteError } from './offsite-error.ts';
import { openTarget } from './open-target.ts';
import { packCopy } from './pack.ts';
import type { Target, TargetLogin } from './target.ts';

export interface CopyOrder {
  /** A difference becomes a full copy when there is nothing that it can be made to. */
  readonly kind: CopyKind;
  readonly dataDir: string;
  readonly login: TargetLogin;
  readonly recovery: Recovery;
  /** The first eight digits of the name of the store. */
  readonly shop: string;
  readonly settings: string;
  readonly timezone: string;
  /** False after a drill that failed: nothing is removed then. */
  readonly mayRemove: boolean;
  readonly now: number;
}

export interface MadeCopy {
  readonly name: string;
  readonly kind: CopyKind;
  /** The full copy that a difference needs; '' for a full one. */
  readonly base: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly schema: number;
  readonly removed: readonly string[];
}

/** Free space that a copy leaves on the disk of the server. */
const reserveBytes = 512 * 1024 ** 2;

/** Where copies are made before they are sent. */
export const offsiteFolder = (dataDir: string): string => join(dataDir, 'offsite');

/** A difference that is larger than this part of its full copy is no gain. */
const maxShare = 0.6;

interface CopiedStore {
  readonly store: string;
  /** Null for a whole copy. */
  readonly base: Base | null;
}

/** Copies the store into a compressed file: the pages that a full copy lacks, or all. */
async function copyStore(dataDir: string, folder: string, base: Base | null): Promise<CopiedStore> {
  const [plain, store] = [join(folder, 'store.part'), join(folder, 'store.zst.part')];
  if (readSpace(dataDir).freeBytes < spaceFor(dataDir) * 2 + reserveBytes) throw new OffsiteError('space');
  try {
    await copyPages(dataDir, plain);
    checkPlain(plain);
    if (base) {
      compressDifference(plain, store, baseStore(dataDir));
      if (statSync(store).size <= base.bytes * maxShare) return { store, base };
    }
    compressWhole(plain, store, true);
    return { store, base: null };
  } catch (error) {
    throw new OffsiteError('store', String(error), error);
  } finally {
    for (const left of [plain, `${plain}-wal`, `${plain}-shm`]) rmSync(left, { force: true });
  }
}

/** Puts the file that opens the copies beside them, unless it is there. */
async function putRecovery(
  target: Target,
  { id, sealed }: Recovery,
  names: ReadonlySet<string>,
  folder: string,
): Promise<void> {
  const name = recoveryName(id);
  if (names.has(name)) return;
  const path = join(folder, name);
  writeFileSync(path, Buffer.from(sealed, 'base64'), { mode: 0o600 });
  await target.put(name, path);
}

/** Returns the copies of a shop at a target. */
export async function copiesAt(target: Target, shop: string): Promise<(OffsiteCopy & { readonly bytes: number })[]> {
  const files = await target.list();
  return files.flatMap(({ name, bytes }) => {
    const copy = readCopyName(name);
    return copy?.shop === shop ? [{ ...copy, bytes }] : [];
  });
}

/** Removes the copies that are not kept; returns their names. */
async function removeOld(target: Target, { shop, timezone, now }: CopyOrder): Promise<string[]> {
  const copies = await copiesAt(target, shop);
  const kept = new Set(keepCopies(copies, now, { ...keepRule, timezone }).map(({ name }) => name));
  const old = copies.filter(({ name }) => !kept.has(name)).map(({ name }) => name);
  for (const name of old) await target.remove(name);
  return old;
}

/** Returns the full copy that a difference can be made to: the last one, when it is at the target and opens with the passphrase of now. */
function baseFor({ kind, dataDir, recovery }: CopyOrder, names: ReadonlySet<string>): Base | null {
  const base = kind === 'Diff' ? readBase(dataDir) : null;
  return base && base.recovery === recovery.id && names.has(base.name) ? base : null;
}

/** Throws OffsiteError. An interrupted copy leaves nothing that counts as one, and removes nothing. */
export async function makeCopy(order: CopyOrder): Promise<MadeCopy> {
  const { dataDir, login, recovery, shop, settings, mayRemove, now } = order;
  const folder = offsiteFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const made = join(folder, 'copy.age.part');
  const target = await openTarget(login, dataDir);
  try {
    await target.check();
    const names = new Set((await target.list()).map((file) => file.name));
    const { store, base } = await copyStore(dataDir, folder, baseFor(order, names));
    const schema = Math.max(...readMigrations().map(({ number }) => number));
    const meta = {
      format: 1,
      at: new Date(now).toISOString(),
      shop,
      engine: 'sqlite',
      release: version,
      schema,
      recovery: recovery.id,
      ...(base && { base: base.name }),
    } as const;
    const own = await identityToRecipient(await copyKey(dataDir));
    await packCopy(made, { meta, store, dataDir, settings, recipients: [recovery.recipient, own] });
    const kind = base ? 'Diff' : 'Full';
    const name = copyName({ kind, at: now, base: base?.at ?? now, shop, recovery: recovery.id });
    await putRecovery(target, recovery, names, folder);
    await target.put(name, made);
    if (!base) keepBase(dataDir, { name, at: now, bytes: statSync(store).size, recovery: recovery.id }, store);
    const removed = mayRemove && !base ? await removeOld(target, order) : [];
    return {
      name,
      kind,
      base: base?.name ?? '',
      bytes: statSync(made).size,
      sha256: await sha256Of(made),
      schema,
      removed,
    };
  } finally {
    target.close();
    rmSync(made, { force: true });
    rmSync(join(folder, 'store.zst.part'), { force: true });
    rmSync(join(folder, recoveryName(recovery.id)), { force: true });
  }
}
