import { randomUUID } from 'node:crypto';
import { type Role, rolePermissions, roles } from '@atoll/domain/access/permission';
import { type ContractKey, contract } from '@atoll/domain/contract/contract';
import { practiceWrites } from '@atoll/domain/contract/outlet/practice';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { Endpoint } from '@atoll/domain/contract/platform/endpoint';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { eachEngine } from '../store/testing/engine.ts';

/** The routes of a server that are no calls of the contract: each is open to everybody, for the reason that it declares. */
const openRoutes = [
  ...['', '/openapi.json', '/start.js', '/swagger-ui-bundle.js', '/swagger-ui.css'].map(
    (file) => `GET /api/docs${file}`,
  ),
  'GET /api/health',
  'GET /api/ready',
  'GET /files/:outletId/:key',
  'GET /files/people/:key',
  'GET /health',
  'GET /metrics',
  'GET /ready',
  'GET /s',
  'GET /s*',
  'GET /s/:slug',
  'GET /s/:slug/:page',
  'GET /s/:slug/points',
  'POST /api/hub/negotiate',
  'POST /s/:slug/points',
];

/** Returns the routes of a running server, as 'GET /api/…'. */
function routesOf(app: FastifyInstance): string[] {
  const path: string[] = [];
  return app
    .printRoutes({ commonPrefix: false, includeHooks: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^(.*?[├└]── )(\S*) ?(?:\((.*)\))?$/.exec(line) ?? [];
      path.length = indent.length / 4;
      path[path.length - 1] = part;
      return methods
        .split(', ')
        .filter(Boolean)
        .map((method) => `${method} ${path.join('')}`);
    });
}

