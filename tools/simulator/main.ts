/**
 * `npm run simulate -- --seed N [--runs M] [--steps K] [--core]`: histories of four tills from seed N on. The same seed gives the same
 * history; one that fails is made shorter and told. `--trace` tells all that happens.
 */
import { parseArgs } from 'node:util';
import { say, stop } from '../scripts/folder.mjs';
import { playCore } from './core/core.ts';
import { stepsOf } from './history.ts';
import { kindOf, shrink } from './shrink.ts';
import { openStage, tillCount } from './stage.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '1' },
    steps: { type: 'string', default: '30' },
    core: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
  },
});

function whole(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) stop(`--${name} is a whole number from 1 on.`);
  return number;
}

const seed = whole('seed', values.seed);
const runs = whole('runs', values.runs);
const steps = whole('steps', values.steps);
const begun = performance.now();
const seconds = (): string => ((performance.now() - begun) / 1000).toFixed(1);
let failed = 0;

function runCore(): void {
  for (let n = seed; n < seed + runs; n += 1) {
    const { broken, traceHash } = playCore(n, steps);
    if (broken.length > 0 || runs === 1) say(`Seed ${n}: trace ${traceHash}`);
    for (const words of broken) say(`  ${words}`);
    failed += Number(broken.length > 0);
  }
}

async function runWhole(): Promise<void> {
  const stage = await openStage();
  const agreed: number[] = [];
  for (let n = seed; n < seed + runs; n += 1) {
    const verdict = await stage.play({ seed: n, steps, ...(values.trace ? { tellTrace: say } : {}) });
    agreed.push(verdict.agreedAfterMs);
    say(`Seed ${n}: trace ${verdict.traceHash}, all tills agreed ${verdict.agreedAfterMs} ms after the last commit`);
    if (verdict.broken.length === 0) continue;
    failed += 1;
    for (const words of verdict.broken) say(`  ${words}`);
    const kind = kindOf(verdict.broken);
    const short = await shrink(
      stepsOf(n, steps, tillCount),
      kind,
      async (fewer) => (await stage.play({ seed: n, steps: fewer })).broken,
    );
    say(`  The shortest history found in which ${kind} does not hold, of ${short.length} steps:`);
    for (const { name, till, thenMs } of short) say(`    till ${till}: ${name}, then ${thenMs} ms`);
  }
  await stage.close();
  agreed.sort((a, b) => a - b);
  say(`Agreement after the last commit, 99 of 100: ${agreed[Math.floor((agreed.length - 1) * 0.99)]} ms`);
}

if (values.core) runCore();
else await runWhole();
say(`${runs} histories, ${failed} failed, ${seconds()} s`);
process.exitCode = failed > 0 ? 1 : 0;
