import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { packageFile, requireNode, root, say } from './folder.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number, named?: string[] }} Tally named: each failure, and each test that passed at the second try */

/** Returns the steps of `npm run check` besides the unit tests. */
export function checkSteps() {
  const tsc = packageFile('typescript', 'bin/tsc');
  return [
    // Checks formatting and the order of imports; `npm run format` corrects both.
    { name: 'format', args: [packageFile('@biomejs/biome', 'bin/biome'), 'check', '--error-on-warnings', '.'] },
    // Also checks the types of every file, by the tsconfig.json above it.
    { name: 'lint and types', args: [packageFile('oxlint', 'bin/oxlint')] },
    { name: 'import-rules', args: [join(root, 'tools/import-rules/main.ts')] },
    { name: 'code checks', args: [join(root, 'tools/code-checks/main.ts')] },
    // Exports, files and dependencies that nothing uses: delete them, or stop exporting what only its file uses.
    { name: 'unused', args: [packageFile('knip', 'bin/knip.js'), '--no-progress'] },
    // The domain knows no Node; only its tests do.
    { name: 'types of the domain alone', args: [tsc, '-p', 'packages/domain/tsconfig.src.json'] },
  ];
}

/** @param {string} name @param {boolean} good @param {number} startedAt @returns {string} the last line of a step */
function verdict(name, good, startedAt) {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  return good ? `   ${name}: good (${seconds} s)` : `   ${name}: FAILED (${seconds} s)`;
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<boolean>} whether it ended well */
function ended(child) {
  return new Promise((resolve) => {
    child.once('close', (code) => resolve(code === 0));
    child.once('error', () => resolve(false));
  });
}

/** Of Node: each process frees its memory on its own thread, because the other processors are busy with other tests. */
const nodeFlags = ['--single-threaded-gc'];

/**
 * Runs a program of the project and passes its output through.
 * @param {string} name @param {string[]} args @param {NodeJS.ProcessEnv} [more]
 * @returns {Promise<boolean>} whether it ended well
 */
export async function run(name, args, more = {}) {
  say(`\n── ${name}`);
  const startedAt = performance.now();
  const good = await ended(
    spawn(requireNode(), [...nodeFlags, ...args], { cwd: root, stdio: 'inherit', env: { ...process.env, ...more } }),
  );
  say(verdict(name, good, startedAt));
  return good;
}

/**
 * Lets a process have only what other processes leave of the processors.
 * @param {import('node:child_process').ChildProcess} child
 */
function yieldToOthers({ pid }) {
  if (pid) setPriority(pid, constants.priority.PRIORITY_LOW);
}

/**
 * Runs a program of the project beside tests, in the time in which they wait; its output is printed in one piece.
 * @param {string} name @param {string[]} args @param {(line: string) => void} [print]
 * @returns {Promise<boolean>} whether it ended well
 */
export async function runBeside(name, args, print = say) {
  const startedAt = performance.now();
  // The type checker is written in Go: its memory is freed a sixteenth as often, while there is enough.
  const env = { GOGC: '1600', GOMEMLIMIT: `${Math.floor(process.availableMemory() / 4)}`, ...process.env };
  const child = spawn(requireNode(), [...nodeFlags, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env });
  yieldToOthers(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  const good = await ended(child);
  print(`\n── ${name}\n${output}${verdict(name, good, startedAt)}`);
  return good;
}

/** @param {Tally[]} tallies @returns {Required<Tally>} */
export function sum(tallies) {
  return {
    passed: tallies.reduce((total, one) => total + one.passed, 0),
    failed: tallies.reduce((total, one) => total + one.failed, 0),
    skipped: tallies.reduce((total, one) => total + one.skipped, 0),
    named: tallies.flatMap((one) => one.named ?? []),
  };
}

/** @param {string} text @returns {string} its first line and what was waited for, without colours, at most 300 characters */
function inShort(text) {
  const [first = '', ...rest] = stripVTControlCharacters(text).trim().split('\n');
  const waited = rest.find((line) => line.includes('waiting for '))?.trim();
  return [first, waited].filter(Boolean).join(' ').slice(0, 300);
}

/** @param {boolean} passed at the second try @param {string} title @param {string} [message] @returns {string} */
const naming = (passed, title, message = '') =>
  `${passed ? 'Second try' : 'FAILED'}: ${title}${message && `\n  ${inShort(message)}`}`;

/** @param {Tally} tally @returns {string} the last line of `npm test` */
export function lastLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
}

