/**
 * The time that a till works with. Each answer of the server carries the server's time; a device whose clock is further from it than
 * `maxOffsetMs` works with the server's time as long as the page lives, and says so. Source: R35.84.
 */
import { create } from 'zustand';
import { emit } from '../api/event.ts';
import { steadyNow } from './steady.ts';

/** How far the device's clock may be from the server's. */
export const maxOffsetMs = 2 * 60_000;
/** An answer that took longer says too little about the time. */
const maxTripMs = 30_000;
/** How far the device's clock may move against the page's before the server is asked again. */
const maxDriftMs = 10_000;
const lookMs = 5000;

interface TillClock {
  /** The device's clock less the server's, in ms, while it is more than `maxOffsetMs`; else 0. Positive: it runs ahead. */
  readonly aheadMs: number;
}

export const useTillClock = create<TillClock>()(() => ({ aheadMs: 0 }));

interface Learned {
  /** The server's clock less the device's. */
  readonly offsetMs: number;
  /** The device's clock less the page's, when this was learned. */
  readonly deviceLessPage: number;
}

let learned: Learned | null = null;

const deviceLessPage = (): number => Date.now() - steadyNow();

/** Takes the server's time of an answer; `sentAt` is of `steadyNow`. Ignores what is no time. */
export function learnServerTime(header: string | null, sentAt: number): void {
  const server = Number(header);
  const tripMs = steadyNow() - sentAt;
  if (header === null || !(server > 0) || tripMs > maxTripMs) return;
  learned = { offsetMs: server + tripMs / 2 - Date.now(), deviceLessPage: deviceLessPage() };
  const aheadMs = Math.abs(learned.offsetMs) > maxOffsetMs ? -learned.offsetMs : 0;
  const known = useTillClock.getState().aheadMs;
  if ((aheadMs === 0) !== (known === 0) || Math.abs(aheadMs - known) > maxOffsetMs / 2)
    useTillClock.setState({ aheadMs });
}

/** Forgets what the server said, as a new page does. */
export function forgetServerTime(): void {
  learned = null;
  useTillClock.setState({ aheadMs: 0 });
}

/** Returns the time to work with in epoch ms: the device's, or the server's when the device's is wrong. */
export function tillNow(): number {
  const device = Date.now();
  if (!learned) return device;
  // A clock that was set back since; one that jumped ahead may belong to a device that slept, and keeps the offset until the next answer.
  const movedMs = Math.min(0, deviceLessPage() - learned.deviceLessPage);
  const offsetMs = movedMs < -maxDriftMs ? learned.offsetMs - movedMs : learned.offsetMs;
  return Math.abs(offsetMs) > maxOffsetMs ? Math.round(device + offsetMs) : device;
}

/** Returns the time to work with as ISO text. */
export const tillNowText = (): string => new Date(tillNow()).toISOString();

/** Asks the server again when the device's clock was set. Returns how to stop. */
export function watchClock(): () => void {
  let known = deviceLessPage();
  const look = (): void => {
    const now = deviceLessPage();
    if (Math.abs(now - known) > maxDriftMs) emit('doubt', undefined);
    known = now;
  };
  const timer = setInterval(look, lookMs);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
