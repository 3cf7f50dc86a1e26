/** The browser of one till: its storage on a simulated disk; time, chance and network from the simulation. */
import type { Disk } from './disk.ts';
import { indexedDbOn, Range } from './indexed-db.ts';
import { makeLocks } from './locks.ts';
import type { Browser } from './till-code.ts';

export interface World {
  now(): number;
  /** Runs something later; returns a function that cancels it. */
  later(delayMs: number, run: () => void): () => void;
  /** Returns a number from 0 to below 1. */
  random(): number;
  fetch(url: string, init: RequestInit): Promise<unknown>;
  /** Returns how long a write on the disk takes, ms. */
  diskMs(): number;
  /** Receives what the till writes to its console about errors. */
  complain(words: readonly unknown[]): void;
  /** Makes and uses the device's key, as on a page that was loaded by https; absent in simulated time, which it would not follow. */
  readonly subtle?: SubtleCrypto;
  /** Further globals for the till's code. */
  readonly more?: Readonly<Record<string, unknown>>;
}

const nothing = (): undefined => undefined;

function timersOf(world: World): Record<string, unknown> {
  let count = 0;
  const running = new Map<number, () => void>();
  const clear = (id: number | undefined): void => {
    if (id === undefined) return;
    running.get(id)?.();
    running.delete(id);
  };
  const set = (work: () => void, ms = 0): number => {
    count += 1;
    const id = count;
    running.set(
      id,
      world.later(ms, () => {
        running.delete(id);
        work();
      }),
    );
    return id;
  };
  const repeat = (work: () => void, ms = 0): number => {
    count += 1;
    const id = count;
    const again = (): void => {
      running.set(
        id,
        world.later(ms, () => {
          again();
          work();
        }),
      );
    };
    again();
    return id;
  };
  return { setTimeout: set, clearTimeout: clear, setInterval: repeat, clearInterval: clear };
}

function dateOf(world: World): DateConstructor {
  const Real = Date;
  return class extends Real {
    constructor(...given: readonly unknown[]) {
      // A date without arguments is the simulated present; everything else is unchanged.
      super(...((given.length === 0 ? [world.now()] : given) as [number]));
    }
    static override now(): number {
      return world.now();
    }
  } as unknown as DateConstructor;
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

function cryptoOf(world: World): object {
  const getRandomValues = (bytes: Uint8Array): Uint8Array => {
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.floor(world.random() * 256);
    return bytes;
  };
  const randomUUID = (): string => {
    const text = hex(getRandomValues(new Uint8Array(16)));
    return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(13, 16)}-a${text.slice(17, 20)}-${text.slice(20)}`;
  };
  // Without keys as on a page without a secure context.
  return { getRandomValues, randomUUID, ...(world.subtle && { subtle: world.subtle }) };
}

/** Creates the browser of a device with this disk. */
export function makeBrowser(disk: Disk, world: World): Browser {
  const later = (ms: number, run: () => void): void => (ms === 0 ? queueMicrotask(run) : void world.later(ms, run));
  const webCrypto = cryptoOf(world);
  const page: Record<string, unknown> = {
    addEventListener: nothing,
    removeEventListener: nothing,
    crypto: webCrypto,
    ...world.more,
  };
  const AbortSignalHere = {
    timeout(ms: number): AbortSignal {
      const limit = new AbortController();
      world.later(ms, () => limit.abort(new DOMException('The time is over', 'TimeoutError')));
      return limit.signal;
    },
    any: (signals: AbortSignal[]) => AbortSignal.any(signals),
  };
  const math = Object.create(Math, { random: { value: () => world.random() } }) as Math;
  return {
    globalThis: page,
    window: Object.assign(page, { localStorage: disk.localStorage, sessionStorage: disk.sessionStorage }),
    self: page,
    document: { cookie: '', visibilityState: 'visible', addEventListener: nothing, removeEventListener: nothing },
    navigator: { onLine: true, locks: makeLocks(), userAgent: 'till' },
    localStorage: disk.localStorage,
    sessionStorage: disk.sessionStorage,
    indexedDB: indexedDbOn(disk, { later, diskMs: () => world.diskMs() }),
    IDBKeyRange: Range,
    // Each till has one tab, so there is no other to notify.
    BroadcastChannel: undefined,
    fetch: (url: string, init: RequestInit) => world.fetch(url, init),
    ...(timersOf(world) as Pick<Browser, 'setTimeout' | 'clearTimeout' | 'setInterval' | 'clearInterval'>),
    Date: dateOf(world),
    performance: { now: () => world.now() },
    Math: math,
    crypto: webCrypto,
    AbortSignal: AbortSignalHere,
    console: { ...console, error: (...words: unknown[]) => world.complain(words), warn: nothing },
  };
}
