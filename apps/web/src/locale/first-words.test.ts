import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it, vi } from 'vitest';

const sources = resolve(import.meta.dirname, '..');
const entries = ['app/boot.tsx', 'app/till-screens.ts'];

/** Returns the files of the app that the entries import statically, directly or not, with the entries. */
function reachable(): string[] {
  const found = new Set<string>();
  const waiting = entries.map((entry) => join(sources, entry));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )[^'"=]*?'(\.[^']+\.tsx?)'/gm);
    for (const [, path] of imports) waiting.push(resolve(dirname(file), path ?? ''));
  }
  return [...found].filter((file) => !file.includes('/locale/'));
}

type Tree = { readonly [name: string]: string | Tree };

/** Returns the paths of all words, without the endings of plurals. */
const pathsOf = (words: Tree, before = ''): string[] =>
  Object.entries(words).flatMap(([name, word]) =>
    typeof word === 'string' ? [before + name.replace(/_(one|other)$/, '')] : pathsOf(word, `${before}${name}.`),
  );

/** Returns whether some files name a word, as a whole or by the group of which they compute the rest. */
function uses(files: readonly string[]): (path: string) => boolean {
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const groups = [...text.matchAll(/`((?:[a-zA-Z]+\.)+)\$\{/g)].map(([, group = '']) => group);
  return (path) =>
    text.includes(`'${path}'`) || text.includes(`\`${path}\``) || groups.some((group) => path.startsWith(group));
}

async function catalogues(): Promise<{ first: string[]; later: string[] }> {
  // The catalogue adds words that are fetched to the first ones, also for tests of the same process: so these are read again.
  vi.resetModules();
  const [{ enFirst }, { enMore }] = await Promise.all([import('./en/first.ts'), import('./en/more.ts')]);
  return { first: pathsOf(enFirst), later: pathsOf(enMore as unknown as Tree) };
}

it('[R34.5] the bill screen uses no words that are fetched later', async () => {
  const { first, later } = await catalogues();
  expect(later.length).toBeGreaterThan(300);
  const files = reachable();
  expect(files.length).toBeGreaterThan(150);
  expect(later.filter((path) => !first.includes(path)).filter(uses(files))).toEqual([]);
});

it('[R34.5] the first words are those that the bill screen uses, and those of what may come before the others', async () => {
  const { first } = await catalogues();
  const early = [
    'ui/overlay/toast-kit.ts',
    'app/storage-blocked.ts',
    'sync/hub-connection.ts',
    'printing/tickets.ts',
    'printing/transfer-notice.ts',
    'bill/kitchen-mark.tsx',
  ];
  const isUsed = uses([...reachable(), ...early.map((file) => join(sources, file))]);
  // The page about blocked storage reads its words without the catalogue.
  expect(first.filter((path) => !isUsed(path) && !/^(blocked|patience)\./.test(path))).toEqual([]);
});
