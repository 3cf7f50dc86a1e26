/** Plays one drill: tills sell, something fails and is repaired, and all that they acknowledged is compared with the store. */
import { compare, longestGap, type Stored } from './checker.ts';
import { type Environment, pause, until } from './environment.ts';
import type { DrillRow } from './row.ts';
import { openTills, type TillOptions, type Tills } from './tills.ts';

export interface Drill {
  readonly tills: TillOptions;
  /** Breaks something while the tills sell, and resolves when the fault has ended. */
  fault(tills: Tills): Promise<void>;
  /** Reads what the store has in the end. */
  stored(): Stored | Promise<Stored>;
  /** What the row tells besides. */
  notes?(tills: Tills): string[];
}

/** How many payments are acknowledged before the fault. */
const warmPayments = 6;
/** How long tills go on selling after the fault. */
const sellOnMs = 4000;
/** By when the outboxes are empty, from the end of the fault. */
const emptyAfterMs = 10_000;
const maxEmptyMs = 25_000;

/** Plays a drill and returns its row. */
export async function play(name: string, drill: Drill, environment: Environment): Promise<DrillRow> {
  const tills = await openTills(drill.tills);
  environment.atEnd(() => tills.close());
  const startedAt = performance.now();
  tills.startSelling();
  await until('the first payments', () => tills.arrived.length >= warmPayments);
  await drill.fault(tills);
  const endedAt = performance.now();
  await pause(sellOnMs);
  const stoppedAt = performance.now();
  await tills.stopSelling();
  const isOver = (ms: number): boolean => performance.now() - endedAt >= ms;
  while (tills.left() > 0 && !isOver(emptyAfterMs)) await pause(20);
  const left = tills.left();
  // Whether they would have arrived later tells a slow machine from a till that is stuck.
  while (tills.left() > 0 && !isOver(maxEmptyMs)) await pause(20);
  const emptiedMs = performance.now() - endedAt;
  const [needs, waiting] = [tills.needs(), tills.waitingPayments()];
  const { lost, doubled } = compare(tills.taken, await drill.stored(), waiting);
  return {
    name,
    acknowledged: tills.taken.length,
    lost: lost.length,
    doubled: doubled.length,
    gapMs: longestGap(
      tills.arrived.map(({ at }) => at),
      startedAt,
      stoppedAt,
    ),
    left,
    waiting: [...needs, ...tills.faults.map((words) => `a fault of a till: ${words}`)],
    notes: [
      ...(drill.notes?.(tills) ?? []),
      ...(left > 0 && tills.left() === 0 ? [`empty after ${(emptiedMs / 1000).toFixed(1)} s`] : []),
    ],
  };
}
