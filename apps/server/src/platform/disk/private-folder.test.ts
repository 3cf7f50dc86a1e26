import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keepPrivate } from './private-folder.ts';

it('leaves a key that another user gave to the server as its owner made it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-folder-'));
  const modes = (...names: string[]) => names.map((name) => (statSync(join(folder, name)).mode & 0o777).toString(8));
  for (const name of ['history.key', 'token.key', 'notes.txt']) writeFileSync(join(folder, name), '', { mode: 0o644 });
  chmodSync(folder, 0o755);
  // Who runs the tests owns both; only root can give a file away.
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) chownSync(join(folder, 'history.key'), 1, 1);
  keepPrivate(folder);
  expect(modes('', 'token.key', 'notes.txt', 'history.key')).toEqual(['700', '600', '644', isRoot ? '644' : '600']);
  rmSync(folder, { recursive: true });
});
