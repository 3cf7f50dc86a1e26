import { readFile, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kotBody } from '../testing/body.ts';
import { startTestServer, type TestServer, till } from '../testing/server.ts';

let server: TestServer;
let now = Date.parse('2026-11-20T12:00:00Z');
const logged: string[] = [];

beforeAll(async () => {
  server = await startTestServer(undefined, { clock: () => now, log: (text) => logged.push(text) });
});
afterAll(() => server.close());

interface Raw {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Record<string, unknown>;
}

/** Sends a call with exactly these headers, as no browser would. */
function raw(
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
  host = '127.0.0.1',
): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const call = request({ host, port: new URL(server.url).port, method, path, headers, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () => {
        const isJson = String(answer.headers['content-type']).startsWith('application/json');
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: isJson ? JSON.parse(text) : { text },
        });
      });
    });
    call.on('error', reject);
    call.end(body);
  });
}

const json = { 'content-type': 'application/json' };
const ticket = JSON.stringify(kotBody({ jobKey: 'security' }));
const jobCount = async () => (await server.call<{ count: number }>('GET', '/jobs')).body.count;

describe('texts of calls', () => {
  it.each([
    ['/print', { ...kotBody(), printedBy: 'Ai\u001b@shath' }, 'printedBy'],
    ['/print', kotBody({}, { items: [{ key: 'a', name: 'Half \ud83c', qty: 1 }] }), 'bill.items.0.name'],
    ['/preview', kotBody({}, { note: 'bell\u0007' }), 'bill.note'],
  ])(
    '[R35.91] %s refuses control characters and half surrogate pairs, and stores nothing',
    async (path, body, field) => {
      const before = await jobCount();
      const answer = await server.call<{ reason: string; errors: object }>('POST', path, body);
      expect([answer.status, answer.body.reason, Object.keys(answer.body.errors)]).toEqual([
        400,
        'bad_request',
        [field],
      ]);
      expect(await jobCount()).toBe(before);
    },
  );

  it('[R35.91] accepts line breaks and whole surrogate pairs', async () => {
    const body = kotBody({}, { note: 'First line\nsecond 🍵' });
    expect((await server.call('POST', '/preview', body)).status).toBe(200);
  });

  it('[R35.91] refuses them in the name of a printer', async () => {
    const answer = await server.call<{ reason: string }>('PUT', '/printers/Bad', { kind: 'text', path: 'a\u0000b' });
    expect([answer.status, answer.body.reason]).toEqual([400, 'bad_request']);
  });
});

