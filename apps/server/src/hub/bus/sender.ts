import type { HubLog } from '../log.ts';
import type { BusMessage } from './bus.ts';
import { packPayload } from './envelope.ts';

/** More than this waits only when the bus is down; the oldest go, the change log has them. */
const queueLimit = 10_000;
const retryMs = 250;
const closeWaitMs = 1000;

/**
 * Sends messages over a connection one payload after another: what arrives while one is on its way goes together in the next.
 * `send` settles when the payload was taken; when it throws, the payload is sent again.
 */
export class BusSender {
  readonly #name: string;
  readonly #send: (payload: string) => Promise<unknown>;
  readonly #log: HubLog;
  readonly #queue: BusMessage[] = [];
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

  /** Waits for what is queued, at most a second. */
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
    // What the same turn of the event loop publishes goes together.
    await Promise.resolve();
    while (this.#queue.length > 0) {
      const payload = packPayload(this.#name, this.#queue);
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
