/** Asks a host of PostgreSQL whether it accepts writes, over a connection that is kept. */
import type pg from 'pg';
import { createClient } from '../client.ts';

/** How long a host may take to answer. */
const maxProbeMs = 1500;

export interface HostState {
  readonly acceptsWrites: boolean;
  /** The timeline of a primary: a promotion begins a new one with a higher name. Empty on a standby. */
  readonly timeline: string;
  /** How far it has written or replayed the log, in bytes. */
  readonly position: number;
}

const question = `select case when pg_is_in_recovery() then '' else substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline,
  current_setting('transaction_read_only') = 'off' as writable,
  pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, '0/0')::text as position`;

export class HostProbe {
  readonly url: string;
  #client: pg.Client | null = null;
  #asked: Promise<HostState> | null = null;

  constructor(url: string) {
    this.url = url;
  }

  /** Returns the state of the host; rejects when it does not answer in time. Whoever asks while it is being asked gets the same answer. */
  ask(): Promise<HostState> {
    this.#asked ??= this.#ask().finally(() => {
      this.#asked = null;
    });
    return this.#asked;
  }

  async #ask(): Promise<HostState> {
    try {
      this.#client ??= await this.#connect();
      const { rows } = await this.#client.query<{ timeline: string; writable: boolean; position: string | null }>(
        question,
      );
      const { timeline = '', writable = false, position = null } = rows[0] ?? {};
      return { acceptsWrites: writable && timeline !== '', timeline, position: Number(position) };
    } catch (error) {
      this.close();
      throw error;
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = createClient(this.url, false, {
      applicationName: 'atoll finds the primary',
      connectMs: maxProbeMs,
      queryMs: maxProbeMs,
    });
    client.on('error', () => this.#client === client && this.close());
    try {
      await client.connect();
    } catch (error) {
      endNow(client);
      throw error;
    }
    return client;
  }

  close(): void {
    const client = this.#client;
    this.#client = null;
    if (client !== null) endNow(client);
  }
}

/** Ends a client at once; a host that does not answer does not say goodbye either. */
function endNow(client: pg.Client): void {
  client.end().catch(() => undefined);
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
