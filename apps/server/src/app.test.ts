import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '@atoll/domain/contract/contract';
import type { Endpoint } from '@atoll/domain/contract/platform/endpoint';
import { serverTimeHeader } from '@atoll/domain/contract/server-time';
import { anyRefusal, refusalReasons } from '@atoll/domain/refusal/all-refusals';
import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { eachEngine } from './platform/store/testing/engine.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

const page =
  '<!doctype html><meta name="style-nonce" content="__STYLE_NONCE__"><script type="module" src="/assets/app-1a2b.js"></script>';

eachEngine('the app', (on) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp(on, { PRINT_PORT: '14999' });
  });
  const get = (url: string, headers: Record<string, string> = {}) => t.app.inject({ url, headers });

  it('[R18.1] reports whether it runs and can serve, at the root and under /api', async () => {
    for (const prefix of ['', '/api']) {
      expect((await get(`${prefix}/health`)).json()).toEqual({ status: 'ok' });
      expect((await get(`${prefix}/ready`)).json()).toEqual({ status: 'ready' });
    }
  });

  it('refuses what a till sends that does not know of the restore of its store, and names the restore', async () => {
    const store = String((await get('/api/info')).headers['x-store']);
    const [name, mark] = [store.slice(0, store.lastIndexOf('.')), store.slice(store.lastIndexOf('.') + 1)];
    const answer = await get('/api/bis/bills/active', { 'x-store': `${name}.${Number(mark) + 1}` });
    expect(answer.statusCode).toBe(425);
    expect(answer.json()).toMatchObject({ reason: 'storeRestored' });
    expect(answer.headers['x-store']).toBe(store);
    for (const known of [store, 'another-store.7', ''])
      expect((await get('/api/bis/bills/active', { 'x-store': known })).statusCode).toBe(401);
  });

  it('[R18.1] reports metrics of the process and of each endpoint, and no names of people', async () => {
    await t.signIn('Admin');
    const { body } = await get('/metrics');
    expect(body).toContain('atoll_call_seconds_count{endpoint="auth.login",status="200"}');
    expect(body).toContain('process_resident_memory_bytes');
    expect(body).toContain('atoll_hub_connections 0');
    expect(body).not.toContain('reef.example');
  });

  it('[R36.24] refuses the metrics to another machine without a token', async () => {
    const { statusCode, body } = await t.app.inject({ url: '/metrics', remoteAddress: '192.168.1.20' });
    expect(statusCode).toBe(403);
    expect(body).toContain('METRICS_TOKEN');
    expect(body).not.toContain('atoll_');
  });

  describe('the API documentation', () => {
    it('[R18.1] lists every endpoint of the contract with its access and refusals as OpenAPI 3.1', async () => {
      const document = (await get('/api/docs/openapi.json')).json<{
        openapi: string;
        paths: Record<
          string,
          Record<
            string,
            { operationId: string; description: string; responses: Record<string, { description: string }> }
          >
        >;
      }>();
      expect(document.openapi).toBe('3.1.0');
      for (const [key, endpoint] of Object.entries(contract) as [string, Endpoint][]) {
        const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
        const operation = document.paths[path]?.[endpoint.method.toLowerCase()];
        expect(operation?.operationId, `${endpoint.method} ${path}`).toBe(key);
        for (const permission of ('anyOf' in endpoint.access && endpoint.access.anyOf) || []) {
          expect(operation?.description).toContain(permission);
        }
        for (const reason of endpoint.refusals) {
          expect(operation?.responses[anyRefusal(reason).status]?.description).toContain(reason);
        }
      }
    });

    it('[R18.1] shows the API documentation under a policy without inline scripts and styles', async () => {
      const { body, headers, statusCode } = await get('/api/docs');
      expect(statusCode).toBe(200);
      expect(body).not.toMatch(/https?:\/\/|@import| on\w+=|<style|<script>/);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
      expect(policy).not.toMatch(/unsafe|nonce|https?:/);
      const files = [...body.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((found) => found[1] ?? '');
      expect(files).toHaveLength(3);
      for (const url of files) {
        const file = await get(url);
        expect(file.statusCode, url).toBe(200);
        expect(file.headers['content-type'], url).toMatch(url.endsWith('.css') ? /^text\/css/ : /^text\/javascript/);
      }
      expect((await get('/api/docs/start.js')).body).toContain("url: '/api/docs/openapi.json'");
    });
  });

  it('[R35.81] [R35.82] names the store on every answer under /api, and gives each refusal a reason and a code', async () => {
    const admin = await t.signIn('Admin');
    const json = { 'content-type': 'application/json' };
    const as = { ...json, authorization: `Bearer ${admin.token}`, 'x-outlet-id': String(t.cafe) };
    const put = { method: 'PUT', url: '/api/bis/bill/pay' } as const;
    const post = { method: 'POST', url: '/api/auth/login', headers: json } as const;
    const asked = {
      health: [{ url: '/api/health' }, 200],
      bills: [{ url: '/api/bis/bills/active', headers: as }, 200],
      'without a token': [put, 401],
      'a broken token': [{ ...put, headers: { ...as, authorization: 'Bearer x.y.z' } }, 401],
      'another outlet': [{ ...put, headers: { ...as, 'x-outlet-id': '999' }, payload: {} }, 403],
      'a body that is no JSON': [{ ...put, headers: as, payload: '{' }, 400],
      'an unknown address': [{ url: '/api/nowhere' }, 404],
      'an unknown method': [{ method: 'DELETE', url: '/api/bis/bill/pay', headers: as }, 404],
      'another type of body': [{ ...put, headers: { ...as, 'content-type': 'text/plain' }, payload: 'x' }, 415],
      'a body that is too large': [{ ...put, headers: as, payload: `"${'x'.repeat(1_100_000)}"` }, 413],
      'fields that are wrong': [{ ...put, headers: as, payload: { key: 1 } }, 400],
      'a wrong password': [{ ...post, payload: { email: 'a@reef.example', password: 'wrong password' } }, 401],
    } as const;
    for (const [name, [request, status]] of Object.entries(asked)) {
      const answer = await t.app.inject(request as InjectOptions);
      expect([name, answer.statusCode]).toEqual([name, status]);
      expect(answer.headers['x-store'], name).toMatch(/^[0-9a-f-]{36}\.\d+$/);
      if (status >= 400)
        expect([name, answer.json()]).toEqual([
          name,
          expect.objectContaining({ reason: expect.any(String), code: expect.any(Number) }),
        ]);
    }
  });

  it('[R19.1] answers 404 as JSON', async () => {
    for (const url of ['/api/nowhere', '/api', '/nowhere.js', '/files/1/none']) {
      const answer = await get(url);
      expect(answer.statusCode, url).toBe(404);
      expect(answer.json()).toMatchObject({ message: 'Not found', code: 404, reason: 'notFound' });
    }
  });

  it('[R18.1] sends the security headers on every answer, and lets no answer of the API be cached', async () => {
    const calls = ['/api/app/info', '/api/app/user', '/api/nowhere', '/api/docs', '/%61pi/app/info', '/ap%69/app/user'];
    for (const url of ['/', '/health', '/nowhere.js', ...calls]) {
      const { headers } = await get(url);
      expect(headers, url).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      });
      expect(String(headers['content-security-policy']), url).toMatch(/frame-ancestors 'none'/);
      if (calls.includes(url)) expect(headers['cache-control'], url).toBe('no-store');
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  it('[R35.84] sends the server’s time with every response of the API, including refusals', async () => {
    for (const url of ['/api/app/info', '/api/app/user', '/api/nowhere']) {
      const before = t.now();
      expect((await get(url)).headers[serverTimeHeader], url).toBe(String(before));
      t.advance(60_000);
    }
    expect((await get('/')).headers[serverTimeHeader]).toBeUndefined();
  });

  describe('the web app', () => {
    let web: TestApp;
    beforeAll(async () => {
      web = await testApp(on, { PRINT_PORT: '14999', PUBLIC_URL: 'https://till.reef.example/' });
      mkdirSync(join(web.config.webDir, 'assets'), { recursive: true });
      writeFileSync(join(web.config.webDir, 'index.html'), page);
      writeFileSync(join(web.config.webDir, 'assets/app-1a2b.js'), 'plain');
      writeFileSync(join(web.config.webDir, 'assets/app-1a2b.js.br'), 'squeezed');
      writeFileSync(join(web.config.webDir, 'sw.js'), 'worker');
      web = await web.restart();
    });

    it('[R2.1] answers the page for every screen, and has it revalidated each time', async () => {
      for (const url of ['/', '/index.html', '/auth/login?redirect=%2Fbilling', '/billing/new/Table/1']) {
        const answer = await web.app.inject({ url });
        expect(answer.statusCode, url).toBe(200);
        expect(answer.headers).toMatchObject({
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-cache',
        });
        expect(answer.body).toContain('app-1a2b.js');
      }
    });

    it('[R2.1] answers the page of the newest build without a restart', async () => {
      const path = join(web.config.webDir, 'index.html');
      writeFileSync(path, page.replace('1a2b', '3c4d'));
      utimesSync(path, 1, 2);
      expect((await web.app.inject({ url: '/' })).body).toContain('app-3c4d.js');
      writeFileSync(path, page);
      utimesSync(path, 3, 4);
    });

    it('[R35.13] gives the page the port of the print server that PRINT_PORT sets', async () => {
      expect((await get('/api/app/info')).json()).toMatchObject({ printPort: 14_999 });
    });

    it('[R16.2] [R35.13] lets the page reach the print server on any port of this device, and run only its own code', async () => {
      const first = await web.app.inject({ url: '/', headers: { host: '192.168.1.20' } });
      const policy = String(first.headers['content-security-policy']);
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
      expect(first.body).toContain(`content="${nonce}"`);
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("connect-src 'self' wss://till.reef.example http://localhost:* http://127.0.0.1:*;");
      expect(policy).not.toMatch(/unsafe|evil/);
      expect(String((await web.app.inject({ url: '/' })).headers['content-security-policy'])).not.toContain(nonce);
      expect(first.headers['strict-transport-security']).toContain('max-age=31536000');
    });

    it('[R2.1] lets a browser cache files with a hash in their name, and compresses them', async () => {
      const file = await web.app.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': 'gzip, br' } });
      expect(file.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-encoding': 'br',
      });
      expect(file.body).toBe('squeezed');
      expect((await web.app.inject({ url: '/assets/app-1a2b.js' })).body).toBe('plain');
      expect((await web.app.inject({ url: '/sw.js' })).headers['cache-control']).toBe('no-cache');
      expect((await web.app.inject({ url: '/assets/gone.js' })).statusCode).toBe(404);
      for (const url of ['/..%2f..%2fpackage.json', '/assets/..%2fsw.js', '/assets/..%5csw.js'])
        expect((await web.app.inject({ url })).statusCode).not.toBe(200);
    });

    it('[R34.5] sends scripts and style sheets with the headers that they need, and no others', async () => {
      const file = await web.app.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': 'gzip, br' } });
      expect(Object.keys(file.headers).sort()).toEqual([
        'accept-ranges',
        'cache-control',
        'connection',
        'content-encoding',
        'content-length',
        'content-type',
        'cross-origin-resource-policy',
        'date',
        'strict-transport-security',
        'vary',
        'x-content-type-options',
        'x-request-id',
      ]);
      // What a worker fetches is under the policy of its own response.
      expect((await web.app.inject({ url: '/sw.js' })).headers).toHaveProperty('content-security-policy');
    });
  });

  it('[R19.1] answers every refusal of the catalogue with a matching status and a message', () => {
    for (const reason of refusalReasons) {
      const { status, message } = anyRefusal(reason);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(message.length).toBeGreaterThan(5);
    }
  });
});
