/** Plays strangers on the network of a shop whose store has no owner yet. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Notice } from '@atoll/domain/contract/outlet/notification';
import type { StartBody } from '@atoll/domain/contract/outlet/start';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { defaultSlotTypes } from '@atoll/domain/outlet/defaults';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../platform/config/config.ts';
import { createLog } from '../../platform/log/log.ts';
import type { Store } from '../../platform/store/store.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { callApp } from '../../testing/test-app.ts';
import { ownerCode } from './owner-code.ts';

const body: StartBody = {
  owner: { name: 'Hawwa Manik', email: 'hawwa@reef.example', password: 'correct horse', passcode: '4826' },
  outlet: {
    name: 'Reef House',
    businessType: 'Restaurant',
    address: 'Malé',
    tin: '',
    taxSector: 'General',
    slotTypes: defaultSlotTypes('Restaurant').map((one) => ({ ...one, rates: [...one.rates] })),
    gstMode: 'Exclusive',
    gstOnServiceCharge: true,
  },
  menu: { from: 'none' },
};
const minute = 60_000;

interface From {
  readonly address?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
const shop: From = { address: '192.168.1.77', headers: { host: '192.168.1.20:8080' } };

eachEngine('the owner code', (on) => {
  let store: Store;
  let app: FastifyInstance;
  let now = 0;
  const folders: string[] = [];
  const open = async (env: Readonly<Record<string, string>> = {}) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'atoll-owner-'));
    folders.push(dataDir);
    const config = readConfig({ DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'silent', ...env });
    // The names of the own network below lead to this machine.
    const addresses = ['192.168.1.20'];
    const names = { lookUp: async () => addresses, addresses: () => addresses };
    return buildApp({ config, store, clock: () => now, log: createLog('silent'), names });
  };
  beforeEach(async () => {
    now = Date.parse('2026-03-04T08:00:00Z');
    store = await on.open({ now: () => now });
    app = await open();
  });
  afterEach(async () => {
    await app.close();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  const call = (key: 'auth.start' | 'app.info', from: From, given?: StartBody) =>
    callApp(app, 1, key, {
      outlet: null,
      ...(given && { body: given }),
      ...(from.headers && { headers: from.headers }),
      ...(from.address && { remoteAddress: from.address }),
    });
  const claim = async (from: From, code?: string) => {
    const answer = await call('auth.start', from, { ...body, ...(code !== undefined && { ownerCode: code }) });
    return answer.status === 200 ? 'owner' : [answer.status, answer.body.reason];
  };
  const needsCode = async (from: From) => (await call('app.info', from)).body.needsOwnerCode as boolean;
  const wrong = [403, 'ownerCodeWrong'];

  it('[R36.27] gives the store to nobody on the network without the code, and to who types it, also after a restart', async () => {
    const code = await ownerCode(store, now);
    expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    expect(await needsCode(shop)).toBe(true);
    const answers = [];
    for (const guess of [undefined, '', 'ABCD', `${code.slice(0, 8)}`, `${code}A`])
      answers.push(
        (await call('auth.start', shop, { ...body, ...(guess !== undefined && { ownerCode: guess }) })).body,
      );
    // Nothing tells a code that is nearly right from none.
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ reason: 'ownerCodeWrong' });
    await app.close();
    app = await open();
    expect(await ownerCode(store, now)).toBe(code);
    expect(await claim(shop, code.toLowerCase().replace('-', ' '))).toBe('owner');
    expect((await call('app.info', shop)).body).toMatchObject({ isNew: false, needsOwnerCode: false });
    const left = await store.readOrg((db) =>
      db.selectFrom('secret').select('name').where('name', '=', 'owner-code').execute(),
    );
    expect(left).toEqual([]);
  });

  it('[R36.27] asks nobody on this machine, and everybody who was forwarded, names another host or comes through a proxy', async () => {
    const here: From[] = [
      {},
      { headers: { host: 'localhost:8080' } },
      { address: '::1', headers: { host: '[::1]:8080' } },
    ];
    for (const from of here) expect(await needsCode(from)).toBe(false);
    const local = { host: 'localhost:8080' };
    const forwarded = ['x-forwarded-for', 'X-Forwarded-Host', 'Forwarded', 'Via', 'X-Real-IP', 'CF-Connecting-IP'];
    const others: From[] = [
      shop,
      { address: '192.168.1.77', headers: local },
      { headers: { host: '192.168.1.20' } },
      { headers: { host: 'till-server' } },
      { headers: { host: 'localhost.lan' } },
      ...forwarded.map((name) => ({ headers: { ...local, [name]: '127.0.0.1' } })),
    ];
    for (const from of others) {
      expect([from, await needsCode(from)]).toEqual([from, true]);
      expect([from, await claim(from)]).toEqual([from, wrong]);
    }
    // A page of another name that was pointed at this machine.
    expect(await claim({ headers: { host: 'evil.example:8080' } })).toEqual([421, 'foreignHost']);
    await app.close();
    app = await open({ TRUST_PROXY: 'loopback' });
    expect(await claim({ headers: local })).toEqual(wrong);
    await app.close();
    app = await open();
    expect(await claim({ headers: local })).toBe('owner');
  });

  it('[R36.27] compares five wrong codes, also simultaneous ones and after a restart, then none for 15 minutes', async () => {
    const code = await ownerCode(store, now);
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, i) => claim(shop, `GUESS${100 + i}`)));
    expect(guesses.filter((answer) => answer[0] === 403)).toHaveLength(5);
    expect(guesses.filter((answer) => answer[1] === 'tooMany')).toHaveLength(7);
    await app.close();
    app = await open();
    expect(await claim(shop, code)).toEqual([429, 'tooMany']);
    now += 15 * minute + 1;
    expect(await claim(shop, 'GUESS999')).toEqual(wrong);
    expect(await claim(shop, code)).toBe('owner');
  });

  it('[R36.27] tells the owner and the history how often wrong codes were typed before', async () => {
    for (let i = 0; i < 3; i++) expect(await claim(shop, `GUESS${100 + i}`)).toEqual(wrong);
    expect(await claim({})).toBe('owner');
    const { email, password } = body.owner;
    const as = (await callApp(app, 1, 'auth.login', { outlet: null, body: { email, password } })).body as SignedIn;
    const outlet = as.outlets[0]?.outletId ?? 0;
    const notices = (await callApp(app, outlet, 'notification.list', { as })).body as Notice[];
    expect(notices.map(({ title, body: text }) => `${title}: ${text}`)).toEqual([
      'Somebody tried to own this store: 3 wrong owner codes were typed before you set it up. Look at who can reach the server.',
    ]);
    const rows = await store.readOutlet(outlet, (db) =>
      db.selectFrom('history').select('data').where('outlet_id', '=', outlet).where('subject', '=', 'Outlet').execute(),
    );
    expect(rows.map(({ data }) => JSON.parse(data).after.wrongCodes)).toEqual([3]);
  });
});
