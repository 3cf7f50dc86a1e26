/** Plays people who use what they should not have: forged approvals, tokens of a locked sign-in, a send-only token. */
import { randomBytes, randomUUID } from 'node:crypto';
import { offlineHeader } from '@atoll/domain/access/offline-approval';
import type { Bill } from '@atoll/domain/bill/bill';
import type { Notice } from '@atoll/domain/contract/outlet/notification';
import type { SendOnly, SignedIn } from '@atoll/domain/contract/people/auth';
import type { HistoryAction } from '@atoll/domain/report/history-actions';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { restoredMark } from '../../platform/store/store-name.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { passcode, password, type TestApp, testApp } from '../../testing/test-app.ts';
import { addMenuItem, line } from '../bill/testing/shop.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

eachEngine('attempts', (on) => {
  let t: TestApp;
  let burger = 0;
  let slot = 0;
  let since = 0;
  beforeAll(async () => {
    t = await testApp(on);
    const sizes = JSON.stringify([{ value: 'Small', sellingPrice: 5000, isDefault: true }]);
    burger = await addMenuItem(t.store, t.cafe, { name: 'Burger', sizes });
    await t.call('shift.create', { as: await t.signIn('User'), body: { key: randomUUID(), openingBalance: 0 } });
  });
  beforeEach(async () => {
    t.advance(2 * day);
    since = (await entries(null)).length;
  });
  const entries = (action: HistoryAction | null) =>
    t.store.readOutlet(t.cafe, (db) =>
      db
        .selectFrom('history')
        .select(['subject', 'subject_key', 'user_id', 'device_id', 'data', 'action'])
        .where('outlet_id', '=', t.cafe)
        .where('action', 'in', action ? [action] : ['ApprovalForged', 'UsedWhileLocked', 'OutletRefused'])
        .orderBy('seq')
        .execute(),
    );
  const fresh = async (action: HistoryAction) =>
    (await entries(null)).slice(since).filter((row) => row.action === action);
  const news = async () => {
    const as = await t.signIn('Admin');
    const all = (await t.call('notification.list', { as })).body as Notice[];
    return all.filter(({ at }) => Date.parse(at) > t.now() - day).map(({ title }) => title);
  };
  const served = async (as: SignedIn): Promise<Bill> => {
    slot += 1;
    const body = { key: randomUUID(), type: 'Table', slot: String(slot), items: [line(burger, 1, { sentQty: 1 })] };
    return (await t.call('bill.create', { as, body })).body as Bill;
  };
  const voidDish = (as: SignedIn, bill: Bill, approval: string) =>
    t.call('bill.update', {
      as,
      body: {
        key: bill.key,
        type: bill.type,
        slot: bill.slot,
        items: bill.items.map((item) => ({ ...item, isVoid: true, voidReason: 'Cold' })),
      },
      headers: { 'x-device-id': 'till-1', 'x-approval': approval },
    });
  const forged = (codeId: string) =>
    offlineHeader({
      codeId,
      key: randomUUID(),
      madeAt: t.now(),
      amount: null,
      mac: randomBytes(32).toString('base64url'),
    });

  it('[R36.5] writes forged approvals to the history, tells the Admins of the third, and of no more however many come', async () => {
    const user = await t.signIn('User');
    const manager = await t.signIn('Manager');
    const set = { as: manager, body: { currentPassword: password }, headers: { 'x-device-id': 'till-1' } };
    const { codeId } = (await t.call('auth.setApprovalCode', set)).body as { codeId: string };
    const bill = await served(user);
    const attempt = async (id: string) => {
      t.advance(11_000);
      return (await voidDish(user, bill, forged(id))).body.reason;
    };
    // One with the code of the till, one with a code that was made up.
    for (const [at, id] of [codeId, 'made-up-code'].entries()) {
      expect(await attempt(id)).toBe('approvalInvalid');
      await expect.poll(async () => (await fresh('ApprovalForged')).length).toBe(at + 1);
    }
    expect(await news()).toEqual([]);
    for (let i = 0; i < 30; i += 1) await attempt(codeId);
    await expect.poll(news).toEqual(['User One sent approvals that nobody gave']);
    const rows = await fresh('ApprovalForged');
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatchObject({ subject: 'Approval', user_id: user.user.id, device_id: 'till-1' });
    expect(rows[0]?.data).toContain('bill.update');
  });

  it('[R36.5] does the same for an approval of somebody else', async () => {
    const user = await t.signIn('User');
    const manager = await t.signIn('Manager');
    const admin = await t.signIn('Admin');
    const bill = await served(user);
    const asked = {
      permission: 'item.void.sent',
      subjectType: 'Bill',
      subjectKey: bill.key,
      reason: 'Cold',
      approverId: admin.user.id,
      passcode,
    };
    const { key } = (await t.call('auth.approve', { as: manager, body: asked })).body as { key: string };
    expect((await voidDish(user, bill, key)).body.reason).toBe('approvalInvalid');
    await expect
      .poll(async () => (await fresh('ApprovalForged')).map(({ user_id }) => user_id))
      .toEqual([user.user.id]);
  });

  it('[R36.5] does the same for an approval that the store does not have, but not after a restore, which lost some', async () => {
    const user = await t.signIn('User');
    const bill = await served(user);
    expect((await voidDish(user, bill, randomUUID())).body.reason).toBe('approvalInvalid');
    await expect
      .poll(async () => (await fresh('ApprovalForged')).map(({ user_id }) => user_id))
      .toEqual([user.user.id]);
    const mark = { name: restoredMark, value: String(t.now()), created_at: t.now() };
    const restored = (hours: number) => ({ ...mark, value: String(t.now() - hours * 60 * minute) });
    await t.store.writeOrg((db) => db.insertInto('secret').values(restored(71)).execute());
    t.advance(11_000);
    expect((await voidDish(user, bill, randomUUID())).body.reason).toBe('approvalInvalid');
    await t.store.writeOrg((db) =>
      db.updateTable('secret').set(restored(73)).where('name', '=', restoredMark).execute(),
    );
    t.advance(11_000);
    expect((await voidDish(user, bill, randomUUID())).body.reason).toBe('approvalInvalid');
    await expect.poll(async () => (await fresh('ApprovalForged')).length).toBe(2);
    await t.store.writeOrg((db) => db.deleteFrom('secret').where('name', '=', restoredMark).execute());
    t.advance(11_000);
    expect((await voidDish(user, bill, forged('made-up-code'))).body.reason).toBe('approvalInvalid');
    await expect.poll(async () => (await fresh('ApprovalForged')).length).toBe(3);
  });

  it('[R36.1] writes the use of a locked sign-in’s token to the history, and tells the Admins when it repeats', async () => {
    const lockedOne = async () => {
      const as = await t.signIn('Manager');
      await t.call('auth.lock', { body: { refreshToken: as.refreshToken } });
      return as;
    };
    const manager = await lockedOne();
    const attempt = async (as = manager) => (await t.call('app.dashboard', { as })).body.reason;
    // What the page had under way when it was locked is no attempt.
    for (let i = 0; i < 5; i += 1) expect(await attempt()).toBe('locked');
    t.advance(2 * minute);
    for (let i = 0; i < 20; i += 1) await attempt();
    await expect.poll(async () => (await fresh('UsedWhileLocked')).length).toBe(1);
    expect(await news()).toEqual([]);
    for (const written of [2, 3, 3, 3, 3]) {
      t.advance(11_000);
      await attempt();
      await expect.poll(async () => (await fresh('UsedWhileLocked')).length).toBe(written);
    }
    await expect.poll(news).toEqual(['The locked sign-in of Manager One was used']);
    const rows = await fresh('UsedWhileLocked');
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatchObject({ subject: 'User', user_id: manager.user.id });
    expect(rows[0]?.data).toContain('app.dashboard');
    // Three more in the next hour, and no second notification in that day.
    t.advance(61 * minute);
    const used = await lockedOne();
    t.advance(2 * minute);
    for (const written of [4, 5, 6, 6]) {
      await attempt(used);
      await expect.poll(async () => (await fresh('UsedWhileLocked')).length).toBe(written);
      t.advance(11_000);
    }
    expect(await news()).toEqual(['The locked sign-in of Manager One was used']);
    // Nor is a call that the page made before it knew of an unlock.
    t.advance(61 * minute);
    const opened = await lockedOne();
    t.advance(2 * minute);
    await t.call('auth.unlock', { body: { refreshToken: opened.refreshToken, passcode } });
    t.advance(50_000);
    expect(await attempt(opened)).toBe('locked');
    t.advance(20_000);
    expect(await attempt(opened)).toBe('locked');
    await expect.poll(async () => (await fresh('UsedWhileLocked')).length).toBe(7);
  });

  it('writes calls for an outlet where a person does not work to the history, tells the Admins when it repeats, and no call without one', async () => {
    const user = await t.signIn('User');
    const reach = async (outlet: number | null) => (await t.call('app.settings', { as: user, outlet })).status;
    expect(await reach(null)).toBe(403);
    for (const [place, outlet] of [t.shop, 999_999, t.shop, t.shop].entries()) {
      t.advance(11_000);
      expect(await reach(outlet)).toBe(403);
      const rows = await vi.waitFor(async () => {
        const found = await fresh('OutletRefused');
        expect(found).toHaveLength(Math.min(3, place + 1));
        return found;
      });
      expect(new Set(rows.map(({ user_id }) => user_id))).toEqual(new Set([user.user.id]));
    }
    await expect.poll(news).toEqual(['User One tried to reach another outlet']);
    // Their outlets were changed a moment ago: the till may not know it yet.
    t.advance(2 * day);
    const moved = await t.signIn('User');
    await t.store.writeOrg((db) =>
      db.updateTable('app_user').set({ modified_at: t.now() }).where('id', '=', moved.user.id).execute(),
    );
    await t.call('app.settings', { as: moved, outlet: t.shop });
    await t.call('app.settings', { as: moved, outlet: null });
    t.advance(59 * minute);
    await t.call('app.settings', { as: await t.signIn('User'), outlet: t.shop });
    const manager = await t.signIn('Manager');
    await t.call('app.settings', { as: manager, outlet: 999_999 });
    const later = async () => (await fresh('OutletRefused')).slice(3).map(({ user_id }) => user_id);
    await expect.poll(later).toEqual([manager.user.id]);
    t.advance(minute);
    await t.call('app.settings', { as: await t.signIn('User'), outlet: t.shop });
    await expect.poll(later).toEqual([manager.user.id, user.user.id]);
  });

  it('[R36.33] does the same for a send-only token at any other call, and for a write that did not wait', async () => {
    const manager = await t.signIn('Manager');
    const waiting = randomUUID();
    const body = { refreshToken: manager.refreshToken, waiting: [`bill.create ${waiting}`] };
    const { sendToken } = (await t.call('auth.lock', { body })).body as SendOnly;
    const as = { token: sendToken ?? '' };
    const create = (key: string, at: string) =>
      t.call('bill.create', { as, body: { key, type: 'Table', slot: at, items: [] } });
    t.advance(2 * minute);
    expect((await t.call('app.settings', { as })).body.reason).toBe('locked');
    await expect.poll(async () => (await fresh('UsedWhileLocked')).length).toBe(1);
    t.advance(11_000);
    expect((await create(randomUUID(), '30')).body.reason).toBe('locked');
    await expect.poll(async () => (await fresh('UsedWhileLocked')).length).toBe(2);
    expect((await fresh('UsedWhileLocked')).map(({ data }) => /app\.settings|bill\.create/.exec(data)?.[0])).toEqual([
      'app.settings',
      'bill.create',
    ]);
    // What waited is no attempt, however often it is sent.
    for (let i = 0; i < 3; i += 1) {
      t.advance(11_000);
      expect((await create(waiting, '31')).status).toBe(200);
    }
    expect(await news()).toEqual([]);
  });

  it('tells the Admins when a person’s requests are refused three times in an hour', async () => {
    const user = await t.signIn('User');
    const manager = await t.signIn('Manager');
    const ask = async () => {
      const asked = { permission: 'bill.void', subjectType: 'Bill', subjectKey: randomUUID(), reason: 'Guest left' };
      const { body } = await t.call('auth.approve', { as: user, body: { ...asked, approverId: manager.user.id } });
      await t.call('auth.decideApproval', { as: manager, body: { key: body.key, granted: false } });
    };
    await ask();
    await ask();
    expect(await news()).toEqual([]);
    for (let i = 0; i < 5; i += 1) await ask();
    expect(await news()).toEqual(['User One was refused 3 approvals']);
  });
});
