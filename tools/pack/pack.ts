/** Makes an archive of a release, with the list of hashes beside it. Source: R31.28, R31.29. */
import type { KeyObject } from 'node:crypto';
import { createWriteStream, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { version } from '../../apps/server/src/platform/config/version.ts';
import { sha256Of } from '../../apps/server/src/platform/disk/file-hash.ts';
import { commitNow, contentOf } from './content.ts';
import type { Kind, PackPlatform } from './platforms.ts';
import { publicText, writeSums } from './sums.ts';
import { tarOf } from './tar.ts';

export interface Order {
  readonly kind: Kind;
  readonly platform: PackPlatform;
  readonly out: string;
  readonly web: string;
  readonly key: KeyObject | null;
  /** Of zlib. */
  readonly level?: number;
}

/** What an archive may have at most, in bytes: it is carried to shops on slow lines. */
const largest: Record<Kind, number> = { server: 110e6, print: 80e6 };

export interface Packed {
  readonly path: string;
  readonly name: string;
  readonly sha256: string;
}

/** Makes an archive and returns where it is. */
export async function pack({ kind, platform, out, web, key, level = 9 }: Order): Promise<Packed> {
  const { commit, seconds } = commitNow();
  const note = { version, kind, platform, commit, key: key && publicText(key) };
  const name = `atoll-${kind}-${version}-${platform}.tar.gz`;
  const path = join(out, name);
  mkdirSync(out, { recursive: true });
  const bytes = Readable.from(tarOf(contentOf({ kind, platform, web, note }), seconds));
  await pipeline(bytes, createGzip({ level }), createWriteStream(`${path}.part`));
  const { size } = statSync(`${path}.part`);
  if (size > largest[kind])
    throw new Error(`it would have ${Math.ceil(size / 1e6)} MB, and ${largest[kind] / 1e6} MB are allowed`);
  renameSync(`${path}.part`, path);
  const sha256 = await sha256Of(path);
  writeSums(out, name, sha256, key);
  return { path, name, sha256 };
}
