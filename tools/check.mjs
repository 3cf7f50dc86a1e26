// npm run check: format, lint, import rules, types and unit tests; every commit passes it.
import { checkNode, say } from './scripts/folder.mjs';
import { ensureInstalled } from './scripts/install.mjs';
import { checkSteps, lastLine, run, runVitest, sum } from './scripts/steps.mjs';

checkNode();
ensureInstalled();
/** @type {string[]} */
const failed = [];
const steps = [];
for (const { name, args } of checkSteps()) {
  const good = await run(name, args);
  if (!good) failed.push(name);
  steps.push({ passed: Number(good), failed: Number(!good), skipped: 0 });
}
const tests = await runVitest('unit tests', [
  'domain',
  'server',
  'print-server',
  'web',
  'checks',
  'tools',
  'bench',
  'alone',
]);
const total = sum([...steps, tests]);
if (failed.length > 0) say(`\nFailed: ${failed.join(', ')}.`);
say(`\n${lastLine(total)}`);
process.exitCode = total.failed > 0 ? 1 : 0;
