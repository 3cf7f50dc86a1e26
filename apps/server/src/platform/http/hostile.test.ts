import { type ContractKey, contract } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { Endpoint } from '@atoll/domain/contract/platform/endpoint';
import { beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { eachEngine } from '../store/testing/engine.ts';

const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);

/** Values that no field expects. */
const values = [
  null,
  -1,
  1e308,
  '\u0000',
  '<script>alert(1)</script>',
  "'; drop table bill; --",
  'x'.repeat(20_000),
  [],
  [null],
  {},
  deep(200),
  true,
];

/** These end the sign-in, or replace the store. */
const isSafe = (key: string): boolean => !/^(auth|start|backup)\./.test(key);

eachEngine('what nobody should send', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  beforeAll(async () => {
    t = await testApp(on);
    admin = await t.signIn('Admin');
  });
  const writes = (Object.entries(contract) as [ContractKey, Endpoint][]).filter(
    ([key, { method, body, access }]) => method !== 'GET' && body && access.who === 'member' && isSafe(key),
  );
  const fieldsOf = ({ body }: Endpoint): string[] => {
    const { shape } = (body as unknown as { _zod: { def: { shape?: object } } })._zod.def;
    return Object.keys(shape ?? {});
  };

  it('[R17.3] refuses or drops hostile values in every write of the contract without a fault', async () => {
    expect(writes.length).toBeGreaterThan(60);
    const failed: unknown[] = [];
    for (const [key, endpoint] of writes) {
      // On the second engine, each write gets only some of the values; together they cover all.
      const some = on.engine === 'sqlite' ? values : values.filter((_, index) => index % 4 === key.length % 4);
      for (const value of some) {
        const filled = Object.fromEntries(fieldsOf(endpoint).map((name) => [name, value]));
        const { status } = await t.call(key, {
          as: admin,
          params: { id: 999_999 },
          body: { ...filled, isAdmin: true },
        });
        if (status >= 500) failed.push([key, status, JSON.stringify(value).slice(0, 40)]);
      }
    }
    expect(failed).toEqual([]);
  });

  it('[R17.3] changes no object by keys that every object has', async () => {
    const raw = await t.app.inject({
      method: 'POST',
      url: '/api/bis/bill/create',
      headers: {
        authorization: `Bearer ${admin.token}`,
        'x-outlet-id': String(t.cafe),
        'content-type': 'application/json',
      },
      payload: '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    });
    expect(raw.statusCode).toBe(400);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
