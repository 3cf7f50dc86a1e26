/**
 * The server's time: the machine's, or the database's while they differ by more than 30 s, so that all servers of a
 * database have the same time. Source: R34.19, docs/rules.md#server-time.
 */
import { sql } from 'kysely';
import type { StoreLog } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';

const maxClockOffsetMs = 30_000;
const compareEveryMs = 10_000;
/** An answer that took longer tells too little about the database's time. */
const maxAnswerMs = 5000;

type Compared = Pick<Store, 'engine' | 'readOrg' | 'meter'>;

export class ServerClock {
  readonly #machine: () => number;
  /** An instant of the database, and the monotonic clock at that moment; null while the machine's time is used. */
  #database: { readonly at: number; readonly since: number } | null = null;

  constructor(machine: () => number = Date.now) {
    this.#machine = machine;
  }

  /** Returns epoch ms. While the database's time is used, a change of the machine's clock has no effect. */
  readonly now = (): number =>
    this.#database === null
      ? this.#machine()
      : Math.round(this.#database.at + performance.now() - this.#database.since);

  /** Compares the machine's time with the database's and uses the right one from now on. An embedded store has no other clock. */
  async compare(store: Compared, log: StoreLog): Promise<void> {
    if (store.engine !== 'postgres') return;
    const asked = performance.now();
    const { rows } = await store.readOrg((db) =>
      sql<{ at: string }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as at`.execute(db),
    );
    const took = performance.now() - asked;
    if (took > maxAnswerMs) return;
    // It was asked in the middle of that time.
    const since = asked + took / 2;
    const at = Number(rows[0]?.at);
    const offsetMs = Math.round(at - (this.#machine() - (performance.now() - since)));
    const wasUsed = this.#database !== null;
    this.#database = Math.abs(offsetMs) > maxClockOffsetMs ? { at, since } : null;
    store.meter.clockOffsetMs = this.#database === null ? 0 : offsetMs;
    if (this.#database !== null && !wasUsed)
      log.warn({ offsetMs }, "this server's clock differs from the database's; the database's time is used");
    if (this.#database === null && wasUsed) log.warn({ offsetMs }, "this server's clock is right again");
  }

  /** Compares every 10 s; returns the function that stops it. */
  follow(store: Compared, log: StoreLog): () => void {
    const timer = setInterval(() => {
      this.compare(store, log).catch((error: unknown) =>
        log.warn({ err: error }, "the database's time could not be read"),
      );
    }, compareEveryMs);
    timer.unref();
    return () => clearInterval(timer);
  }
}