/**
 * Counts a runner that ended badly without naming a failure (a crash, an unhandled error) as one failure.
 * @param {Tally | undefined} tally what its report says; undefined when it wrote none
 * @param {boolean} endedWell
 * @returns {Tally}
 */
export function judged(tally, endedWell) {
  if (!tally) return { passed: 0, failed: 1, skipped: 0, named: [naming(false, 'a runner wrote no report')] };
  if (endedWell || tally.failed > 0) return tally;
  return {
    ...tally,
    failed: 1,
    named: [...(tally.named ?? []), naming(false, 'a runner ended badly; see its output')],
  };
}

/**
 * @typedef {object} VitestReport
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} [numTodoTests]
 * @property {{ name: string, status: string, message?: string, assertionResults: VitestResult[] }[]} testResults
 * @typedef {{ status: string, fullName: string, failureMessages: string[] | null }} VitestResult
 * @param {VitestReport} report
 * @param {VitestReport} [again] of a run of the files that failed, alone in a new browser: what passes there has passed at the second try
 * @returns {Tally}
 */
export function tallyOfVitest(report, again) {
  // A file that could not be read has no test that fails.
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const passedAgain = passedTests(again);
  /** @param {string} file @param {VitestResult} test */
  const hasPassed = (file, { status, fullName }) => status === 'passed' || passedAgain.has(`${file} ${fullName}`);
  const tests = report.testResults.flatMap((file) => file.assertionResults.map((test) => ({ file: file.name, test })));
  const mended = tests.filter(({ file, test }) => test.status === 'failed' && hasPassed(file, test)).length;
  return {
    passed: report.numPassedTests + mended,
    failed: report.numFailedTests - mended + broken.length,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
    named: [
      ...broken.map((file) => naming(false, file.name, file.message)),
      ...tests.flatMap(({ file, test }) =>
        test.failureMessages?.length
          ? [naming(hasPassed(file, test), `${basename(file)} › ${test.fullName}`, test.failureMessages[0])]
          : [],
      ),
    ],
  };
}

/** @param {VitestReport | undefined} report @returns {Set<string>} file and name of each test that passed at once */
function passedTests(report) {
  const passed = (report?.testResults ?? []).flatMap((file) =>
    file.assertionResults.filter(({ status }) => status === 'passed').map(({ fullName }) => `${file.name} ${fullName}`),
  );
  return new Set(passed);
}

/**
 * @typedef {{ title: string, specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ id: string, title: string, file: string, tests: PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ status: string, results: { error?: { message?: string } }[] }} PlaywrightTest
 * @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: { message?: string }[], suites: PlaywrightSuite[] }} PlaywrightReport
 */

/** @param {PlaywrightSuite} suite @returns {PlaywrightSpec[]} its tests and those of the suites in it */
const specsIn = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsIn)];

/** @param {PlaywrightReport} report @returns {{ spec: PlaywrightSpec, test: PlaywrightTest }[]} */
const testsOf = ({ suites }) => suites.flatMap(specsIn).flatMap((spec) => spec.tests.map((test) => ({ spec, test })));

/** @param {PlaywrightReport} report @returns {string[]} the files with a journey that failed twice */
export const failedJourneys = (report) => [
  ...new Set(testsOf(report).flatMap(({ spec, test }) => (test.status === 'unexpected' ? [spec.file] : []))),
];

/**
 * @param {PlaywrightReport} report
 * @param {PlaywrightReport} [again] of a run of the files that failed, alone: what passes there has passed at the second try
 * @returns {Tally} what passed at the second try has passed; the list names it, and the soak tries nothing twice
 */
