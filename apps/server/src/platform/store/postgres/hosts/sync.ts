/**
 * Watches whether commits wait for a synchronous standby: without one, the last payments are lost with the primary.
 * Source: R34.11, docs/rules.md#synchronous-standby.
 */
import type { StoreMeter } from '../../meter.ts';
import type { StoreLog } from '../../open-store.ts';
import { StoreUnavailable } from '../../unavailable.ts';

const watchMs = 2000;

/** Runs one statement and returns its rows. */
type Ask = (sql: string) => Promise<Record<string, unknown>[]>;

const question = `select current_setting('synchronous_standby_names') as names, current_setting('synchronous_commit') as commits,
  (select count(*) from pg_stat_replication where coalesce(sync_state in ('sync', 'quorum'), true))::int as standbys`;

/** Returns why commits do not wait for a standby, or null. A login without pg_read_all_stats sees that standbys are connected, but not how. */
async function missingSync(ask: Ask): Promise<string | null> {
  const [row] = await ask(question);
  if (!row?.['names']) return 'synchronous_standby_names is empty';
  if (row['commits'] === 'local') return 'synchronous_commit is local';
  return row['standbys'] === 0 ? 'no synchronous standby is connected' : null;
}

/** Throws when the database has no synchronous standby. Nothing may be written before: a commit could wait for one without end. */
export async function requireSync(ask: Ask): Promise<void> {
  const missing = await missingSync(ask);
  if (missing === null) return;
  const remedy = 'start a standby that synchronous_standby_names names, or leave REQUIRE_SYNC out';
  throw new Error(`REQUIRE_SYNC=1, but the database has no synchronous standby: ${missing}; ${remedy}`);
}

interface SyncParts {
  readonly ask: Ask;
  /** True to refuse work without a synchronous standby. */
  readonly isRequired: boolean;
  readonly log: StoreLog;
  readonly meter: StoreMeter;
}

export class SyncWatch {
  readonly #parts: SyncParts;
  #missing: string | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: SyncParts) {
    this.#parts = parts;
  }

  /** Asks now and every two seconds, and warns when there is none. */
  async start(): Promise<void> {
    await this.look();
    if (this.#missing !== null)
      this.#parts.log.warn(
        { missing: this.#missing },
        'the database has no synchronous standby: the last payments are lost with the machine of the primary',
      );
    this.#timer = setInterval(() => {
      // Whoever uses the database reports that it is away.
      this.look().catch(() => undefined);
    }, watchMs).unref();
  }

  async look(): Promise<void> {
    const missing = await missingSync(this.#parts.ask);
    if (this.#timer !== undefined && (missing === null) !== (this.#missing === null))
      this.#parts.log.warn(
        { missing },
        missing === null ? 'the database has a synchronous standby again' : 'the database lost its synchronous standby',
      );
    this.#missing = missing;
    this.#parts.meter.hasSyncStandby = missing === null;
  }

  /** Why nothing may be written, or null: a standby is required and missing. */
  get refusal(): StoreUnavailable | null {
    if (!this.#parts.isRequired || this.#missing === null) return null;
    return new StoreUnavailable('notSync', new Error(this.#missing));
  }

  /** Throws when nothing may be written. */
  require(): void {
    if (this.refusal !== null) throw this.refusal;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
