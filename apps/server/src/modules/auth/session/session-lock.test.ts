import { randomUUID } from 'node:crypto';
import { type ContractKey, contract } from '@atoll/domain/contract/contract';
import type { SendOnly, SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, describe, expect, it } from 'vitest';
import { outboxCalls } from '../../../platform/http/outbox/calls.ts';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { emailOf, passcode, password, type TestApp, testApp } from '../../../testing/test-app.ts';
import { testDevice } from '../../../testing/test-device.ts';
import { createLockChanges } from './lock-changes.ts';

const hour = 3_600_000;
const closed = (Object.keys(contract) as ContractKey[]).filter((key) => contract[key].access.who !== 'public');

eachEngine('a locked session', (on) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp(on);
    const shift = { key: randomUUID(), openingBalance: 0 };
    await t.call('shift.create', { as: await t.signIn('Manager'), body: shift });
  });
  const refresh = (refreshToken: string) => t.call('auth.refresh', { body: { refreshToken } });
  const lock = (refreshToken: string, waiting?: readonly string[]) =>
    t.call('auth.lock', { body: { refreshToken, ...(waiting && { waiting }) } });
  const unlock = (refreshToken: string, code = passcode) =>
    t.call('auth.unlock', { body: { refreshToken, passcode: code } });
  const signInAt = async (deviceId: string, role: 'Manager' | 'User' = 'Manager') => {
    const body = { email: emailOf(role), password };
    return (await t.call('auth.login', { body, headers: { 'x-device-id': deviceId } })).body as SignedIn;
  };
  const me = async (as: Pick<SignedIn, 'token'>) => {
    const { status, body } = await t.call('app.user', { as, outlet: null });
    return status === 200 ? status : [status, body.reason];
  };
  const negotiated = (bearer: string) =>
    t.app.inject({
      method: 'POST',
      url: `/api/hub/negotiate?negotiateVersion=1&outletId=${t.cafe}`,
      headers: { host: 'localhost:8080', authorization: `Bearer ${bearer}` },
    });
  const openTable = (key: string, slot: string, as: Pick<SignedIn, 'token'>) =>
    t.call('bill.create', { as, body: { key, type: 'Table', slot, items: [] } });

  it('[R36.1] gives a waiter who took the locked manager’s tokens from the storage nothing but the question for the passcode', async () => {
    const manager = await t.signIn('Manager');
    expect((await lock(manager.refreshToken)).body).toEqual({ sendToken: null, sendNames: [] });
    const refused = await refresh(manager.refreshToken);
    expect(refused.status).toBe(401);
    expect(refused.body).toMatchObject({
      reason: 'locked',
      message: 'This screen is locked. Enter your passcode',
      sendToken: null,
      sendNames: [],
    });
    expect(refused.body).not.toHaveProperty('token');
    // The access token of before the lock, at every call.
    const answers: Record<string, unknown> = {};
    for (const key of closed) {
      const { status, body } = await t.call(key, { as: manager, body: {} });
      answers[key] = [status, body?.reason];
    }
    expect(answers).toEqual(Object.fromEntries(closed.map((key) => [key, [401, 'locked']])));
    // A till cannot name later what it says it had waiting.
    const later = await lock(manager.refreshToken, [`bill.void ${randomUUID()}`]);
    expect(later.body).toEqual({ sendToken: null, sendNames: [] });
  });

  it('[R36.1] opens with the passcode alone, and the access token of before the lock stays refused', async () => {
    const first = await t.signIn('Manager');
    await lock(first.refreshToken);
    expect((await unlock(first.refreshToken, '0001')).status).toBe(401);
    const opened = (await unlock(first.refreshToken)).body as SignedIn;
    expect(await me(opened)).toBe(200);
    expect(await me(first)).toEqual([401, 'locked']);
    expect((await refresh(opened.refreshToken)).status).toBe(200);
  });

  it('[R36.1] stays locked after a restart, and a lock that arrives after the unlock does not lock again', async () => {
    const first = await t.signIn('Manager');
    // Each process reads every 2 s what others locked and opened.
    const other = await t.restart();
    await lock(first.refreshToken);
    const restarted = await t.restart();
    expect((await restarted.call('app.user', { as: first, outlet: null })).body.reason).toBe('locked');
    const late = await restarted.call('auth.refresh', { body: { refreshToken: first.refreshToken } });
    expect(late.body.reason).toBe('locked');
    const opened = (await unlock(first.refreshToken)).body as SignedIn;
    await lock(first.refreshToken);
    expect(await me(opened)).toBe(200);
    // One that saw neither the lock nor the unlock does not take the token of before.
    const ofBefore = await other.call('app.user', { as: first, outlet: null });
    expect([ofBefore.status, ofBefore.body.reason]).toEqual([401, 'locked']);
    await lock(opened.refreshToken);
    expect(await me(opened)).toEqual([401, 'locked']);
  });

  it('is read from the store by what other server processes keep of it, once for each change', async () => {
    const mine = await t.signIn('User');
    const session = mine.refreshToken.split('.')[0] ?? '';
    const other = createLockChanges(t.store, t.now);
    const cut: string[] = [];
    other.onLocked((ids) => cut.push(...ids));
    await other.poll();
    expect(other.isOld(session, 0)).toBe(false);
    await lock(mine.refreshToken);
    await other.poll();
    await other.poll();
    expect([other.isOld(session, 0), other.isLocked(session)]).toEqual([true, true]);
    expect(cut.filter((id) => id === session)).toEqual([session]);
    await unlock(mine.refreshToken);
    await other.poll();
    expect([other.isOld(session, 1), other.isLocked(session)]).toEqual([true, false]);
  });

  it('[R36.1] opens no hub connection, by an access token or by a ticket of before', async () => {
    const mine = await t.signIn('User');
    const negotiate = async (bearer: string) => (await negotiated(bearer)).statusCode;
    const ticket = async () => (await t.call('auth.hubTicket', { as: mine })).body.ticket as string;
    expect(await negotiate(mine.token)).toBe(200);
    expect(await negotiate(await ticket())).toBe(200);
    const unused = await ticket();
    await lock(mine.refreshToken);
    expect(await negotiate(mine.token)).toBe(401);
    expect(await negotiate(unused)).toBe(401);
  });

  describe('after nobody used it', () => {
    const setIdle = (seconds: string) =>
      t.store.writeOutlet(t.cafe, async (tx) => {
        tx.write(
          tx.db
            .insertInto('setting')
            .values({ outlet_id: t.cafe, key: 'IdleLockSeconds', value: seconds, modified_at: t.now(), modified_by: 1 })
            .onConflict((conflict) => conflict.columns(['outlet_id', 'key']).doUpdateSet({ value: seconds })),
        );
      });

    it('[R36.1] locks when its last access token ended longer ago than IdleLockSeconds, and not before', async () => {
      await setIdle('300');
      let mine = await t.signIn('User');
      t.advance(15 * 60_000 + 299_000);
      mine = (await refresh(mine.refreshToken)).body as SignedIn;
      expect(await me(mine)).toBe(200);
      t.advance(15 * 60_000 + 301_000);
      const late = await refresh(mine.refreshToken);
      expect([late.status, late.body.reason]).toEqual([401, 'locked']);
      expect(await me((await unlock(mine.refreshToken)).body as SignedIn)).toBe(200);
    });

    it('[R36.1] never locks by itself where no outlet of the person sets a time', async () => {
      await setIdle('');
      const mine = await t.signIn('User');
      t.advance(11 * hour);
      expect((await refresh(mine.refreshToken)).status).toBe(200);
    });
  });

  describe('of a till with several profiles', () => {
    it('[R36.3] locks every other profile of the device when one signs in or unlocks, and no other device', async () => {
      const till = randomUUID();
      const elsewhere = await signInAt(randomUUID());
      const manager = await signInAt(till);
      expect(await me(manager)).toBe(200);
      const waiter = await signInAt(till, 'User');
      expect(await me(manager)).toEqual([401, 'locked']);
      expect((await refresh(manager.refreshToken)).body.reason).toBe('locked');
      expect(await me(waiter)).toBe(200);
      const back = (await unlock(manager.refreshToken)).body as SignedIn;
      expect(await me(back)).toBe(200);
      expect(await me(waiter)).toEqual([401, 'locked']);
      expect((await refresh(waiter.refreshToken)).body.reason).toBe('locked');
      expect(await me(elsewhere)).toBe(200);
    });

    it('[R36.3] lets a waiter name no writes for the profile that their sign-in locked', async () => {
      const till = randomUUID();
      const manager = await signInAt(till);
      await signInAt(till, 'User');
      const { body } = await lock(manager.refreshToken, [`bill.void ${randomUUID()}`]);
      expect(body).toEqual({ sendToken: null, sendNames: [] });
    });
  });

  describe('with unsent work', () => {
    const locked = async (waiting: readonly string[]) => {
      const manager = await t.signIn('Manager');
      const { body } = await lock(manager.refreshToken, waiting);
      return { manager, ...(body as SendOnly), as: { token: (body as SendOnly).sendToken ?? '' } };
    };

    it('[R36.33] sends what waited at the lock, by its keys, again too, and nothing else', async () => {
      const [mine, other] = [randomUUID(), randomUUID()];
      const { as, sendNames, manager } = await locked([`bill.create ${mine}`]);
      expect(sendNames).toEqual([`bill.create ${mine}`]);
      expect((await openTable(mine, '11', as)).status).toBe(200);
      expect((await openTable(mine, '11', as)).status).toBe(200);
      expect((await openTable(other, '12', as)).body.reason).toBe('locked');
      const voided = await t.call('bill.void', { as, body: { billId: mine, reason: 'No guests' } });
      expect(voided.body.reason).toBe('locked');
      const renewed = await refresh(manager.refreshToken);
      expect(renewed.body).toMatchObject({ reason: 'locked', sendNames });
      expect((await openTable(mine, '11', { token: renewed.body.sendToken as string })).status).toBe(200);
    });

    it('[R36.33] reads nothing and opens nothing with the send-only token, at any other call', async () => {
      const { as } = await locked([`bill.create ${randomUUID()}`]);
      const answers: Record<string, unknown> = {};
      const others = closed.filter((key) => !outboxCalls.has(key));
      for (const key of others) {
        const { status, body } = await t.call(key, { as, body: {} });
        answers[key] = [status, body?.reason];
      }
      expect(others.length).toBeGreaterThan(200);
      expect(answers).toEqual(Object.fromEntries(others.map((key) => [key, [401, 'locked']])));
      expect((await negotiated(as.token)).statusCode).toBe(401);
    });

    it('[R36.33] ends the send-only token with the unlock, and after 72 hours', async () => {
      const key = randomUUID();
      const first = await locked([`bill.create ${key}`]);
      await unlock(first.manager.refreshToken);
      expect((await openTable(key, '13', first.as)).body.reason).toBe('locked');
      // A device without a key is signed out before that.
      const till = testDevice(randomUUID());
      const proof = (call: string, subject: string) => ({ proof: till.proof(call, subject, t.now()) });
      const email = emailOf('Manager');
      const login = await t.call('auth.login', { body: { email, password, ...proof('auth.login', email) } });
      const { refreshToken } = login.body as SignedIn;
      await t.call('auth.lock', {
        body: { refreshToken, waiting: [`bill.create ${key}`], ...proof('auth.lock', refreshToken) },
      });
      const refreshed = async () =>
        (await t.call('auth.refresh', { body: { refreshToken, ...proof('auth.refresh', refreshToken) } })).body;
      t.advance(71 * hour);
      expect((await refreshed()).sendToken).toEqual(expect.any(String));
      t.advance(hour - 60_000);
      const last = (await refreshed()).sendToken as string;
      t.advance(2 * 60_000);
      expect((await openTable(key, '14', { token: last })).body.reason).toBe('locked');
      t.advance(hour);
      expect(await refreshed()).toMatchObject({ reason: 'locked', sendToken: null });
    });

    it('[R36.33] keeps the permissions of the person who locked', async () => {
      const user = await t.signIn('User');
      const key = randomUUID();
      const { body } = await lock(user.refreshToken, [`bill.create ${key}`]);
      const as = { token: (body as SendOnly).sendToken ?? '' };
      const elsewhere = await t.call('bill.create', {
        as,
        outlet: t.shop,
        body: { key, type: 'Counter', slot: '1', items: [] },
      });
      expect(elsewhere.body.reason).toBe('outletForbidden');
    });
  });
});
