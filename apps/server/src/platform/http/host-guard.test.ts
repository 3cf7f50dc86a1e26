import { hostname } from 'node:os';
import { beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { eachEngine } from '../store/testing/engine.ts';
import { createHostCheck } from './host-guard.ts';

it('[R36.27] accepts addresses, names of the own network and PUBLIC_URL, and no other domain', () => {
  const isOwn = createHostCheck({ publicUrl: 'https://till.reef.example', origins: ['https://shop.example:8443'] });
  const own = [
    'localhost:8080',
    '127.0.0.1:8080',
    '192.168.1.20',
    '[::1]:8080',
    '[fe80::1]',
    'till-server:8080',
    'atoll.local',
    'Till.Lan:80',
    'till.reef.example',
    'TILL.reef.example.:443',
    'shop.example',
    hostname(),
  ];
  for (const host of own) expect(isOwn(host), host).toBe(true);
  for (const host of ['evil.example', 'evil.example:8080', 'reef.example', 'till.reef.example.evil.example', '', 'a b'])
    expect(isOwn(host), host).toBe(false);
});

eachEngine('requests for a foreign host', (on) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp(on);
  });

  it('[R36.27] refuses calls and pages for a foreign host name in words, and answers them for an own one', async () => {
    for (const url of ['/api/app/info', '/api/auth/login', '/', '/health']) {
      const foreign = await t.app.inject({ url, headers: { host: 'evil.example' } });
      expect([url, foreign.statusCode, foreign.json<{ reason: string }>().reason]).toEqual([url, 421, 'foreignHost']);
    }
    const start = {
      url: '/api/auth/start',
      method: 'POST',
      headers: { host: 'evil.example:8080' },
      payload: {},
    } as const;
    expect((await t.app.inject(start)).statusCode).toBe(421);
    expect((await t.app.inject({ url: '/health', headers: { host: '192.168.1.20:8080' } })).statusCode).toBe(200);
  });
});
