import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../scripts/folder.mjs';
import { checkSteps } from '../scripts/steps.mjs';
import { integrityProblems } from './integrity.ts';

const lock = (packages: object) => integrityProblems('package-lock.json', JSON.stringify({ packages }, null, 2));

it('[R36.31] names a package of the lockfile whose checksum is missing or weak, with what to do', () => {
  const problems = lock({
    '': { name: 'atoll' },
    'node_modules/good': { version: '1.0.0', resolved: 'https://registry.example/good.tgz', integrity: 'sha512-abc==' },
    'node_modules/bare': { version: '1.0.0', resolved: 'https://registry.example/bare.tgz' },
    'node_modules/weak': { version: '1.0.0', integrity: 'sha1-abc=' },
    'node_modules/@atoll/domain': { resolved: 'packages/domain', link: true },
    'node_modules/good/node_modules/part': { version: '1.0.0', inBundle: true },
    'packages/domain': { name: '@atoll/domain' },
  });
  expect(problems.map(({ message }) => message.split(' ')[0])).toEqual(['node_modules/bare', 'node_modules/weak']);
  expect(problems[0]).toMatchObject({ path: 'package-lock.json', line: 11 });
  expect(problems[0]?.message).toContain('npm install --package-lock-only');
});

it('[R36.31] names a package that does not come by https', () => {
  const [problem] = lock({
    'node_modules/fork': { resolved: 'git+ssh://git@example/fork.git', integrity: 'sha512-a' },
  });
  expect(problem?.message).toContain('git+ssh://git@example/fork.git');
});

it('[R36.31] finds a checksum for every package of this project, and is one of the checks', () => {
  const [program = ''] = checkSteps().find(({ name }) => name === 'code checks')?.args ?? [];
  const { status, stdout } = spawnSync(process.execPath, [program, 'packages'], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, 'packages: 0 problems\n']);
  expect(integrityProblems('package-lock.json', readFileSync(join(root, 'package-lock.json'), 'utf8'))).toEqual([]);
});
