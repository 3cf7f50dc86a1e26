/** A folder is small enough to be read at one glance. */
import { posix } from 'node:path';
import { isCode, isTest, type Problem } from './problem.ts';

/** Source files that a folder may hold, besides its tests and its own folders. */
export const maxFiles = 25;

/** Returns the folders that hold too many source files, each with its number. */
export function folderProblems(paths: readonly string[]): Problem[] {
  const folders = Map.groupBy(
    paths.filter((path) => isCode(path) && !isTest(path)),
    (path) => posix.dirname(path),
  );
  return [...folders]
    .filter(([, files]) => files.length > maxFiles)
    .map(([path, files]) => ({
      path,
      line: 1,
      message: `${files.length} source files, at most ${maxFiles}. Move those of one noun into a folder named after it.`,
    }));
}
