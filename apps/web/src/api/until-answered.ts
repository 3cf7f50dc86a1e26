/**
 * A call without a time limit, which a dead line cannot hold up: it is sent again beside the first one when nothing comes for long, and
 * when the server is back after it was away. Only for calls that may arrive twice. Source: R18.1, R35.2.
 */
import { CallError } from './api.ts';
import { onServerBack } from './server-reachable.ts';

export const defaultAgainAfterMs = 10_000;
const maxInFlight = 3;

interface RetryOptions {
  /** After how long without an answer it is sent again, then after three times as long; `Infinity` is never. */
  readonly againAfterMs?: number;
  readonly maxInFlight?: number;
  /** Ends all of it. */
  readonly signal?: AbortSignal | undefined;
}

/** Returns the first answer of a call. Rejects with the server's refusal, or when every request that is under way has failed. */
export function untilAnswered<T>(send: (signal: AbortSignal) => Promise<T>, options: RetryOptions = {}): Promise<T> {
  const { againAfterMs = defaultAgainAfterMs, signal } = options;
  const max = options.maxInFlight ?? maxInFlight;
  return new Promise<T>((resolve, reject) => {
    const inFlight: AbortController[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waitMs = againAfterMs;
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      stopListening();
      signal?.removeEventListener('abort', cancel);
      settle();
      for (const controller of inFlight.splice(0)) controller.abort();
    };
    const failed = (controller: AbortController, error: unknown): void => {
      const index = inFlight.indexOf(controller);
      // It was given up for a later one, or all is over.
      if (index < 0) return;
      inFlight.splice(index, 1);
      if (error instanceof CallError || inFlight.length === 0) end(() => reject(error as Error));
    };
    const start = (): void => {
      const controller = new AbortController();
      inFlight.push(controller);
      send(controller.signal).then(
        (value) => inFlight.includes(controller) && end(() => resolve(value)),
        (error: unknown) => failed(controller, error),
      );
    };
    const plan = (): void => {
      if (!Number.isFinite(waitMs)) return;
      timer = setTimeout(() => {
        if (inFlight.length >= max) return;
        start();
        waitMs *= 3;
        plan();
      }, waitMs);
    };
    const cancel = (): void => end(() => reject(signal?.reason as Error));
    const stopListening = onServerBack(() => {
      // What was sent before the line was cut may never be answered.
      if (inFlight.length >= max) inFlight.shift()?.abort();
      start();
    });
    if (signal?.aborted) return cancel();
    signal?.addEventListener('abort', cancel);
    start();
    plan();
  });
}
