/** Plays a history of random steps, ends all faults, waits until the tills are idle, and checks the invariants. */

import { chance as chanceOf } from '@atoll/domain/bill/testing/bills';
import { refusalOf } from '../../apps/server/src/modules/bill/testing/shop.ts';
import { activeShift } from '../../apps/server/src/modules/shift/find.ts';
import { createShift } from '../../apps/server/src/modules/shift/service.ts';
import { isForbidden } from '../../apps/web/src/outbox/entry.ts';
import { save } from './acknowledged.ts';
import { actions as plainActions } from './actions.ts';
import { billDifferences, brokenTillInvariants } from './checks.ts';
import type { Till } from './device/till-main.ts';
import { goodConditions } from './network.ts';
import { pricedActions } from './priced/priced-actions.ts';
import { codesOnTills } from './priced/till-storage.ts';
import type { Simulation } from './simulation.ts';
import type { Action } from './steps.ts';

/** A step drawn from the seed; it stays the same when other steps are left out. */
export interface Step {
  readonly name: string;
  readonly action: Action;
  readonly till: number;
  readonly thenMs: number;
}

export interface Outcome {
  /** The broken invariants as sentences. */
  readonly broken: readonly string[];
  /** Time from the last commit, or from the recovery if later, until all tills showed the same. */
  readonly agreedAfterMs: number;
  readonly traceHash: string;
}

const maxPauseMs = 1500;
/** All tills show the same bills this long after the last commit. */
export const agreementMs = 2000;
const maxRecoveryMs = 90_000;
/** By then a restarted till has resumed the tickets of saved items that were not printed. */
const resumeTicketsMs = 2500;

/** Returns the steps of a seed. */
export function stepsOf(seed: number, count: number, tills: number, isPriced = false): Step[] {
  const actions = isPriced ? [...plainActions, ...pricedActions] : plainActions;
  const { below } = chanceOf(seed ^ 0x5eed);
  const sum = actions.reduce((total, [weight]) => total + weight, 0);
  const draw = (): (typeof actions)[number] => {
    let place = below(sum);
    for (const each of actions) {
      if (place < each[0]) return each;
      place -= each[0];
    }
    throw new Error('Nothing was drawn');
  };
  return Array.from({ length: count }, () => {
    const [, name, action] = draw();
    // Some steps run simultaneously.
    return { name, action, till: below(tills), thenMs: below(4) === 0 ? 0 : below(maxPauseMs) };
  });
}

/** Plays the steps and returns the outcome. */
export async function playHistory(simulation: Simulation, steps: readonly Step[]): Promise<Outcome> {
  const { tills, note, pass } = simulation;
  for (const { name, action, till, thenMs } of steps) {
    const at = tills[till];
    if (!at) continue;
    note(`${till} ${name}`);
    action(simulation, at);
    if (thenMs > 0) await pass(thenMs);
  }
  // What waits for the server is looked at too.
  const waiting = codesOnTills(simulation);
  const agreedAfterMs = await recover(simulation);
  const shown = new Set([...waiting, ...codesOnTills(simulation)]);
  const broken = [...shown, ...(await brokenTillInvariants(simulation))];
  return {
    broken: agreedAfterMs === null ? [...broken, ...(await disagreements(simulation))] : broken,
    agreedAfterMs: agreedAfterMs ?? Number.POSITIVE_INFINITY,
    traceHash: simulation.traceHash(),
  };
}

const disagreements = async (simulation: Simulation): Promise<string[]> => [
  '30: the tills do not show the same within 2 s of the last commit',
  ...(await billDifferences(simulation)).slice(0, 4),
  ...waitingWork(simulation).slice(0, 4),
];