export function tallyOfPlaywright(report, again) {
  const { stats, errors } = report;
  const passedAgain = new Set(
    again ? testsOf(again).flatMap(({ spec, test }) => (test.status === 'expected' ? [spec.id] : [])) : [],
  );
  const notAtOnce = testsOf(report)
    .filter(({ test }) => test.status === 'unexpected' || test.status === 'flaky')
    .map(({ spec, test }) => ({ spec, test, hasPassed: test.status === 'flaky' || passedAgain.has(spec.id) }));
  const mended = notAtOnce.filter(({ test, hasPassed }) => test.status === 'unexpected' && hasPassed).length;
  return {
    passed: stats.expected + stats.flaky + mended,
    failed: stats.unexpected - mended + errors.length,
    skipped: stats.skipped,
    named: [
      ...errors.map(({ message }) => naming(false, 'outside of any journey', message)),
      ...notAtOnce.map(({ spec, test, hasPassed }) =>
        naming(hasPassed, `${spec.file} › ${spec.title}`, test.results[0]?.error?.message),
      ),
    ],
  };
}

/** @param {string} name @returns {string} a path for a runner's report, with nothing there */
function freshReport(name) {
  const path = join(root, 'test-results', `${name}.json`);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  return path;
}

/** @template T @param {string} path @returns {T | undefined} */
function readReport(path) {
  return existsSync(path) ? /** @type {T} */ (JSON.parse(readFileSync(path, 'utf8'))) : undefined;
}

/**
 * @param {string} name @param {string[]} projects of vitest.config.ts
 * @param {string[]} more options
 * @returns {Promise<{ report: VitestReport | undefined, endedWell: boolean }>}
 */
async function vitestRun(name, projects, more) {
  const path = freshReport(name.replaceAll(' ', '-'));
  const chosen = projects.flatMap((project) => ['--project', project]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`];
  const endedWell = await run(name, [packageFile('vitest', 'vitest.mjs'), 'run', ...chosen, ...reporters, ...more]);
  return { report: readReport(path), endedWell };
}

/** More files than this do not fail by chance. */
const maxAgain = 6;
/** A page runs about a fifth of all component tests: what one of them leaves in it can fail the others. */
const maxInPages = 24;

/**
 * @param {string} name @param {string[]} projects of vitest.config.ts
 * @param {string[]} [more] options
 * @returns {Promise<Tally>}
 */
export async function runVitest(name, projects, more = []) {
  const { report, endedWell } = await vitestRun(name, projects, more);
  const failed = report?.testResults.filter(({ status }) => status === 'failed').map((file) => file.name) ?? [];
  const most = projects.includes('browser') ? maxInPages : maxAgain;
  if (!report || failed.length === 0 || failed.length > most) return judged(report && tallyOfVitest(report), endedWell);
  // A page that a test left in another state would have failed its second try too: these files run once more alone.
  const again = await vitestRun(`${name} that failed, alone`, projects, [...failed, '--maxWorkers=1']);
  return judged(tallyOfVitest(report, again.report), again.endedWell);
}

/**
 * @param {string} name @param {string} project of e2e/playwright.config.ts
 * @param {number} workers how many browsers at once
 * @param {string[]} more options, or files
 * @returns {Promise<{ report: PlaywrightReport | undefined, endedWell: boolean }>}
 */
async function playwrightRun(name, project, workers, more) {
  const path = freshReport(name.replaceAll(' ', '-'));
  const args = [
    packageFile('@playwright/test', 'cli.js'),
    'test',
    '-c',
    'e2e/playwright.config.ts',
    `--project=${project}`,
    `--workers=${workers}`,
    '--reporter=list,json',
    ...more,
  ];
  const endedWell = await run(name, args, { PLAYWRIGHT_JSON_OUTPUT_NAME: path });
  return { report: readReport(path), endedWell };
}

/**
 * @param {string} name @param {string} project of e2e/playwright.config.ts
 * @param {number} workers how many browsers at once
 * @param {string[]} [more] options; with `--retries` what failed twice is tried once more
 * @returns {Promise<Tally>}
 */
export async function runPlaywright(name, project, workers, more = []) {
  const { report, endedWell } = await playwrightRun(name, project, workers, more);
  const failed = report ? failedJourneys(report) : [];
  const triesTwice = more.some((option) => option.startsWith('--retries='));
  if (!report || !triesTwice || report.errors.length > 0 || failed.length === 0 || failed.length > maxAgain)
    return judged(report && tallyOfPlaywright(report), endedWell);
  // The second try of a journey has a new product, without what the journeys before it did there: these files run once more from their start, alone.
  const files = failed.map((file) => `journeys/${file}`);
  const again = await playwrightRun(`${name} that failed, alone`, project, 1, files);
  return judged(tallyOfPlaywright(report, again.report), again.endedWell);
}