describe('callers of the print server', () => {
  it.each([
    ['another name (rebinding)', { ...json, host: 'evil.example.com', origin: till }, ticket, 421, 'bad_host'],
    ['our name with another port', { ...json, host: 'localhost:1', origin: till }, ticket, 421, 'bad_host'],
    ['another app', { ...json, origin: 'https://evil.example.com' }, ticket, 403, 'origin_not_allowed'],
    ['a look-alike', { ...json, origin: `${till}.evil.example.com` }, ticket, 403, 'origin_not_allowed'],
    ['no app (null)', { ...json, origin: 'null' }, ticket, 403, 'origin_not_allowed'],
    ['an empty origin', { ...json, origin: '' }, ticket, 403, 'origin_not_allowed'],
    ['a program without token', { ...json }, ticket, 401, 'not_paired'],
    ['a program with a wrong token', { ...json, authorization: 'Bearer x' }, ticket, 401, 'not_paired'],
    ['a form', { 'content-type': 'text/plain', origin: till }, ticket, 415, 'not_json'],
    ['a body of no kind', { origin: till }, ticket, 415, 'not_json'],
    ['too much', { ...json, origin: till }, `{"a":"${'x'.repeat(1024 * 1024)}"}`, 413, 'too_large'],
    ['half a body', { ...json, origin: till }, '{"type":', 400, 'bad_request'],
  ])('[R18.23] refuses %s', async (_name, headers, body, code, reason) => {
    const before = await jobCount();
    const answer = await raw('POST', '/print', headers, body);
    expect(answer.status).toBe(code);
    expect(answer.body).toMatchObject({ code, reason, message: expect.any(String), details: expect.any(String) });
    expect(answer.headers['access-control-allow-origin']).toBe(
      code === 421 || code === 403 || code === 401 ? undefined : till,
    );
    expect(await jobCount()).toBe(before);
  });

  it.each([
    ['POST', '/printers/Kitchen/test'],
    ['PUT', '/printers/Kitchen'],
    ['DELETE', '/printers/Kitchen'],
    ['GET', '/printers'],
    ['GET', '/printers/discover'],
    ['GET', '/jobs'],
    ['DELETE', '/jobs/1'],
    ['POST', '/jobs/1/reprint'],
    ['POST', '/preview'],
    ['GET', '/pair/code'],
    ['GET', '/nothing'],
  ])('[R18.23] keeps %s %s from other apps and programs', async (method, path) => {
    expect((await raw(method, path, { origin: 'https://evil.example.com' })).body['reason']).toBe('origin_not_allowed');
    expect((await raw(method, path, {})).body['reason']).toBe('not_paired');
    expect((await raw(method, path, { 'sec-fetch-site': 'cross-site' })).body['reason']).toBe('not_paired');
  });

  it('[R18.23] shows the pairing code to no app, not even a paired one, however the path is written', async () => {
    for (const path of ['/pair/code', '/pair/c%6fde', '/p%61ir/code?x=1'])
      expect((await raw('GET', path, { origin: till })).body['reason'], path).toBe('origin_not_allowed');
  });

  it('[R18.23] refuses a foreign call before its body is read', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      socket.on('error', reject);
      socket.on('data', (data) => {
        resolve(String(data));
        socket.destroy();
      });
      const head = ['POST /print HTTP/1.1', `Host: ${new URL(server.url).host}`, 'Origin: https://evil.example.com'];
      socket.write(`${[...head, 'Content-Type: application/json', 'Content-Length: 100000'].join('\r\n')}\r\n\r\n{`);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    expect(answer.toLowerCase()).toContain('connection: close');
  });

  it('[R18.23] listens on both loopback addresses and on no other', async () => {
    const headers = { ...json, origin: till };
    expect((await raw('POST', '/print', headers, ticket)).status).toBe(200);
    const six = await raw(
      'POST',
      '/print',
      { ...headers, host: `[::1]:${new URL(server.url).port}` },
      ticket,
      '::1',
    ).catch(
      (cause: NodeJS.ErrnoException) => cause.code, // A machine without IPv6.
    );
    expect(six === 'EADDRNOTAVAIL' || (six as Raw).body['duplicate'] === true).toBe(true);
    const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    for (const { address, internal, scopeid = 0 } of addresses) {
      const isAnswered = await raw('GET', '/', headers, '', address).then(
        () => true,
        () => false,
      );
      expect([address, isAnswered]).toEqual([address, internal && scopeid === 0]);
    }
  });
});

