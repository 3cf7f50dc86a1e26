/**
 * Refuses a build in which scripts import each other: the one that the browser runs first would use what the other has not
 * made yet, and no screen would open.
 */
import type { Plugin, Rolldown } from 'vite';

/** Returns a circle of scripts that import each other, or null. */
export function cycleOf(imports: Readonly<Record<string, readonly string[]>>): readonly string[] | null {
  const done = new Set<string>();
  const path: string[] = [];
  const find = (name: string): readonly string[] | null => {
    if (path.includes(name)) return path.slice(path.indexOf(name));
    if (done.has(name)) return null;
    path.push(name);
    for (const next of imports[name] ?? []) {
      const cycle = find(next);
      if (cycle) return cycle;
    }
    path.pop();
    done.add(name);
    return null;
  };
  for (const name of Object.keys(imports)) {
    const cycle = find(name);
    if (cycle) return cycle;
  }
  return null;
}

const chunksOf = (bundle: Rolldown.OutputBundle): [string, readonly string[]][] =>
  Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.imports]] : []));

/** Returns the Vite plugin. */
export function noCycles(): Plugin {
  return {
    name: 'no-cycles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const cycle = cycleOf(Object.fromEntries(chunksOf(bundle)));
      if (cycle)
        this.error(`These scripts import each other: ${cycle.join(', ')}. Give what they share a file of its own.`);
    },
  };
}
