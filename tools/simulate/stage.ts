/** Where histories are played: the till's code and one server process for all of them. */
import { join } from 'node:path';
import { loadTillCode } from './device/till-code.ts';
import { playHistory, type Step, stepsOf, type Verdict } from './history.ts';
import { openShopServer, type ShopServer } from './shop-server.ts';
import { makeSimulation, type SimulationOptions } from './simulation.ts';

export interface Play
  extends Pick<SimulationOptions, 'tellTrace' | 'onTillStart' | 'onTillDeath' | 'onRequest' | 'forgetsJobs' | 'tills'> {
  readonly seed: number;
  /** How many steps, or which. */
  readonly steps: number | readonly Step[];
}

export interface Stage {
  readonly server: ShopServer;
  play(play: Play): Promise<Verdict>;
  close(): Promise<void>;
}

export const tillCount = 4;

export async function openStage(): Promise<Stage> {
  const [code, server] = await Promise.all([
    loadTillCode(join(import.meta.dirname, 'device/till-hub.ts')),
    openShopServer(Date.now),
  ]);
  return {
    server,
    async play({ seed, steps, tills = tillCount, ...rest }) {
      const simulation = await makeSimulation({ seed, server, code, tills, ...rest });
      const verdict = await playHistory(simulation, typeof steps === 'number' ? stepsOf(seed, steps, tills) : steps);
      for (const till of simulation.tills) if (till.till !== null) till.die();
      server.onChanges(null);
      return verdict;
    },
    close: () => server.close(),
  };
}
