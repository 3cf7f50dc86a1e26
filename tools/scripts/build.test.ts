import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fingerprint } from './build.mjs';

describe("the fingerprint of the web app's sources", () => {
  let folder = '';
  const now = () => fingerprint(folder, ['src', 'index.html', 'public']);
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atoll-build-'));
    mkdirSync(join(folder, 'src/deep'), { recursive: true });
    writeFileSync(join(folder, 'src/deep/a.ts'), 'a');
    writeFileSync(join(folder, 'index.html'), 'page');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('keeps the fingerprint when a file is written again with the same content', () => {
    const before = now();
    writeFileSync(join(folder, 'src/deep/a.ts'), 'a');
    expect(now()).toBe(before);
  });

  it('changes the fingerprint with content, with a name, and with a new file', () => {
    const seen = new Set([now()]);
    writeFileSync(join(folder, 'src/deep/a.ts'), 'b');
    seen.add(now());
    writeFileSync(join(folder, 'src/b.ts'), '');
    seen.add(now());
    rmSync(join(folder, 'src/b.ts'));
    writeFileSync(join(folder, 'src/c.ts'), '');
    seen.add(now());
    expect(seen.size).toBe(4);
  });

  it('keeps the fingerprint when a test changes', () => {
    const before = now();
    writeFileSync(join(folder, 'src/a.test.ts'), 'test');
    expect(now()).toBe(before);
  });
});
