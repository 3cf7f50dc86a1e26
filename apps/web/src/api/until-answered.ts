/**
 * Sends a call without a timeout. Sends the same request again in parallel after a wait (10 s by default), and when the server becomes reachable again,
 * so that a dead connection does not block the call. Only for idempotent calls. Source: R18.1, R35.2.
 */
import { CallError } from './api.ts';
import { onServerBack } from './server-reachable.ts';

export const defaultAgainAfterMs = 10_000;
const maxInFlight = 3;

interface RetryOptions {
  /** Wait before the second request; the third waits three times as long. `Infinity`: none is sent. */
  readonly againAfterMs?: number;
  readonly maxInFlight?: number;
  /** Aborts all requests. */
  readonly signal?: AbortSignal | undefined;
}

/** Returns the first response. Rejects with the server's refusal, or when every request under way has failed. */
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
    const onFailed = (controller: AbortController, error: unknown): void => {
      const index = inFlight.indexOf(controller);
      // The request was replaced by a later one, or the call is over.
      if (index < 0) return;
      inFlight.splice(index, 1);
      if (error instanceof CallError || inFlight.length === 0) end(() => reject(error as Error));
    };
    const start = (): void => {
      const controller = new AbortController();
      inFlight.push(controller);
      send(controller.signal).then(
        (value) => inFlight.includes(controller) && end(() => resolve(value)),
        (error: unknown) => onFailed(controller, error),
      );
    };
    const scheduleNext = (): void => {
      if (!Number.isFinite(waitMs)) return;
      timer = setTimeout(() => {
        if (inFlight.length >= max) return;
        start();
        waitMs *= 3;
        scheduleNext();
      }, waitMs);
    };
    const cancel = (): void => end(() => reject(signal?.reason as Error));
    const stopListening = onServerBack(() => {
      // A request sent before the connection was cut may never be answered.
      if (inFlight.length >= max) inFlight.shift()?.abort();
      start();
    });
    if (signal?.aborted) return cancel();
    signal?.addEventListener('abort', cancel);
    start();
    scheduleNext();
  });
}
