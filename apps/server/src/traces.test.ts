import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { SyncMessage } from '@atoll/domain/contract/platform/hub';
import type { HubConnection } from '@microsoft/signalr';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newKey } from './modules/bill/testing/shop.ts';
import { createLog } from './platform/log/log.ts';
import type { Engine } from './platform/store/engine.ts';
import type { Database } from './platform/store/schema/schema.ts';
import { eachEngine } from './platform/store/testing/engine.ts';
import { inCall, type SlowStatement } from './platform/trace/call.ts';
import { hubClient } from './testing/hub-client.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

interface Exported {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
}

/** Receives traces as a collector does: OTLP over HTTP, as JSON. */
class Receiver {
  readonly spans: Exported[] = [];
  readonly paths = new Set<string>();
  services: unknown[] = [];
  readonly #server: Server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      this.paths.add(request.url ?? '');
      const { resourceSpans } = JSON.parse(text) as {
        resourceSpans: { resource: { attributes: unknown[] }; scopeSpans: { spans: Exported[] }[] }[];
      };
      for (const { resource, scopeSpans } of resourceSpans) {
        this.services = resource.attributes;
        for (const { spans } of scopeSpans) this.spans.push(...spans);
      }
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => void this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  of(traceId: string, name: string): Exported | undefined {
    return this.spans.find((span) => span.traceId === traceId && span.name === name);
  }
}

eachEngine('traces', (on) => {
  const receiver = new Receiver();
  const connections: HubConnection[] = [];
  let t: TestApp;
  let user: SignedIn;
  beforeAll(async () => {
    t = await testApp(on, { OTEL_EXPORTER_OTLP_ENDPOINT: await receiver.listen(), OTEL_SERVICE_NAME: 'reef' });
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    user = await t.signIn('User');
    await t.call('shift.create', { as: user, body: { key: randomUUID(), openingBalance: 0 } });
  });
  afterAll(async () => {
    await Promise.all(connections.map((connection) => connection.stop()));
    receiver.close();
  });

  const listen = async (): Promise<SyncMessage[]> => {
    const { ticket } = (await t.call('auth.hubTicket', { as: user })).body as { ticket: string };
    const connection = hubClient(t, ticket, t.cafe);
    const syncs: SyncMessage[] = [];
    connection.on('Sync', (sync: SyncMessage) => syncs.push(sync));
    connections.push(connection);
    await connection.start();
    await connection.invoke('Hello', { outletId: t.cafe, since: null });
    return syncs;
  };

  it('[R34.21] follows an entry of the outbox in one trace: tap, call, commit, and the other till that fetches it', async () => {
    const syncs = await listen();
    const traceId = '0190f3a1c2d47e8f9abcdef012345678';
    const tap = '1122334455667788';
    const tappedAt = t.now() - 60_000;
    const { body: bill } = await t.call('bill.create', {
      as: user,
      headers: { traceparent: `00-${traceId}-${tap}-01`, tracestate: `other=1,atoll=${tappedAt}` },
      body: { key: randomUUID(), type: 'Table', slot: '7', items: [] },
    });
    await expect.poll(() => syncs.find(({ billId }) => billId === bill.id)?.trace).toBeDefined();
    const trace = syncs.find(({ billId }) => billId === bill.id)?.trace ?? '';
    await t.call('bill.find', { as: user, params: { id: bill.id }, headers: { traceparent: trace } });

    await expect.poll(() => receiver.of(traceId, 'bill.find')).toBeDefined();
    const [outbox, call, commit, fetched] = ['outbox', 'bill.create', 'commit', 'bill.find'].map((name) =>
      receiver.of(traceId, name),
    );
    expect(outbox?.parentSpanId).toBe(tap);
    expect(Number(outbox?.startTimeUnixNano) / 1e6).toBeCloseTo(tappedAt, -1);
    expect(call?.parentSpanId).toBe(outbox?.spanId);
    expect(commit?.parentSpanId).toBe(call?.spanId);
    expect(fetched?.parentSpanId).toBe(call?.spanId);
    expect(trace).toBe(`00-${traceId}-${call?.spanId}-01`);
    const attribute = (span: Exported | undefined, key: string) =>
      span?.attributes.find((each) => each.key === key)?.value;
    expect(attribute(call, 'atoll.outlet')).toEqual({ intValue: t.cafe });
    expect(attribute(call, 'http.response.status_code')).toEqual({ intValue: 200 });
    expect([...receiver.paths]).toEqual(['/v1/traces']);
    expect(receiver.services).toContainEqual({ key: 'service.name', value: { stringValue: 'reef' } });
  });

  it('[R34.21] begins a trace of its own for a call without a valid one, and keeps two calls of one commit apart', async () => {
    const create = (slot: string, traceparent: string) =>
      t.call('bill.create', {
        as: user,
        headers: { traceparent },
        body: { key: randomUUID(), type: 'Table', slot, items: [] },
      });
    const [a, b] = ['a'.repeat(32), 'b'.repeat(32)];
    const syncs = await listen();
    const made = await Promise.all([
      create('8', `00-${a}-1122334455667788-01`),
      create('9', `00-${b}-1122334455667788-01`),
      create('10', `00-${'0'.repeat(32)}-<script>-01`),
    ]);
    const announced = () =>
      made.map(({ body }) => syncs.find(({ billId }) => billId === body.id)?.trace?.split('-')[1] ?? '');
    await expect.poll(announced).toEqual([a, b, expect.stringMatching(/^[\da-f]{32}$/)]);
    const commitOf = (traceId: string) => receiver.of(traceId, 'commit');
    await expect.poll(() => [a, b].map(commitOf)).toEqual([expect.anything(), expect.anything()]);
    expect(receiver.spans.some(({ traceId }) => /^0+$/.test(traceId))).toBe(false);
    expect(JSON.stringify(receiver.spans)).not.toContain('script');
  });
});

