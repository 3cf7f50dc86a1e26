import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeServer, fakeServer } from '../sync/testing/fake-server.ts';
import { openTill } from '../sync/testing/till.ts';
import { followPrintPort, printOrigin, readPrintOrigin, setPrintOrigin } from './print-address.ts';

let server: FakeServer;
let stop = () => {};
beforeEach(async () => {
  server = fakeServer();
  server.handler = ({ path }) =>
    path === '/app/info'
      ? { body: { name: 'Atoll', version: '1', isNew: false, demo: null, printPort: 15_200 } }
      : undefined;
  globalThis.fetch = server.fetch;
  await openTill();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

describe('print server address', () => {
  it('[R35.13] uses port 14141 of this device until the server names another, also after a start without the server', async () => {
    expect(printOrigin()).toBe('http://localhost:14141');
    stop = followPrintPort();
    await expect.poll(printOrigin).toBe('http://localhost:15200');
    stop();
    server.network = 'dead';
    stop = followPrintPort();
    expect(printOrigin()).toBe('http://localhost:15200');
  });

  it('[R35.13] asks for the port every 5 s while the server does not answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let asked = 0;
    globalThis.fetch = (input, init) => {
      if (String(input).endsWith('/app/info')) asked += 1;
      return server.fetch(input, init);
    };
    server.network = 'dead';
    stop = followPrintPort();
    for (const times of [1, 2, 3]) {
      await expect.poll(() => [asked, vi.getTimerCount() > 0]).toEqual([times, true]);
      if (times === 2) server.network = 'fine';
      await vi.advanceTimersByTimeAsync(5000);
    }
    await expect.poll(printOrigin).toBe('http://localhost:15200');
    expect(asked).toBe(3);
  });

  it('[R35.13] prefers the address set on this device to the server’s', async () => {
    setPrintOrigin('http://127.0.0.1:16000');
    stop = followPrintPort();
    await expect.poll(() => localStorage.getItem('atoll.print-port')).toBe('15200');
    expect(printOrigin()).toBe('http://127.0.0.1:16000');
    setPrintOrigin('');
    expect(printOrigin()).toBe('http://localhost:15200');
  });

  it.each([
    ['15000', 'http://localhost:15000'],
    [' localhost:15000 ', 'http://localhost:15000'],
    ['http://127.0.0.1:15000/', 'http://127.0.0.1:15000'],
    ['http://LOCALHOST:1', 'http://localhost:1'],
    ['192.168.1.20:14141', null],
    ['http://evil.example:14141', null],
    ['http://localhost:14141@evil.example:80', null],
    ['localhost', null],
    ['0', null],
    ['70000', null],
    ['', null],
  ])('[R35.13] reads the address of the print server from the typed text: %j is %j', (text, origin) => {
    expect(readPrintOrigin(text)).toBe(origin);
  });
});
