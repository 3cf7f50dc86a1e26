/** Tests that no call makes the server fail: random bodies of every write, most of them nearly right, and random queries of every read. */
import { randomUUID } from 'node:crypto';
import { type ContractKey, contract } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { Endpoint } from '@atoll/domain/contract/platform/endpoint';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { addMenuItem } from './modules/bill/testing/shop.ts';
import { eachEngine } from './platform/store/testing/engine.ts';
import { bodiesOf, type Known } from './testing/body-arbitrary.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

/** A tenth in a short run; half of it on the second engine. */
const bodies = process.env['SOAK'] === '1' ? 10_000 : 1000;
/** This ends the sign-in of the test, which has the id 1. */
const isKept = (key: string): boolean => key !== 'auth.endSession';
const writes = (Object.entries(contract) as [ContractKey, Endpoint][]).filter(
  ([key, { method }]) => method !== 'GET' && isKept(key),
);
const [withBody, others] = [true, false].map((has) =>
  writes.filter(([, { body, multipart }]) => (body !== undefined && !multipart) === has),
) as [typeof writes, typeof writes];
const reads = (Object.entries(contract) as [ContractKey, Endpoint][]).filter(([, { method }]) => method === 'GET');
const ids = [
  '1',
  '0',
  '-1',
  '999999',
  '99999999999999999999',
  '1e308',
  '0.5',
  'abc',
  '%00',
  '__proto__',
  "' or 1=1 --",
];
/** Values of queries: right for some name, or wrong for all. */
const words = fc.oneof(
  fc.constantFrom('1', '2', '100', 'true', 'name', 'desc', '2026-03-04', '2026-03-05T08:00:00.000Z', 'Table', 'sales'),
  fc.constantFrom(...ids, '', '\u0000', 'x'.repeat(3000), '2026-02-30', '9999-12-31', '[', '{"a":1}', '\ud800', '%'),
);
/** Bodies of calls that take none, a list or a file. */
const texts = fc.oneof(fc.constantFrom('', 'null', '{"csv":"code,name\\n1,A"}', '{"csv":1}'), fc.json(), fc.string());
const types = ['application/json', 'text/csv', 'multipart/form-data; boundary=x', 'application/octet-stream'];
const asFile = (text: string): string =>
  `--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${text}\r\n--x--\r\n`;

eachEngine('random bodies', (on) => {
  let t: TestApp;
  let as: SignedIn;
  let known: Known;
  beforeAll(async () => {
    t = await testApp(on);
    as = await t.signIn('Admin');
    const keys = [randomUUID(), randomUUID(), randomUUID()];
    const done = async (key: ContractKey, body: object) => {
      const answer = await t.call(key, { as, body });
      expect([key, answer.status, answer.body.errors]).toEqual([key, 200, undefined]);
    };
    // Random bodies then name dishes, promotions and bills that exist.
    const sizes = JSON.stringify([{ value: '1', sellingPrice: 2500, isDefault: true }]);
    const dishes = [];
    for (const name of ['Tea', 'Soup', 'Fish']) dishes.push(await addMenuItem(t.store, t.cafe, { name, sizes }));
    const [first = 0] = dishes;
    for (const terms of [
      { type: 'PercentOff', percent: 10, combines: 'Stacks' },
      { type: 'BuyGet', percent: 100, buyQty: 1, getQty: 1 },
      { type: 'Bundle', price: 1000, parts: [{ menuItemId: first, qty: 1 }] },
      { type: 'BillOff', percent: 10 },
    ])
      await done('promotion.create', { key: randomUUID(), name: terms.type, status: 'Published', ...terms });
    await done('shift.create', { key: randomUUID(), openingBalance: 0 });
    for (const [at, key] of keys.entries()) {
      const items = [{ key: randomUUID(), menuItemId: dishes[at], qty: 2, courseNo: 1 + at, seat: at }];
      await done('bill.create', { key, type: 'Table', slot: String(1 + at), items });
    }
    known = {
      keys,
      ids: [first, 1, 1, 2, 999_999],
      texts: ['1', '2', 'Table', 'Cash', 'Kitchen', '10.50', 'a@b.example'],
    };
  });

  const expectStillSignedIn = async () => expect((await t.call('app.user', { as })).status).toBe(200);
  const count = on.engine === 'sqlite' ? bodies : bodies / 2;
  const sample = <T>(values: fc.Arbitrary<T>, seed: number): T[] =>
    fc.sample(values, { numRuns: Math.ceil(count / withBody.length), seed });

  it(`[R17.3] no body of ${count} makes a write answer with a fault`, { timeout: 600_000 }, async () => {
    const faults: unknown[] = [];
    const statuses = new Map<number, number>();
    for (const [at, [key, endpoint]] of withBody.entries()) {
      const values = sample(bodiesOf(endpoint.body, known), 4000 + at);
      for (const [index, body] of values.entries()) {
        const params = {
          id: known.ids[index % known.ids.length] ?? 1,
          key: known.keys[index % known.keys.length] ?? '',
        };
        const { status, body: answer } = await t.call(key, { as, params, body });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status >= 500) faults.push([key, status, answer, JSON.stringify(body)?.slice(0, 300)]);
      }
    }
    expect(faults).toEqual([]);
    // The bodies are good enough to be taken, and bad enough to be refused.
    expect((statuses.get(200) ?? 0) + (statuses.get(204) ?? 0)).toBeGreaterThan(count / 40);
    expect(statuses.get(400) ?? 0).toBeGreaterThan(count / 10);
    await expectStillSignedIn();
  });

  it('[R17.3] no body of any type makes a write that takes none, a list or a file answer with a fault', async () => {
    const faults: unknown[] = [];
    for (const [at, [key]] of others.entries())
      for (const [index, text] of sample(texts, 9000 + at).entries()) {
        const type = types[index % types.length] ?? '';
        const params = { id: 1 + (index % 9), key: known.keys[0] ?? '' };
        const body = type.startsWith('multipart') ? asFile(text) : text;
        const { status, body: answer } = await t.call(key, { as, params, body, headers: { 'content-type': type } });
        if (status >= 500) faults.push([key, type, status, answer, text.slice(0, 300)]);
      }
    expect(faults).toEqual([]);
    await expectStillSignedIn();
  }, 600_000);

  it('[R17.3] no id and no query makes a read answer with a fault', async () => {
    const faults: unknown[] = [];
    for (const [at, [key, endpoint]] of reads.entries()) {
      const names = Object.keys((endpoint.query as { shape?: object } | undefined)?.shape ?? {});
      const queries = fc.record(Object.fromEntries([...names, 'page'].map((name) => [name, words])), {
        requiredKeys: [],
      });
      for (const [index, query] of sample(queries, 7000 + at).entries()) {
        const id = ids[index % ids.length] ?? '';
        const { status, body } = await t.call(key, {
          as,
          params: { id, key: id, slug: id },
          query: query as Record<string, string>,
        });
        if (status >= 500) faults.push([key, status, body, id, query]);
      }
    }
    expect(faults).toEqual([]);
  }, 600_000);
});
