/** The drills: what each plays, and the programs that it needs. */
import type { PlayDrill } from './context.ts';
import { whyNoVolume } from './parts/volume.ts';
import { playBus } from './plays/bus.ts';
import { playClock } from './plays/clock.ts';
import { playCorrupt } from './plays/corrupt.ts';
import { playDiskfull } from './plays/diskfull.ts';
import { playFailover } from './plays/failover.ts';
import { playHalfopen } from './plays/halfopen.ts';
import { playKill } from './plays/kill.ts';
import { playPitr } from './plays/pitr.ts';
import { playPooler } from './plays/pooler.ts';
import { playPowercut } from './plays/powercut.ts';
import { playReadonly } from './plays/readonly.ts';
import { playRestore } from './plays/restore.ts';
import { playRoll } from './plays/roll.ts';

export interface DrillEntry {
  readonly name: string;
  readonly what: string;
  /** Names of programs, as in `tools/scripts/programs.mjs`. */
  readonly parts: readonly string[];
  /** Returns why it cannot be played here although the programs are there. */
  readonly whyNot?: () => string | undefined;
  readonly play: PlayDrill;
}

const whyNoMount = (): string | undefined =>
  process.platform === 'linux' && process.getuid?.() === 0
    ? undefined
    : 'needs Linux and root, for a file system of its own';

export const drills: readonly DrillEntry[] = [
  { name: 'kill', what: 'the server is killed and starts again', parts: [], play: playKill },
  {
    name: 'roll',
    what: 'servers are replaced one by one, with a migration',
    parts: ['PostgreSQL', 'HAProxy'],
    play: playRoll,
  },
  {
    name: 'failover',
    what: 'the primary is switched over, then killed (Patroni, etcd)',
    parts: ['PostgreSQL', 'HAProxy', 'Patroni', 'etcd', 'pgBackRest'],
    play: playFailover,
  },
  { name: 'halfopen', what: 'connections to the database die silently', parts: ['PostgreSQL'], play: playHalfopen },
  { name: 'readonly', what: 'the database accepts no writes', parts: ['PostgreSQL'], play: playReadonly },
  {
    name: 'pooler',
    what: 'the pooler in transaction mode is killed',
    parts: ['PostgreSQL', 'PgBouncer'],
    play: playPooler,
  },
  {
    name: 'bus',
    what: 'the bus between servers goes away, Redis and PostgreSQL',
    parts: ['PostgreSQL', 'HAProxy', 'Redis'],
    play: playBus,
  },
  { name: 'diskfull', what: 'the disk is full', parts: [], whyNot: whyNoMount, play: playDiskfull },
  { name: 'corrupt', what: 'the file of the store is damaged', parts: [], play: playCorrupt },
  { name: 'clock', what: 'clocks are wrong by three days', parts: ['faketime'], play: playClock },
  { name: 'restore', what: 'an old backup is restored, with unsent work on tills', parts: [], play: playRestore },
  {
    name: 'powercut',
    what: 'server and database lose their power and what was not synced',
    parts: ['PostgreSQL'],
    whyNot: whyNoVolume,
    play: playPowercut,
  },
  {
    name: 'pitr',
    what: 'PostgreSQL is restored to a point in time (pgBackRest)',
    parts: ['PostgreSQL', 'pgBackRest'],
    play: playPitr,
  },
];

/** Returns the drills of these names, all without names; throws an Error that names an unknown one. */
export function chosenDrills(names: readonly string[]): readonly DrillEntry[] {
  if (names.length === 0) return drills;
  return names.map((name) => {
    const found = drills.find((drill) => drill.name === name);
    if (!found)
      throw new Error(`There is no drill '${name}': choose from ${drills.map((drill) => drill.name).join(', ')}`);
    return found;
  });
}
