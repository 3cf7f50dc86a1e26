import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { HubLog } from '../log.ts';
import { type BusMessage, type BusStats, type HubBus, Listeners } from './bus.ts';
import { unpackPayload } from './envelope.ts';
import { BusSender } from './sender.ts';

const firstRetryMs = 100;
const lastRetryMs = 5000;
const probeEveryMs = 10_000;
const probeTimeoutMs = 5000;

/**
 * The bus over PostgreSQL: LISTEN on one dedicated connection, NOTIFY on another, never inside a business transaction,
 * where it would make commits wait for one another. Both connections must be direct, not through a pooler that gives a
 * connection per transaction.
 */
export class PostgresBus implements HubBus {
  readonly #name = randomUUID();
  readonly #url: string;
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
    this.#url = url;
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
    await Promise.allSettled([this.#listener?.end(), this.#notifier?.end()]);
  }

  #client(role: 'listener' | 'sender'): pg.Client {
    return new pg.Client({
      connectionString: this.#url,
      application_name: `atoll hub ${role}`,
      keepAlive: true,
      connectionTimeoutMillis: 5000,
      query_timeout: probeTimeoutMs,
    });
  }

  async #listen(): Promise<void> {
    const client = this.#client('listener');
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
      await client.end().catch(() => undefined);
      throw error;
    }
    if (this.#closed) return void client.end();
    this.#listener = client;
    this.#retryMs = firstRetryMs;
    // A silently lost connection is noticed only when a query is sent over it.
    this.#probe = setInterval(() => void client.query('select 1').catch(lost), probeEveryMs);
    this.#probe.unref();
    this.#sender.lag.reset();
    if (this.#wasListening) this.#resets.call();
    this.#wasListening = true;
  }

  #lost(client: pg.Client): void {
    if (this.#listener !== client || this.#closed) return;
    this.#log.warn({}, 'the hub bus lost its connection to PostgreSQL');
    this.#listener = undefined;
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
      client.end().catch(() => undefined);
      throw error;
    }
  }

  async #connectNotifier(): Promise<pg.Client> {
    const client = this.#client('sender');
    const lost = () => {
      if (this.#notifier === client) this.#notifier = undefined;
    };
    client.on('error', lost);
    client.on('end', lost);
    await client.connect();
    this.#notifier = client;
    return client;
  }
}
