/**
 * One history: tills, server, network and kitchen, by chance from a seed, with all that the tills were promised written down. The same
 * seed and steps give the same history, to the last byte of its trace.
 */
import { createHash, type Hash } from 'node:crypto';
import { chance as chanceOf } from '@atoll/domain/bill/testing/bills';
import type { Store } from '../../apps/server/src/platform/store/store.ts';
import { type Clock, makeClock } from './clock.ts';
import type { Disk } from './device/disk.ts';
import { makeTill, type SimulatedTill } from './device/simulated-till.ts';
import type { StartCode } from './device/till-code.ts';
import type { Till } from './device/till-main.ts';
import { type KitchenPrinter, makeKitchenPrinter } from './kitchen-printer.ts';
import { type Chance, fair, makeNetwork, type Network } from './network.ts';
import { listen, noPromises, type Promises } from './promises.ts';
import type { Scene, ServerAnswer, ServerRequest, ShopServer } from './shop-server.ts';

export interface Simulation {
  readonly seed: number;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly network: Network;
  readonly server: ShopServer;
  readonly printer: KitchenPrinter;
  readonly scene: Scene;
  readonly tills: readonly SimulatedTill[];
  readonly promises: Promises;
  /** What went wrong in a till, in its own words. */
  readonly faults: string[];
  /** How many deeds are under way at a till; one that died never ends them. */
  readonly underWay: WeakMap<Till, number>;
  /** Writes a line into the trace. */
  note(words: string): void;
  traceHash(): string;
  /** Lets so much time pass. */
  pass(ms: number): Promise<void>;
}

export interface SimulationOptions {
  readonly seed: number;
  readonly server: ShopServer;
  readonly code: StartCode;
  readonly tills?: number;
  readonly onTillStart?: (till: Till, number: number) => void;
  /** A print server that does not know a job which comes again. */
  readonly forgetsJobs?: boolean;
  /** What befalls a till's disk when the till dies. */
  readonly onTillDeath?: (disk: Disk) => void;
  /** Stands before the server: takes a request, and may have it handled. */
  readonly onRequest?: (
    request: ServerRequest,
    handle: (request?: ServerRequest) => Promise<ServerAnswer | null>,
    store: Store,
  ) => Promise<ServerAnswer | null>;
  readonly tellTrace?: (words: string) => void;
}

/** A Tuesday noon in Malé. */
const startAt = Date.parse('2026-03-10T07:00:00.000Z');
const skewsMs = [0, 0, -90_000, 40_000, 700, -2000, 0, 5000] as const;
const restMs = 700;
const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Goes back to the event loop, so that everything that can go on without time has gone on. */
const breathe = (): Promise<void> => new Promise((done) => void setImmediate(done));

/** Sets everything up: a new outlet on the server, tills signed in and at rest. */
export async function makeSimulation(options: SimulationOptions): Promise<Simulation> {
  const { seed, server, code, tills: count = 4, onTillStart, onTillDeath, onRequest, tellTrace } = options;
  const clock = makeClock(startAt);
  const chance = chanceOf(seed);
  const printer = makeKitchenPrinter(options.forgetsJobs);
  const trace: Hash = createHash('sha256');
  const faults: string[] = [];
  const promises = noPromises();
  const names = new Map<string, string>();
  const note = (words: string): void => {
    // A key that the server made is another each time: in the trace a key is the place at which it came first.
    const named = words.replace(uuid, (key) => {
      if (!names.has(key)) names.set(key, `key${names.size + 1}`);
      return names.get(key) ?? key;
    });
    const line = `${clock.now() - startAt} ${named}`;
    trace.update(`${line}\n`);
    tellTrace?.(line);
  };
  server.setClock(clock.now);
  server.dieAt(null);
  const scene = await server.newScene(count);
  const network = makeNetwork({
    clock,
    chance,
    server: onRequest
      ? { ...server, handle: (request) => onRequest(request, (other = request) => server.handle(other), server.store) }
      : server,
    printer,
    tills: count,
    onServed: note,
    onDeath: () => {
      note('the server died');
      network.isServerUp = false;
      network.breakLines();
      clock.after(300 + chance.below(2000), () => {
        network.isServerUp = true;
      });
    },
  });
  server.onChanges((changes) => network.tell(changes));

  const tills = Array.from({ length: count }, (_, number) =>
    makeTill(number, {
      code,
      clock,
      chance,
      network,
      skewMs: skewsMs[number % skewsMs.length] ?? 0,
      onStart: (till) => {
        listen(till, promises);
        onTillStart?.(till, number);
      },
      onDeath: onTillDeath,
      onFault: (words) => faults.push(`till ${number}: ${words}`),
    }),
  );

  async function pass(ms: number): Promise<void> {
    const until = clock.now() + ms;
    await breathe();
    await network.settled();
    for (let next = clock.nextAt(); next !== null && next <= until; next = clock.nextAt()) {
      clock.step();
      await breathe();
      await network.settled();
      await breathe();
    }
    clock.goTo(until);
  }

  const simulation: Simulation = {
    seed,
    clock,
    chance,
    network,
    server,
    printer,
    scene,
    tills,
    promises,
    faults,
    underWay: new WeakMap(),
    note,
    traceHash: () => trace.copy().digest('hex').slice(0, 16),
    pass,
  };
  network.weather = fair;
  tills.forEach((till, number) => {
    const seat = scene.seats[number];
    if (seat) till.open(seat, scene.shop.outletId);
  });
  await pass(restMs);
  return simulation;
}
