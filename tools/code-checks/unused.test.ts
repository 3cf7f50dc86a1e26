import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { checkSteps } from '../scripts/steps.mjs';

const folder = mkdtempSync(join(tmpdir(), 'atoll-unused-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('[R36.31] names an export, a file and a dependency that nothing uses, and ends with an error', () => {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, 'src'));
  write(
    'package.json',
    JSON.stringify({ name: 'x', type: 'module', main: 'src/main.ts', dependencies: { kysely: '1' } }),
  );
  write('src/main.ts', "import { used } from './part.ts';\nused();\n");
  write('src/part.ts', 'export const used = () => 1;\nexport const forgotten = () => 2;\n');
  write('src/lost.ts', 'export const lost = 1;\n');
  const step = checkSteps().find(({ name }) => name === 'unused');
  const { status, stdout } = spawnSync(process.execPath, step?.args ?? [], { cwd: folder, encoding: 'utf8' });
  expect(status).not.toBe(0);
  expect(stdout).toContain('forgotten');
  expect(stdout).toContain('src/lost.ts');
  expect(stdout).toContain('kysely');
});
