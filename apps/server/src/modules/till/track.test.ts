import type { OtherTill } from '@atoll/domain/contract/bill/shift';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { newKey } from '../bill/testing/shop.ts';

eachEngine('tills', (on) => {
  let test: TestApp;
  /** The session of the Manager on each device; on the desk the shift is closed. */
  const managers = new Map<string, SignedIn>();
  let shiftKey: string;
  const report = (device: string, till: string, outlet = test.cafe, headers: object = {}) =>
    test.call('shift.active', { as: managers.get(device), outlet, headers: { 'X-Till': till, ...headers } });
  const others = async (device = 'desk', outlet = test.cafe, id = shiftKey) => {
    const headers = device === 'desk' ? { 'X-Till': '1;0;0' } : {};
    return (await test.call('shift.tills', { as: managers.get(device), outlet, params: { id }, headers })).body;
  };
  const open = async (as: SignedIn | undefined, outlet: number, till: string) => {
    const key = newKey();
    const headers = { 'X-Till': till };
    await test.call('shift.create', { as, outlet, headers, body: { key, openingBalance: 0 } });
    return key;
  };

  beforeAll(async () => {
    test = await testApp(on);
    for (const device of ['desk', 'phone', 'stall', '']) managers.set(device, await test.signIn('Manager', device));
    shiftKey = await open(await test.signIn('User', 'counter'), test.cafe, '2;0;0');
    managers.set('counter', await test.signIn('Manager', 'counter'));
  });

  it('[R2.11] lists the tills that worked in a shift, with their unsent entries, for the person who closes it', async () => {
    await expect.poll(() => others()).toMatchObject([{ number: 2, userName: 'User One', isSilent: false, waiting: 0 }]);
    expect(await others('counter')).toEqual([]);
    await report('phone', '3;3;41200');
    await expect
      .poll(() => others())
      .toMatchObject([{ number: 2 }, { number: 3, userName: 'Manager One', waiting: 3, amount: 41_200 }]);
    await report('phone', '3;0;0');
    await expect.poll(() => others()).toMatchObject([{ number: 2 }]);
    expect((await test.call('shift.tills', { as: managers.get('desk'), params: { id: newKey() } })).status).toBe(404);
  });

  it('[R2.11] lists tills at their own outlet only', async () => {
    const own = await open(managers.get('stall'), test.shop, '5;2;700');
    await expect.poll(() => others('desk', test.shop, own)).toMatchObject([{ number: 5, waiting: 2 }]);
    expect(await others()).toMatchObject([{ number: 2 }]);
  });

  it('[R36.15] believes no call that names another till, with a session on a device or without one', async () => {
    const waiting = async (till: number) =>
      ((await others()) as OtherTill[]).find(({ number }) => number === till)?.waiting;
    await report('phone', '3;4;900');
    await expect.poll(() => waiting(3)).toBe(4);
    for (const from of ['stall', '']) await report(from, '3;0;0', test.cafe, { 'X-Device-Id': 'phone' });
    // This write comes after them, in the same queue.
    await report('counter', '2;1;50');
    await expect.poll(() => waiting(2)).toBe(1);
    expect(await waiting(3)).toBe(4);
    await report('phone', '3;0;0');
    await report('counter', '2;0;0');
    await expect.poll(() => others()).toMatchObject([{ number: 2, waiting: 0 }]);
  });

  it('[R2.11] shows a till as silent after two minutes without a valid report', async () => {
    test.advance(121_000);
    expect(await others()).toMatchObject([{ number: 2, isSilent: true }]);
    await report('counter', '2;-1;0');
    await report('counter', '2;0;0');
    await expect.poll(() => others()).toMatchObject([{ number: 2, userName: 'Manager One', isSilent: false }]);
  });

  it('writes the status of a till when it changed, otherwise once a minute', async () => {
    await report('counter', '2;1;100');
    await expect.poll(() => others()).toMatchObject([{ number: 2, waiting: 1 }]);
    const [{ heardAt }] = await others();
    test.advance(30_000);
    await report('counter', '2;1;100');
    // This write comes after it, in the same queue.
    await report('phone', '3;1;50');
    await expect.poll(() => others()).toMatchObject([{ number: 2, heardAt }, { number: 3 }]);
    test.advance(30_000);
    await report('counter', '2;1;100');
    await expect.poll(() => others()).toMatchObject([{ number: 3 }, { number: 2 }]);
  });
});
