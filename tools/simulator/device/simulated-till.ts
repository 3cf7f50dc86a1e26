/** A till that can die and restart: its memory is lost, its disk stays. */
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { Clock } from '../clock.ts';
import type { Chance, Network } from '../network.ts';
import { makeBrowser } from './browser.ts';
import { type Disk, emptyDisk } from './disk.ts';
import type { StartCode } from './till-code.ts';
import type { SimulatedHub } from './till-hub.ts';
import type { Till } from './till-main.ts';

export interface SimulatedTill {
  readonly number: number;
  readonly disk: Disk;
  /** Null while the till is dead. */
  till: Till | null;
  /** Signs in with an empty disk. */
  open(seat: SignedIn, outletId: number): void;
  die(): void;
  /** Restarts the till with the disk as it was. */
  revive(): void;
}

interface Parts {
  readonly code: StartCode;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly network: Network;
  /** Error of its clock. */
  readonly skewMs: number;
  /** Called at its start, before anything runs. */
  readonly onStart: (till: Till) => void;
  readonly onDeath: ((disk: Disk) => void) | undefined;
  readonly onFault: (words: string) => void;
}

const maxWriteMs = 4;

export function makeTill(number: number, parts: Parts): SimulatedTill {
  const { code, clock, chance, network, skewMs, onStart, onDeath, onFault } = parts;
  const disk = emptyDisk();

  function start(): { till: Till; life: object } {
    const life = {};
    let isAlive = true;
    const dies = (): void => {
      isAlive = false;
    };
    const exchange: SimulatedHub = {
      connect: (ticket, end) => network.connect(number, ticket, end),
      disconnect: (end) => network.disconnect(end),
    };
    const browser = makeBrowser(disk, {
      now: () => clock.now() + skewMs,
      later: (ms, run) => {
        if (!isAlive) return () => undefined;
        const timer = clock.after(ms, run, life);
        return () => clock.cancel(timer);
      },
      random: () => chance.below(1_073_741_824) / 1_073_741_824,
      // A dead till gets no response.
      fetch: (url, init) =>
        new Promise((resolve, reject) => {
          network.fetch(number, url, init).then(
            (answer) => isAlive && resolve(answer),
            (error: Error) => isAlive && reject(error),
          );
        }),
      diskMs: () => chance.below(maxWriteMs),
      complain: (words) => onFault(words.map(String).join(' ')),
      more: { exchange },
    });
    const { till } = code(browser) as { till: Till };
    return { till, life: Object.assign(life, { dies }) };
  }

  let life: object = {};
  const begin = (): Till => {
    const started = start();
    life = started.life;
    self.till = started.till;
    onStart(started.till);
    return started.till;
  };
  const failed = (error: unknown): void => onFault(String(error));

  const self: SimulatedTill = {
    number,
    disk,
    till: null,
    open: (seat, outletId) => void begin().signIn(seat, outletId).catch(failed),
    die() {
      clock.forget(life);
      (life as { dies?: () => void }).dies?.();
      network.breakConnections(number);
      self.till = null;
      onDeath?.(disk);
    },
    revive: () => void begin().start().catch(failed),
  };
  return self;
}
