import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { openFiles } from './files.ts';
import { issueLeaf, makeAuthority } from './issue.ts';
import type { Pair } from './tls.ts';

const folder = mkdtempSync(join(tmpdir(), 'atoll-tls-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [certPath, keyPath] = [join(folder, 'a.crt'), join(folder, 'a.key')];
const now = Date.parse('2026-11-24T12:00:00Z');
const dayMs = 86_400_000;
const authority = await makeAuthority('Reef', [], now - 500 * dayMs);
const leaf = (name: string, at = now) => issueLeaf(authority, [name], at);
const write = (pair: Pair): void => {
  writeFileSync(certPath, pair.cert);
  writeFileSync(keyPath, pair.key, { mode: 0o600 });
};
const log = { info: () => undefined, warn: () => undefined };
const open = () => openFiles({ certPath, keyPath, origin: 'pos.lan', now: () => now, log });

it('[R31.8] loads changed files within 60 s, and keeps the old pair for a foreign key, an expired one and a missing name', async () => {
  const first = await leaf('pos.lan');
  write(first);
  const tls = await open();
  const used: Pair[] = [];
  vi.useFakeTimers();
  const stop = tls.follow((pair) => used.push(pair));
  const within = async (): Promise<void> => void (await vi.advanceTimersByTimeAsync(60_000));
  const second = await leaf('pos.lan');
  for (const wrong of [
    { cert: second.cert, key: first.key },
    await leaf('pos.lan', now - 450 * dayMs),
    await leaf('shop.lan'),
    { cert: 'none', key: 'none' },
  ]) {
    write(wrong);
    await within();
    expect(tls.pair()).toEqual(first);
    expect([tls.problem(), used.length]).toEqual(['files', 0]);
  }
  write(second);
  await within();
  expect(used).toEqual([second]);
  expect([tls.pair(), tls.problem()]).toEqual([second, null]);
  stop();
  vi.useRealTimers();
});

it('starts with no pair that cannot be used, and names the command for a key that everybody can read', async () => {
  write(await leaf('shop.lan'));
  await expect(open()).rejects.toThrow(`TLS=files: ${certPath} is not for pos.lan`);
  write(await leaf('pos.lan'));
  chmodSync(keyPath, 0o644);
  await expect(open()).rejects.toThrow(`chmod o-r ${keyPath}`);
  chmodSync(keyPath, 0o600);
  expect((await open()).mode).toBe('files');
});
