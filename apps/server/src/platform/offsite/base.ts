/** What a difference is made to: the hashes of the pages of the last full copy, kept beside the store. Source: R31.36. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceDurably } from '../disk/durable-file.ts';
import { keepFoot } from '../store/sqlite/copy/compress.ts';
import { storeFile } from './pack.ts';

/** The full copy that differences are made to. */
export interface Base {
  readonly name: string;
  readonly at: number;
  readonly bytes: number;
  /** The passphrase of its time: a difference must open with the same. */
  readonly recovery: string;
}

const baseFolder = (dataDir: string): string => join(dataDir, 'offsite', 'base');
const notePath = (dataDir: string): string => join(baseFolder(dataDir), 'base.json');
/** Has the hashes and no pages. */
export const baseStore = (dataDir: string): string => join(baseFolder(dataDir), storeFile);

/** Returns what is known of the last full copy; null when there is none that is known. */
export function readBase(dataDir: string): Base | null {
  try {
    return existsSync(baseStore(dataDir)) ? (JSON.parse(readFileSync(notePath(dataDir), 'utf8')) as Base) : null;
  } catch {
    return null;
  }
}

/** Keeps the hashes of a full copy that arrived. */
export function keepBase(dataDir: string, base: Base, store: string): void {
  rmSync(baseFolder(dataDir), { recursive: true, force: true });
  mkdirSync(baseFolder(dataDir), { recursive: true, mode: 0o700 });
  keepFoot(store, baseStore(dataDir));
  replaceDurably(notePath(dataDir), JSON.stringify(base));
}
