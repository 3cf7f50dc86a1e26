/** Measures what a browser has to load: the files that the page names, and those that come later. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ensureWebBuilt } from '../../tools/scripts/build.mjs';
import { root } from '../../tools/scripts/folder.mjs';
import { atMost, type Figure } from '../figure.ts';
import type { Run } from '../run.ts';

const section = 'web';
const dist = join(root, 'apps/web/dist');

/** Measures the built app; builds it when its sources changed (in a quick run only when it is not built). */
export async function measureWeb(run: Run): Promise<Figure[]> {
  if (!run.isQuick || !existsSync(join(dist, 'index.html'))) ensureWebBuilt();
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const named = (pattern: RegExp): string[] => [...page.matchAll(pattern)].map((match) => match[1] ?? '');
  const scripts = [
    ...named(/<script[^>]+src="\/([^"]+)"/g),
    ...named(/<link rel="modulepreload"[^>]+href="\/([^"]+)"/g),
  ];
  const styles = named(/<link rel="stylesheet"[^>]+href="\/([^"]+)"/g);
  const later = readdirSync(join(dist, 'assets'))
    .filter((name) => name.endsWith('.js') && !scripts.includes(`assets/${name}`))
    .map((name) => ({ name, kB: kBOf(`assets/${name}`) }))
    .sort((a, b) => b.kB - a.kB);
  const sum = (files: readonly string[]): number => files.reduce((total, file) => total + kBOf(file), 0);
  return [
    {
      section,
      name: 'JavaScript that the page itself names, gzipped',
      value: sum(scripts),
      unit: 'kB',
      budget: atMost(280),
      note: `${scripts.length} files`,
    },
    {
      section,
      name: 'CSS that the page itself names, gzipped',
      value: sum(styles),
      unit: 'kB',
      budget: atMost(30),
      note: `${styles.length} files`,
    },
    {
      section,
      name: 'largest later chunk, gzipped',
      value: later[0]?.kB ?? 0,
      unit: 'kB',
      budget: atMost(130),
      note: `${later[0]?.name ?? 'none'}, of ${later.length}`,
    },
  ];
}

const kBOf = (file: string): number => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1000;
