import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { tillRefusals } from './refusal.ts';
import { serverRefusals } from './server-refusals.ts';

const domain = resolve(import.meta.dirname, '..');

/** Returns the texts of the source files below a folder, without tests. */
const textsBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && /\.tsx?$/.test(one.name) && !/test/.test(join(one.parentPath, one.name)))
    .filter((one) => !one.parentPath.includes('contract') && !one.name.endsWith('refusals.ts'))
    .map((one) => readFileSync(join(one.parentPath, one.name), 'utf8'));

it('no reason is in both catalogues, and the till gives only those of its own', () => {
  expect(Object.keys(serverRefusals).filter((reason) => reason in tillRefusals)).toEqual([]);
  const texts = [...textsBelow(domain), ...textsBelow(resolve(domain, '../../../apps/web/src'))].join('\n');
  const given = [...texts.matchAll(/\brefus(?:e|al)\(\s*'(\w+)'/g)].map(([, reason = '']) => reason);
  expect(given.length).toBeGreaterThan(100);
  expect(given.filter((reason) => !(reason in tillRefusals))).toEqual([]);
});
