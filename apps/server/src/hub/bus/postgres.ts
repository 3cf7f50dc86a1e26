import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { DatabaseHosts } from '../../platform/store/postgres/hosts/hosts.ts';
import type { HubLog } from '../log.ts';
import { type BusMessage, type BusStats, type HubBus, Listeners } from './bus.ts';
import { unpackPayload } from './envelope.ts';
import { BusSender } from './sender.ts';

const firstRetryMs = 100;
const lastRetryMs = 5000;
const probeEveryMs = 10_000;
/** With several hosts the bus follows a promotion as fast as the store does. */
const probeHostsEveryMs = 2000;
const probeTimeoutMs = 5000;
/** How long closing a connection may take; a host that hangs never confirms it. */
const maxGoodbyeMs = 1000;
const probeHostsTimeoutMs = 2500;

/**
 * The bus over PostgreSQL: LISTEN on one dedicated connection, NOTIFY on another, never inside a business transaction,
 * where it would make commits wait for one another. Both connections must be direct, not through a pooler that gives a
 * connection per transaction, and go to the host that accepts writes.
 */
export class PostgresBus implements HubBus {
  readonly #name = randomUUID();
  readonly #hosts: DatabaseHosts;
  readonly #channel: string;
  readonly #log: HubLog;
  readonly #messages = new Listeners<[readonly BusMessage[]]>();
  readonly #resets = new Listeners<[]>();
  readonly #sender: BusSender;
  #listener: pg.Client | undefined;
  #notifier: pg.Client | undefined;
  #probe: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #retryMs = firstRetryMs;
  #wasListening = false;
  #closed = false;

  constructor(url: string, log: HubLog, channel = 'atoll_hub') {
    this.#hosts = new DatabaseHosts(url, log);
    this.#log = log;
    this.#channel = channel;
    this.#sender = new BusSender(this.#name, (payload) => this.#notify(payload), log);
  }

  /** Resolves when the bus listens; rejects when the database cannot be reached at start. */
  static async open(url: string, log: HubLog, channel?: string): Promise<PostgresBus> {
    const bus = new PostgresBus(url, log, channel);
    await bus.#listen();
    return bus;
  }

  publish(messages: readonly BusMessage[]): void {
    this.#sender.push(messages);
  }

  subscribe(listener: (messages: readonly BusMessage[]) => void): () => void {
    return this.#messages.add(listener);
  }

  onReset(listener: () => void): () => void {
    return this.#resets.add(listener);
  }

  stats(): BusStats {
    return this.#sender.stats();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    await this.#sender.close();
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#probe);
    this.#hosts.close();
    await Promise.all([goodbye(this.#listener), goodbye(this.#notifier)]);
  }

  async #client(role: 'listener' | 'sender'): Promise<pg.Client> {
    return new pg.Client({
      connectionString: await this.#hosts.url(),
      application_name: `atoll hub ${role}`,
      keepAlive: true,
      connectionTimeoutMillis: 5000,
      query_timeout: this.#hosts.isOne ? probeTimeoutMs : probeHostsTimeoutMs,
    });
  }

  async #listen(): Promise<void> {
    const client = await this.#client('listener');
    const lost = () => this.#lost(client);
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ payload }) => {
      const messages = unpackPayload(this.#name, payload ?? '', (at) => this.#sender.lag.returned(at));
      if (messages) this.#messages.call(messages);
    });
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(this.#channel)}`);
    } catch (error) {
      client.removeListener('end', lost);
      this.#hosts.forget();
      await client.end().catch(() => undefined);
      throw error;
    }
    if (this.#closed) return void client.end();
    this.#listener = client;
    this.#retryMs = firstRetryMs;
    // A silently lost connection is noticed only when a query is sent over it. A standby sends no notifications.
    const probe = async (): Promise<void> => {
      const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
      if (rows[0]?.standby) lost();
    };
    this.#probe = setInterval(() => void probe().catch(lost), this.#hosts.isOne ? probeEveryMs : probeHostsEveryMs);
    this.#probe.unref();
    this.#sender.lag.reset();
    if (this.#wasListening) this.#resets.call();
    this.#wasListening = true;
  }

  #lost(client: pg.Client): void {
    if (this.#listener !== client || this.#closed) return;
    this.#log.warn({}, 'the hub bus lost its connection to PostgreSQL');
    this.#listener = undefined;
    this.#hosts.forget();
    clearInterval(this.#probe);
    client.end().catch(() => undefined);
    this.#listenAgain();
  }

  #listenAgain(): void {
    this.#retry = setTimeout(() => {
      this.#listen().catch(() => this.#closed || this.#listenAgain());
    }, this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, lastRetryMs);
  }

  async #notify(payload: string): Promise<void> {
    const client = this.#notifier ?? (await this.#connectNotifier());
    try {
      await client.query('select pg_notify($1, $2)', [this.#channel, payload]);
    } catch (error) {
      if (this.#notifier === client) this.#notifier = undefined;
      this.#hosts.forget();
      client.end().catch(() => undefined);
      throw error;
    }
  }

  async #connectNotifier(): Promise<pg.Client> {
    const client = await this.#client('sender');
    const lost = () => {
      if (this.#notifier === client) this.#notifier = undefined;
    };
    client.on('error', lost);
    client.on('end', lost);
    await client.connect().catch((error: unknown) => {
      this.#hosts.forget();
      throw error;
    });
    this.#notifier = client;
    return client;
  }
}

async function goodbye(client: pg.Client | undefined): Promise<void> {
  if (client === undefined) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, maxGoodbyeMs);
  });
  await Promise.race([client.end().catch(() => undefined), late]);
  clearTimeout(timer);
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
