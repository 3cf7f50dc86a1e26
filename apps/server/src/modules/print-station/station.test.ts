import { randomUUID } from 'node:crypto';
import type { PrintStation } from '@atoll/domain/contract/bill/print-station';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { emailOf, password, type TestApp, testApp } from '../../testing/test-app.ts';
import { type TestDevice, testDevice } from '../../testing/test-device.ts';

const minute = 60_000;
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36';

eachEngine('the list of print stations', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  let till: TestDevice;
  let office: TestDevice;
  beforeAll(async () => {
    t = await testApp(on);
    till = testDevice(randomUUID());
    office = testDevice(randomUUID());
  });
  const at = async (device: TestDevice, role: 'Admin' | 'User'): Promise<SignedIn> => {
    const email = emailOf(role);
    const { body } = await t.call('auth.login', {
      body: { email, password, proof: device.proof('auth.login', email, t.now()) },
      headers: { 'x-device-id': device.id, 'user-agent': userAgent },
    });
    return body as SignedIn;
  };
  const stations = async (as: SignedIn) => (await t.call('print.stations', { as })).body as PrintStation[];
  const claim = async (as: SignedIn) => {
    const { status, body } = await t.call('print.claim', { as });
    return status === 200 ? 200 : body.reason;
  };
  const remove = (as: SignedIn, id: string) => t.call('print.remove', { as, params: { id } });
  const job = () => ({ type: 'Slip', printerName: 'Front', jobKey: randomUUID(), bill: {} });

  it('[R36.18] a claim registers nothing, whoever makes it; the tap of a person with settings.manage does', async () => {
    admin = await at(till, 'Admin');
    expect([await claim(admin), await stations(admin)]).toEqual(['stationUnknown', []]);
    expect((await t.call('print.register', { as: admin })).status).toBe(204);
    expect(await claim(admin)).toBe(200);
    expect(await stations(admin)).toMatchObject([{ id: till.id, device: userAgent, isThis: true, isThere: true }]);
    admin = await at(office, 'Admin');
    expect(await stations(admin)).toMatchObject([{ id: till.id, isThis: false }]);
    const waiter = await at(testDevice(randomUUID()), 'User');
    expect((await t.call('print.stations', { as: waiter })).status).toBe(403);
    expect((await remove(waiter, till.id)).status).toBe(403);
  });

  it('[R36.18] a laptop that gives the id of the till when it signs in gets no jobs, and is not the station', async () => {
    const waiter = await at(till, 'User');
    expect(await claim(waiter)).toBe(200);
    const thief = await at(testDevice(till.id), 'User');
    expect(await claim(thief)).toBe('stationUnknown');
    const copied = await t.call('auth.login', {
      body: { email: emailOf('User'), password },
      headers: { 'x-device-id': till.id },
    });
    expect(await claim(copied.body as SignedIn)).toBe('stationUnknown');
  });

  it('[R36.18] a station of before stays one, and its first claim binds it to the key of its device', async () => {
    await t.store.writeOutlet(t.cafe, async (tx) => {
      tx.write(tx.db.updateTable('print_station').set({ device_key: null }).where('outlet_id', '=', t.cafe));
      tx.change({ entity: 'Settings', id: null, version: 1, action: 'Updated' });
    });
    expect(await claim(await at(till, 'User'))).toBe(200);
    expect(await claim(await at(testDevice(till.id), 'User'))).toBe('stationUnknown');
    expect(await claim(await at(till, 'User'))).toBe(200);
  });

  it('[R36.18] a removed device gets no jobs, also not what it claimed before, until it is registered again', async () => {
    const phone = await at(testDevice(randomUUID()), 'User');
    const waiter = await at(till, 'User');
    t.advance(21_000);
    expect(await claim(waiter)).toBe(200);
    const body = job();
    expect((await t.call('print.hand', { as: phone, body })).body.state).toBe('queued');
    expect((await t.call('print.claim', { as: waiter })).body).toHaveLength(1);
    admin = await at(office, 'Admin');
    expect((await remove(admin, till.id)).status).toBe(204);
    expect((await remove(admin, till.id)).body.reason).toBe('notFound');
    t.advance(minute);
    expect([await claim(waiter), await stations(admin)]).toEqual(['stationUnknown', []]);
    // Another till may print it now.
    expect((await t.call('print.register', { as: admin })).status).toBe(204);
    expect((await t.call('print.hand', { as: phone, body })).body.state).toBe('queued');
    expect((await t.call('print.claim', { as: admin })).body).toMatchObject([{ jobKey: body.jobKey }]);
    const back = await at(till, 'Admin');
    expect((await t.call('print.register', { as: back })).status).toBe(204);
    expect(await claim(back)).toBe(200);
    const history = await t.store.readOutlet(t.cafe, (db) =>
      db.selectFrom('history').select('action').where('subject', '=', 'Print station').orderBy('seq').execute(),
    );
    expect(history.map(({ action }) => action)).toEqual(['Created', 'Deactivated', 'Created', 'Created']);
  });

  it('[R36.7][R36.18] registering and removing a station need a password that was typed lately', async () => {
    admin = await at(till, 'Admin');
    t.advance(10 * minute);
    const renew = async () => {
      const { refreshToken } = admin;
      const body = { refreshToken, proof: till.proof('auth.refresh', refreshToken, t.now()) };
      admin = (await t.call('auth.refresh', { body, headers: { 'x-device-id': till.id } })).body as SignedIn;
    };
    await renew();
    t.advance(10 * minute);
    await renew();
    expect((await remove(admin, till.id)).body.reason).toBe('passwordNeeded');
    expect((await t.call('print.register', { as: admin })).body.reason).toBe('passwordNeeded');
    await t.call('auth.confirmPassword', { as: admin, body: { currentPassword: password } });
    expect((await remove(admin, till.id)).status).toBe(204);
  });
});
