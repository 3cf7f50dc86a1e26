/** Tests of attempts to connect to a hub that is unreachable while the server answers all other calls. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useConnection } from '../api/connection.ts';
import { emit } from '../api/event.ts';
import { startLocale } from '../locale/locale.ts';
import { useApp } from './app-store.ts';
import { disconnect, follow, keepLive, reconnect, tellOthers } from './live.ts';
import { fakeServer } from './testing/fake-server.ts';
import { openTill } from './testing/till.ts';

let server = fakeServer();
let stop = (): void => undefined;
/** When each ticket was requested, in s of the fake clock since the start. */
let tickets: number[] = [];
let startedAt = 0;

/** A network on which no WebSocket opens. */
class ClosedSocket extends EventTarget {
  readonly readyState = 3;
  onerror: ((event: Event) => void) | null = null;
  onclose: ((event: Event) => void) | null = null;
  onopen: (() => void) | null = null;
  onmessage: (() => void) | null = null;
  constructor() {
    super();
    queueMicrotask(() => {
      this.onerror?.(new Event('error'));
      this.onclose?.(new CloseEvent('close', { code: 1006 }));
    });
  }
  close(): void {}
  send(): void {}
}

const recordEnd = '\u001e';

interface Invocation {
  readonly type?: number;
  readonly target?: string;
  readonly invocationId?: string;
  readonly arguments?: readonly unknown[];
}

/** A hub in memory that answers Hello; `end` closes the connection with the protocol's Close message, without retries. */
class HelloSocket {
  static readonly OPEN = 1;
  static open: HelloSocket[] = [];
  /** What was invoked besides Hello. */
  static invoked: unknown[] = [];
  /** When it was pinged, in s since the start. */
  static pings: number[] = [];
  readyState = 0;
  binaryType = 'arraybuffer';
  onerror: ((event: Event) => void) | null = null;
  onclose: ((event: Event) => void) | null = null;
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  constructor() {
    HelloSocket.open.push(this);
    queueMicrotask(() => {
      this.readyState = 1;
      this.onopen?.(new Event('open'));
    });
  }
  send(data: string): void {
    for (const text of data.split(recordEnd).filter(Boolean)) {
      const message = JSON.parse(text) as Invocation & { protocol?: string };
      if (message.protocol) this.#say({});
      else if (message.type === 6) HelloSocket.pings.push((performance.now() - startedAt) / 1000);
      else if (message.target === 'Hello')
        this.#say({ type: 3, invocationId: message.invocationId, result: { connectionId: 'c1', head: 0 } });
      else if (message.target) {
        HelloSocket.invoked.push([message.target, ...(message.arguments ?? [])]);
        this.#say({ type: 3, invocationId: message.invocationId });
      }
    }
  }
  /** Calls a method of the till, as the hub does. */
  invoke(target: string, ...args: readonly unknown[]): void {
    this.#say({ type: 1, target, arguments: args });
  }
  #say(message: object): void {
    queueMicrotask(() => this.onmessage?.({ data: JSON.stringify(message) + recordEnd }));
  }
  end(): void {
    this.#say({ type: 7, allowReconnect: false });
  }
  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    HelloSocket.open = HelloSocket.open.filter((socket) => socket !== this);
    queueMicrotask(() => this.onclose?.(new CloseEvent('close', { code: 1000, wasClean: true })));
  }
}

