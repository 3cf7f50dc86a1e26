/** The environment of histories: the till's code, and one server process for all of them. */
import { join } from 'node:path';
import { type CodeChange, loadTillCode, type StartCode } from './device/till-code.ts';
import { type Outcome, playHistory, type Step, stepsOf } from './history.ts';
import { openShopServer, type ShopServer } from './shop-server.ts';
import { makeSimulation, type SimulationOptions } from './simulation.ts';

export interface Play
  extends Pick<
    SimulationOptions,
    'onTrace' | 'onTillStart' | 'onTillDeath' | 'onRequest' | 'forgetsJobs' | 'tills' | 'isPriced'
  > {
  readonly seed: number;
  /** Deliberate bugs in the tills' own code. */
  readonly code?: readonly CodeChange[];
  /** The number of steps, or the steps. */
  readonly steps: number | readonly Step[];
}

export interface Environment {
  readonly server: ShopServer;
  play(play: Play): Promise<Outcome>;
  close(): Promise<void>;
}

export const tillCount = 4;
const hub = join(import.meta.dirname, 'device/till-hub.ts');

export async function openEnvironment(): Promise<Environment> {
  const [code, server] = await Promise.all([loadTillCode(hub), openShopServer(Date.now)]);
  const changed = new Map<readonly CodeChange[], StartCode>();
  const codeWith = async (changes: readonly CodeChange[] = []): Promise<StartCode> => {
    if (changes.length === 0) return code;
    const known = changed.get(changes) ?? (await loadTillCode(hub, changes));
    changed.set(changes, known);
    return known;
  };
  return {
    server,
    async play({ seed, steps, tills = tillCount, code: changes, ...rest }) {
      const simulation = await makeSimulation({ seed, server, code: await codeWith(changes), tills, ...rest });
      const verdict = await playHistory(
        simulation,
        typeof steps === 'number' ? stepsOf(seed, steps, tills, rest.isPriced) : steps,
      );
      for (const till of simulation.tills) if (till.till !== null) till.die();
      server.onChanges(null);
      return verdict;
    },
    close: () => server.close(),
  };
}
