import * as contract from '@atoll/domain/contract/people/auth';
import { defineEndpoint } from '@atoll/domain/contract/platform/endpoint';
import { key, money, quantity } from '@atoll/domain/contract/platform/shape';
import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { answerError } from '../errors/answer.ts';
import { readJsonOnly } from './json-body.ts';
import { requireWholeContract, route } from './route.ts';

function bare(): FastifyInstance {
  const app = fastify({ bodyLimit: 10_000 });
  app.decorate('gate', { identify: () => Promise.reject(new Error('nobody')), practiceOf: () => 0 });
  app.decorate('clock', () => 0);
  app.decorate('endpoints', new Set<string>());
  app.decorateRequest('actor', null);
  app.setErrorHandler(answerError);
  readJsonOnly(app);
  return app;
}

const body = z.object({
  key,
  price: money,
  qty: quantity,
  name: z.optional(z.string().check(z.maxLength(5))),
  lines: z.optional(z.array(z.object({ menuItemId: z.int() }))),
});

/** An endpoint of the contract, with a body for the tests. */
const probe = defineEndpoint({ ...contract.login, body, answer: z.unknown(), refusals: [] });

async function send(payload: unknown, headers: Record<string, string> = { 'content-type': 'application/json' }) {
  const app = bare();
  route(app, probe, async (context) => ({ got: context.body }));
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const answer = await app.inject({ method: 'POST', url: '/api/auth/login', payload: text, headers });
  return { status: answer.statusCode, body: answer.json() as Record<string, unknown> };
}

const good = { key: '01890a5d-ac96-774b-bcce-b302099a8057', price: 4550, qty: 1.5 };

describe('a malformed request', () => {
  it('[R19.1] answers 400 and names the field when it is missing or of another type', async () => {
    const missing = await send({ key: good.key, qty: 1 });
    expect(missing).toMatchObject({
      status: 400,
      body: { code: 400, reason: 'malformed', errors: { price: 'Price is required' } },
    });
    const wrong = await send({ ...good, price: '45.50', lines: [{ menuItemId: 1 }, { menuItemId: 'x' }] });
    expect(wrong.status).toBe(400);
    expect(wrong.body['errors']).toEqual({
      price: 'Price must be of type number',
      'lines.1.menuItemId': 'Menu item must be of type number',
    });
  });

  it('[R19.1] answers 422 and names the field when a value is outside its rules', async () => {
    const { status, body: answer } = await send({ ...good, price: -1, qty: 1.2345, name: 'Lagoon' });
    expect(status).toBe(422);
    expect(answer).toMatchObject({
      message: 'Please check the highlighted fields',
      reason: 'invalid',
      errors: {
        price: 'Price must be 0 or more',
        qty: 'Use at most 3 decimals',
        name: 'Name may have at most 5 characters',
      },
    });
    expect(await send({ ...good, price: 45.5 })).toMatchObject({
      status: 422,
      body: { reason: 'invalid', errors: { price: 'Price must be a whole number' } },
    });
    expect((await send({ ...good, key: 'x' })).status).toBe(422);
  });

  it('[R19.1] answers 400 to invalid JSON, 415 to another content type, 413 to a body that is too large', async () => {
    expect(await send('{"key":')).toMatchObject({ status: 400, body: { reason: 'malformed', code: 400 } });
    expect(await send('{}', { 'content-type': 'text/plain' })).toMatchObject({
      status: 415,
      body: { reason: 'mediaTypeUnknown' },
    });
    expect((await send('a=b', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect(await send({ ...good, name: 'x'.repeat(20_000) })).toMatchObject({
      status: 413,
      body: { reason: 'tooLarge' },
    });
    expect((await send('{"__proto__":{"a":1}}')).status).toBe(400);
  });

  it('[R18.1] drops fields that are not in the contract', async () => {
    const { status, body: answer } = await send({ ...good, isAdmin: true, total: 1 });
    expect(status).toBe(200);
    expect(answer['got']).toEqual(good);
  });

  it('[R19.1] answers a fault without a stack, with the number of the request', async () => {
    const app = bare();
    route(app, probe, async () => {
      throw new Error('secret detail of /srv/atoll');
    });
    const answer = await app.inject({ method: 'POST', url: '/api/auth/login', payload: good });
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('secret');
    expect(answer.json()).toMatchObject({ code: 500, details: expect.stringMatching(/^Request /) as string });
  });
});

describe('registering routes at start-up', () => {
  it('[R17.3] fails with an endpoint of the contract that has no handler', async () => {
    const app = bare();
    requireWholeContract(app);
    route(app, contract.login, async () => Promise.reject(new Error()));
    await expect(app.ready()).rejects.toThrow(/Without a handler: auth\.refresh, /);
  });

  it('[R17.3] fails with a route that declares no access', () => {
    const app = bare();
    requireWholeContract(app);
    expect(() => app.get('/api/secret', () => 'x')).toThrow('GET /api/secret declares no access');
  });

  it('[R17.3] fails with an endpoint without an access rule, outside the contract, or with two handlers', () => {
    const app = bare();
    const handle = async () => Promise.reject(new Error());
    expect(() => route(app, { ...contract.login, access: undefined } as never, handle)).toThrow('declares no access');
    expect(() => route(app, { ...contract.login, key: 'auth.backdoor' }, handle)).toThrow('not in the contract');
    route(app, contract.login, handle);
    expect(() => route(app, contract.login, handle)).toThrow('two handlers');
  });
});
