/** Tests of transfer notices that a till has not printed when it is reloaded: real tabs, real storage, a print server that comes back. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PrintBody } from '@atoll/domain/contract/bill/print';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type FakeServer, fakeServer } from '../sync/testing/fake-server.ts';
import { openTabs, type Tabs } from '../sync/testing/tabs.ts';

let server: FakeServer;
let tabs: Tabs;
let isPrinterAway: boolean;
/** Jobs that the page tried to hand over, and the papers that came out. */
let tried: PrintBody[];
let papers: PrintBody[];

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = parts.length > 0 ? (JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>) : {};
  const path = (request.url ?? '').slice('/api'.length).split('?')[0] ?? '';
  const reply = await server.answer(request.method ?? '', path, body, request.headers as Record<string, string>);
  response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
  response.end(reply.body === undefined ? undefined : JSON.stringify(reply.body));
}

beforeAll(async () => {
  tabs = await openTabs((request, response) => void serve(request, response));
});
afterAll(() => tabs.close());
beforeEach(() => {
  server = fakeServer();
  isPrinterAway = false;
  tried = [];
  papers = [];
});

/** Opens a till whose print server prints a job key once, like the real one. */
async function till(): Promise<Page> {
  const tab = await tabs.tab(await tabs.device());
  await tab.route('**/print', async (route) => {
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    if (route.request().method() === 'OPTIONS') return route.fulfill({ status: 204, headers });
    const job = route.request().postDataJSON() as PrintBody;
    tried.push(job);
    if (isPrinterAway) return route.abort();
    const duplicate = papers.some(({ jobKey }) => jobKey === job.jobKey);
    if (!duplicate) papers.push(job);
    return route.fulfill({ headers, json: { jobId: 'j', state: 'printed', printer: job.printerName, duplicate } });
  });
  await tab.evaluate(() => trial.open());
  await tab.evaluate(() => trial.autoPrint());
  return tab;
}

async function reload(tab: Page): Promise<void> {
  await tabs.reload(tab);
  await tab.evaluate(() => trial.again());
  await tab.evaluate(() => trial.autoPrint());
  await tab.evaluate(() => trial.resumePrinting());
}

const wait = { timeout: 15_000, interval: 50 };
const kinds = () => papers.map(({ type }) => type);
const drained = (tab: Page) => vi.waitUntil(() => tab.evaluate(() => trial.waiting() === 0), wait);
const noticesLeft = (tab: Page, count: number) =>
  vi.waitUntil(async () => (await tab.evaluate(() => trial.notices())) === count, wait);

it('[R35.39] prints a transfer notice that waited for its printer once after a reload of the till', async () => {
  const tab = await till();
  const key = await tab.evaluate(() => trial.order('3', 1));
  await vi.waitUntil(() => kinds().length === 1, wait);
  await drained(tab);
  isPrinterAway = true;
  await tab.evaluate((bill) => trial.tellMoved(bill, '7'), key);
  await vi.waitUntil(() => tried.length === 2, wait);
  await reload(tab);
  await vi.waitUntil(() => tried.length === 3, wait);
  isPrinterAway = false;
  await reload(tab);
  await noticesLeft(tab, 0);
  expect(kinds()).toEqual(['Kot', 'Slip']);
  expect(papers[1]?.slip?.large).toBe('Table 3 -> Table 7');
  const before = tried.length;
  await reload(tab);
  expect([tried.length, kinds().length]).toEqual([before, 2]);
});

it('[R35.39] prints the transfer notice of a dish after its own ticket, when both waited during a reload', async () => {
  const tab = await till();
  isPrinterAway = true;
  const key = await tab.evaluate(() => trial.order('3', 1));
  await vi.waitUntil(async () => (await tab.evaluate(() => trial.tickets()))[0] === 'failed', wait);
  await drained(tab);
  await tab.evaluate((bill) => trial.tellMoved(bill, '7'), key);
  await noticesLeft(tab, 1);
  isPrinterAway = false;
  await reload(tab);
  await noticesLeft(tab, 0);
  expect(kinds()).toEqual(['Kot', 'Slip']);
  expect(papers[1]?.slip?.large).toBe('Table 3 -> Table 7');
  await reload(tab);
  expect(kinds()).toEqual(['Kot', 'Slip']);
});
