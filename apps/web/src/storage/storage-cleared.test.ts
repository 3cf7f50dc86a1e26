/** Tests of storage cleared or closed under a running page: real tabs, real storage, a server that counts. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BrowserContext, Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type FakeServer, fakeServer } from '../sync/testing/fake-server.ts';
import { openTabs, type Tabs } from '../sync/testing/tabs.ts';

let server: FakeServer;
let tabs: Tabs;
let isAway: boolean;
let device: BrowserContext;

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  return text ? (JSON.parse(text) as Record<string, unknown>) : {};
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? '').slice('/api'.length).split('?')[0] ?? '';
  if (path === '/clear') {
    response.writeHead(200, { 'clear-site-data': '"storage"' });
    return void response.end();
  }
  if (isAway) return void request.socket.destroy();
  const body = await bodyOf(request);
  const reply = await server.answer(request.method ?? '', path, body, request.headers as Record<string, string>);
  response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
  response.end(reply.body === undefined ? undefined : JSON.stringify(reply.body));
}

beforeAll(async () => {
  tabs = await openTabs((request, response) => void serve(request, response));
});
afterAll(() => tabs.close());
beforeEach(async () => {
  server = fakeServer();
  isAway = true;
  device = await tabs.device();
});
// A till that stayed open would send its waiting work to the server of the next test.
afterEach(() => device.close());

const wait = { timeout: 15_000, interval: 50 };
const notifications = (tab: Page) =>
  tab.evaluate(() => trial.toasts().filter((text) => text.includes('storage was cleared')));
const linesOf = (tab: Page, key: string) => tab.evaluate((k) => trial.bill(k)?.items.map(({ notes }) => notes[0]), key);

/** Opens a till with two items that wait for the server and one unsaved item, on separate bills. */
async function busyTill(): Promise<{ tab: Page; saved: string; typed: string; deviceId: string | null }> {
  const tab = await tabs.tab(device);
  await tab.evaluate(() => trial.open());
  await tab.evaluate(() => trial.watchCleared());
  const saved = await tab.evaluate(() => trial.order('3', 2));
  const typed = await tab.evaluate(() => trial.order('4', 0));
  await tab.evaluate((key) => trial.type(key, 'not saved'), typed);
  const deviceId = await tab.evaluate(() => localStorage.getItem('atoll.device'));
  // A partly filled form.
  await tab.evaluate(() => sessionStorage.setItem('form', 'typed'));
  await tab.evaluate(() => trial.copyLocal());
  return { tab, saved, typed, deviceId };
}

/** Waits until the message was shown and all waiting work is on the disk. */
const writtenBack = (tab: Page): Promise<unknown> =>
  vi.waitUntil(async () => (await notifications(tab)).length > 0 && tab.evaluate(() => trial.isDiskComplete()), wait);

async function expectNothingLost({ tab, saved, typed, deviceId }: Awaited<ReturnType<typeof busyTill>>): Promise<void> {
  await writtenBack(tab);
  expect(await notifications(tab)).toHaveLength(1);
  const check = async (): Promise<void> => {
    expect(await linesOf(tab, saved)).toEqual(['item 1', 'item 2']);
    expect(await linesOf(tab, typed)).toEqual(['not saved']);
    expect(await tab.evaluate(() => localStorage.getItem('atoll.device'))).toBe(deviceId);
    expect(await tab.evaluate(() => sessionStorage.getItem('form'))).toBe('typed');
  };
  await check();
  await tabs.reload(tab);
  await tab.evaluate(() => trial.again());
  await check();
  isAway = false;
  await tab.evaluate((key) => trial.save(key), typed);
  await vi.waitUntil(() => tab.evaluate(() => trial.waiting() === 0), wait);
  const sold = [saved, typed].map((key) => server.bills.get(key)?.items.map(({ notes }) => notes[0]));
  expect(sold).toEqual([['item 1', 'item 2'], ['not saved']]);
}

it('[R35.88] writes everything back after Clear-Site-Data under a running page, and shows one message', async () => {
  const till = await busyTill();
  await till.tab.evaluate(() => fetch('/api/clear').then(() => undefined));
  await expectNothingLost(till);
});

it('[R35.88] writes waiting work back after databases are deleted under a running page, and shows a message', async () => {
  const till = await busyTill();
  await till.tab.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
  });
  await expectNothingLost(till);
});

it('[R35.88] keeps unsaved items and the device after localStorage.clear() under a running page, and shows a message', async () => {
  const till = await busyTill();
  await till.tab.evaluate(() => localStorage.clear());
  await expectNothingLost(till);
});

it('[R35.88] keeps items saved at the moment in which the storage is cleared', async () => {
  const { tab, saved } = await busyTill();
  const typed = Array.from({ length: 10 }, (_, n) => `at once ${n + 1}`);
  for (const note of typed) {
    await tab.evaluate(
      async ([key, line]) => {
        trial.type(key, line);
        const cleared = fetch('/api/clear');
        await trial.save(key);
        await cleared;
      },
      [saved, note] as const,
    );
  }
  await writtenBack(tab);
  await tabs.reload(tab);
  await tab.evaluate(() => trial.again());
  expect(await linesOf(tab, saved)).toEqual(['item 1', 'item 2', ...typed]);
});

it('[R35.88] puts each item on its bill once when the storage of two tabs is cleared', async () => {
  const till = await busyTill();
  const second = await tabs.tab(device);
  await second.evaluate(() => trial.again());
  await second.evaluate(() => trial.watchCleared());
  await second.evaluate(() => fetch('/api/clear').then(() => undefined));
  await writtenBack(second);
  await expectNothingLost(till);
  expect(server.bills.size).toBe(2);
});
