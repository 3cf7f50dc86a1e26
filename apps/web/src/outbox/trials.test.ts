/** Tests the outbox against network and browser failures: real tabs, real IndexedDB, a server that counts. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeServer, fakeServer } from '../sync/testing/fake-server.ts';
import { openTabs, type Tabs } from '../sync/testing/tabs.ts';

/** `hang`: the server takes the call and never answers. */
type Network = 'fine' | 'dead' | 'lost' | 'hang';

/** Number of races of two tabs; npm run soak runs all of them. */
const races = process.env['SOAK'] === '1' ? 1000 : 100;

let server: FakeServer;
let network: Network;
let tabs: Tabs;
/** How a server of another release changes an answer. */
let changeReply: (answer: unknown) => unknown;
const hanging = new Set<ServerResponse>();

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  return text ? (JSON.parse(text) as Record<string, unknown>) : {};
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (network === 'dead') return void request.socket.destroy();
  const now = network;
  const body = await bodyOf(request);
  if (now === 'hang') {
    hanging.add(response);
    return;
  }
  const path = (request.url ?? '').slice('/api'.length).split('?')[0] ?? '';
  const reply = await server.answer(request.method ?? '', path, body, request.headers as Record<string, string>);
  if (now === 'lost') return void request.socket.destroy();
  response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
  if (typeof reply.body === 'string') response.end(reply.body);
  else response.end(reply.body === undefined ? undefined : JSON.stringify(changeReply(reply.body)));
}

beforeAll(async () => {
  tabs = await openTabs((request, response) => void serve(request, response));
});
afterAll(() => tabs.close());
beforeEach(() => {
  server = fakeServer();
  network = 'fine';
  changeReply = (answer) => answer;
});
afterEach(() => {
  for (const response of hanging) response.destroy();
  hanging.clear();
});

async function till(): Promise<Page> {
  const tab = await tabs.tab(await tabs.device());
  await tab.evaluate(() => trial.open());
  return tab;
}
async function reload(tab: Page): Promise<void> {
  await tabs.reload(tab);
  await tab.evaluate(() => trial.again());
}
const order = (tab: Page, slot = '3', items = 5) => tab.evaluate(([s, n]) => trial.order(s, n), [slot, items] as const);
const drained = (tab: Page) =>
  vi.waitUntil(() => tab.evaluate(() => trial.waiting() === 0), { timeout: 30_000, interval: 50 });

const writes = () => server.seen.filter(({ path }) => path.startsWith('/bis/bill/'));
/** Returns how often each item was sent. */
function timesSent(): number[] {
  const times = new Map<string, number>();
  for (const { body } of writes()) {
    for (const { key } of (body['items'] ?? []) as { readonly key: string }[])
      times.set(key, (times.get(key) ?? 0) + 1);
  }
  return [...times.values()];
}
const lines = (key: string) => server.bills.get(key)?.items.map(({ notes }) => notes[0]);
const allFive = ['item 1', 'item 2', 'item 3', 'item 4', 'item 5'];

