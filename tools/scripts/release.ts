/** What a release says of itself, and where it is installed: `releases/{version}` beside the link `current`. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from './folder.mjs';

export interface ReleaseNote {
  readonly version: string;
  readonly kind: 'server' | 'print';
  readonly platform: string;
  readonly commit: string;
  /** The key that signs the release after this one, as one line; null when the list of hashes is not signed. */
  readonly key: string | null;
}

export const releaseName = 'release.json';
export const currentName = 'current';
/** Of a release: libraries that Node needs; services and the program `atoll` name the folder to the loader. */
export const libraryFolder = 'lib';

/** Reads the note of a release in a folder; undefined for sources. */
export function readRelease(folder: string): ReleaseNote | undefined {
  const path = join(folder, releaseName);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as ReleaseNote) : undefined;
}

/** Returns the folder that has the releases and the link; undefined for sources. */
export function installation(folder: string = root): string | undefined {
  const above = dirname(folder);
  return readRelease(folder) && basename(above) === 'releases' ? dirname(above) : undefined;
}
