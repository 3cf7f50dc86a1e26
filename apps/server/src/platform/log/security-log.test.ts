import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { emailOf, passcode, password, type TestApp, testApp } from '../../testing/test-app.ts';
import { testDevice } from '../../testing/test-device.ts';
import { eachEngine } from '../store/testing/engine.ts';
import { maxLinesPerMinute } from './lines-per-minute.ts';
import { createLog } from './log.ts';

eachEngine('the log of refusals', (on) => {
  let t: TestApp;
  let user: SignedIn;
  let lines: string[] = [];
  const entries = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  beforeAll(async () => {
    t = await testApp(on, {}, { log: createLog('warn', { write: (line) => void lines.push(line) }) });
    user = await t.signIn('User');
  });
  beforeEach(() => {
    t.advance(60_000);
    lines = [];
  });

  it('[R36.32] logs wrong secrets and foreign hosts with time, address and device, and never a secret', async () => {
    const wrong = 'this is not my password';
    await t.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'x-device-id': 'till-7","level":60' },
      payload: { email: emailOf('Admin'), password: wrong },
    });
    await t.call('auth.unlock', { body: { refreshToken: user.refreshToken, passcode: '0000' } });
    await t.app.inject({ url: '/api/app/info?token=of-somebody', headers: { host: 'evil.example' } });
    expect(entries().map(({ reason }) => reason)).toEqual(['credentialsWrong', 'passcodeWrong', 'foreignHost']);
    const token = 'a-link-that-nobody-mailed';
    await t.call('auth.reset', { body: { token, newPassword: 'harbour lamp 91' } });
    for (let i = 0; i < 5; i++) await t.call('auth.login', { body: { email: emailOf('Admin'), password: wrong } });
    expect(
      entries()
        .slice(3)
        .map(({ reason }) => reason),
    ).toEqual(['resetLinkInvalid', ...Array<string>(4).fill('credentialsWrong'), 'tooMany']);
    expect(lines.join('')).not.toContain(token);
    expect(entries()[0]).toMatchObject({
      level: 40,
      msg: 'refused',
      method: 'POST',
      route: '/api/auth/login',
      address: '127.0.0.1',
      device: 'till-7","level":60',
    });
    for (const entry of entries()) expect(entry['time']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    for (const secret of [wrong, '0000', 'of-somebody', user.refreshToken])
      expect(lines.join('')).not.toContain(secret);
  });

  it('[R36.32] logs a copied sign-in and a false code for a new device, and neither token nor code', async () => {
    const till = testDevice('till-9');
    const email = emailOf('Manager');
    const proof = till.proof('auth.login', email, t.now());
    const headers = { 'x-device-id': till.id };
    const { refreshToken } = (await t.call('auth.login', { body: { email, password, proof }, headers }))
      .body as SignedIn;
    const code = 'a-code-that-nobody-showed-00000000000000000';
    expect((await t.call('auth.refresh', { body: { refreshToken } })).body.reason).toBe('deviceForeign');
    const joining = { code, passcode, signInKey: 'a-key-of-a-phone', page: '' };
    expect((await t.call('auth.join', { body: joining })).body.reason).toBe('joinCodeInvalid');
    expect(entries().map(({ reason }) => reason)).toEqual(['deviceForeign', 'joinCodeInvalid']);
    for (const secret of [refreshToken, code]) expect(lines.join('')).not.toContain(secret);
  });

  it('[R36.32] the secret of a mailed link is in no log, however much is logged, and no page tells it to another', async () => {
    const all: string[] = [];
    const web = { WEB_DIR: join(t.config.dataDir, 'web') };
    mkdirSync(web.WEB_DIR, { recursive: true });
    writeFileSync(join(web.WEB_DIR, 'index.html'), '<!doctype html><title>Atoll</title>');
    const loud = await testApp(on, web, { log: createLog('trace', { write: (line) => void all.push(line) }) });
    await loud.call('auth.requestReset', { body: { email: emailOf('User') } });
    await expect.poll(() => loud.mails.length).toBe(1);
    const link = new URL(/http\S+/.exec(loud.mails[0]?.text ?? '')?.[0] ?? '');
    const token = link.searchParams.get('token') ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);
    const { statusCode, headers } = await loud.app.inject({ url: link.pathname + link.search });
    expect([statusCode, headers['referrer-policy']]).toEqual([200, 'no-referrer']);
    const use = () => loud.call('auth.reset', { body: { token, newPassword: 'harbour lamp 91' } });
    expect([(await use()).status, (await use()).body.reason]).toEqual([204, 'resetLinkInvalid']);
    expect(all.map((line) => JSON.parse(line).reason)).toContain('resetLinkInvalid');
    expect(all.join('')).not.toContain(token);
  });

  it('[R36.32] logs who called what they may not, and not who did what they may', async () => {
    expect((await t.call('auth.unlock', { body: { refreshToken: user.refreshToken, passcode } })).status).toBe(200);
    expect((await t.call('app.info')).status).toBe(200);
    // A slow machine may log how long statements took.
    expect(entries().filter(({ status }) => status !== 200)).toEqual([]);
    lines.length = 0;
    expect((await t.call('backup.list', { as: user })).status).toBe(403);
    expect(entries()).toMatchObject([{ reason: 'forbidden', userId: user.user.id, method: 'GET' }]);
  });

  it('[R36.32] logs at most a hundred refusals a minute, says that there are more, and goes on in the next minute', async () => {
    const guess = () => t.app.inject({ url: '/health', headers: { host: 'evil.example' } });
    for (let i = 0; i < maxLinesPerMinute + 20; i++) await guess();
    expect(lines).toHaveLength(maxLinesPerMinute + 1);
    expect(entries().at(-1)?.['msg']).toContain('not logged');
    t.advance(60_000);
    await guess();
    expect(lines).toHaveLength(maxLinesPerMinute + 2);
  });
});
