/** Tests that no body makes the server fail: random bodies of every write, most of them nearly right. */
import { randomUUID } from 'node:crypto';
import { type ContractKey, contract } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { Endpoint } from '@atoll/domain/contract/platform/endpoint';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from './platform/store/testing/engine.ts';
import { bodiesOf, type Known } from './testing/body-arbitrary.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

/** A tenth in a short run; half of it on the second engine. */
const bodies = process.env['SOAK'] === '1' ? 10_000 : 1000;
/** These end the sign-in of this test, or replace its store. */
const isSafe = (key: string): boolean => !/^(auth|start|backup)\./.test(key);
const writes = (Object.entries(contract) as [ContractKey, Endpoint][]).filter(
  ([key, { method, body, multipart }]) => method !== 'GET' && body && !multipart && isSafe(key),
);

eachEngine('random bodies', (on) => {
  let t: TestApp;
  let as: SignedIn;
  let known: Known;
  beforeAll(async () => {
    t = await testApp(on);
    as = await t.signIn('Admin');
    const keys = [randomUUID(), randomUUID(), randomUUID()];
    await t.call('shift.create', { as, body: { key: randomUUID(), openingBalance: 0 } });
    for (const [at, key] of keys.entries()) {
      const items = [{ key: randomUUID(), menuItemId: 1 + at, quantity: 1 }];
      await t.call('bill.create', { as, body: { key, type: 'Table', slot: String(1 + at), items } });
    }
    known = { keys, ids: [1, 1, 1, 2, 999_999], texts: ['1', '2', 'Table', 'Cash', 'Kitchen', '10.50', 'a@b.example'] };
  });

  const count = on.engine === 'sqlite' ? bodies : bodies / 2;
  it(`[R17.3] no body of ${count} makes a write answer with a fault`, { timeout: 600_000 }, async () => {
    const faults: unknown[] = [];
    const statuses = new Map<number, number>();
    const perCall = Math.ceil(count / writes.length);
    for (const [at, [key, endpoint]] of writes.entries()) {
      const values = fc.sample(bodiesOf(endpoint.body, known), { numRuns: perCall, seed: 4000 + at });
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
    expect(statuses.get(200) ?? 0).toBeGreaterThan(count / 40);
    expect(statuses.get(400) ?? 0).toBeGreaterThan(count / 10);
  });
});
