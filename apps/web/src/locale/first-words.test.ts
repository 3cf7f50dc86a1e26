import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it, vi } from 'vitest';

const sources = resolve(import.meta.dirname, '..');
const entries = ['app/boot.tsx', 'app/signed-in-frame.tsx', 'features/bill/bill-screen.tsx'];

/** Returns the files of the app that the entries import statically, directly or not, with the entries. */
function reachable(): string[] {
  const found = new Set<string>();
  const waiting = entries.map((entry) => join(sources, entry));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )[^'"]*?'(\.[^']+\.tsx?)'/gm);
    for (const [, path] of imports) waiting.push(resolve(dirname(file), path ?? ''));
  }
  return [...found].filter((file) => !file.includes('/locale/'));
}

it('[R34.5] the bill screen uses no words that are fetched later', async () => {
  // The catalogue adds words that are fetched to the first ones, also for tests of the same process: so these are read again.
  vi.resetModules();
  const [{ enFirst }, { enMore }] = await Promise.all([import('./en/first.ts'), import('./en/more.ts')]);
  const later = Object.entries(enMore).flatMap(([group, words]) =>
    Object.keys(words)
      .filter((word) => !(group in enFirst) || !(word in enFirst[group as keyof typeof enFirst]))
      .map((word) => `${group}\\.${word.replace(/_(one|other)$/, '')}`),
  );
  expect(later.length).toBeGreaterThan(300);
  const used = new RegExp(`\\bt\\(\\s*['\`](${later.join('|')})\\b`, 'g');
  const faults = reachable().flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(used)].map(([word]) => `${file.slice(sources.length)}: ${word}`),
  );
  expect(faults).toEqual([]);
  expect(reachable().length).toBeGreaterThan(150);
});
