import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StartBody } from '@atoll/domain/contract/outlet/start';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { Menu } from '@atoll/domain/menu/menu';
import { defaultSlotTypes } from '@atoll/domain/outlet/defaults';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../platform/config/config.ts';
import { createLog } from '../../platform/log/log.ts';
import { verifyHistory } from '../../platform/store/outlet/history.ts';
import type { Store } from '../../platform/store/store.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type Call, callApp } from '../../testing/test-app.ts';

const now = Date.parse('2026-03-04T08:00:00Z');
const row = (category: string, name: string, price: number, size = '') => ({
  category,
  name,
  price,
  size,
  type: 'Kitchen' as const,
});

const body: StartBody = {
  owner: { name: 'Hawwa Manik', email: 'Hawwa@Reef.example', password: 'correct horse', passcode: '4826' },
  outlet: {
    name: 'Reef House',
    businessType: 'Restaurant',
    address: 'Majeedhee Magu, Malé',
    tin: '1000001GST501',
    taxSector: 'General',
    slotTypes: defaultSlotTypes('Restaurant').map((one) => ({ ...one, rates: [...one.rates] })),
    gstMode: 'Exclusive',
    gstOnServiceCharge: true,
  },
  printers: { bill: 'Front', kitchen: 'Kitchen', bar: '' },
  menu: {
    from: 'rows',
    rows: [
      row('Tea', 'Black Tea', 1500),
      row('Rice', 'Fried Rice', 6500, 'Small'),
      row('Rice', 'Fried Rice', 9000, 'Large'),
    ],
  },
};

eachEngine('the first visit', (on) => {
  let app: FastifyInstance;
  let store: Store;
  let left = 0;
  /** The session of the first owner. */
  let email = '';
  beforeAll(async () => {
    store = await on.open({ now: () => now });
    const config = readConfig({ DATA_DIR: '/nonexistent', DEMO: '0', DATABASE_URL: undefined });
    const { dataDir: _folder, ...rest } = config;
    const dataDir = mkdtempSync(join(tmpdir(), 'atoll-start-'));
    app = await buildApp({
      config: { ...rest, dataDir },
      store,
      clock: () => now,
      log: createLog('silent'),
      leaveDemo: () => void (left += 1),
    });
  });
  afterAll(() => app.close());
  const call = (key: Parameters<typeof callApp>[2], given: Call = {}) =>
    callApp(app, 1, key, { outlet: null, ...given });
  const withOwner = (owner: Partial<StartBody['owner']>) => ({ ...body, owner: { ...body.owner, ...owner } });

  it('[R1.1] reports that an empty store has no owner', async () => {
    expect((await call('app.info')).body).toMatchObject({ isNew: true, demo: null });
  });

  it.each([
    ['owner.password', withOwner({ password: 'short' })],
    ['owner.password', withOwner({ password: 'Password1!' })],
    ['owner.password', withOwner({ password: 'reefhouse1' })],
    ['owner.passcode', withOwner({ passcode: '1111' })],
    ['owner.passcode', withOwner({ passcode: '1234' })],
    ['owner.passcode', withOwner({ passcode: '4321' })],
    ['owner.email', withOwner({ email: 'hawwa' })],
    ['name', { ...body, outlet: { ...body.outlet, name: ' ' } }],
  ])('[R1.1] refuses an invalid %s, and changes nothing in the store', async (field, wrong) => {
    const answer = await call('auth.start', { body: wrong });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toContain(field);
    expect((await call('app.info')).body.isNew).toBe(true);
  });

  it('[R1.1] [R20.1] gives the store to one of two simultaneous setups, with an outlet and a menu, and signs the owner in', async () => {
    const other = withOwner({ email: 'other@reef.example' });
    const answers = await Promise.all([call('auth.start', { body }), call('auth.start', { body: other })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.reason).toBe('alreadyStarted');
    const { users, outlets } = await store.readOrg(async (db) => ({
      users: await db.selectFrom('app_user').select(['email', 'role']).execute(),
      outlets: await db.selectFrom('outlet').select(['id', 'name', 'slot_types']).execute(),
    }));
    email = answers[0]?.status === 200 ? 'hawwa@reef.example' : 'other@reef.example';
    expect(users).toEqual([{ email, role: 'Admin' }]);
    expect(outlets).toMatchObject([{ name: 'Reef House', slot_types: defaultSlotTypes('Restaurant') }]);
  });

  it('[R18.12] [R18.16] signs the same owner in again on a repeated setup, with menu, printers and history written', async () => {
    const { status, body: signedIn } = await call('auth.start', { body: withOwner({ email }) });
    expect(status).toBe(200);
    const as = signedIn as SignedIn;
    const outlet = as.outlets[0]?.outletId ?? 0;
    const menus = (await call('menu.get', { as, outlet })).body as Menu[];
    expect(
      menus.flatMap((menu) =>
        menu.categories.map(({ name, menuItems }) => [name, menuItems.map((item) => item.sizes.length)]),
      ),
    ).toEqual([
      ['Tea', [1]],
      ['Rice', [2]],
    ]);
    expect((await call('app.settings', { as, outlet })).body).toEqual([
      { key: 'BillPrinter', value: 'Front' },
      { key: 'KotPrinter', value: 'Kitchen' },
    ]);
    expect(await verifyHistory(store, outlet)).toMatchObject({ ok: true });
    expect((await call('auth.start', { body: withOwner({ email, password: 'something else' }) })).body.reason).toBe(
      'alreadyStarted',
    );
    expect((await call('app.info')).body).toMatchObject({ isNew: false, demo: null });
  });

  it('[R17.3] leaves the demo data only in a demo store, for an Admin with the password', async () => {
    const as = (await call('auth.login', { body: { email, password: 'correct horse' } })).body as SignedIn;
    const leave = (password: string, who: SignedIn | undefined = as) =>
      call('app.leaveDemo', { as: who, body: { password } });
    expect((await call('app.leaveDemo', { body: { password: 'correct horse' } })).status).toBe(401);
    expect((await leave('wrong horse')).body.errors).toEqual({ password: 'Wrong password' });
    expect((await leave('correct horse')).body.reason).toBe('notDemo');
    await store.writeOrg((db) => db.updateTable('app_user').set({ email: 'hawwa@atoll.test' }).execute());
    expect(left).toBe(0);
    expect((await leave('correct horse')).status).toBe(204);
    expect(left).toBe(1);
  });
});
