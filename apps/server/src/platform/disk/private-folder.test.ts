import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepPrivate } from './private-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atoll-folder-'));
  mkdirSync(join(folder, 'tls'));
  for (const name of ['history.key', 'token.key', join('tls', 'leaf.json'), 'notes.txt'])
    writeFileSync(join(folder, name), '', { mode: 0o644 });
  for (const name of ['', 'tls']) chmodSync(join(folder, name), 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));
const modes = (...names: string[]) => names.map((name) => (statSync(join(folder, name)).mode & 0o777).toString(8));
/** Refuses to change some files, as the system does for those of another user and of a read-only mount. */
const refusing = (code: string, end: string) => (path: string, mode: number) => {
  if (path.endsWith(end)) throw Object.assign(new Error(code), { code });
  chmodSync(path, mode);
};

it('makes the folder and what Atoll keeps in it private, and leaves what is not Atoll’s', () => {
  keepPrivate(folder);
  const names = ['', 'token.key', 'history.key', 'tls', join('tls', 'leaf.json'), 'notes.txt'];
  expect(modes(...names)).toEqual(['700', '600', '600', '700', '600', '644']);
});

it.each(['EPERM', 'EROFS'])('leaves a key that was given to the server as it is: %s', (code) => {
  keepPrivate(folder, refusing(code, 'history.key'));
  expect(modes('', 'history.key', 'token.key')).toEqual(['700', '644', '600']);
});

it('fails when the folder itself cannot be made private', () => {
  expect(() => keepPrivate(folder, refusing('EPERM', folder))).toThrow('EPERM');
});
