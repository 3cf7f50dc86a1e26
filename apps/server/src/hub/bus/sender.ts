import type { HubLog } from '../log.ts';
import type { BusMessage, BusStats } from './bus.ts';
import { packPayload } from './envelope.ts';
import { BusLag } from './lag.ts';

/** More messages wait only when the bus is down; then the oldest are dropped, because the change log has them. */
const queueLimit = 10_000;
const retryMs = 250;
const closeWaitMs = 1000;

/**
 * Sends messages over a connection, one payload after another. Messages that arrive during a send go together in the
 * next one. `send` settles when the payload was accepted; when it throws, the payload is sent again.
 */
export class BusSender {
  readonly #name: string;
  readonly #send: (payload: string) => Promise<unknown>;
  readonly #log: HubLog;
  readonly #queue: BusMessage[] = [];
  readonly lag = new BusLag();
  #running: Promise<void> | undefined;
  #closing = false;
  #wake: (() => void) | undefined;

  constructor(name: string, send: (payload: string) => Promise<unknown>, log: HubLog) {
    this.#name = name;
    this.#send = send;
    this.#log = log;
  }

  push(messages: readonly BusMessage[]): void {
    if (this.#closing) return;
    this.#queue.push(...messages);
    const surplus = this.#queue.length - queueLimit;
    if (surplus > 0) this.#queue.splice(0, surplus);
    this.#running ??= this.#run();
  }

  stats(): BusStats {
    return { lagMs: this.lag.ms, waiting: this.#queue.length };
  }

  /** Waits for queued messages, at most a second. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#wake?.();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, closeWaitMs);
    });
    await Promise.race([this.#running, late]);
    clearTimeout(timer);
  }

  async #run(): Promise<void> {
    // Messages published in the same turn of the event loop go together.
    await Promise.resolve();
    while (this.#queue.length > 0) {
      const payload = packPayload(this.#name, this.#queue, this.lag.sent());
      if (payload !== undefined) await this.#deliver(payload);
    }
    this.#running = undefined;
  }

  async #deliver(payload: string): Promise<void> {
    for (;;) {
      try {
        await this.#send(payload);
        return;
      } catch (error) {
        this.#log.warn({ err: error }, 'the hub bus could not send');
        if (this.#closing) return;
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, retryMs);
          this.#wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    }
  }
}
