import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useApp } from '../sync/app-store.ts';
import { serverJson } from '../sync/testing/server-answer.ts';
import { request } from './api.ts';
import { useConnection, watchConnection } from './connection.ts';
import { on } from './event.ts';

type Network = 'fine' | 'dead' | 'silent';
let network: Network;
let toasts: { message: string; at: number }[] = [];
const stops: (() => void)[] = [];

/** A cut network returns nothing at all; the browser keeps waiting. */
const never = (signal: AbortSignal | null | undefined) =>
  new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(new TypeError('aborted'))));

beforeEach(() => {
  network = 'fine';
  toasts = [];
  useConnection.setState({ isOnline: true });
  useApp.setState({ notifications: [] });
  vi.spyOn(globalThis, 'fetch').mockImplementation((_, init) => {
    if (network === 'fine') return Promise.resolve(serverJson({}));
    return network === 'dead' ? Promise.reject(new TypeError('no network')) : never(init?.signal);
  });
  stops.push(
    watchConnection(),
    on('toast', ({ message }) => void toasts.push({ message, at: performance.now() })),
  );
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.restoreAllMocks();
});

/** Returns after how many ms the message was shown. */
async function toastWithin(words: string, since: number): Promise<number> {
  await vi.waitFor(() => expect(toasts.map(({ message }) => message)).toContain(words), {
    timeout: 8000,
    interval: 20,
  });
  return (toasts.findLast(({ message }) => message === words)?.at ?? Number.POSITIVE_INFINITY) - since;
}

const call = () => void request('GET', '/app/info', { quiet: true }).catch(() => undefined);

it('[R19.6] shows ‘You are offline’ within 5 s of a silent cut, and ‘You are online’ within 2 s of its end', async () => {
  network = 'silent';
  const cut = performance.now();
  call();
  expect(await toastWithin('You are offline', cut)).toBeLessThanOrEqual(5000);
  // The next probe is under way and hangs when the network returns.
  const asked = vi.mocked(fetch).mock.calls.length;
  await vi.waitFor(() => expect(vi.mocked(fetch).mock.calls.length).toBeGreaterThan(asked), {
    timeout: 3000,
    interval: 10,
  });
  network = 'fine';
  const restoredAt = performance.now();
  expect(await toastWithin('You are online', restoredAt)).toBeLessThanOrEqual(2000);
});

it('[R19.6] [R35.31] shows each message once, at once when the network refuses, and keeps neither among the notifications', async () => {
  network = 'dead';
  const cut = performance.now();
  call();
  call();
  expect(await toastWithin('You are offline', cut)).toBeLessThanOrEqual(500);
  call();
  network = 'fine';
  const restoredAt = performance.now();
  globalThis.dispatchEvent(new Event('online'));
  expect(await toastWithin('You are online', restoredAt)).toBeLessThanOrEqual(500);
  expect(toasts.map(({ message }) => message)).toEqual(['You are offline', 'You are online']);
  expect(useApp.getState().notifications).toEqual([]);
});

it('[R19.6] probes the server when the browser reports offline, and trusts the server’s answer', async () => {
  globalThis.dispatchEvent(new Event('offline'));
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
  expect(toasts).toEqual([]);
});
