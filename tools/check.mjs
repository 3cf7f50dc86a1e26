// npm run check: format, lint, import rules, types and unit tests; every commit passes it.
import { checkNode, say } from './scripts/folder.mjs';
import { ensureInstalled } from './scripts/install.mjs';
import { checkSteps, lastLine, run, runVitest, sum } from './scripts/steps.mjs';

checkNode();
ensureInstalled();
/** @type {string[]} */
const failed = [];
const steps = checkSteps().map(({ name, args }) => {
  const good = run(name, args);
  if (!good) failed.push(name);
  return { passed: Number(good), failed: Number(!good), skipped: 0 };
});
const tests = runVitest('unit tests', ['domain', 'server', 'print-server', 'web', 'tools', 'bench']);
const total = sum([...steps, tests]);
if (failed.length > 0) say(`\nFailed: ${failed.join(', ')}.`);
say(`\n${lastLine(total)}`);
process.exitCode = total.failed > 0 ? 1 : 0;
