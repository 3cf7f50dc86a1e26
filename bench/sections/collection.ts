/** Measures the share of the processor that garbage collection takes from the server while eight tills sell, with PostgreSQL. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atMost, type Figure } from '../figure.ts';
import type { CallsMeasured } from '../load/main.ts';
import { startWorker } from '../process.ts';
import type { Run } from '../run.ts';
import { startServer } from '../server.ts';
import { keepers, tillPlaces } from '../store.ts';

const tills = 8;
const listeners = 2;

/** What the sections need of a run. */
type Asked = Pick<Run, 'hasPostgres' | 'postgres' | 'sizes' | 'flags'>;

/** Returns one figure, none without PostgreSQL. The server has `run.flags`. */
export async function measureCollection(run: Asked): Promise<Figure[]> {
  if (!run.hasPostgres) return [];
  const { place, outletIds } = await run.postgres();
  const folder = mkdtempSync(join(tmpdir(), 'atoll-bench-profile-'));
  const server = await startServer(place, [...run.flags, '--cpu-prof', `--cpu-prof-dir=${folder}`]);
  const load = startWorker('load/main.ts');
  try {
    await load.ask({ do: 'openShifts', port: server.port, places: keepers(outletIds) });
    const places = tillPlaces(tills, outletIds);
    const task = { do: 'calls', port: server.port, places, listeners, ms: run.sizes.callsMs };
    // The first calls compile the server and let its heap grow.
    await load.ask({ ...task, ms: Math.min(task.ms, 2000) });
    const { calls } = await load.ask<CallsMeasured>(task);
    await load.stop();
    await server.stop();
    const value = collectionShare(profileIn(folder), run.sizes.callsMs) * 100;
    const name = '[R34.28] garbage collection while eight tills sell, of the processor';
    return [{ section: 'collection', name, value, unit: '%', budget: atMost(8), note: `${calls} calls` }];
  } finally {
    await load.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: { readonly functionName: string } }[];
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

/** Returns the profile of the main thread: the one with the most samples. */
function profileIn(folder: string): Profile {
  const all = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile);
  const [largest] = all.toSorted((a, b) => b.samples.length - a.samples.length);
  if (!largest) throw new Error('The server wrote no profile');
  return largest;
}

/** Returns the share of collection in the time that the thread worked, in the last `ms` of a profile. */
export function collectionShare({ nodes, samples, timeDeltas }: Profile, ms: number): number {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, callFrame.functionName]));
  let [left, worked, collected] = [ms * 1000, 0, 0];
  for (let at = samples.length - 1; at >= 0 && left > 0; at -= 1) {
    const name = names.get(samples[at] ?? 0);
    const taken = timeDeltas[at] ?? 0;
    left -= taken;
    if (name !== '(idle)') worked += taken;
    if (name === '(garbage collector)') collected += taken;
  }
  return worked === 0 ? 0 : collected / worked;
}
