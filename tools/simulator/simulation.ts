/**
 * One history: tills, server, network and kitchen, random from a seed, with a record of everything acknowledged to the tills. The same
 * seed and steps give the same history, to the last byte of its trace.
 */
import { createHash, type Hash } from 'node:crypto';
import { chance as chanceOf } from '@atoll/domain/bill/testing/bills';
import type { Store } from '../../apps/server/src/platform/store/store.ts';
import {
  type Acknowledged,
  nothingAcknowledged,
  recordPromotions,
  recordResponses,
  recordShortHolds,
} from './acknowledged.ts';
import { type Clock, makeClock } from './clock.ts';
import type { Disk } from './device/disk.ts';
import { makeTill, type SimulatedTill } from './device/simulated-till.ts';
import type { StartCode } from './device/till-code.ts';
import type { Till } from './device/till-main.ts';
import { type KitchenPrinter, makeKitchenPrinter } from './kitchen-printer.ts';
import { type Chance, goodConditions, makeNetwork, type Network } from './network.ts';
import { rememberAnswer } from './priced/memory.ts';
import type { ServerAnswer, ServerRequest, Setup, ShopServer } from './shop-server.ts';

export interface Simulation {
  readonly seed: number;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly network: Network;
  readonly server: ShopServer;
  readonly printer: KitchenPrinter;
  readonly setup: Setup;
  readonly tills: readonly SimulatedTill[];
  readonly acknowledged: Acknowledged;
  /** Errors in a till, as it reported them. */
  readonly faults: string[];
  /** Number of unfinished actions at a till; those of a dead till never finish. */
  readonly runningActions: WeakMap<Till, number>;
  /** Writes a line of the trace. */
  note(words: string): void;
  traceHash(): string;
  /** Lets time pass. */
  pass(ms: number): Promise<void>;
}

export interface SimulationOptions {
  readonly seed: number;
  readonly server: ShopServer;
  readonly code: StartCode;
  readonly tills?: number;
  /** The shop has price rules, guests with points, and gift cards. */
  readonly isPriced?: boolean;
  readonly onTillStart?: (till: Till, number: number) => void;
  /** A print server that does not recognise a repeated job. */
  readonly forgetsJobs?: boolean;
  /** Called with a till's disk when the till dies. */
  readonly onTillDeath?: (disk: Disk) => void;
  /** Runs in place of the server's handler; it may call `handle`. */
  readonly onRequest?: (
    request: ServerRequest,
    handle: (request?: ServerRequest) => Promise<ServerAnswer | null>,
    store: Store,
  ) => Promise<ServerAnswer | null>;
  readonly onTrace?: (words: string) => void;
}

/** A Tuesday noon in Malé. */
const startAt = Date.parse('2026-03-10T07:00:00.000Z');
const skewsMs = [0, 0, -90_000, 40_000, 700, -2000, 0, 5000] as const;
const restMs = 700;
const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Returns to the event loop, so that everything that needs no time continues. */
const flushTasks = (): Promise<void> => new Promise((done) => void setImmediate(done));

/** Prepares a simulation: a new outlet on the server, tills signed in and idle. */
export async function makeSimulation(options: SimulationOptions): Promise<Simulation> {
  const { seed, server, code, tills: count = 4, onTillStart, onTillDeath, onRequest, onTrace } = options;
  const clock = makeClock(startAt);
  const chance = chanceOf(seed);
  const printer = makeKitchenPrinter(options.forgetsJobs);
  const { note, hash } = makeTrace(clock, onTrace);
  const faults: string[] = [];
  const acknowledged = nothingAcknowledged();
  server.setClock(clock.now);
  server.dieAt(null);
  const setup = await server.newSetup(count, options.isPriced);
  const network = makeNetwork({
    clock,
    chance,
    server: onRequest
      ? { ...server, handle: (request) => onRequest(request, (other = request) => server.handle(other), server.store) }
      : server,
    printer,
    tills: count,
    onServed: note,
    onAnswered: (served) => rememberAnswer(acknowledged.priced, served, clock.now()),
    onDeath: () => {
      note('the server died');
      network.isServerUp = false;
      network.breakConnections();
      clock.after(300 + chance.below(2000), () => {
        network.isServerUp = true;
      });
    },
  });
  server.onChanges((changes) => network.notifyTills(changes));

  const tills = Array.from({ length: count }, (_, number) =>
    makeTill(number, {
      code,
      clock,
      chance,
      network,
      skewMs: skewsMs[number % skewsMs.length] ?? 0,
      onStart: (till) => {
        recordResponses(till, acknowledged);
        if (options.isPriced) recordPromotions(till, acknowledged);
        recordShortHolds(till, acknowledged);
        onTillStart?.(till, number);
      },
      onDeath: onTillDeath,
      onFault: (words) => faults.push(`till ${number}: ${words}`),
    }),
  );

  const pass = (ms: number): Promise<void> => passTime(clock, network, ms);
  const simulation: Simulation = {
    seed,
    clock,
    chance,
    network,
    server,
    printer,
    setup,
    tills,
    acknowledged,
    faults,
    runningActions: new WeakMap(),
    note,
    traceHash: hash,
    pass,
  };
  network.conditions = goodConditions;
  tills.forEach((till, number) => {
    const seat = setup.seats[number];
    if (seat) till.open(seat, setup.shop.outletId);
  });
  await pass(restMs);
  return simulation;
}

/** Returns the trace of a history: `note` adds a line with its time, `hash` returns the hash of all lines. */
function makeTrace(clock: Simulation['clock'], onTrace: SimulationOptions['onTrace']) {
  const trace: Hash = createHash('sha256');
  const names = new Map<string, string>();
  const note = (words: string): void => {
    // Keys made by the server differ in each run, so the trace numbers them by first occurrence.
    const named = words.replace(uuid, (key) => {
      if (!names.has(key)) names.set(key, `key${names.size + 1}`);
      return names.get(key) ?? key;
    });
    const line = `${clock.now() - startAt} ${named}`;
    trace.update(`${line}\n`);
    onTrace?.(line);
  };
  return { note, hash: () => trace.copy().digest('hex').slice(0, 16) };
}

/** Lets time pass, and with each step everything that needs no time. */
async function passTime(clock: Simulation['clock'], network: Simulation['network'], ms: number): Promise<void> {
  const until = clock.now() + ms;
  await flushTasks();
  await network.settled();
  for (let next = clock.nextAt(); next !== null && next <= until; next = clock.nextAt()) {
    clock.step();
    await flushTasks();
    await network.settled();
    await flushTasks();
  }
  clock.goTo(until);
}
