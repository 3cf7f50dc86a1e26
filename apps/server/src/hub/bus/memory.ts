import { type BusMessage, type BusStats, type HubBus, Listeners } from './bus.ts';

/** Connects the buses of one process. With a single hub there is no other listener, and publishing does nothing. */
export class MemoryExchange {
  readonly buses = new Set<MemoryBus>();
}

/** The bus of an installation with one server process. */
export class MemoryBus implements HubBus {
  readonly #exchange: MemoryExchange;
  readonly #messages = new Listeners<[readonly BusMessage[]]>();
  readonly #resets = new Listeners<[]>();

  constructor(exchange = new MemoryExchange()) {
    this.#exchange = exchange;
    exchange.buses.add(this);
  }

  publish(messages: readonly BusMessage[]): void {
    if (!this.#exchange.buses.has(this)) return;
    for (const bus of this.#exchange.buses) if (bus !== this) bus.#messages.call(messages);
  }

  subscribe(listener: (messages: readonly BusMessage[]) => void): () => void {
    return this.#messages.add(listener);
  }

  onReset(listener: () => void): () => void {
    return this.#resets.add(listener);
  }

  stats(): BusStats {
    return { lagMs: 0, waiting: 0 };
  }

  async close(): Promise<void> {
    this.#exchange.buses.delete(this);
  }
}