/** Returns a statement that takes more than 100 ms. */
const slowOn = (engine: Engine) =>
  engine === 'postgres'
    ? sql`select pg_sleep(0.15)`
    : sql`with recursive c (n) as (select 1 union all select n + 1 from c where n < 1500000) select max(n) from c`;

eachEngine('the log of calls', (on) => {
  let lines: string[] = [];
  let t: TestApp;
  let user: SignedIn;
  const entries = (text: string) =>
    lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === text);
  beforeAll(async () => {
    const log = createLog('info', { write: (line) => void lines.push(line) });
    t = await testApp(on, { TRUST_PROXY: '10.0.0.7, 10.1.0.0/16' }, { log });
    user = await t.signIn('User');
  });
  beforeEach(() => {
    lines = [];
  });
  const askFrom = async (remoteAddress: string, id: string) =>
    (await t.call('app.info', { remoteAddress, headers: { 'x-request-id': id } })).headers['x-request-id'];

  it('[R34.21] each answer carries the id of its request: of a refusal, a page and an unknown address too', async () => {
    const urls = ['/api/app/info', '/api/bis/bills/active', '/api/unknown', '/unknown.js', '/health', '/metrics'];
    const answers = await Promise.all(urls.map((url) => t.app.inject({ url })));
    const ids = answers.map(({ headers }) => headers['x-request-id']);
    expect(ids.every((id) => /^[\da-z]+-[\da-z]+$/.test(String(id)))).toBe(true);
    expect(new Set(ids).size).toBe(urls.length);
  });

  it('[R34.21] takes the id that a trusted proxy sent, from nobody else, and only when it is one', async () => {
    const id = 'edge-7f3a.42:1=';
    expect(await askFrom('10.0.0.7', id)).toBe(id);
    expect(await askFrom('10.1.200.3', id)).toBe(id);
    expect(await askFrom('10.0.0.8', id)).not.toBe(id);
    const wrong = ['', 'a b', '<b>', 'x'.repeat(129), '"\\', 'é'];
    for (const each of wrong) expect(await askFrom('10.0.0.7', each)).toMatch(/^[\da-z]+-[\da-z]+$/);
    expect(entries('call')[0]).toMatchObject({ requestId: id, route: '/api/app/info', status: 200 });
  });

  it('[R34.21] logs route, outlet and duration of a call, and never the values of its address', async () => {
    await t.call('bill.find', { as: user, params: { id: newKey() }, query: { note: 'of-somebody' } });
    const [entry] = entries('call');
    expect(entry).toMatchObject({ method: 'GET', route: '/api/bis/bills/find/:id', outletId: t.cafe, status: 404 });
    expect(entry?.['ms']).toBeGreaterThanOrEqual(0);
    expect(entry).not.toHaveProperty('statements');
    expect(lines.join('')).not.toContain('of-somebody');
  });

  it('[R34.21] warns of a call with a statement of more than 100 ms, with its time and text, and of that call only', async () => {
    const { store } = t;
    const original = store.readOutlet.bind(store);
    const slow = slowOn(on.engine);
    store.readOutlet = (outletId, read) =>
      original(outletId, async (db: Kysely<Database>) => {
        await slow.execute(db);
        return read(db);
      });
    await Promise.all([t.call('shift.active', { as: user }), t.call('app.info')]);
    store.readOutlet = original;
    const warned = entries('slow call');
    expect(warned.length).toBeGreaterThan(0);
    expect(new Set(warned.map(({ route }) => route))).toEqual(new Set(['/api/bis/shift/active']));
    const [statement] = warned.flatMap(({ statements }) => statements as { ms: number; sql: string }[]);
    expect(statement?.ms).toBeGreaterThanOrEqual(100);
    expect(statement?.sql).toMatch(/^(select pg_sleep|with recursive c)/);
    expect(entries('call').map(({ route }) => route)).toEqual(['/api/app/info']);
  });

  it('[R34.21] knows the slow statement of a report, and of each command the own one, also when they share a transaction', async () => {
    const slow = slowOn(on.engine);
    const slowOf = async (work: (place: number) => Promise<unknown>, count: number): Promise<number[]> => {
      const records = Array.from({ length: count }, () => ({ slow: [] as SlowStatement[], span: undefined }));
      await Promise.all(records.map((record, place) => inCall(record, () => work(place))));
      return records.map(({ slow: noted }) => noted.filter(({ sql: text }) => text !== 'commit').length);
    };
    const command = (place: number) =>
      t.store.writeOutlet(t.cafe, async (tx) => {
        await tx.db.selectFrom('setting').select('key').where('outlet_id', '=', t.cafe).execute();
        if (place === 1) tx.write(slow.compile(tx.db));
      });
    expect(await slowOf(command, 3)).toEqual([0, 1, 0]);
    expect(await slowOf(() => t.store.readForReports(t.cafe, (db) => slow.execute(db)), 1)).toEqual([1]);
  });
});
