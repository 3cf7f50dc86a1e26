// npm test: every check and test of the project, from a fresh clone. In CI a skipped test is a failure.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginWebBuild, ensureWebBuilt } from './scripts/build.mjs';
import { checkNode, root, say } from './scripts/folder.mjs';
import { ensureInstalled } from './scripts/install.mjs';
import { memoryFolder } from './scripts/memory-folder.mjs';
import { installMissing, programs } from './scripts/programs.mjs';
import { checkSteps, lastLine, run, runBeside, runPlaywright, runVitest, sum } from './scripts/steps.mjs';

const startedAt = performance.now();
checkNode();
ensureInstalled();

const missing = installMissing(programs, 'what the tests speak to');
const hasBrowser = !missing.some((program) => program.name === 'Chromium');

// Processes that tests start read compiled modules instead of compiling all of them each time, and free memory less often.
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/compiled');
process.env['NODE_OPTIONS'] = `--max-semi-space-size=64 ${process.env['NODE_OPTIONS'] ?? ''}`;

// Stores of tests wait for no disk; the long runs (npm run soak, npm run bench) use the disk.
process.env['TMPDIR'] = memoryFolder() ?? tmpdir();

/** Runs the checks one after another, in the time in which tests wait. */
async function check() {
  const tallies = [];
  for (const { name, args } of checkSteps()) {
    const good = await runBeside(name, args);
    tallies.push({ passed: Number(good), failed: Number(!good), skipped: 0, named: good ? [] : [`FAILED: ${name}`] });
  }
  return tallies;
}

const checks = check();
// No test needs it before the journeys but that of `npm start`, which would build a second time.
const build = hasBrowser ? beginWebBuild() : undefined;
// Programs that tests start are read once, not at each start.
const made = mkdtempSync(join(tmpdir(), 'atoll-made-'));
process.env['ATOLL_BUNDLED'] = join(made, 'programs');
// The files of a PostgreSQL cluster are made by the first test that starts one.
if (process.platform !== 'win32') process.env['ATOLL_CLUSTER'] = join(made, 'cluster');
const areBundled = await run('programs of the tests', [
  join(root, 'tools/scripts/bundled.ts'),
  process.env['ATOLL_BUNDLED'],
]);
await build;

const tallies = [];
if (!areBundled) tallies.push({ passed: 0, failed: 1, skipped: 0, named: ['FAILED: programs of the tests'] });
// Tests wait, so more than one worker a processor uses the time of others. Each loads and compiles all modules itself, which takes 5 s of a processor.
const workers = 2 * availableParallelism();
// Clocks, browsers and servers share the machine: a failed test is tried once more, and named.
const vitest = (/** @type {number} */ atOnce) => [`--maxWorkers=${atOnce}`, '--retry=1'];
const playwright = ['--retries=1'];
tallies.push(
  await runVitest(
    'unit tests',
    ['domain', 'server', 'print-server', 'web', 'checks', 'tools', 'bench', 'alone'],
    vitest(workers),
  ),
);
if (hasBrowser) {
  // Both runs of journeys start with the same servers and demo data. Component tests leave time to create them; the first run creates what is missing.
  process.env['ATOLL_SEEDED_IN'] = join(made, 'seeded');
  const seeding = runBeside('demo data of the journeys', [join(root, 'e2e/support/seeded.ts')]);
  tallies.push(await runVitest('component tests', ['browser'], vitest(workers)));
  // Journeys have the machine for themselves.
  await Promise.all([checks, seeding]);
  ensureWebBuilt();
  tallies.push(await runPlaywright('journeys that are measured', 'measured', 1, playwright));
  tallies.push(await runPlaywright('journeys', 'journeys', workers, playwright));
} else {
  // Three whole runs are skipped; only a browser can count the tests in them.
  tallies.push({ passed: 0, failed: 0, skipped: 3 });
}
tallies.push(...(await checks));
rmSync(made, { recursive: true, force: true });

for (const { name, what, debian, elsewhere } of missing) {
  say(`\nSkipped: ${what}. ${name} was not found. On Debian: apt-get install ${debian}; elsewhere: ${elsewhere}.`);
}
const total = sum(tallies);
const isStrict = process.env['CI'] === 'true' || process.env['CI'] === '1';
// Last, where also somebody who keeps only the end of the output reads it.
if (total.named.length > 0) say(`\n${total.named.join('\n')}`);
if (isStrict && total.skipped > 0) say('\nA skipped test is a failure here (CI is set).');
say(`\nTook ${Math.round((performance.now() - startedAt) / 1000)} s.`);
process.exitCode = total.failed > 0 || (isStrict && total.skipped > 0) ? 1 : 0;
say(lastLine(total));
