/**
 * `node tools/code-checks/main.ts`: prints what the checks found, and ends with 1 when there is something. With names of checks it runs
 * only those.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { en } from '../../apps/web/src/locale/en/en.ts';
import { actionPermissions } from '../../packages/domain/src/access/permission.ts';
import { allResources } from '../../packages/domain/src/resources/registry.ts';
import { user } from '../../packages/domain/src/resources/user.ts';
import { root } from '../scripts/folder.mjs';
import { anchorsOf, citationProblems, requirementsOf } from './citations.ts';
import { longFunctionReasons, unusedKeyReasons } from './exceptions.ts';
import { folderProblems } from './folder-size.ts';
import { functionProblems } from './function-length.ts';
import { cycleProblems } from './import-cycles.ts';
import { integrityProblems } from './integrity.ts';
import { migrationProblems } from './migration-marks.ts';
import { namedTestProblems } from './named-tests.ts';
import type { Problem, TextFile } from './problem.ts';
import { sizeProblems } from './style-sizes.ts';
import { translationProblems } from './translation-keys.ts';
import { unusedFieldProblems } from './unused-fields.ts';
import { wordProblems } from './words.ts';

const skipped = new Set(['node_modules', 'dist', 'data', 'test-results']);

function filesIn(folder: string, pattern: RegExp): TextFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesIn(path, pattern);
    if (!pattern.test(entry.name)) return [];
    return [{ path: relative('.', path).split(sep).join('/'), text: readFileSync(join(root, path), 'utf8') }];
  });
}

const codeFolders = ['packages', 'apps', 'tools', 'e2e', 'bench'];
const readCode = (): TextFile[] => codeFolders.flatMap((folder) => filesIn(folder, /\.(?:ts|tsx|mjs|css|sql)$/));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const checks: Readonly<Record<string, (code: readonly TextFile[]) => Problem[]>> = {
  citations: (code) =>
    citationProblems([...code, ...filesIn('docs', /\.md$/)], {
      rules: anchorsOf(read('docs/rules.md')),
      requirements: requirementsOf(read('docs/requirements.md')),
      decisions: new Set(readdirSync(join(root, 'docs/decisions')).map((name) => name.slice(0, 3))),
    }),
  folders: (code) => folderProblems(code.map(({ path }) => path)),
  functions: (code) => functionProblems(code, longFunctionReasons),
  sizes: (code) => sizeProblems(code),
  cycles: (code) => cycleProblems(code),
  translations: (code) => translationProblems(en, code),
  migrations: (code) => migrationProblems(code),
  words: (code) => wordProblems(code),
  security: (code) => namedTestProblems({ path: 'docs/security.md', text: read('docs/security.md') }, code),
  packages: () => integrityProblems('package-lock.json', read('package-lock.json')),
  fields: (code) => unusedFieldProblems([...allResources, user], actionPermissions, code, unusedKeyReasons),
};

const asked = process.argv.slice(2);
const names = asked.length > 0 && !asked.includes('all') ? asked : Object.keys(checks);
const code = names.length > 0 ? readCode() : [];
let total = 0;
for (const name of names) {
  const check = checks[name];
  if (!check) throw new Error(`There is no check '${name}'. The checks are: ${Object.keys(checks).join(', ')}.`);
  const problems = check(code);
  for (const { path, line, message } of problems) console.log(`${path}:${line}  ${message}`);
  console.log(`${name}: ${problems.length} problems`);
  total += problems.length;
}
process.exitCode = total > 0 ? 1 : 0;
