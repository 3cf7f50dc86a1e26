/** Tests one busy outlet on three real server processes of one PostgreSQL, behind a proxy that sends the calls of an outlet to one of them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bill } from '@atoll/domain/bill/bill';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { freePort } from '../../../tools/scripts/free-port.ts';
import { programFile } from '../../../tools/scripts/program-file.ts';
import { addMenuItem } from './modules/bill/testing/shop.ts';
import { openStore } from './platform/store/open-store.ts';
import type { Store } from './platform/store/store.ts';
import { createDatabase } from './platform/store/testing/engine.ts';
import { templateDatabase } from './platform/store/testing/postgres.ts';
import { silentLog } from './platform/store/testing/silent-log.ts';
import { demoOutlets, seedOutlet } from './seed/seed-outlet.ts';
import { seedHashed } from './seed/seed-user.ts';
import { hasHaproxy, outletRouting, startHaproxy } from './testing/haproxy.ts';
import { password, quickHashes } from './testing/quick-hashes.ts';

const tills = 6;
const email = 'admin@reef.example';

interface Server {
  readonly url: string;
  readonly port: number;
  readonly child: ChildProcess;
}

it('docs/operations.md routes the calls of an outlet as the test does', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
  for (const line of outletRouting) expect(text).toContain(line);
});

describe.skipIf(!inject('postgresUrl') || !hasHaproxy)('a hot outlet', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'atoll-hot-'));
  const servers: Server[] = [];
  let store: Store;
  let outletId: number;
  let menuItemId: number;
  let proxy: Awaited<ReturnType<typeof startHaproxy>>;
  let token: string;

  async function start(databaseUrl: string): Promise<Server> {
    const port = await freePort();
    const own = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', DEMO: '0' };
    const env = { ...process.env, ...own, LOG_LEVEL: 'error' };
    const child = spawn(process.execPath, [programFile('apps/server/src/main.ts')], { env, stdio: 'ignore' });
    return { url: `http://127.0.0.1:${port}`, port, child };
  }

  const ready = (url: string) =>
    vi.waitFor(async () => expect((await fetch(`${url}/ready`)).status).toBe(200), { timeout: 60_000, interval: 100 });

  async function call<T>(url: string, method: string, path: string, body?: object): Promise<T> {
    const headers = {
      'content-type': 'application/json',
      'x-outlet-id': String(outletId),
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(`${url}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await answer.text();
    if (!answer.ok) throw Object.assign(new Error(`${path} answered ${answer.status}: ${text}`), { text });
    return JSON.parse(text) as T;
  }

  /** Tries again as a till does: each write has a key. */
  async function sent<T>(url: string, method: string, path: string, body: object): Promise<T> {
    const until = Date.now() + 30_000;
    for (;;)
      try {
        return await call<T>(url, method, path, body);
      } catch (error) {
        if (Date.now() > until) throw error;
      }
  }

  /** Opens and pays bills on all tills at once; returns the keys of the payments that were acknowledged. */
  async function sell(url: string, rounds: number, afterEach: () => void = () => undefined): Promise<string[]> {
    const paid: string[] = [];
    const till = async (slot: number): Promise<void> => {
      for (let round = 0; round < rounds; round += 1) {
        const items = [{ key: randomUUIDv7(), menuItemId, size: 'Small', qty: 1 }];
        const place = { key: randomUUIDv7(), type: 'Table', slot: String(slot), items };
        const bill = await sent<Bill>(url, 'POST', '/bis/bill/create', place);
        const payment = { key: randomUUIDv7(), method: 'Cash', amount: bill.total };
        const seen = { itemKeys: bill.items.map(({ key }) => key), total: bill.total };
        await sent(url, 'PUT', '/bis/bill/pay', { key: bill.key, payments: [payment], seen });
        paid.push(payment.key);
        afterEach();
      }
    };
    await Promise.all(Array.from({ length: tills }, (_, at) => till(at + 1)));
    return paid;
  }

  /** Returns how many groups of commands a server committed, and how many commands they had. */
  async function commits({ url }: Server): Promise<{ groups: number; commands: number }> {
    const text = await (await fetch(`${url}/metrics`)).text();
    const of = (name: string) =>
      Number(new RegExp(`^atoll_commit_group_size_${name} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
    return { groups: of('count'), commands: of('sum') };
  }

  async function during(work: () => Promise<unknown>): Promise<{ groups: number; commands: number }[]> {
    const before = await Promise.all(servers.map(commits));
    await work();
    const after = await Promise.all(servers.map(commits));
    return after.map((now, at) => ({
      groups: now.groups - (before[at]?.groups ?? 0),
      commands: now.commands - (before[at]?.commands ?? 0),
    }));
  }

  beforeAll(async () => {
    const databaseUrl = await createDatabase(inject('postgresUrl'), templateDatabase);
    store = await openStore({ databaseUrl }, { log: silentLog });
    outletId = await seedOutlet(store, demoOutlets.cafe, Date.now());
    const size = { value: 'Small', sellingPrice: 5000, isDefault: true };
    menuItemId = await addMenuItem(store, outletId, { name: 'Burger', sizes: JSON.stringify([size]) });
    const person = { email, name: 'Admin One', role: 'Admin' as const, jobTitle: '', department: '' };
    await seedHashed(store, { ...person, outletIds: [outletId] }, quickHashes, Date.now());
    servers.push(await start(databaseUrl));
    await ready(servers[0]?.url ?? '');
    servers.push(await start(databaseUrl), await start(databaseUrl));
    await Promise.all(servers.map(({ url }) => ready(url)));
    proxy = await startHaproxy(servers.map(({ port }) => port));
    token = '';
    await ready(proxy.url);
    token = (await call<{ token: string }>(proxy.url, 'POST', '/auth/login', { email, password })).token;
    await call(proxy.url, 'POST', '/bis/shift/create', { key: randomUUIDv7(), openingBalance: 0 });
  });

  afterAll(async () => {
    await proxy?.stop();
    for (const { child } of servers) child.kill('SIGKILL');
    await store?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('[R34.29] three processes commit the calls of a hot outlet as together as one process does', async () => {
    const [first] = servers;
    const alone = await during(() => sell(first?.url ?? '', 10));
    const routed = await during(() => sell(proxy.url, 10));
    const working = routed.filter(({ commands }) => commands >= tills);
    expect(working).toHaveLength(1);
    const perGroup = ({ groups, commands }: { groups: number; commands: number }) => commands / groups;
    const [one, three] = [alone[0], working[0]].map((each) => perGroup(each ?? { groups: 1, commands: 0 }));
    expect(one).toBeGreaterThan(1.5);
    expect(three).toBeGreaterThan((one ?? 0) * 0.7);
  });

  it('[R34.29] loses and doubles no payment when the process of the outlet is killed, and another one takes over', async () => {
    const routed = await during(() => sell(proxy.url, 1));
    const owner = servers[routed.findIndex(({ commands }) => commands >= tills)];
    let count = 0;
    const paid = await sell(proxy.url, 6, () => {
      count += 1;
      if (count === tills * 2) owner?.child.kill('SIGKILL');
    });
    expect(owner?.child.signalCode).toBe('SIGKILL');
    expect(paid).toHaveLength(tills * 6);
    const rows = await store.readOutlet(outletId, (db) =>
      db
        .selectFrom('payment')
        .innerJoin('bill', (join) =>
          join.onRef('bill.outlet_id', '=', 'payment.outlet_id').onRef('bill.id', '=', 'payment.bill_id'),
        )
        .select(['payment.key', 'bill.invoice_number'])
        .where('payment.outlet_id', '=', outletId)
        .execute(),
    );
    const keys = rows.map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(paid));
    expect(new Set(rows.map(({ invoice_number }) => invoice_number)).size).toBe(rows.length);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
