// The tests that have a long version, which `npm run soak` runs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './folder.mjs';

/** @param {string} folder below the project's @returns {string[]} the files below it whose name ends with .test.ts */
function testsBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' || entry.name === 'dist' ? [] : testsBelow(path);
    return entry.name.endsWith('.test.ts') ? [path] : [];
  });
}

/** Returns the paths of the tests that read the variable SOAK. */
export function longTests() {
  return ['apps', 'packages', 'tools']
    .flatMap(testsBelow)
    .filter((path) => readFileSync(join(root, path), 'utf8').includes("process.env['SOAK']"))
    .toSorted();
}
