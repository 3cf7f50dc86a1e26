/**
 * The library that Node needs and that a small Linux lacks: libatomic of GCC. It is that of the machine that makes the archive, so an archive for another
 * processor has none, and needs it there. Source: R31.28, decision 082.
 */
import { readFileSync } from 'node:fs';
import { libraryFolder } from '../scripts/release.ts';
import { type PackPlatform, thisPlatform } from './platforms.ts';

const notice = `libatomic.so.1 is a part of GCC, unchanged: GPL-3.0 with the GCC Runtime Library Exception 3.1. Its sources: https://gcc.gnu.org/
Node needs it, and a small Linux has none. It is used from here by LD_LIBRARY_PATH; a machine with its own may remove this folder.
`;

interface Report {
  readonly sharedObjects: readonly string[];
}

/** Returns the files, by their paths in a release: none for other systems, and for a processor that this machine does not have. */
export function libraryFiles(platform: PackPlatform): Map<string, Buffer> {
  const { sharedObjects } = process.report.getReport() as unknown as Report;
  const library = platform.startsWith('linux') && platform === thisPlatform && sharedObjects.find(isAtomic);
  const files = new Map<string, Buffer>();
  if (!library) return files;
  return files
    .set(`${libraryFolder}/libatomic.so.1`, readFileSync(library))
    .set(`${libraryFolder}/NOTICE`, Buffer.from(notice));
}

const isAtomic = (path: string): boolean => path.endsWith('/libatomic.so.1');

/** Says what an archive needs of its machine; null for nothing. */
export const neededOf = (platform: PackPlatform): string | null =>
  platform.startsWith('linux') && libraryFiles(platform).size === 0
    ? 'A machine without libatomic (package libatomic1 of Debian) has to install it: this archive was made elsewhere.'
    : null;
