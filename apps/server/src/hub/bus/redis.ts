import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import type { HubLog } from '../log.ts';
import { type BusMessage, type BusStats, type HubBus, Listeners } from './bus.ts';
import { unpackPayload } from './envelope.ts';
import { BusSender } from './sender.ts';

const lastRetryMs = 5000;

/** The bus over Redis or Valkey publish and subscribe. */
export class RedisBus implements HubBus {
  readonly #name = randomUUID();
  readonly #channel: string;
  readonly #messages = new Listeners<[readonly BusMessage[]]>();
  readonly #resets = new Listeners<[]>();
  readonly #sender: BusSender;
  readonly #subscriber: Redis;
  readonly #publisher: Redis;

  private constructor(url: string, log: HubLog, channel: string) {
    this.#channel = channel;
    const settings = {
      lazyConnect: true,
      maxRetriesPerRequest: null,
      enableOfflineQueue: false,
      autoResubscribe: false,
      retryStrategy: (attempt: number) => Math.min(100 * 2 ** attempt, lastRetryMs),
    };
    this.#subscriber = new Redis(url, settings);
    this.#publisher = new Redis(url, settings);
    for (const client of [this.#subscriber, this.#publisher]) {
      client.on('error', (error) => log.warn({ err: error }, 'the hub bus lost its connection to Redis'));
    }
    this.#sender = new BusSender(this.#name, (payload) => this.#publisher.publish(channel, payload), log);
    this.#subscriber.on('message', (_channel: string, payload: string) => {
      const messages = unpackPayload(this.#name, payload, (at) => this.#sender.lag.returned(at));
      if (messages) this.#messages.call(messages);
    });
  }

  /** Resolves when the bus listens; rejects when Redis cannot be reached at start. */
  static async open(url: string, log: HubLog, channel = 'atoll_hub'): Promise<RedisBus> {
    const bus = new RedisBus(url, log, channel);
    try {
      await Promise.all([bus.#subscriber.connect(), bus.#publisher.connect()]);
      await bus.#subscriber.subscribe(channel);
    } catch (error) {
      bus.#subscriber.disconnect();
      bus.#publisher.disconnect();
      throw error;
    }
    bus.#subscriber.on('ready', () => {
      bus.#subscriber.subscribe(bus.#channel).then(
        () => {
          bus.#sender.lag.reset();
          bus.#resets.call();
        },
        (error: unknown) => log.warn({ err: error }, 'the hub bus could not subscribe'),
      );
    });
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
    await this.#sender.close();
    this.#subscriber.disconnect();
    this.#publisher.disconnect();
  }
}
