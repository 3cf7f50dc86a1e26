import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { newKey } from '../bill/testing/shop.ts';

eachEngine('tills', (on) => {
  let test: TestApp;
  let manager: SignedIn;
  let waiter: SignedIn;
  let shiftKey: string;
  /** The till that closes the shift. */
  const closingTill = { 'X-Device-Id': 'desk', 'X-Till': '1;0;0' };
  const report = (device: string, till: string, outlet = test.cafe) =>
    test.call('shift.active', { as: manager, outlet, headers: { 'X-Device-Id': device, 'X-Till': till } });
  const others = async (headers: Readonly<Record<string, string>> = closingTill, outlet = test.cafe, id = shiftKey) =>
    (await test.call('shift.tills', { as: manager, outlet, params: { id }, headers })).body;
  const open = async (as: SignedIn, outlet: number, headers: Readonly<Record<string, string>>) => {
    const key = newKey();
    await test.call('shift.create', { as, outlet, headers, body: { key, openingBalance: 0 } });
    return key;
  };

  beforeAll(async () => {
    test = await testApp(on);
    manager = await test.signIn('Manager');
    waiter = await test.signIn('User');
    shiftKey = await open(waiter, test.cafe, { 'X-Device-Id': 'counter', 'X-Till': '2;0;0' });
  });

  it('[R2.11] lists the tills that worked in a shift, with their unsent entries, for the person who closes it', async () => {
    await expect.poll(() => others()).toMatchObject([{ number: 2, userName: 'User One', isSilent: false, waiting: 0 }]);
    expect(await others({ 'X-Device-Id': 'counter' })).toEqual([]);
    await report('phone', '3;3;41200');
    await expect
      .poll(() => others())
      .toMatchObject([{ number: 2 }, { number: 3, userName: 'Manager One', waiting: 3, amount: 41_200 }]);
    await report('phone', '3;0;0');
    await expect.poll(() => others()).toMatchObject([{ number: 2 }]);
    expect((await test.call('shift.tills', { as: manager, params: { id: newKey() } })).status).toBe(404);
  });

  it('[R2.11] lists tills at their own outlet only', async () => {
    const own = await open(manager, test.shop, { 'X-Device-Id': 'stall', 'X-Till': '5;2;700' });
    await expect.poll(() => others(closingTill, test.shop, own)).toMatchObject([{ number: 5, waiting: 2 }]);
    expect(await others()).toMatchObject([{ number: 2 }]);
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
