/** Tests without Web Locks, as with plain http in the local network. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { leaseMs, withLock } from './lock.ts';

const key = 'atoll.lock.trial';
const threeDaysMs = 3 * 24 * 60 * 60 * 1000;

beforeEach(() => {
  localStorage.removeItem(key);
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
});

afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'locks');
  localStorage.removeItem(key);
});

/** Starts the work under the lock and returns whether it has started. */
function start(work: () => Promise<void> = async () => undefined): { hasStarted: () => boolean; ended: Promise<void> } {
  let isStarted = false;
  const ended = withLock('trial', async () => {
    isStarted = true;
    await work();
  });
  return { hasStarted: () => isStarted, ended };
}

it('[R35.83] takes over the lease of a closed tab though the clock was three days ahead', async () => {
  const ahead = Date.now() + threeDaysMs;
  localStorage.setItem(key, JSON.stringify({ owner: 'a tab that died', until: ahead }));
  const next = start();
  await vi.advanceTimersByTimeAsync(leaseMs - 500);
  expect(next.hasStarted()).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(next.hasStarted()).toBe(true);
  await vi.advanceTimersByTimeAsync(1000);
  await next.ended;
  expect(localStorage.getItem(key)).toBeNull();
});

it('[R35.83] leaves the lease to an open tab, whatever the clock is set to', async () => {
  let finish = (): void => undefined;
  const first = start(() => new Promise((done) => (finish = done)));
  await vi.advanceTimersByTimeAsync(1000);
  expect(first.hasStarted()).toBe(true);
  const second = start();
  for (const shift of [threeDaysMs, -threeDaysMs, threeDaysMs]) {
    vi.setSystemTime(Date.now() + shift);
    await vi.advanceTimersByTimeAsync(3 * leaseMs);
    expect(second.hasStarted()).toBe(false);
  }
  finish();
  await vi.advanceTimersByTimeAsync(1000);
  expect(second.hasStarted()).toBe(true);
  await second.ended;
});
