/** Plays a history of so many steps, heals everything, waits for rest, and looks at what must hold. */

import { chance as chanceOf } from '@atoll/domain/bill/testing/bills';
import { refusalOf } from '../../apps/server/src/modules/bill/testing/shop.ts';
import { activeShift } from '../../apps/server/src/modules/shift/find.ts';
import { createShift } from '../../apps/server/src/modules/shift/service.ts';
import { isBarred } from '../../apps/web/src/outbox/entry.ts';
import { brokenPromises, unlikeBills } from './checks.ts';
import { type Deed, deeds } from './deeds.ts';
import type { Till } from './device/till-main.ts';
import { fair } from './network.ts';
import { save } from './promises.ts';
import type { Simulation } from './simulation.ts';

/** A step that was drawn from the seed: it stays the same when others are left out. */
export interface Step {
  readonly name: string;
  readonly deed: Deed;
  readonly till: number;
  readonly thenMs: number;
}

export interface Verdict {
  /** What did not hold, in words. */
  readonly broken: readonly string[];
  /** From the last commit, or the healing if that was later, until all tills showed the same. */
  readonly agreedAfterMs: number;
  readonly traceHash: string;
}

const longestPauseMs = 1500;
/** All tills show the same bills so long after the last commit. */
export const agreementMs = 2000;
const longestHealingMs = 90_000;
/** By then a till that was started again has looked for lines that it saved and did not bring to the kitchen. */
const leftTicketsMs = 2500;

/** The steps of a seed. */
export function stepsOf(seed: number, count: number, tills: number): Step[] {
  const { below } = chanceOf(seed ^ 0x5eed);
  const sum = deeds.reduce((total, [weight]) => total + weight, 0);
  const draw = (): (typeof deeds)[number] => {
    let place = below(sum);
    for (const each of deeds) {
      if (place < each[0]) return each;
      place -= each[0];
    }
    throw new Error('Nothing was drawn');
  };
  return Array.from({ length: count }, () => {
    const [, name, deed] = draw();
    // Some of them at the same moment.
    return { name, deed, till: below(tills), thenMs: below(4) === 0 ? 0 : below(longestPauseMs) };
  });
}

/** Plays the steps and answers what came of it. */
export async function playHistory(simulation: Simulation, steps: readonly Step[]): Promise<Verdict> {
  const { tills, note, pass } = simulation;
  for (const { name, deed, till, thenMs } of steps) {
    const at = tills[till];
    if (!at) continue;
    note(`${till} ${name}`);
    deed(simulation, at);
    if (thenMs > 0) await pass(thenMs);
  }
  const agreedAfterMs = await heal(simulation);
  const broken = await brokenPromises(simulation);
  return {
    broken: agreedAfterMs === null ? [...broken, ...(await disagreement(simulation))] : broken,
    agreedAfterMs: agreedAfterMs ?? Number.POSITIVE_INFINITY,
    traceHash: simulation.traceHash(),
  };
}

const disagreement = async (simulation: Simulation): Promise<string[]> => [
  '30: the tills do not show the same within 2 s of the last commit',
  ...(await unlikeBills(simulation)).slice(0, 4),
  ...waitingWork(simulation).slice(0, 4),
];

/** Everything is well again, people finish what they were at, and the tills come to rest. Answers how long they took to agree; null: too long. */
async function heal(simulation: Simulation): Promise<number | null> {
  const { network, printer, server, tills, clock, pass, note } = simulation;
  note('healed');
  network.weather = fair;
  network.inPlace.fill(null);
  for (const { number } of tills) network.setReach(number, 'there');
  network.resetHanging();
  network.isServerUp = true;
  printer.isAway = false;
  printer.answersToLose = 0;
  server.dieAt(null);
  for (const till of tills) if (till.till === null) till.revive();
  await openShift(simulation);
  const healedAt = clock.now();
  let agreed: { readonly since: number; readonly at: number } | null = null;
  /** Whether the tills agree already; a later commit asks anew. */
  const look = async (): Promise<void> => {
    const since = Math.max(network.lastCommitAt(), healedAt);
    if (agreed?.since === since) return;
    agreed = (await unlikeBills(simulation)).length === 0 ? { since, at: clock.now() } : null;
  };
  const isResting = async (): Promise<boolean> => {
    const since = clock.now();
    while (!isAtRest(simulation)) {
      if (clock.now() - since > longestHealingMs) return false;
      await pass(250);
      for (const { till } of tills) if (till) finish(simulation, till);
      await look();
    }
    return true;
  };
  if (!(await isResting())) return null;
  const since = Math.max(network.lastCommitAt(), healedAt);
  const seen = agreed as { readonly since: number; readonly at: number } | null;
  const agreedAt = seen?.since === since ? seen.at : await agreement(simulation, since);
  if (agreedAt === null) return null;
  await pass(leftTicketsMs);
  await isResting();
  return agreedAt - since;
}

/** When all tills showed the same, at most 2 s after an instant; null when they did not. */
async function agreement(simulation: Simulation, since: number): Promise<number | null> {
  const { clock, pass } = simulation;
  for (;;) {
    if ((await unlikeBills(simulation)).length === 0) return Math.max(since, clock.now());
    if (clock.now() - since >= agreementMs) return null;
    await pass(50);
  }
}

/** What a person does who looks at the till: saves what was typed, and tries again what did not reach the kitchen. */
function finish(simulation: Simulation, till: Till): void {
  for (const key of unsavedBills(till)) void save(simulation.promises, till, key);
  for (const { key, state } of till.tickets.getState().tickets) if (state === 'failed') void till.retryTicket(key);
}

/** Bills on which something was typed that can be saved. */
function unsavedBills(till: Till): string[] {
  const { bills, drafts } = till.bills.getState();
  return Object.entries(drafts)
    .filter(([key, { items, changes, edits }]) => {
      const noted = Object.values(edits).filter((edit) => edit.notes !== undefined);
      return bills[key]?.isOpen && items.length + noted.length + Object.keys(changes).length > 0;
    })
    .map(([key]) => key);
}

async function openShift({ network, scene }: Simulation): Promise<void> {
  network.atServer(async () => {
    const { store, outletId, admin } = scene.shop;
    if ((await activeShift(store, outletId)) === null)
      await refusalOf(createShift(store, admin, { key: 'last-shift', openingBalance: 1000 }));
  });
  await network.settled();
}

/** What a till has still to do by itself. */
function waitingWork({ tills, underWay }: Simulation): string[] {
  return tills.flatMap(({ number, till }) => [
    ...(till && (underWay.get(till) ?? 0) > 0 ? [`32: somebody at till ${number} is not through`] : []),
    ...(till?.bills.getState().loaded ? [] : [`29: till ${number} has not read its bills`]),
    ...(till?.outbox.getState().entries ?? [])
      // Only what the server refused, or what waits for somebody who may send it, may stay.
      .filter((entry) => entry.state !== 'rejected' && !isBarred(entry))
      .map(({ kind, state }) => `29: till ${number} still has ${kind} (${state}) to send`),
    ...(till?.tickets.getState().tickets ?? [])
      .filter(({ state }) => state !== 'printed')
      .map(({ state }) => `20: till ${number} still has a ticket that is ${state}`),
    ...Object.values(till?.bills.getState().drafts ?? {})
      .filter((draft) => Object.keys(draft.edits).length > 0)
      .map(() => `20: till ${number} still has marks of tickets to send`),
    ...(till ? unsavedBills(till) : []).map(() => `32: till ${number} still has lines that were not saved`),
  ]);
}

const isAtRest = (simulation: Simulation): boolean => waitingWork(simulation).length === 0;
