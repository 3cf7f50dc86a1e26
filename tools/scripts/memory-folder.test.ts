import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { memoryFolder } from './memory-folder.mjs';

const module = fileURLToPath(new URL('./memory-folder.mjs', import.meta.url));

it('keeps temporary files on the disk where there is no folder in memory', () => {
  expect(memoryFolder('/nowhere')).toBeUndefined();
  const disk = mkdtempSync(join(fileURLToPath(new URL('../..', import.meta.url)), 'node_modules/.cache/on-disk-'));
  try {
    expect(statfsSync(disk).type === 0x01021994 ? undefined : memoryFolder(disk)).toBeUndefined();
  } finally {
    rmSync(disk, { recursive: true });
  }
});

it('deletes the folder in memory when the run ends', () => {
  const script = `import { memoryFolder } from ${JSON.stringify(module)};
    import { existsSync, mkdirSync, statSync } from 'node:fs';
    const folder = memoryFolder();
    if (folder) mkdirSync(folder + '/inside');
    console.log(JSON.stringify({ folder, others: folder ? (statSync(folder).mode & 0o777).toString(8) : '755' }));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  const { folder, others } = JSON.parse(stdout) as { folder?: string; others: string };
  expect(others).toBe('755');
  expect(existsSync(folder ?? join(tmpdir(), 'nothing-is-here'))).toBe(false);
});
