/** Loads one part of the outlet and retries with back-off until it succeeds. Source: R35.1. */
import { CallError } from '../api/api.ts';
import { untilAnswered } from '../api/until-answered.ts';

/** A load that takes longer is shown to the person. */
export const slowLoadMs = 3000;
const firstRetryMs = 500;
const maxRetryMs = 15_000;

export interface Progress {
  readonly isLoaded: boolean;
  readonly isSlow: boolean;
  /** How many attempts have failed since the last one that succeeded. */
  readonly failures: number;
}

interface LoaderPort<T> {
  /** `isFirst`: no attempt has failed yet, so no message was shown. */
  readonly fetch: (signal: AbortSignal, isFirst: boolean) => Promise<T>;
  readonly take: (value: T) => Promise<void> | void;
  readonly report: (progress: Progress) => void;
}

export interface Loader {
  /** Loads now. Resolves when the attempt has ended; a failed one is repeated automatically. */
  load(): Promise<void>;
  /** Loads now if an attempt has failed and the next is only scheduled. */
  retryNow(): void;
  stop(): void;
}

/** Computes the wait before the next attempt in ms, with a random share so that the tills of an outlet do not all retry at once. */
export function retryDelayMs(failures: number, error?: unknown): number {
  const wanted = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.max(0, failures - 1)) * (0.8 + Math.random() * 0.4);
  const asked = error instanceof CallError ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(wanted, Math.min(asked, maxRetryMs));
}

/** Returns true for a refusal that a retry does not change: not signed in, or not permitted. */
export const isFinal = (error: unknown): boolean => error instanceof CallError && [401, 403].includes(error.status);

export function makeLoader<T>({ fetch, take, report }: LoaderPort<T>): Loader {
  let running: Promise<void> | null = null;
  let isAskedAgain = false;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let life = new AbortController();

  async function attempt(signal: AbortSignal): Promise<boolean> {
    const slow = setTimeout(() => report({ isLoaded: false, isSlow: true, failures }), slowLoadMs);
    try {
      const value = await untilAnswered((one) => fetch(one, failures === 0), { signal });
      if (signal.aborted) return false;
      await take(value);
      if (signal.aborted) return false;
      failures = 0;
      report({ isLoaded: true, isSlow: false, failures });
      return true;
    } catch (error) {
      if (signal.aborted || isFinal(error)) return false;
      failures += 1;
      report({ isLoaded: false, isSlow: false, failures });
      retry = setTimeout(() => void load(), retryDelayMs(failures, error));
      return false;
    } finally {
      clearTimeout(slow);
    }
  }

  async function attempts(signal: AbortSignal): Promise<void> {
    do {
      isAskedAgain = false;
    } while ((await attempt(signal)) && isAskedAgain && !signal.aborted);
  }

  function load(): Promise<void> {
    clearTimeout(retry);
    retry = undefined;
    if (running) {
      // The running load may be older than the change that caused this call.
      isAskedAgain = true;
      return running;
    }
    const own = attempts(life.signal).finally(() => {
      if (running === own) running = null;
    });
    running = own;
    return own;
  }

  return {
    load,
    retryNow() {
      if (retry !== undefined) void load();
    },
    stop() {
      life.abort();
      life = new AbortController();
      clearTimeout(retry);
      retry = undefined;
      running = null;
      failures = 0;
    },
  };
}