eachEngine('who may call what', (on) => {
  let t: TestApp;
  const signedIn = new Map<Role, SignedIn>();
  beforeAll(async () => {
    t = await testApp(on);
    for (const role of roles) signedIn.set(role, await t.signIn(role));
  });
  const endpoints = Object.entries(contract) as [ContractKey, Endpoint][];
  const guarded = endpoints.filter(([, { access }]) => access.who !== 'public');
  // The body is wrong, so the call cannot do anything: only the access check is tested.
  const send = (key: ContractKey, role: Role, outlet: number | null) =>
    t.call(key, {
      as: signedIn.get(role),
      outlet,
      params: { id: 999_999 },
      body: contract[key].method === 'GET' ? undefined : {},
    });
  const holds = (role: Role, { access }: Endpoint): boolean =>
    access.who === 'public' ||
    ((!access.anyOf || access.anyOf.some((p) => rolePermissions(role).includes(p))) &&
      (access.who !== 'member' || (access.allOf ?? []).every((p) => rolePermissions(role).includes(p))));

  // Who may call what is decided before the store is asked, and a wrong body is refused before it: on the second engine those that reach it.
  const isWhole = on.engine === 'sqlite';
  const reaching = isWhole ? guarded : guarded.filter(([, { method, body }]) => method === 'GET' || !body);

  describe.each(isWhole ? guarded : [])('%s', (key, endpoint) => {
    it('[R17.3] [R19.2] answers 401 without a sign-in', async () => {
      const { status, body, raw } = await t.call(key, { body: endpoint.body ? {} : undefined });
      expect(status).toBe(401);
      const url = raw.raw.req.url ?? '';
      expect(body).toEqual({
        message: 'Unauthorized',
        details: `Please login to access this resource ${url}`,
        code: 401,
        reason: 'notSignedIn',
      });
    });
  });

  describe.each(reaching)('%s', (key, endpoint) => {
    const tried = isWhole ? roles : roles.filter((role) => holds(role, endpoint));
    it.each(tried)('[R17.3] [R19.3] admits %s only with the permission', async (role) => {
      const { status, body, raw } = await send(key, role, t.cafe);
      if (holds(role, endpoint)) expect([401, 403, 500]).not.toContain(status);
      else {
        expect(status).toBe(403);
        const url = raw.raw.req.url ?? '';
        expect(body).toMatchObject({
          message: 'Unauthorized',
          details: `You are not authorized to access this resource ${url}`,
        });
      }
    });
  });

  it('tells who is not signed in the name, release, port of print servers and owner, and of a certificate what every connection shows', async () => {
    const told = async (key: 'app.info' | 'trust.read') => Object.keys((await t.call(key)).body).toSorted();
    expect(await told('app.info')).toEqual(['demo', 'isNew', 'name', 'needsOwnerCode', 'printPort', 'version']);
    expect((await t.call('app.info')).body.demo).toBeNull();
    const ofCertificate = ['fingerprint', 'hello', 'mode', 'names', 'notAfter', 'problem'];
    expect(await told('trust.read')).toEqual(['addresses', 'now', 'origin', 'release', ...ofCertificate].toSorted());
    for (const url of ['/health', '/ready']) expect((await t.app.inject({ url })).body).not.toMatch(/reef|outlet/i);
  });

  it('[R17.3] finds all routes of the running server in the contract, or among those that are open for a reason', () => {
    const ofContract = endpoints.map(([, { method, path }]) => `${method} /api${path}`);
    const running = routesOf(t.app).filter((one) => !one.startsWith('HEAD ') && !one.startsWith('OPTIONS '));
    expect(running.filter((one) => !ofContract.includes(one)).toSorted()).toEqual(openRoutes);
    expect(ofContract.filter((one) => !running.includes(one))).toEqual([]);
  });

  it('[R17.3] opens to nobody but who is signed in all calls except those of signing in, starting and the server’s name', () => {
    const open = endpoints.filter(([, { access }]) => access.who === 'public').map(([key]) => key);
    expect(open.toSorted()).toEqual([
      'app.info',
      'auth.join',
      'auth.lock',
      'auth.login',
      'auth.logout',
      'auth.refresh',
      'auth.requestReset',
      'auth.reset',
      'auth.start',
      'auth.unlock',
      // The names in the server's certificate, which every connection shows too.
      'trust.read',
    ]);
  });

  const ofOutlets = guarded.filter(([, { access }]) => access.who === 'member').map(([key]) => key);
  const triedOutlets = isWhole ? ofOutlets : ofOutlets.filter((_, place) => place % 8 === 0);
  it.each(triedOutlets)('[R1.3] [R17.3] refuses %s for other outlets, and without an outlet', async (key) => {
    expect((await send(key, 'User', t.shop)).status).toBe(403);
    for (const role of roles)
      for (const outlet of [999_999, -1, null]) expect((await send(key, role, outlet)).status).toBe(403);
  });

  it('[R17.3] admits each role in practice to what it may do in the outlet, refuses all other writes, and other people', async () => {
    const open = async (outletId: number, as = signedIn.get('Admin')) =>
      t.call('outlet.practice', { as, outlet: null, body: { key: randomUUID(), outletId } });
    const [own, foreign] = [(await open(t.cafe)).body.outletId, (await open(t.shop)).body.outletId];
    expect((await open(t.shop, signedIn.get('User'))).status).toBe(404);
    const odd: unknown[] = [];
    for (const key of ofOutlets) {
      for (const role of roles) {
        const { status, body } = await send(key, role, own);
        const isPart = contract[key].method === 'GET' || practiceWrites.has(key);
        if (!isPart && body.reason !== 'notInPractice') odd.push([key, role, status, body.reason]);
        if (isPart && (status === 403) === holds(role, contract[key])) odd.push([key, role, status, body.reason]);
      }
      const { status } = await send(key, 'User', foreign);
      if (status !== 403) odd.push([key, 'practice of another outlet', status]);
    }
    expect(odd).toEqual([]);
  });

  it('[R17.3] requires an action permission or a screen for each write', () => {
    const writes = guarded.filter(([key, { method }]) => method !== 'GET' && !key.startsWith('auth.'));
    const open = writes.filter(([, { access }]) => access.who === 'public' || !access.anyOf?.length);
    // Any till compares the ends of the history that it kept; users mark only their own notifications as read.
    // Everybody may practice.
    expect(open.map(([key]) => key)).toEqual(['outlet.practice', 'notification.read', 'history.compare']);
  });
});
