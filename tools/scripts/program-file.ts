/** Where tests find the programs that they start. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the project. Not from `folder.mjs`: the servers' own type checks read no JavaScript. */
const root = join(import.meta.dirname, '../..');

/**
 * Returns the file of a program of the project, such as 'apps/server/src/main.ts': bundled (`bundled.ts`) where `npm test` made it, else its
 * source.
 */
export function programFile(path: string): string {
  const folder = process.env['ATOLL_BUNDLED'];
  const file = folder && join(folder, path.replace(/\.ts$/, '.mjs'));
  return file && existsSync(file) ? file : join(root, path);
}
