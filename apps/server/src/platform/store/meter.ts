/** What a store counts of its own work for a monitor. Everything is counted when it happens, so a scrape reads no row. Source: R34.20. */

/** Outlets are counted in this many groups, by the remainder of their id, so that the number of series is bounded. */
export const outletGroups = 16;

/** More kinds of errors than a database has in practice. */
const maxErrorKinds = 100;

export interface PoolUse {
  readonly pool: string;
  readonly inUse: number;
  readonly waiting: number;
}

/** The commands of an outlet that have no outcome yet. */
export interface QueueUse {
  /** Null for commands of no outlet. */
  readonly outletId: number | null;
  readonly depth: number;
  /** When the oldest of them arrived, on the monotonic clock in ms. */
  readonly since: number;
}

/** The commands of a group of outlets that have no outcome yet. */
export interface GroupUse {
  readonly outletGroup: string;
  readonly depth: number;
  readonly ageMs: number;
}

export class StoreMeter {
  /** Attempts after the first one, of a read, a write or a group of commands. */
  retries = 0;
  /** How far the replica for reads is behind, in ms; null when there is none. */
  replicaLagMs: number | null = null;
  /** Whether commits wait for a synchronous standby; null for an embedded store. */
  hasSyncStandby: boolean | null = null;
  /** By how much this machine's clock is behind the database's, in ms, while they differ by more than 30 s; negative when it is ahead. */
  clockOffsetMs = 0;
  /** Errors of the database by SQLSTATE, or by SQLite's result code. */
  readonly errors = new Map<string, number>();
  pools: () => readonly PoolUse[] = () => [];
  queues: () => Iterable<QueueUse> = () => [];
  /** Returns the size of the write-ahead log in bytes; null when the engine keeps it elsewhere. */
  walBytes: () => number | null = () => null;
  /** Called with the number of commands of each group that was committed. */
  onCommit: (commands: number) => void = () => undefined;

  failed(kind: string): void {
    const known = this.errors.has(kind) || this.errors.size < maxErrorKinds ? kind : 'other';
    this.errors.set(known, (this.errors.get(known) ?? 0) + 1);
  }

  /** Returns all groups of outlets, those without commands too. The group 'none' has the commands of no outlet. */
  groups(): readonly GroupUse[] {
    const names = [...Array(outletGroups).keys()].map(String);
    const used = new Map([...names, 'none'].map((name) => [name, { depth: 0, ageMs: 0 }]));
    const now = performance.now();
    for (const { outletId, depth, since } of this.queues()) {
      const group = used.get(outletId === null ? 'none' : String(outletId % outletGroups));
      if (group === undefined) continue;
      group.depth += depth;
      group.ageMs = Math.max(group.ageMs, now - since);
    }
    return [...used].map(([outletGroup, use]) => ({ outletGroup, ...use }));
  }
}
