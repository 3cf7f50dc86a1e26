import { afterEach, expect, it, vi } from 'vitest';
import { DatabaseHosts } from './hosts.ts';
import { HostProbe, type HostState } from './probe.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const standby: HostState = { acceptsWrites: false, timeline: '', position: 0 };
const primary = (timeline: string): HostState => ({ acceptsWrites: true, timeline, position: 0 });
const never = new Promise<HostState>(() => undefined);

/** Watches two hosts, the first of which is the primary; `now` is what each answers, `moves` the hosts that it moved to. */
async function watched() {
  vi.useFakeTimers();
  const now: Record<string, HostState | Promise<HostState> | Error> = { one: primary('00000001'), two: standby };
  vi.spyOn(HostProbe.prototype, 'ask').mockImplementation(async function ask(this: HostProbe) {
    const answer = await (now[new URL(this.url).hostname] as HostState | Promise<HostState> | Error);
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const hosts = new DatabaseHosts('postgres://one,two/shop', { warn: () => undefined });
  const moves: string[] = [];
  hosts.onChange((url) => moves.push(new URL(url).hostname));
  expect(new URL(await hosts.url()).hostname).toBe('one');
  hosts.watch();
  return { hosts, now, moves };
}

it('[R34.8] moves to a promoted host within a second although the primary before answers nothing', async () => {
  const { hosts, now, moves } = await watched();
  now['one'] = never;
  await vi.advanceTimersByTimeAsync(1000);
  now['two'] = primary('00000002');
  await vi.advanceTimersByTimeAsync(1000);
  expect(moves).toEqual(['two']);
  expect(new URL(await hosts.url()).hostname).toBe('two');
  hosts.close();
});

it('[R34.8] stays with the newer of two hosts that accept writes, also while it has yet to answer after a lost connection', async () => {
  const { hosts, now, moves } = await watched();
  now['one'] = primary('00000002');
  now['two'] = primary('00000001');
  await vi.advanceTimersByTimeAsync(2000);
  hosts.forget();
  let answer = (_: HostState): void => undefined;
  now['one'] = new Promise((resolve) => {
    answer = resolve;
  });
  await vi.advanceTimersByTimeAsync(2000);
  expect(moves).toEqual([]);
  answer(primary('00000002'));
  expect(new URL(await hosts.url()).hostname).toBe('one');
  hosts.close();
});

it('[R34.8] moves when the primary fails or is a standby now', async () => {
  const { hosts, now, moves } = await watched();
  now['two'] = primary('00000001');
  await vi.advanceTimersByTimeAsync(1000);
  expect(moves).toEqual([]);
  now['one'] = new Error('connection refused');
  await vi.advanceTimersByTimeAsync(1000);
  expect(moves).toEqual(['two']);
  now['one'] = primary('00000001');
  now['two'] = standby;
  await vi.advanceTimersByTimeAsync(1000);
  expect(moves).toEqual(['two', 'one']);
  hosts.close();
});
