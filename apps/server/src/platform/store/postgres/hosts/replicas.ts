/**
 * Replicas, which serve what may be some seconds old: reports, exports, search, lists of closed days. One whose data is
 * older than the limit is left out. Source: R34.9, docs/rules.md#replicas.
 */
import { hostOf, hostUrls } from '../../../config/database-url.ts';
import type { StoreMeter } from '../../meter.ts';
import type { StoreLog } from '../../open-store.ts';
import type { ConnectionManner } from '../client.ts';
import { PostgresPool } from '../pool.ts';
import { startFault } from '../start-fault.ts';
import { DatabaseHosts } from './hosts.ts';
import { LogPositions } from './log-positions.ts';
import { HostProbe } from './probe.ts';

const watchMs = 1000;
const sizes = { reports: 2, older: 4 } as const;

/** What a replica is read for: long reports, or short reads beside them. */
export type ReadKind = keyof typeof sizes;

interface Replica {
  readonly url: string;
  readonly probe: HostProbe;
  readonly pools: Readonly<Record<ReadKind, PostgresPool>>;
  /** How old its data is at most, in ms; infinite while it is unknown. */
  ageMs: number;
  /** Why it is not used, where it is not. */
  why: string;
}

interface ReplicaParts {
  /** The hosts among which the primary is. */
  readonly hosts: DatabaseHosts;
  readonly manner: ConnectionManner;
  readonly reportMs: number;
  /** Data may be this old. */
  readonly replicaMs: number;
  readonly log: StoreLog;
  readonly meter: StoreMeter;
}

export class Replicas {
  readonly #parts: ReplicaParts;
  readonly #all: readonly Replica[];
  readonly #positions = new LogPositions();
  #primary: HostProbe | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #turn = 0;

  private constructor(address: string, parts: ReplicaParts) {
    const { manner, reportMs, log } = parts;
    this.#parts = parts;
    this.#all = hostUrls(address).map((url) => {
      const host = new DatabaseHosts(url, log);
      return {
        url,
        probe: new HostProbe(url),
        pools: {
          reports: new PostgresPool(host, sizes.reports, { ...manner, limitMs: reportMs }),
          older: new PostgresPool(host, sizes.older, manner),
        },
        ageMs: Number.POSITIVE_INFINITY,
        why: '',
      };
    });
  }

  /** Finds out how old each replica is, now and every second. A replica that cannot be reached is used when it can be. */
  static async open(address: string, parts: ReplicaParts): Promise<Replicas> {
    const replicas = new Replicas(address, parts);
    await replicas.#look();
    for (const { url, ageMs, why } of replicas.#all)
      if (ageMs > parts.replicaMs)
        parts.log.warn({ host: hostOf(url), why }, 'a replica of DATABASE_READ_URL cannot be used yet');
    replicas.#timer = setInterval(() => void replicas.#look(), watchMs).unref();
    return replicas;
  }

  /** Returns the connections of a replica that is recent enough, in turn; null when there is none. */
  pick(kind: ReadKind): PostgresPool | null {
    const recent = this.#all.filter((replica) => this.#isRecent(replica));
    this.#turn += 1;
    return recent[this.#turn % recent.length]?.pools[kind] ?? null;
  }

  #isRecent({ ageMs }: Replica): boolean {
    return ageMs <= this.#parts.replicaMs;
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const asked = performance.now();
    // While the primary does not answer, the data of every replica grows older.
    await this.#notePrimary(asked).catch(() => undefined);
    await Promise.all(this.#all.map((replica) => this.#measure(replica)));
    this.#parts.meter.replicaLagMs = Math.min(...this.#all.map(({ ageMs }) => ageMs));
    this.#isLooking = false;
  }

  async #notePrimary(asked: number): Promise<void> {
    const url = await this.#parts.hosts.url();
    if (this.#primary?.url !== url) {
      this.#primary?.close();
      this.#primary = new HostProbe(url);
      this.#positions.forget();
    }
    const { acceptsWrites, position } = await this.#primary.ask();
    if (acceptsWrites) this.#positions.note(position, asked);
  }

  async #measure(replica: Replica): Promise<void> {
    const wasRecent = this.#isRecent(replica);
    try {
      const { acceptsWrites, position } = await replica.probe.ask();
      // A host that was promoted is no replica any more.
      replica.ageMs = acceptsWrites ? Number.POSITIVE_INFINITY : this.#positions.ageOf(position, performance.now());
      replica.why = acceptsWrites
        ? 'it is no replica: it accepts writes'
        : 'it is behind, or is no replica of this database';
    } catch (error) {
      replica.ageMs = Number.POSITIVE_INFINITY;
      replica.why = (startFault('DATABASE_READ_URL', error) as Error).message;
    }
    if (wasRecent && !this.#isRecent(replica)) {
      const { url, ageMs, why } = replica;
      this.#parts.log.warn({ host: hostOf(url), ageMs, why }, 'a replica lags and is left out');
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#primary?.close();
    for (const { probe } of this.#all) probe.close();
    await Promise.all(this.#all.flatMap(({ pools }) => [pools.reports.close(), pools.older.close()]));
  }
}
