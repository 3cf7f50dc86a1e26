/**
 * The time used by a till. Each server answer carries the server's time; a device whose clock differs by more than `maxOffsetMs` uses the
 * server's time while the page is open, and shows so. Source: R35.84.
 */
import { create } from 'zustand';
import { emit } from '../api/event.ts';
import { steadyNow } from './steady.ts';

/** Largest accepted difference between device and server clock. */
export const maxOffsetMs = 2 * 60_000;
/** Longest call, in ms, whose answer sets the time: in slower answers it is too imprecise. */
const maxTripMs = 30_000;
/** Largest drift of the device clock against the page clock before the server is asked again. */
const maxDriftMs = 10_000;
const lookMs = 5000;

interface TillClock {
  /** Device clock minus server clock in ms while it exceeds `maxOffsetMs`; else 0. Positive: the device is ahead. */
  readonly aheadMs: number;
}

export const useTillClock = create<TillClock>()(() => ({ aheadMs: 0 }));

interface Learned {
  /** Server clock minus device clock. */
  readonly offsetMs: number;
  /** Device clock minus page clock at that moment. */
  readonly deviceLessPage: number;
}

let learned: Learned | null = null;

const deviceLessPage = (): number => Date.now() - steadyNow();

/** Takes the server's time from an answer; `sentAt` is from `steadyNow`. Ignores invalid times. */
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

/** Forgets the server's time, as a new page does. */
export function forgetServerTime(): void {
  learned = null;
  useTillClock.setState({ aheadMs: 0 });
}

/** Returns the current time in epoch ms: the device's, or the server's when the device's is wrong. */
export function tillNow(): number {
  const device = Date.now();
  if (!learned) return device;
  // Only a clock set back counts. A clock that jumped ahead may belong to a device that slept, and keeps the offset until the next answer.
  const movedMs = Math.min(0, deviceLessPage() - learned.deviceLessPage);
  const offsetMs = movedMs < -maxDriftMs ? learned.offsetMs - movedMs : learned.offsetMs;
  return Math.abs(offsetMs) > maxOffsetMs ? Math.round(device + offsetMs) : device;
}

/** Returns the current time as ISO text. */
export const tillNowText = (): string => new Date(tillNow()).toISOString();

/** Asks the server again when the device's clock was set. Returns a function that stops this. */
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
