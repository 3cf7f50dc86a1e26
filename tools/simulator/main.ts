/**
 * `npm run simulate -- --seed N [--runs M] [--steps K] [--priced] [--core]`: plays histories of four tills, starting at seed N. The same seed gives the same
 * history; a failing one is shortened and printed. `--trace` prints all that happens.
 */
import { parseArgs } from 'node:util';
import { say, stop } from '../scripts/folder.mjs';
import { playCore } from './core/core.ts';
import { openEnvironment, tillCount } from './environment.ts';
import { stepsOf } from './history.ts';
import { kindOf, shrink } from './shrink.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '1' },
    steps: { type: 'string', default: '30' },
    priced: { type: 'boolean', default: false },
    core: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
  },
});

function integerOf(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) stop(`--${name} must be a whole number of at least 1.`);
  return number;
}

const seed = integerOf('seed', values.seed);
const runs = integerOf('runs', values.runs);
const steps = integerOf('steps', values.steps);
const startedAt = performance.now();
const seconds = (): string => ((performance.now() - startedAt) / 1000).toFixed(1);
let failed = 0;

function runCore(): void {
  for (let n = seed; n < seed + runs; n += 1) {
    const { broken, traceHash } = playCore(n, steps);
    if (broken.length > 0 || runs === 1) say(`Seed ${n}: trace ${traceHash}`);
    for (const words of broken) say(`  ${words}`);
    failed += Number(broken.length > 0);
  }
}

async function runFull(): Promise<void> {
  const environment = await openEnvironment();
  const agreed: number[] = [];
  for (let n = seed; n < seed + runs; n += 1) {
    const outcome = await environment.play({
      seed: n,
      steps,
      isPriced: values.priced,
      ...(values.trace ? { onTrace: say } : {}),
    });
    agreed.push(outcome.agreedAfterMs);
    say(`Seed ${n}: trace ${outcome.traceHash}, all tills agreed ${outcome.agreedAfterMs} ms after the last commit`);
    if (outcome.broken.length === 0) continue;
    failed += 1;
    for (const words of outcome.broken) say(`  ${words}`);
    const kind = kindOf(outcome.broken);
    const short = await shrink(
      stepsOf(n, steps, tillCount, values.priced),
      kind,
      async (fewer) => (await environment.play({ seed: n, steps: fewer, isPriced: values.priced })).broken,
    );
    say(`  The shortest history found in which ${kind} does not hold, of ${short.length} steps:`);
    for (const { name, till, thenMs } of short) say(`    till ${till}: ${name}, then ${thenMs} ms`);
  }
  await environment.close();
  agreed.sort((a, b) => a - b);
  say(`Agreement after the last commit, 99 of 100: ${agreed[Math.floor((agreed.length - 1) * 0.99)]} ms`);
}

if (values.core) runCore();
else await runFull();
say(`${runs} histories, ${failed} failed, ${seconds()} s`);
process.exitCode = failed > 0 ? 1 : 0;
