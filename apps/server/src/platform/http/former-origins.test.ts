import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { noteOrigin, servedFormer, servedMs } from './former-origins.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atoll-origins-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const day = 86_400_000;
const note = (origin: string, now: number, isChosen = true): string[] =>
  noteOrigin(folder, { origin, isChosen }, now).map(({ origin: former }) => former);

it('serves an address of before for 30 days after the change, and none that is the current one again', () => {
  expect(note('https://pos.lan', 0)).toEqual([]);
  expect(note('https://pos.lan', day)).toEqual([]);
  expect(note('https://till.lan', 2 * day)).toEqual(['https://pos.lan']);
  // A restart does not make it longer.
  expect(note('https://till.lan', 20 * day)).toEqual(['https://pos.lan']);
  expect(note('https://bar.lan', 21 * day)).toEqual(['https://till.lan', 'https://pos.lan']);
  expect(note('https://bar.lan', 32 * day)).toEqual(['https://till.lan']);
  expect(note('https://till.lan', 33 * day)).toEqual(['https://bar.lan']);
  // Another port of the same name is no longer listened on.
  expect(note('https://till.lan:8443', 34 * day)).toEqual(['https://bar.lan']);
});

it('ends an address of before while the server runs, whatever the case of its name', () => {
  note('https://pos.lan', 0);
  const formers = noteOrigin(folder, { origin: 'https://till.lan', isChosen: true }, 0);
  expect(servedFormer(formers, 'POS.lan', servedMs - 1)?.origin).toBe('https://pos.lan');
  expect(servedFormer(formers, 'pos.lan', servedMs)).toBeUndefined();
  expect(servedFormer(formers, 'till.lan', 0)).toBeUndefined();
});

it('counts the address of the machine as one of before when one is chosen, and not when it only changes', () => {
  expect(note('https://192.168.1.20', 0, false)).toEqual([]);
  expect(note('https://192.168.1.44', 1, false)).toEqual([]);
  expect(note('https://pos.lan', 2)).toEqual(['https://192.168.1.44']);
});

it('serves no address for longer than 30 days from now when the clock was wrong, and names a damaged file', () => {
  note('https://pos.lan', 400 * day);
  note('https://till.lan', 400 * day);
  const [former] = noteOrigin(folder, { origin: 'https://till.lan', isChosen: true }, 0);
  expect(former?.until).toBe(servedMs);
  writeFileSync(join(folder, 'origins.json'), '{');
  expect(() => note('https://till.lan', 0)).toThrow('origins.json is damaged');
});
