import { hostname } from 'node:os';
import { beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { eachEngine } from '../store/testing/engine.ts';
import { createHostCheck } from './host-guard.ts';

const addresses = (): readonly string[] => ['127.0.0.1', '192.168.1.20', 'fe80::1', 'fd00::20'];

/** A resolver whose answers a test sets. Other names have no address. */
function resolver(answers: Readonly<Record<string, readonly string[]>>) {
  const asked: string[] = [];
  return {
    answers: { ...answers },
    asked,
    async lookUp(this: void, name: string): Promise<readonly string[]> {
      asked.push(name);
      const found = given.answers[name];
      if (!found) throw new Error(`No address for ${name}`);
      return found;
    },
  };
}
let given = resolver({});

it('[R36.27] accepts addresses, the names of this machine and PUBLIC_URL without a resolver, and no other domain', () => {
  given = resolver({});
  const { lookUp } = given;
  const isOwn = createHostCheck(
    { publicUrl: 'https://till.reef.example', origins: ['https://shop.example:8443'], host: 'pos.lan' },
    { lookUp, addresses },
  );
  const [name = ''] = hostname().split('.');
  const own = [
    'localhost:8080',
    'pos.localhost',
    '127.0.0.1:8080',
    '192.168.1.20',
    '[::1]:8080',
    '[fe80::1]',
    'pos.lan:8080',
    'till.reef.example',
    'TILL.reef.example.:443',
    'shop.example',
    hostname(),
    ...['', '.local', '.LAN:80', '.home.arpa', '.internal'].map((ending) => name + ending),
  ];
  for (const host of own) expect(isOwn(host), host).toBe(true);
  for (const host of ['evil.example', 'evil.example:8080', 'reef.example', 'till.reef.example.evil.example', '', 'a b'])
    expect(isOwn(host), host).toBe(false);
  expect(given.asked).toEqual([]);
});

it('[R36.27] accepts a name of the own network when the resolver gives it an address of this machine, and asks once', async () => {
  given = resolver({ till: ['192.168.1.20'], 'pos.local': ['203.0.113.9', 'fe80::1%eth0'], 'shop.lan': ['FD00::20'] });
  const { lookUp, asked } = given;
  let now = 0;
  const isOwn = createHostCheck({ publicUrl: undefined, origins: [] }, { lookUp, addresses, now: () => now });
  const names = ['till', 'pos.local', 'shop.lan'];
  const both = [...names, ...names].map(async (name) => isOwn(`${name}:8080`));
  expect(await Promise.all(both)).toEqual(Array(6).fill(true));
  for (const name of names) expect(isOwn(name)).toBe(true);
  expect(asked).toEqual(names);
  // It stays known while the resolver is away.
  given.answers = {};
  now += 3_600_000;
  expect(isOwn('till')).toBe(true);
  await expect.poll(() => asked).toEqual([...names, 'till']);
  expect(isOwn('till')).toBe(true);
  // It is another machine's by now: the next request is answered as before, those after it are refused.
  given.answers = { till: ['192.168.1.21'] };
  now += 3_600_000;
  expect(isOwn('till')).toBe(true);
  await expect.poll(() => isOwn('till')).toBe(false);
});

it('[R36.27] refuses names of the own network that lead elsewhere, to loopback or nowhere, and asks again later', async () => {
  given = resolver({ evil: ['203.0.113.9'], 'evil.local': ['127.0.0.1'], 'evil.lan': ['127.0.0.1', '::1'] });
  const { lookUp, asked } = given;
  let now = 0;
  const isOwn = createHostCheck({ publicUrl: undefined, origins: [] }, { lookUp, addresses, now: () => now });
  const names = ['evil', 'evil.local', 'evil.lan', 'evil.internal', 'evil.home.arpa'];
  for (const name of names) expect([name, await isOwn(name), isOwn(name)]).toEqual([name, false, false]);
  expect(asked).toEqual(names);
  now += 60_000;
  given.answers = { 'evil.internal': ['192.168.1.20'] };
  expect(await isOwn('evil.internal')).toBe(true);
});

it('[R36.27] asks for one name at a time, and refuses more than it can ask for without asking', async () => {
  const done = Promise.withResolvers<void>();
  let open = 0;
  let most = 0;
  const lookUp = async (): Promise<readonly string[]> => {
    open += 1;
    most = Math.max(most, open);
    await done.promise;
    open -= 1;
    return addresses();
  };
  const isOwn = createHostCheck({ publicUrl: undefined, origins: [] }, { lookUp, addresses });
  const all = Array.from({ length: 100 }, async (_, i) => isOwn(`flood-${i}.lan`));
  done.resolve();
  const answers = await Promise.all(all);
  expect([answers.filter(Boolean).length, most]).toEqual([20, 1]);
});

eachEngine('requests for a foreign host', (on) => {
  let t: TestApp;
  beforeAll(async () => {
    given = resolver({ 'pos.local': ['192.168.1.20'], 'rebound.lan': ['127.0.0.1'], rebound: ['203.0.113.9'] });
    t = await testApp(on, {}, { names: { lookUp: given.lookUp, addresses } });
  });

  it('[R36.27] refuses calls and pages for a foreign host name in words, and answers them for an own one', async () => {
    for (const url of ['/api/app/info', '/api/auth/login', '/', '/health'])
      for (const host of ['evil.example', 'rebound:8080', 'rebound.lan', 'rebound.internal']) {
        const foreign = await t.app.inject({ url, headers: { host } });
        const { reason } = foreign.json<{ reason: string }>();
        expect([url, host, foreign.statusCode, reason]).toEqual([url, host, 421, 'foreignHost']);
      }
    for (const host of ['evil.example:8080', 'rebound.lan:8080']) {
      const start = { url: '/api/auth/start', method: 'POST', headers: { host }, payload: {} } as const;
      expect((await t.app.inject(start)).statusCode).toBe(421);
    }
    for (const host of ['192.168.1.20:8080', 'pos.local:8080', hostname()])
      expect((await t.app.inject({ url: '/health', headers: { host } })).statusCode).toBe(200);
  });
});
