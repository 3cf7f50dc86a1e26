/**
 * `npm run drill -- NAME…`: lets tills sell while something fails, and compares every payment that they acknowledged with the store. Without names:
 * all drills. Ends with 1 when a payment is lost or doubled, something is left in an outbox, or a till waits for a person.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundlePrograms } from '../scripts/bundled.ts';
import { checkNode, say, stop } from '../scripts/folder.mjs';
import { drillPrograms, installMissing, programs } from '../scripts/programs.mjs';
import { chosenDrills, type DrillEntry, drills } from './drills.ts';
import { isFailure, type Outcome, tableOf } from './row.ts';
import { openRun } from './run.ts';

function choose(): readonly DrillEntry[] {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { list: { type: 'boolean', default: false } },
    });
    if (values.list) {
      for (const { name, what } of drills) say(`${name.padEnd(10)} ${what}`);
      process.exit(0);
    }
    return chosenDrills(positionals);
  } catch (error) {
    return stop((error as Error).message);
  }
}

checkNode();
const chosen = choose();
const needed = new Set(chosen.flatMap(({ parts }) => parts));
const missing = installMissing(
  [...programs, ...drillPrograms].filter(({ name }) => needed.has(name)),
  'what the drills run',
);
for (const { name, debian, elsewhere } of missing)
  say(`${name} was not found. On Debian: apt-get install ${debian}; elsewhere: ${elsewhere}.`);

// Bundled, a server starts in a third of the time: what a drill measures is the product, not how long a busy machine reads a thousand files.
const bundled = mkdtempSync(join(tmpdir(), 'atoll-programs-'));
process.once('exit', () => rmSync(bundled, { recursive: true, force: true }));
await bundlePrograms(bundled);
process.env['ATOLL_BUNDLED'] = bundled;

// The tills' client of the hub writes each connection that it loses to the console.
console.error = () => undefined;
const run = openRun({ isMissing: (part) => missing.some(({ name }) => name === part) });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void run.end().finally(() => process.exit(130)));

const outcomes: Outcome[] = [];
for (const drill of chosen) {
  say(`${drill.name}: ${drill.what}…`);
  const startedAt = performance.now();
  const outcome = await run.play(drill);
  outcomes.push(outcome);
  say(`${tableOf([outcome]).at(-1)}  (${Math.round((performance.now() - startedAt) / 1000)} s)`);
}
await run.end();
say(`\n[R34.23] [R34.24]\n${tableOf(outcomes).join('\n')}`);
// Tills that were closed still have timers.
process.exit(outcomes.some(isFailure) ? 1 : 0);
