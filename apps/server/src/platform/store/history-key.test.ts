import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { keepStore, keptHeads } from './history-key.ts';

const folder = mkdtempSync(join(tmpdir(), 'atoll-heads-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('starts a further server of a database without a data folder yet', () => {
  const dataDir = join(folder, 'not', 'there');
  keepStore(dataDir, 'store.0');
  expect(keptHeads(dataDir)).toEqual([]);
});