describe('nothing saved is lost or duplicated', () => {
  it('[R13.4] A: saved offline, reloaded, then online: everything arrives once and in order', async () => {
    const tab = await till();
    await tab.context().setOffline(true);
    const key = await order(tab);
    network = 'dead';
    await tab.context().setOffline(false);
    await reload(tab);
    expect(await tab.evaluate((k) => trial.bill(k)?.items.length, key)).toBe(5);
    network = 'fine';
    await drained(tab);
    expect(lines(key)).toEqual(allFive);
    expect(timesSent()).toEqual([1, 1, 1, 1, 1]);
    expect(server.bills.size).toBe(1);
  });

  it('[R13.4] B: saved and reloaded in the same breath: the last line is there too', async () => {
    const tab = await till();
    network = 'dead';
    const key = await order(tab);
    await reload(tab);
    network = 'fine';
    await drained(tab);
    expect(lines(key)).toEqual(allFive);
    expect(timesSent()).toEqual([1, 1, 1, 1, 1]);
  });

  it('[R13.4] C: reloaded while the check-in was on its way: it is sent again under the same key', async () => {
    const tab = await till();
    network = 'hang';
    const key = await order(tab);
    await expect.poll(() => hanging.size).toBeGreaterThan(0);
    await tabs.reload(tab);
    network = 'fine';
    await tab.evaluate(() => trial.again());
    await drained(tab);
    expect(lines(key)).toEqual(allFive);
    expect(server.bills.size).toBe(1);
  });

  it('D: the answer is lost after the server has done it: sent again, done once', async () => {
    const tab = await till();
    network = 'lost';
    const key = await order(tab);
    await expect.poll(() => server.bills.size).toBe(1);
    network = 'fine';
    await drained(tab);
    expect(lines(key)).toEqual(allFive);
    expect(writes().filter(({ path }) => path.endsWith('/create')).length).toBeGreaterThan(1);
    expect(server.bills.size).toBe(1);
  });

  it('E: two tabs go online together: one of them sends, each thing once', async () => {
    const first = await till();
    const second = await tabs.tab(first.context());
    await second.evaluate(() => trial.again());
    await first.context().setOffline(true);
    const [a, b] = await Promise.all([order(first, '3'), order(second, '4')]);
    await first.context().setOffline(false);
    await Promise.all([drained(first), drained(second)]);
    expect([lines(a), lines(b)]).toEqual([allFive, allFive]);
    expect(timesSent()).toEqual(Array.from({ length: 10 }, () => 1));
  });

  it('F: the network is dead while the browser believes itself online, and a reload in between', async () => {
    const tab = await till();
    network = 'dead';
    const key = await order(tab);
    expect(await tab.evaluate(() => trial.isOnLine())).toBe(true);
    await reload(tab);
    await tab.evaluate((k) => trial.more(k, 1), key);
    network = 'fine';
    await drained(tab);
    expect(lines(key)).toEqual([...allFive, 'item 1']);
    expect(timesSent()).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('continues in the other tab when the sending tab is closed', async () => {
    const first = await till();
    const second = await tabs.tab(first.context());
    await second.evaluate(() => trial.again());
    network = 'hang';
    const key = await order(first);
    await expect.poll(() => hanging.size).toBeGreaterThan(0);
    await first.close();
    network = 'fine';
    await drained(second);
    expect(lines(key)).toEqual(allFive);
  });

  it('sends a bill that was opened, ordered and paid offline as one completed bill after a reload', async () => {
    const tab = await till();
    network = 'dead';
    const key = await order(tab, '3', 2);
    const paid = await tab.evaluate(async (k) => {
      trial.watch();
      return trial.pay(k);
    }, key);
    expect(paid.state).toBe('kept');
    await reload(tab);
    network = 'fine';
    await drained(tab);
    expect(server.bills.get(key)).toMatchObject({ status: 'Complete', invoiceNumber: '2026-000001' });
    expect(server.bills.size).toBe(1);
  });

  it('[R35.5] never parks a bill at which the server fails: others pass it, and it follows in order', async () => {
    const tab = await till();
    let isFailing = true;
    let failures = 0;
    server.handler = ({ path, body }) => {
      if (!isFailing || path !== '/bis/bill/create' || body['slot'] !== '3') return undefined;
      failures += 1;
      return { status: 500, body: { message: 'Something went wrong' } };
    };
    const key = await order(tab, '3', 1);
    const other = await order(tab, '4', 2);
    await expect.poll(() => server.bills.get(other)?.items.length, { timeout: 15_000 }).toBe(2);
    await expect.poll(() => failures, { timeout: 60_000 }).toBeGreaterThan(5);
    // The check-in that the server refused and the items that were added in the meantime may be separate work.
    const states = await tab.evaluate(() => trial.states());
    expect([...new Set(states.map((state) => (state === 'sending' ? 'queued' : state)))]).toEqual(['queued']);
    await tab.evaluate((k) => trial.more(k, 1), key);
    isFailing = false;
    await drained(tab);
    expect(lines(key)).toEqual(['item 1', 'item 1']);
  });
});

describe('data of an earlier release', () => {
  it('sends entries of the earlier release once after an update made offline, and keeps them for a while', async () => {
    const tab = await till();
    network = 'dead';
    const key = await order(tab, '3', 2);
    await tab.evaluate(() => trial.asFirstRelease());
    await tabs.reload(tab);
    network = 'fine';
    await tab.evaluate(() => trial.again());
    await drained(tab);
    expect(lines(key)).toEqual(['item 1', 'item 2']);
    expect(timesSent()).toEqual([1, 1]);
    expect(await tab.evaluate(() => trial.sent())).toBeGreaterThan(0);
  });

  it('sends its sent entries again after a restore of the server, in order and without duplicates', async () => {
    const tab = await till();
    const kept = await order(tab, '3', 1);
    const lost = await order(tab, '4', 2);
    await drained(tab);
    server.bills.delete(lost);
    await tab.evaluate(() => trial.sendAgain());
    await drained(tab);
    expect(lines(lost)).toEqual(['item 1', 'item 2']);
    expect(lines(kept)).toEqual(['item 1']);
    expect(server.bills.size).toBe(2);
  });
});

describe('a server of another release', () => {
  const newer = ['insertedKeys', 'conflicts', 'fieldVersions', 'refundState', 'delivery', 'approved', 'printCount'];
  const lacking = (answer: unknown): unknown =>
    JSON.parse(JSON.stringify(answer ?? null, (name, value: unknown) => (newer.includes(name) ? undefined : value)));
  const adding = (answer: unknown): unknown =>
    JSON.parse(JSON.stringify(answer ?? null), (_, value: unknown) =>
      typeof value === 'object' && value !== null && 'key' in value
        ? { ...value, fromTheFuture: { deep: [1] } }
        : value,
    );

  it.each([
    { name: 'fewer', of: lacking },
    { name: 'more', of: adding },
  ])('[R13.4] sells with a server of another release that sends $name fields', async ({ of }) => {
    changeReply = of;
    const tab = await till();
    const key = await order(tab, '3', 2);
    await drained(tab);
    await tab.evaluate((k) => trial.more(k, 1), key);
    await drained(tab);
    expect(lines(key)).toEqual(['item 1', 'item 2', 'item 1']);
    expect(timesSent()).toEqual([1, 1, 1]);
    // The tab takes the answer after the entry is gone.
    await expect.poll(() => tab.evaluate((k) => trial.bill(k)?.items.length, key)).toBe(3);
    expect(JSON.stringify(writes().map(({ body }) => body))).not.toContain('fromTheFuture');
  });
});

describe('tabs of one device', () => {
  it('[R19.1] sends one refresh when two tabs get a 401 at once', async () => {
    const first = await till();
    const second = await tabs.tab(first.context());
    await second.evaluate(() => trial.again());
    const old = await Promise.all([first, second].map((tab) => tab.evaluate(() => trial.token())));
    const { accessToken, cafe } = await import('../sync/testing/till-user.ts');
    let met = 0;
    let bothMet: () => void = () => undefined;
    const both = new Promise<void>((done) => {
      bothMet = done;
    });
    server.handler = async ({ path, headers }) => {
      if (path === '/auth/refresh') {
        // Both tabs have got their 401 before the first refresh is answered.
        await both;
        const user = { id: 7, email: 'aisha@atoll.test', avatar: null };
        const answer = {
          token: accessToken(['New Bill']),
          refreshToken: 'next',
          user,
          name: 'Aisha',
          jobTitle: '',
          department: '',
          outlets: [cafe],
        };
        return { body: answer };
      }
      if (!old.some((token) => headers['authorization'] === `Bearer ${token}`)) return undefined;
      met += 1;
      if (met === 2) bothMet();
      return { status: 401, body: { message: 'Unauthorized' } };
    };
    await Promise.all([first, second].map((tab) => tab.evaluate(() => trial.settings())));
    expect(server.paths().filter((path) => path === 'POST /auth/refresh')).toHaveLength(1);
    const fresh = await Promise.all([first, second].map((tab) => tab.evaluate(() => trial.token())));
    expect(fresh[0]).toBe(fresh[1]);
  });

  it('[R18.4] [R19.1] no race of two tabs signs anybody out, before a server that takes each refresh token once', async () => {
    const first = await till();
    const second = await tabs.tab(first.context());
    await second.evaluate(() => trial.again());
    const { accessToken, cafe } = await import('../sync/testing/till-user.ts');
    let known = { token: '', refreshToken: '' };
    let refreshes = 0;
    let reused = 0;
    const user = { id: 7, email: 'aisha@atoll.test', avatar: null };
    server.handler = ({ path, body, headers }) => {
      if (path === '/auth/refresh') {
        if (refreshes > 0 && body['refreshToken'] !== known.refreshToken) {
          reused += 1;
          return { status: 401, body: { message: 'Signed out', reason: 'sessionEnded' } };
        }
        refreshes += 1;
        known = { token: accessToken(['New Bill']), refreshToken: `generation-${refreshes}` };
        return { body: { ...known, user, name: 'Aisha', jobTitle: '', department: '', outlets: [cafe] } };
      }
      if (path !== '/app/settings') return undefined;
      return headers['authorization'] === `Bearer ${known.token}` ? { body: [] } : { status: 401, body: {} };
    };
    for (let race = 1; race <= races; race += 1) {
      // The access token expires, and both tabs call at the same moment.
      known = { ...known, token: '' };
      await Promise.all([first, second].map((tab) => tab.evaluate(() => trial.settings())));
      expect([refreshes, reused]).toEqual([race, 0]);
    }
    const held = await Promise.all([first, second].map((tab) => tab.evaluate(() => trial.token())));
    expect(held).toEqual([known.token, known.token]);
  });

  it('shows within 5 s that the server is gone, and within 2 s that it is back', async () => {
    const tab = await till();
    await tab.evaluate(() => trial.watch());
    network = 'dead';
    const goneAt = Date.now();
    await tab.evaluate(() => trial.settings().catch(() => undefined));
    await expect.poll(() => tab.evaluate(() => trial.label())).toMatch(/^Offline · 0 waiting$/);
    expect(Date.now() - goneAt).toBeLessThan(5000);
    await order(tab, '3', 1);
    await expect.poll(() => tab.evaluate(() => trial.label())).toMatch(/^Offline · [12] waiting$/);
    network = 'fine';
    const backAt = Date.now();
    await expect.poll(() => tab.evaluate(() => trial.label()), { interval: 20 }).toBe('Polling');
    expect(Date.now() - backAt).toBeLessThan(2000);
  });
});
