/**
 * A till in this process and in real time: the web app's data layer with a disk in memory and the machine's own clock
 * and network.
 */
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { makeBrowser } from '../simulator/device/browser.ts';
import { emptyDisk } from '../simulator/device/disk.ts';
import type { StartCode } from '../simulator/device/till-code.ts';
import type { SimulatedHub } from '../simulator/device/till-hub.ts';
import type { Till } from '../simulator/device/till-main.ts';
import type { KitchenPrinter } from '../simulator/kitchen-printer.ts';

export interface RealTill {
  readonly till: Till;
  /** Closes it, with everything that waits for it. */
  close(): void;
}

interface Parts {
  readonly code: StartCode;
  /** The address of the server for this till. */
  readonly origin: string;
  readonly printer: KitchenPrinter;
  readonly onStart: (till: Till) => void;
  readonly onFault: (words: string) => void;
  /** By how much the clock of the till is wrong, ms. */
  readonly clockOffMs?: number;
  /** Whether the device has a key, as where the page was loaded by https. */
  readonly hasKey?: boolean;
  /** Whether the code has the real connection to the hub. */
  readonly hasHub?: boolean;
}

/** What a person types on the sign-in screen. */
interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Without the real hub none is ever reached, so the till polls. */
const noHub: SimulatedHub = { connect: () => Promise.reject(new Error('Not reached')), disconnect: () => undefined };

/** Opens a till as a person who has just signed in, or by signing them in. */
export async function openRealTill(seat: SignedIn | Credentials, outletId: number, parts: Parts): Promise<RealTill> {
  const { code, origin, printer, onStart, onFault, clockOffMs = 0, hasHub = false, hasKey = false } = parts;
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let isOpen = true;
  const browser = makeBrowser(emptyDisk(), {
    now: () => Date.now() + clockOffMs,
    later(ms, run) {
      if (!isOpen) return () => undefined;
      const timer = setTimeout(() => {
        timers.delete(timer);
        run();
      }, ms);
      timers.add(timer);
      return () => {
        clearTimeout(timer);
        timers.delete(timer);
      };
    },
    random: Math.random,
    async fetch(url, init) {
      if (url.startsWith(origin)) return fetch(url, init);
      const { status, body } = printer.take(JSON.parse(init.body as string) as Parameters<KitchenPrinter['take']>[0]);
      return new Response(body, { status, headers: { 'content-type': 'application/json' } });
    },
    diskMs: () => 0,
    complain: (words) => onFault(words.map(String).join(' ')),
    ...(hasKey && { subtle: globalThis.crypto.subtle }),
    more: hasHub ? {} : { exchange: noHub },
  });
  const { till } = code(browser) as { till: Till };
  till.setHost(origin);
  onStart(till);
  if ('password' in seat) {
    await till.start();
    await till.session.getState().login(seat.email, seat.password);
  } else await till.signIn(seat, outletId);
  return {
    till,
    close() {
      isOpen = false;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
