/** The sources that programs load, found by their imports. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { readSource } from '../import-rules/source.ts';
import { root } from '../scripts/folder.mjs';

export interface Closure {
  /** Paths below the project's folder. */
  readonly files: readonly string[];
  /** Packages by the folder of the workspace whose source imports them. */
  readonly packages: readonly { readonly from: string; readonly name: string }[];
}

/** Threads and programs that a source starts by their file. */
const started = /new URL\(\s*'([^']+)',\s*import\.meta\.url/g;
const workspace = /^(?:apps|packages)\/[^/]+/;
const packageName = /^(?:@[^/]+\/)?[^/]+/;

function importsOf(path: string): string[] {
  if (path.endsWith('.json')) return [];
  const text = readFileSync(join(root, path), 'utf8');
  const threads = [...text.matchAll(started)].map(([, file = '']) => file);
  return [...readSource(path, text).imports.map(({ from }) => from), ...threads];
}

/** Returns what programs load, themselves included. */
export function closureOf(programs: readonly string[]): Closure {
  const files = new Set(programs);
  const packages = new Map<string, { from: string; name: string }>();
  // A set gives what is added while it is read, too.
  for (const path of files)
    for (const from of importsOf(path)) {
      if (from.startsWith('.')) {
        const file = posix.join(dirname(path), from);
        if (!existsSync(join(root, file))) throw new Error(`${path} imports ${from}, which does not exist`);
        files.add(file);
      } else if (!from.startsWith('node:')) {
        const one = { from: workspace.exec(path)?.[0] ?? '', name: packageName.exec(from)?.[0] ?? from };
        packages.set(`${one.from} ${one.name}`, one);
      }
    }
  return { files: [...files].toSorted(), packages: [...packages.values()] };
}