describe('preflights', () => {
  const ask = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };

  it('[R18.23] answers the preflight of the till and nobody else, also in its private-network form', async () => {
    const good = await raw('OPTIONS', '/print', {
      ...ask,
      origin: till,
      'access-control-request-private-network': 'true',
    });
    expect(good.status).toBe(204);
    expect(good.headers).toMatchObject({
      'access-control-allow-origin': till,
      'access-control-allow-private-network': 'true',
      'access-control-max-age': '7200',
      vary: 'Origin',
    });
    expect(good.headers['access-control-allow-credentials']).toBeUndefined();
    const bad = await raw('OPTIONS', '/print', { ...ask, origin: 'https://evil.example.com' });
    expect(bad.status).toBe(403);
    expect(bad.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('[R18.23] reports to any app that it is running, and nothing more to an unpaired app', async () => {
    const stranger = await raw('GET', '/status', { origin: 'https://new.example.com' });
    expect(stranger.body).toEqual({ name: 'atoll-print-server', version: expect.any(String), paired: false });
    expect(stranger.headers['access-control-allow-origin']).toBe('https://new.example.com');
    expect((await raw('GET', '/status', { origin: 'null' })).status).toBe(403);
    expect((await raw('GET', '/status', { origin: till })).body).toMatchObject({ paired: true, spool: { ok: true } });
    expect((await raw('GET', '/status', {})).status).toBe(200);
  });
});

describe('pairing a till', () => {
  const origin = 'https://new.example.com';
  const code = async () =>
    ((await raw('GET', '/pair/code', { 'sec-fetch-site': 'same-origin' })).body as { pairing: { code: string } | null })
      .pairing?.code;
  const confirm = (text: string, from = origin) =>
    raw('POST', '/pair/confirm', { ...json, origin: from }, JSON.stringify({ code: text }));

  it('[R18.23] pairs an app by the code on the print server’s own page, and stores only a hash of its token', async () => {
    expect((await raw('POST', '/pair', { ...json, origin })).status).toBe(200);
    const shown = (await code()) ?? '';
    expect(shown).toMatch(/^\d{6}$/);
    expect(logged.some((line) => line.includes(shown))).toBe(true);
    expect((await confirm(shown, 'https://thief.example.com')).body['reason']).toBe('code_wrong');
    const { body } = await confirm(` ${shown.slice(0, 3)} ${shown.slice(3)}`);
    const token = String(body['token']);
    expect((await raw('POST', '/print', { ...json, origin }, ticket)).status).toBe(200);
    expect((await raw('GET', '/jobs', { authorization: `Bearer ${token}` })).status).toBe(200);
    expect((await confirm(shown)).body['reason']).toBe('code_wrong');
    const path = join(server.printFolder, 'pairing.json');
    expect(await readFile(path, 'utf8')).not.toContain(token);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await server.restart();
    expect((await raw('GET', '/jobs', { authorization: `Bearer ${token}` })).status).toBe(200);
  });

  it('[R18.23] ends a pairing code after five wrong tries, and after two minutes', async () => {
    now += 61_000;
    await raw('POST', '/pair', { ...json, origin });
    const shown = (await code()) ?? '';
    const wrong = shown === '000000' ? '111111' : '000000';
    for (let tries = 0; tries < 5; tries++) await confirm(wrong);
    expect((await confirm(shown)).status).toBe(403);
    await raw('POST', '/pair', { ...json, origin });
    const second = (await code()) ?? '';
    now += 120_001;
    expect(await code()).toBeUndefined();
    expect((await confirm(second)).status).toBe(403);
  });

  it('[R18.23] gives no pairing code for a day after twenty wrong ones, unless it is started again', async () => {
    const ask = async () => (await raw('POST', '/pair', { ...json, origin })).status;
    const guess = async () => {
      for (let asked = 0; asked < 4; asked++) {
        now += 61_000;
        expect(await ask()).toBe(200);
        const wrong = (await code()) === '000000' ? '111111' : '000000';
        for (let tries = 0; tries < 5; tries++) await confirm(wrong);
      }
      now += 61_000;
      expect(await ask()).toBe(429);
    };
    now += 86_400_000;
    await guess();
    now += 86_400_000 - 5 * 61_000;
    expect(await ask()).toBe(429);
    now += 6 * 61_000;
    expect(await ask()).toBe(200);
    now += 86_400_000;
    await guess();
    await server.restart();
    expect(await ask()).toBe(200);
  });

  it('[R18.23] gives three pairing codes a minute', async () => {
    now += 61_000;
    const answers = [];
    for (let tries = 0; tries < 4; tries++) answers.push((await raw('POST', '/pair', { ...json, origin })).status);
    expect(answers).toEqual([200, 200, 200, 429]);
  });

  it('[R18.23] pairs only apps, not programs', async () => {
    expect((await raw('POST', '/pair', json)).status).toBe(401);
    expect((await raw('POST', '/pair', { ...json, origin: 'null' })).status).toBe(403);
  });
});

describe('the print server’s own page', () => {
  it('[R18.23] forbids frames of the print server’s page, and runs its own scripts only', async () => {
    const page = await raw('GET', '/', {});
    expect(page.status).toBe(200);
    expect(page.headers['x-frame-options']).toBe('DENY');
    expect(page.headers['content-security-policy']).toMatch(
      /default-src 'none'; script-src 'self';.*frame-ancestors 'none'/,
    );
    expect(String(page.body['text'])).not.toMatch(/<script>|style=|onclick/);
    expect((await raw('GET', '/page.js', {})).headers['content-type']).toMatch(/javascript/);
    expect((await raw('GET', '/page.css', {})).headers['content-type']).toMatch(/css/);
    expect((await raw('GET', '/page/../main.ts', { 'sec-fetch-site': 'same-origin' })).status).toBe(404);
  });

  it('[R18.23] allows the print server’s own page to read jobs, print and cancel', async () => {
    const own = `http://localhost:${new URL(server.url).port}`;
    expect((await raw('GET', '/printers', { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await raw('POST', '/printers/Kitchen/test', { ...json, origin: own })).status).toBe(200);
  });
});

describe('the spool’s files', () => {
  it('[R18.23] lets only the owner read the files, and stores no token in them', async () => {
    const path = join(server.printFolder, 'journal.ndjson');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(logged.join('\n')).not.toContain('Reef Fish');
  });
});
