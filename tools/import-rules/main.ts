/** `npm run import-rules`: prints what breaks the import rules or the code style, and ends with 1 when something does. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from '../scripts/folder.mjs';
import { findProblems } from './rules.ts';
import { readSource } from './source.ts';

const folders = ['packages', 'apps', 'tools', 'e2e', 'bench'];
const left = new Set(['node_modules', 'dist', 'data', 'test-results']);

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return left.has(entry.name) ? [] : sourceFiles(path);
    return /\.(?:ts|tsx|mjs)$/.test(entry.name) ? [path] : [];
  });
}

const sources = folders
  .flatMap((folder) => sourceFiles(join(root, folder)))
  .map((path) => readSource(relative(root, path).split(sep).join('/'), readFileSync(path, 'utf8')));
const problems = findProblems(sources);
for (const { path, line, message } of problems) console.log(`${path}:${line}  ${message}`);
console.log(`${sources.length} files read, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
