import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { signingKey } from '../../modules/auth/session/key.ts';
import { historyKey } from '../store/history-key.ts';
import type { Store } from '../store/store.ts';
import { createDurably, replaceDurably } from './durable-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'atoll-durable-'));

// The disk in it is unmounted first.
afterAll(() => rmSync(folder, { recursive: true }));

it('creates a file once, for its owner alone, and leaves nothing beside it', () => {
  const own = mkdtempSync(join(folder, 'own-'));
  const path = join(own, 'key');
  createDurably(path, 'first');
  createDurably(path, 'second');
  expect(readFileSync(path, 'utf8')).toBe('first');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  replaceDurably(path, 'third');
  expect(readFileSync(path, 'utf8')).toBe('third');
  expect(readdirSync(own)).toEqual(['key']);
});

const image = join(folder, 'disk.img');
const disk = join(folder, 'disk');
const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
/** Whether a file system of its own can be stopped here without writing what was not synced. */
const canCut =
  isRoot &&
  spawnSync('truncate', ['-s', '16M', image]).status === 0 &&
  spawnSync('mkfs.ext4', ['-q', '-F', image]).status === 0 &&
  (mkdirSync(disk), spawnSync('mount', ['-o', 'loop', image, disk]).status === 0);
/** Where keys are files. */
const embedded: Pick<Store, 'engine' | 'writeOrg'> = {
  engine: 'sqlite',
  writeOrg: () => Promise.reject(new Error('No row is written')),
};
const stop = 'my $f = pack("L", 2); open(my $d, "<", $ARGV[0]) or die; ioctl($d, 0x8004587d, $f) or die;';

/** Elsewhere the keys are only read again; `npm run drill -- powercut` names what is missing. */
function cutPower(): void {
  if (!canCut) return;
  execFileSync('perl', ['-e', stop, disk]);
  execFileSync('umount', [disk]);
  execFileSync('mount', ['-o', 'loop', image, disk]);
}
afterAll(() => canCut && execFileSync('umount', [disk]));

it('keeps the keys of the history and of tokens that were made just before a power cut', async () => {
  if (canCut) execFileSync('sync', ['-f', disk]);
  const text = (): string => historyKey(disk).export({ type: 'pkcs8', format: 'pem' }).toString();
  const [history, token] = [text(), await signingKey(embedded, disk, 0)];
  cutPower();
  expect(text()).toBe(history);
  expect(await signingKey(embedded, disk, 0)).toEqual(token);
});
