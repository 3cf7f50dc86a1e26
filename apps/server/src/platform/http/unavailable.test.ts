/** Tests with a PostgreSQL that cannot serve: stopped, read-only, out of connections, or with a command that waits. */

import { type ContractKey, contract } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { Endpoint } from '@atoll/domain/contract/platform/endpoint';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { addMenuItem, line, newKey, sent } from '../../modules/bill/testing/shop.ts';
import { type Answered, type TestApp, testApp } from '../../testing/test-app.ts';
import { openStore } from '../store/open-store.ts';
import { createClient } from '../store/postgres/client.ts';
import type { Store } from '../store/store.ts';
import { startPostgres, type TestCluster } from '../store/testing/postgres.ts';
import { silentLog } from '../store/testing/silent-log.ts';

const maxConnections = 16;
const endAll = `select pg_terminate_backend(pid) from pg_stat_activity
  where pid <> pg_backend_pid() and application_name like 'atoll%'`;

describe.skipIf(!inject('postgresUrl'))('a server whose PostgreSQL cannot serve', () => {
  let cluster: TestCluster;
  let store: Store;
  let t: TestApp;
  let admin: SignedIn;
  let burger: number;
  beforeAll(async () => {
    cluster = await startPostgres([`max_connections=${maxConnections}`]);
    await cluster.ready;
    const open = async (options: object) => {
      store = await openStore({ databaseUrl: cluster.url }, { log: silentLog, ...options });
      return store;
    };
    const only = { engine: 'postgres', open } as const;
    const others = {
      place: notUsed,
      placeWithTables: notUsed,
      placeFilled: notUsed,
      tamper: notUsed,
      ownerOf: notUsed,
    };
    t = await testApp({ ...only, ...others }, {}, {}, { databaseUrl: cluster.url });
    admin = await t.signIn('Admin');
    const sizes = JSON.stringify([{ value: 'Small', sellingPrice: 5000, costPrice: 2000, isDefault: true }]);
    burger = await addMenuItem(t.store, t.cafe, { name: 'Burger', sizes });
    await t.call('shift.create', { as: admin, body: { key: newKey(), openingBalance: 50_000 } });
  });
  afterAll(async () => {
    await t.app.close();
    await store.close();
    await cluster.stop();
  });
  const notUsed = (): Promise<never> => Promise.reject(new Error('Not used'));

  const isUnavailable = ({ status, headers, body }: Answered): boolean =>
    status === 503 && Number(headers['retry-after']) > 0 && body.reason === 'unavailable';
  const ready = () => t.app.inject({ url: '/ready' });
  const customer = () => ({ key: newKey(), name: 'Hassan', phone: '7771234' });

  /** Calls that tills and back offices send all day; each reaches the store. */
  const works = (): [ContractKey, object][] => {
    const bill = sent('1', { items: [line(burger)] });
    const payment = { key: bill.key, payments: [{ key: newKey(), method: 'Cash', amount: 5000 }] };
    return [
      ['auth.login', { body: { email: 'admin@reef.example', password: 'correct horse' } }],
      ['auth.refresh', { body: { refreshToken: admin.refreshToken } }],
      ['auth.hubTicket', { as: admin }],
      ['app.info', {}],
      ['bill.create', { as: admin, body: bill }],
      ['bill.update', { as: admin, body: { ...bill, changed: [] } }],
      ['bill.pay', { as: admin, body: { ...payment, seen: { itemKeys: [], total: 5000 } } }],
      ['bill.list', { as: admin }],
      ['shift.create', { as: admin, body: { key: newKey(), openingBalance: 50_000 } }],
      ['shift.active', { as: admin }],
      ['customer.create', { as: admin, body: customer() }],
      ['customer.list', { as: admin }],
      ['customer.export', { as: admin }],
      ['print.register', { as: admin }],
      ['app.saveSettings', { as: admin, body: [{ key: 'BlindClose', value: 'true' }] }],
      ['notification.list', { as: admin }],
      ['menu.get', { as: admin }],
    ];
  };
  const upload = async (): Promise<Answered> => {
    const form = new FormData();
    const csv = `${'Name,Phone\r\n'}${'Hassan,7771234\r\n'.repeat(3)}`;
    form.append('file', new Blob([csv], { type: 'text/csv' }), 'customers.csv');
    const body = new Response(form);
    const headers = {
      authorization: `Bearer ${admin.token}`,
      'x-outlet-id': String(t.cafe),
      'content-type': body.headers.get('content-type') ?? '',
    };
    const url = `/api${contract['customer.import'].path}`;
    const payload = Buffer.from(await body.arrayBuffer());
    const raw = await t.app.inject({ method: 'POST', url, headers, payload });
    return { status: raw.statusCode, headers: raw.headers, body: raw.json(), raw };
  };
  /** Makes all calls at once; returns the keys and answers of those that were not refused as unavailable. */
  const exceptions = async (): Promise<unknown[]> => {
    const answers = await Promise.all(works().map(async ([key, call]) => ({ key, answer: await t.call(key, call) })));
    const sentFile = { key: 'customer.import', answer: await upload() };
    return [...answers, sentFile].flatMap(({ key, answer }) =>
      isUnavailable(answer) ? [] : [[key, answer.status, answer.body]],
    );
  };
  const connect = async (): Promise<pg.Client> => {
    const client = createClient(cluster.url, false, { applicationName: 'a visitor' });
    await client.connect();
    return client;
  };
  const recovers = async (): Promise<void> => {
    await expect.poll(async () => (await ready()).statusCode, { timeout: 20_000 }).toBe(200);
    const body = customer();
    const first = await t.call('customer.create', { as: admin, body });
    expect([first.status, (await t.call('customer.create', { as: admin, body })).body.id]).toEqual([
      200,
      first.body.id,
    ]);
  };

  it('[R35.4] answers 503 with Retry-After to every call and to /ready while PostgreSQL is stopped', async () => {
    await cluster.halt();
    expect(await exceptions()).toEqual([]);
    expect((await ready()).statusCode).toBe(503);
    const gets = (Object.entries(contract) as [ContractKey, Endpoint][]).filter(([, { method }]) => method === 'GET');
    const answers = await Promise.all(
      gets.map(async ([key]) => ({ key, answer: await t.call(key, { as: admin, params: { id: 1 } }) })),
    );
    const wrong = answers.filter(({ answer }) => answer.status >= 500 && !isUnavailable(answer));
    expect(wrong.map(({ key, answer }) => [key, answer.status])).toEqual([]);
    expect((await t.app.inject({ method: 'POST', url: '/api/hub/negotiate' })).statusCode).toBe(401);
    await cluster.resume();
    await recovers();
  });

  it('[R35.4] answers 503 to every write and to /ready while PostgreSQL is read-only', async () => {
    const visitor = await connect();
    await visitor.query('alter system set default_transaction_read_only = on');
    await visitor.query('select pg_reload_conf()');
    await expect.poll(async () => (await ready()).statusCode, { timeout: 20_000 }).toBe(503);
    expect((await ready()).json().details).toBe('The database is read-only');
    const writes = works().filter(([key]) => contract[key].method !== 'GET' && key !== 'app.info');
    const answers = await Promise.all(writes.map(async ([key, call]) => [key, isUnavailable(await t.call(key, call))]));
    expect(answers).toEqual(writes.map(([key]) => [key, true]));
    expect((await t.call('customer.list', { as: admin })).status).toBe(200);
    await visitor.query('set default_transaction_read_only = off');
    await visitor.query('alter system reset default_transaction_read_only');
    await visitor.query('select pg_reload_conf()');
    await visitor.end();
    await recovers();
  });

  it('[R35.4] answers 503 to every write and to /ready while the disk of PostgreSQL is full', async () => {
    const visitor = await connect();
    // As PostgreSQL reports it: every statement that needs a page more is refused.
    await visitor.query(`create function disk_is_full() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
    const tables = `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not like 'pg_%' and n.nspname <> 'information_schema'`;
    const { rows } = await visitor.query<{ name: string }>(tables);
    expect(rows.length).toBeGreaterThan(30);
    for (const { name } of rows)
      await visitor.query(`create trigger full_disk before insert or update or delete on ${name}
        for each statement execute function disk_is_full()`);
    const writes = works().filter(([key]) => contract[key].method !== 'GET' && key !== 'app.info');
    const answers = await Promise.all(writes.map(async ([key, call]) => [key, isUnavailable(await t.call(key, call))]));
    expect(answers).toEqual(writes.map(([key]) => [key, true]));
    expect((await ready()).statusCode).toBe(503);
    expect((await ready()).json().details).toBe('The disk is full');
    expect((await t.call('customer.list', { as: admin })).status).toBe(200);
    await visitor.query('drop function disk_is_full cascade');
    await visitor.end();
    expect((await t.call('customer.create', { as: admin, body: customer() })).status).toBe(200);
    await recovers();
  });

  it('[R35.4] answers 503 to every call and to /ready while PostgreSQL has no connection left', async () => {
    const visitors = [await connect()];
    const own = async (): Promise<number> => {
      const counted = `select count(*)::int as n from pg_stat_activity where application_name like 'atoll%'`;
      return (await visitors[0]?.query(counted))?.rows[0].n;
    };
    // Takes whatever connection becomes free, until the server has none.
    do {
      await visitors[0]?.query(endAll);
      for (let isFree = true; isFree; )
        isFree = await connect().then(
          (client) => visitors.push(client) > 0,
          () => false,
        );
    } while ((await own()) > 0);
    expect(await exceptions()).toEqual([]);
    expect((await ready()).statusCode).toBe(503);
    await Promise.all(visitors.map((client) => client.end()));
    await recovers();
  });

  it('[R35.4] reports not ready when the oldest command of any outlet has waited for more than 5 s', async () => {
    const visitor = await connect();
    await visitor.query('begin');
    await visitor.query('select * from outlet_cursor where outlet_id = $1 for update', [t.cafe]);
    const waiting = t.call('customer.create', { as: admin, body: customer() });
    await expect.poll(async () => (await ready()).json().details, { timeout: 9000 }).toBe('Waiting for the database');
    expect((await t.call('customer.list', { as: admin, outlet: t.shop })).status).toBe(200);
    await visitor.query('rollback');
    await visitor.end();
    expect((await waiting).status).toBe(200);
    await recovers();
  });
});
