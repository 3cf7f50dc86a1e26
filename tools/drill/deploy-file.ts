/** The files of `deploy`, with the ports and paths of a drill filled in. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/folder.mjs';

/** Texts of a file and what stands there in the drill; everything else stays as it is. */
export type Filled = Readonly<Record<string, string>>;

/** Returns a file of `deploy` with these texts replaced, each wherever it occurs. Throws when one does not occur. */
export function deployText(path: string, filled: Filled): string {
  const text = readFileSync(join(root, 'deploy', path), 'utf8');
  for (const from of Object.keys(filled))
    if (!text.includes(from)) throw new Error(`deploy/${path} has no '${from}' any more: the drill fills it in`);
  // In one pass: what was filled in is not replaced again.
  const pattern = Object.keys(filled)
    .toSorted((a, b) => b.length - a.length)
    .map((from) => from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|');
  return pattern === '' ? text : text.replace(new RegExp(pattern, 'g'), (from) => filled[from] ?? from);
}

/** Writes a file of `deploy` for a drill; returns its path. */
export function writeDeployFile(path: string, filled: Filled, target: string, mode = 0o644): string {
  writeFileSync(target, deployText(path, filled), { mode });
  return target;
}