/** Ends all faults, lets people finish their work, and waits until the tills are idle. Returns how long they took to agree in ms; null for too long. */
async function recover(simulation: Simulation): Promise<number | null> {
  const { network, printer, server, tills, clock, pass, note } = simulation;
  note('healed');
  network.conditions = goodConditions;
  network.inPlace.fill(null);
  for (const { number } of tills) network.setReach(number, 'there');
  network.resetHanging();
  network.isServerUp = true;
  printer.isAway = false;
  printer.answersToLose = 0;
  server.dieAt(null);
  for (const till of tills) if (till.till === null) till.revive();
  await openShift(simulation);
  const recoveredAt = clock.now();
  let agreed: { readonly since: number; readonly at: number } | null = null;
  /** Checks whether the tills agree; a later commit makes it check again. */
  const checkAgreement = async (): Promise<void> => {
    const since = Math.max(network.lastCommitAt(), recoveredAt);
    if (agreed?.since === since) return;
    agreed = (await billDifferences(simulation)).length === 0 ? { since, at: clock.now() } : null;
  };
  const isResting = async (): Promise<boolean> => {
    const since = clock.now();
    while (!isAtRest(simulation)) {
      if (clock.now() - since > maxRecoveryMs) return false;
      await pass(250);
      for (const { till } of tills) if (till) finishWork(simulation, till);
      await checkAgreement();
    }
    return true;
  };
  if (!(await isResting())) return null;
  const since = Math.max(network.lastCommitAt(), recoveredAt);
  const seen = agreed as { readonly since: number; readonly at: number } | null;
  const agreedAt = seen?.since === since ? seen.at : await waitForAgreement(simulation, since);
  if (agreedAt === null) return null;
  await pass(resumeTicketsMs);
  await isResting();
  return agreedAt - since;
}

/** Returns when all tills showed the same, at most 2 s after an instant; null when they did not. */
async function waitForAgreement(simulation: Simulation, since: number): Promise<number | null> {
  const { clock, pass } = simulation;
  for (;;) {
    if ((await billDifferences(simulation)).length === 0) return Math.max(since, clock.now());
    if (clock.now() - since >= agreementMs) return null;
    await pass(50);
  }
}

/** Does what a person at the till would do: saves what was typed, and retries failed tickets. */
function finishWork(simulation: Simulation, till: Till): void {
  for (const key of unsavedBills(till)) void save(simulation.acknowledged, till, key);
  for (const { key, state } of till.tickets.getState().tickets) if (state === 'failed') void till.retryTicket(key);
}

/** Returns the keys of bills with typed work that can be saved. */
function unsavedBills(till: Till): string[] {
  const { bills, drafts } = till.bills.getState();
  return Object.entries(drafts)
    .filter(([key, { items, changes, edits }]) => {
      const typed = Object.values(edits).filter(({ notes, placedAt }) => notes !== undefined || placedAt !== undefined);
      return bills[key]?.isOpen && items.length + typed.length + Object.keys(changes).length > 0;
    })
    .map(([key]) => key);
}

async function openShift({ network, setup }: Simulation): Promise<void> {
  network.atServer(async () => {
    const { store, outletId, admin } = setup.shop;
    if ((await activeShift(store, outletId)) === null)
      await refusalOf(createShift(store, admin, { key: 'last-shift', openingBalance: 1000 }));
  });
  await network.settled();
}

/** Returns the work that a till still has to do automatically. */
function waitingWork({ tills, runningActions }: Simulation): string[] {
  return tills.flatMap(({ number, till }) => [
    ...(till && (runningActions.get(till) ?? 0) > 0 ? [`32: somebody at till ${number} has not finished`] : []),
    ...(till?.bills.getState().loaded ? [] : [`29: till ${number} has not read its bills`]),
    ...(till?.outbox.getState().entries ?? [])
      // Only what the server refused, or what waits for somebody who may send it, may stay.
      .filter((entry) => entry.state !== 'rejected' && !isForbidden(entry))
      .map(({ kind, state }) => `29: till ${number} still has ${kind} (${state}) to send`),
    ...(till?.tickets.getState().tickets ?? [])
      .filter(({ state }) => state !== 'printed')
      .map(({ state }) => `20: till ${number} still has a ticket that is ${state}`),
    ...Object.values(till?.bills.getState().drafts ?? {})
      .filter((draft) => Object.keys(draft.edits).length > 0)
      .map(() => `20: till ${number} still has sent quantities to save`),
    ...(till ? unsavedBills(till) : []).map(() => `32: till ${number} still has unsaved items`),
  ]);
}

const isAtRest = (simulation: Simulation): boolean => waitingWork(simulation).length === 0;