beforeEach(async () => {
  // Loaded before the clock is faked.
  await import('./hub-connection.ts');
  await openTill();
  server = fakeServer();
  globalThis.fetch = server.fetch;
  server.handler = ({ path }) => {
    if (path.includes('/changes')) return { body: { head: 0, changes: [] } };
    if (!path.endsWith('/auth/hub-ticket')) return undefined;
    tickets.push((performance.now() - startedAt) / 1000);
    return { body: { ticket: `t${tickets.length}` } };
  };
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.stubGlobal('WebSocket', ClosedSocket);
  useConnection.setState({ isOnline: true });
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  });
  tickets = [];
  HelloSocket.open = [];
  HelloSocket.invoked = [];
  HelloSocket.pings = [];
  startedAt = performance.now();
  stop = keepLive();
});
afterEach(async () => {
  stop();
  await disconnect();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const pass = async (seconds: number): Promise<void> => {
  for (let second = 0; second < seconds * 4; second += 1) await vi.advanceTimersByTimeAsync(250);
};
/** Returns the whole seconds between tickets. */
const waits = (): number[] => tickets.slice(1).map((at, index) => Math.floor(at - (tickets[index] ?? 0)));
const polls = (): number => server.paths().filter((path) => path.includes('/changes')).length;

it('[R35.11] tries a hub that cannot connect after 0, 2, 10, 30 s and then every 60 s, each with one ticket', async () => {
  await follow();
  await pass(238);
  expect(tickets[0]).toBeLessThan(1);
  expect(waits()).toEqual([2, 10, 30, 60, 60, 60]);
});

it('[R35.11] keeps polling every 15 s between the attempts', async () => {
  await follow();
  await pass(45);
  const before = polls();
  await pass(60);
  expect(polls() - before).toBeGreaterThanOrEqual(4);
  expect(polls() - before).toBeLessThanOrEqual(6);
});

it('[R35.11] polls every 1.5 s until the third attempt has failed, so that a hub that fails briefly leaves no old bills', async () => {
  await follow();
  await pass(3);
  const before = polls();
  await pass(9);
  expect(polls() - before).toBeGreaterThanOrEqual(5);
});

it('[R35.11] varies the longest wait randomly, so that tills do not return at once', async () => {
  vi.mocked(Math.random).mockReturnValue(0);
  await follow();
  await pass(43);
  vi.mocked(Math.random).mockReturnValue(1);
  await pass(60);
  vi.mocked(Math.random).mockReturnValue(0.5);
  await pass(80);
  expect(waits().slice(3)).toEqual([54, 66]);
});

it('[R35.11] connects at once when the server returns or a person asks, and starts the waits again', async () => {
  await follow();
  await pass(60);
  expect(tickets).toHaveLength(4);
  await reconnect();
  expect(tickets).toHaveLength(5);
  server.network = 'dead';
  useConnection.setState({ isOnline: false });
  await pass(100);
  expect(tickets).toHaveLength(5);
  server.network = 'fine';
  useConnection.setState({ isOnline: true });
  await pass(4);
  expect(tickets).toHaveLength(7);
});

it('[R35.11] tries every 1.5 s while something other than the server refuses the ticket, then waits as before', async () => {
  let isBlocked = true;
  const before = server.handler;
  let refused = 0;
  server.handler = (seen) => {
    if (!isBlocked || !seen.path.endsWith('/auth/hub-ticket')) return before(seen);
    refused += 1;
    return { status: 403, isForeign: true, body: '<html>Blocked</html>' };
  };
  await follow();
  await pass(30);
  expect(refused).toBeGreaterThanOrEqual(18);
  expect(refused).toBeLessThanOrEqual(21);
  isBlocked = false;
  await pass(2);
  expect(tickets).toHaveLength(1);
  await pass(45);
  expect(waits()).toEqual([2, 10, 30]);
});

it('[R15.4][R35.11] connects at once after the server ended the connection, so that a revoked device is signed out', async () => {
  vi.stubGlobal('WebSocket', HelloSocket);
  await follow();
  await pass(20);
  expect(useConnection.getState().hubState).toBe('Connected');
  expect(tickets).toHaveLength(1);
  HelloSocket.open[0]?.end();
  await pass(1);
  expect(tickets).toHaveLength(2);
  expect(useConnection.getState().hubState).toBe('Connected');
});

it('[R35.11] waits longer each time when the server ends every connection soon after it opened', async () => {
  vi.stubGlobal('WebSocket', HelloSocket);
  await follow();
  await pass(20);
  for (let second = 0; second < 50; second += 0.25) {
    if (useConnection.getState().hubState === 'Connected') HelloSocket.open[0]?.end();
    await pass(0.25);
  }
  expect(waits().slice(1)).toEqual([2, 10, 30]);
  expect(waits()[0]).toBeLessThanOrEqual(20);
});

it('[R35.69] tells the hub of each acknowledged change of a bill and what a person writes, and shows what others write with their names', async () => {
  await startLocale();
  await expect(tellOthers('Nobody hears this')).rejects.toThrow();
  vi.stubGlobal('WebSocket', HelloSocket);
  useApp.setState({ notifications: [] });
  await follow();
  await pass(20);
  emit('billAcknowledged', { id: 105, action: 'Paid' });
  await tellOthers('Out of lobster');
  expect(HelloSocket.invoked).toEqual([
    ['Sync', 105, 'Paid', '', 'Bill', 1],
    ['Notify', 'Out of lobster'],
  ]);
  HelloSocket.open[0]?.invoke('Notify', 'Table 4 wants the bill', 'Ibrahim');
  await pass(1);
  expect(useApp.getState().notifications).toMatchObject([
    { kind: 'info', message: 'Table 4 wants the bill', details: 'from Ibrahim' },
  ]);
});

it('[R18.22][R34.12] pings with each head that the hub sends, every 15 s, so that the server reads the pings of all tills at once', async () => {
  vi.stubGlobal('WebSocket', HelloSocket);
  await follow();
  await pass(4);
  const heads: number[] = [];
  for (let head = 0; head < 8; head += 1) {
    heads.push((performance.now() - startedAt) / 1000);
    HelloSocket.open[0]?.invoke('Head', { outlet: 1, seq: 0 });
    await pass(5);
    // A message between two heads has a ping of its own, and the next head has one again.
    if (head === 3) HelloSocket.open[0]?.invoke('Notify', 'Table 4 wants the bill', 'Ibrahim');
    await pass(10);
  }
  expect(HelloSocket.pings.filter((at) => heads.includes(at))).toEqual(heads.slice(1));
  // When it connected, until the first head, and after the message.
  expect(HelloSocket.pings.filter((at) => !heads.includes(at))).toHaveLength(3);
});
