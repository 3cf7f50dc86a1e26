import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, describe, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { emailOf, password, type TestApp, testApp } from '../../testing/test-app.ts';

const key = (n: number): string => `019aa5c0-0000-7000-8000-${String(n).padStart(12, '0')}`;

eachEngine('the audit screen', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  let manager: SignedIn;
  beforeAll(async () => {
    t = await testApp(on);
    admin = await t.signIn('Admin');
    manager = await t.signIn('Manager');
    await t.call('shift.create', { as: admin, body: { key: key(1), openingBalance: 5000 } });
    await t.call('bill.create', {
      as: manager,
      body: { key: key(2), type: 'Table', slot: '4', items: [], covers: 2, createdAt: new Date(t.now()).toISOString() },
    });
    t.advance(3_600_000);
    admin = await t.signIn('Admin');
    await t.call('app.saveSettings', { as: admin, body: [{ key: 'BlindClose', value: 'true' }] });
    await t.call('app.saveSettings', { as: admin, body: [{ key: 'BlindClose', value: 'false' }] });
  });
  const list = async (query: Record<string, string> = {}, as = admin) =>
    (await t.call('audit.list', { as, query: { page: '1', ...query } })).body;
  const listed = async (query: Record<string, string>) =>
    (await list(query)).items.map((row: { subject: string; action: string; person: string }) => [
      row.subject,
      row.action,
      row.person,
    ]);

  it('[R2.23] lists who did what, newest first, with the values before and after', async () => {
    const { items, count } = await list();
    expect(count).toBe(items.length);
    expect(items[0]).toMatchObject({
      subject: 'Setting',
      key: 'BlindClose',
      action: 'Updated',
      person: admin.name,
      before: { value: 'true' },
      after: { value: 'false' },
      approvedBy: '',
    });
    expect(items.map(({ id }: { id: number }) => id)).toEqual(
      items.map(({ id }: { id: number }) => id).toSorted((a: number, b: number) => b - a),
    );
  });

  it('[R35.57] has the name of each record, and the names of the records that its values refer to', async () => {
    const storage = await t.call('storage.create', {
      as: admin,
      body: { key: key(8), name: 'Cellar', type: 'Kitchen' },
    });
    const inside = { key: key(9), name: 'Shelf', type: 'Kitchen', parentId: storage.body.id };
    expect((await t.call('storage.create', { as: admin, body: inside })).status).toBe(200);
    const { items } = await list({ subject: 'Storage' });
    expect(items[0]).toMatchObject({ record: 'Shelf', names: { [`storage:${storage.body.id}`]: 'Cellar' } });
    const bill = (await list({ subject: 'Bill' })).items[0];
    expect(bill.record).toBe(String((await t.call('bill.find', { as: admin, params: { id: key(2) } })).body.number));
    expect((await list({ subject: 'Shift' })).items[0]).toMatchObject({ record: '1' });
  });

  it('[R35.57] the audit report has a row for each changed field, without raw data', async () => {
    const config = { reportKey: 'audit', range: 'Today', compareTo: 'None', filters: {} };
    const { rows } = (await t.call('report.run', { as: admin, body: config })).body as {
      rows: Record<string, string>[];
    };
    const setting = rows.filter(({ subject }) => subject === 'Setting').map(({ field, was, is }) => [field, was, is]);
    expect(setting).toContainEqual(['Value', 'Yes', 'No']);
    const shift = rows.find(({ subject, field }) => subject === 'Shift' && field === 'Opening balance');
    expect(shift?.['is']?.replace('\u00a0', ' ')).toBe('MVR 50.00');
    for (const { was, is } of rows) expect(`${was}${is}`).not.toMatch(/[{}"]|[\da-f]{8}-[\da-f]{4}/);
  });

  it('[R2.23] filters the history by person, subject, action, days and record', async () => {
    expect(await listed({ userId: String(manager.user.id) })).toEqual([['Bill', 'Created', manager.name]]);
    expect(await listed({ subject: 'Shift', action: 'Opened' })).toEqual([['Shift', 'Opened', admin.name]]);
    expect(await listed({ action: 'Opened', start: new Date(t.now() - 1000).toISOString() })).toEqual([]);
    expect(await listed({ end: new Date(t.now() - 3_000_000).toISOString(), start: '0', subject: 'Setting' })).toEqual(
      [],
    );
    expect((await listed({ search: 'BlindClose' })).length).toBe(2);
    expect((await listed({ approverId: 'any' })).length).toBe(0);
  });

  it('[R2.23] filters the history by device and lists the devices that people of the outlet signed in on', async () => {
    const headers = { 'x-device-id': 'till-9', 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/126.0' };
    const signIn = { email: emailOf('Admin'), password };
    const there = (await t.call('auth.login', { body: signIn, headers })).body as SignedIn;
    await t.call('app.saveSettings', { as: there, headers, body: [{ key: 'BlindClose', value: 'true' }] });
    const known = (await t.call('audit.devices', { as: admin })).body as { id: string; name: string }[];
    expect(known.map(({ id }) => id)).toEqual(['till-9']);
    expect((await list({ deviceId: 'till-9' })).items).toMatchObject([
      { subject: 'Setting', key: 'BlindClose', device: known[0]?.name, person: admin.name },
    ]);
    expect(await listed({ deviceId: 'till-9', action: 'Opened' })).toEqual([]);
    expect(await listed({ deviceId: 'another' })).toEqual([]);
    expect((await t.call('audit.devices', { as: admin, outlet: t.shop })).body).toHaveLength(1);
    const waiter = await t.signIn('User');
    expect((await t.call('audit.devices', { as: waiter })).status).toBe(403);
  });

  it('[R2.23] finds the whole history of a bill by its number, whatever the days', async () => {
    const bill = (await t.call('bill.find', { as: admin, params: { id: key(2) } })).body;
    const found = await list({ search: String(bill.number), start: new Date(t.now()).toISOString() });
    expect(found.items.map((row: { key: string }) => row.key)).toEqual([key(2)]);
  });

  it('finds the history of records by how their name begins, as the log shows it, and none of other outlets', async () => {
    const make = async (name: string, outlet: number) => {
      const body = { key: randomUUID(), name, phone: '7701234' };
      expect((await t.call('vendor.create', { as: admin, outlet, body })).status).toBe(200);
    };
    await make('Lagoon 100% Fish', t.cafe);
    await make('Lagoon Store', t.shop);
    const vendor = [['Vendor', 'Created', admin.name]];
    expect(await listed({ search: 'lagoon' })).toEqual(vendor);
    expect(await listed({ search: 'Lagoon 100%' })).toEqual(vendor);
    expect(await listed({ search: 'L_goon' })).toEqual([]);
    const settings = await listed({ search: 'Blind close' });
    expect(settings.length).toBeGreaterThan(1);
    expect(new Set(settings.map((row: unknown[]) => row[0]))).toEqual(new Set(['Setting']));
  });

  it('[R1.3] shows no history of another outlet', async () => {
    const { items } = (await t.call('audit.list', { as: admin, outlet: t.shop, query: { page: '1' } })).body;
    expect(items.filter((row: { subject: string }) => row.subject === 'Setting')).toEqual([]);
  });

  it('[R2.23] pages the history and counts the matches', async () => {
    const first = await list({ size: '10', page: '1' });
    expect(first).toMatchObject({ pageSize: 10, count: (await list()).count });
  });

  describe('the history chain', () => {
    const check = async () => (await t.call('audit.check', { as: admin })).body;

    it('[R2.23] reports an intact chain with its number of rows', async () => {
      const { count } = await list();
      expect(await check()).toEqual({ isIntact: true, rows: count, brokenAt: null });
    });
  });
});

eachEngine('a history that somebody changed', (on) => {
  it('[R2.23] reports the first row of the chain that was changed', async () => {
    const database = on.engine === 'postgres' ? await on.placeWithTables() : undefined;
    const t = await testApp(on, {}, {}, database);
    const at = database ?? { dataDir: t.config.dataDir };
    const admin = await t.signIn('Admin');
    for (const value of ['true', 'false', 'true'])
      await t.call('app.saveSettings', { as: admin, body: [{ key: 'BlindClose', value }] });
    const { rows } = (await t.call('audit.check', { as: admin })).body;
    const guard = on.engine === 'sqlite' ? 'drop trigger history_refuses_update;' : '';
    await on.tamper(
      at,
      `${guard} update history set action = 'Nothing' where outlet_id = ${t.cafe} and seq = ${rows - 1}`,
    );
    expect((await t.call('audit.check', { as: admin })).body).toEqual({
      isIntact: false,
      rows: rows - 2,
      brokenAt: rows - 1,
    });
  });
});
