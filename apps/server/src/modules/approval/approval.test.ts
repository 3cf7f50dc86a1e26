import type { Approval } from '@atoll/domain/contract/bill/approval';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, describe, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { passcode, type TestApp, testApp } from '../../testing/test-app.ts';
import { type ApprovedActor, type Need, useApproval } from './service.ts';

eachEngine('approvals', (on) => {
  let t: TestApp;
  let user: SignedIn;
  let manager: SignedIn;
  beforeAll(async () => {
    t = await testApp(on);
    user = await t.signIn('User');
    manager = await t.signIn('Manager');
  });
  const need: Need = { permission: 'bill.void', subjectKey: 'bill-1' };
  const ask = (more: Record<string, unknown> = {}, as: SignedIn = user) =>
    t.call('auth.approve', {
      as,
      body: {
        permission: 'bill.void',
        subjectType: 'Bill',
        subjectKey: 'bill-1',
        reason: 'Guest left',
        approverId: manager.user.id,
        passcode,
        ...more,
      },
    });
  const actor = (approvalKey?: string, more: Partial<ApprovedActor> = {}): ApprovedActor => ({
    userId: user.user.id,
    outletId: t.cafe,
    permissions: new Set(),
    approvable: new Set(['bill.void', 'bill.discount']),
    limits: {},
    approvalKey,
    ...more,
  });
  const use = (who: ApprovedActor, wanted: Need = need) =>
    t.store.writeOutlet(t.cafe, (tx) => useApproval(tx, who, wanted));

  it('[R17.3] needs no approval from a person who has the permission', async () => {
    expect(await use(actor(undefined, { permissions: new Set(['bill.void']) }))).toBeNull();
  });

  it('[R17.3] refuses with approvalNeeded where an approval would do, and with forbidden where none is possible', async () => {
    await expect(use(actor())).rejects.toMatchObject({ refusal: { reason: 'approvalNeeded', status: 403 } });
    await expect(use(actor(undefined, { approvable: new Set() }))).rejects.toMatchObject({
      refusal: { reason: 'forbidden' },
    });
    const denied = await ask({ permission: 'settings.manage' });
    expect([denied.status, denied.body.reason]).toEqual([403, 'forbidden']);
  });

  it('[R17.3] accepts an approval once, for its requester and its purpose, and returns the approver', async () => {
    const { status, body } = await ask();
    expect([status, body.status]).toEqual([200, 'Granted']);
    const other: [ApprovedActor, Need][] = [
      [actor(body.key, { userId: manager.user.id }), need],
      [actor(body.key), { ...need, subjectKey: 'bill-2' }],
      [actor(body.key), { ...need, permission: 'bill.discount' }],
      [actor('3b241101-e2bb-4255-8caf-4136c566a962'), need],
    ];
    for (const [who, wanted] of other)
      await expect(use(who, wanted)).rejects.toMatchObject({ refusal: { reason: 'approvalInvalid' } });
    // In another outlet, such as the practice of this one, it is unknown, also for a record with the same key.
    const elsewhere = t.store.writeOutlet(t.shop, (tx) => useApproval(tx, actor(body.key, { outletId: t.shop }), need));
    await expect(elsewhere).rejects.toMatchObject({ refusal: { reason: 'approvalInvalid' } });
    expect(await use(actor(body.key))).toMatchObject({ key: body.key, approverId: manager.user.id });
    await expect(use(actor(body.key))).rejects.toMatchObject({ refusal: { reason: 'approvalInvalid' } });
  });

  it('[R17.3] lets only one of two simultaneous commands use an approval', async () => {
    const { body } = await ask();
    const both = await Promise.allSettled([use(actor(body.key)), use(actor(body.key))]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('[R17.3] refuses an approval after 120 s', async () => {
    const { body } = await ask();
    t.advance(120_000);
    await expect(use(actor(body.key))).rejects.toMatchObject({ refusal: { reason: 'approvalInvalid' } });
    const { body: found } = await t.call('auth.findApproval', { as: user, params: { key: body.key } });
    expect((found as Approval).status).toBe('Expired');
  });

  it('[R17.3] accepts an approval up to its amount, from an approver whose own limit allows it', async () => {
    const discount = (amount: number) => ask({ permission: 'bill.discount', amount });
    const { body } = await discount(15);
    const wanted = (amount: number): Need => ({ permission: 'bill.discount', subjectKey: 'bill-1', amount });
    await expect(use(actor(body.key), wanted(15.01))).rejects.toMatchObject({
      refusal: { reason: 'approvalInvalid' },
    });
    expect(await use(actor(body.key), wanted(15))).not.toBeNull();
    // A person who may give 10 % without approval asks for more.
    const limited = actor(undefined, { permissions: new Set(['bill.discount']), limits: { 'bill.discount': 10 } });
    expect(await use(limited, wanted(10))).toBeNull();
    await expect(use(limited, wanted(11))).rejects.toMatchObject({ refusal: { reason: 'approvalNeeded' } });

    const setLimit = (overrides: unknown[]) =>
      t.store.writeOrg((db) =>
        db
          .updateTable('app_user')
          .set({ permission_overrides: JSON.stringify(overrides) })
          .where('id', '=', manager.user.id)
          .execute(),
      );
    await setLimit([{ permission: 'bill.discount', effect: 'allow', limit: 10 }]);
    expect((await discount(11)).body.reason).toBe('approverUnfit');
    const list = await t.call('auth.approvers', { as: user, query: { permission: 'bill.discount', amount: '11' } });
    expect((list.body as { name: string }[]).map(({ name }) => name)).toEqual(['Admin One']);
    await setLimit([]);
  });

  it('[R17.3] refuses approvers without the permission, from another outlet, or who are the requester', async () => {
    expect((await ask({ approverId: user.user.id })).body.reason).toBe('approverUnfit');
    expect((await ask({ approverId: manager.user.id }, manager)).body.reason).toBe('approverUnfit');
    expect((await ask({ approverId: 999_999 })).body.reason).toBe('approverUnfit');
    const { body } = await t.call('auth.approvers', { as: user, query: { permission: 'bill.void' } });
    expect((body as { name: string }[]).map(({ name }) => name)).toEqual(['Admin One', 'Manager One']);
  });

  it('[R17.3] checks at most five wrong passcodes of an approver in a row, also simultaneous ones', async () => {
    const wrong = await Promise.all(Array.from({ length: 20 }, (_, i) => ask({ passcode: String(1000 + i) })));
    const statuses = wrong.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([422, 422, 422, 422, ...Array.from({ length: 16 }, () => 423)]);
    expect((await ask()).body).toMatchObject({ code: 423, reason: 'approverLocked' });
    t.advance(60 * 60_000);
    user = await t.signIn('User');
    manager = await t.signIn('Manager');
    expect((await ask()).status).toBe(200);
    // A day later the wrong ones are forgotten.
    t.advance(24 * 60 * 60_000);
    user = await t.signIn('User');
    manager = await t.signIn('Manager');
    for (let i = 0; i < 4; i++) expect((await ask({ passcode: '0001' })).status).toBe(422);
    expect((await ask()).status).toBe(200);
  });

  describe('approval on the approver’s own device', () => {
    const waiting = async (as: SignedIn) => (await t.call('auth.approvals', { as })).body as Approval[];
    const decide = (key: string, granted: boolean, as: SignedIn) =>
      t.call('auth.decideApproval', { as, body: { key, granted } });

    it('[R17.3] keeps a remote approval pending until the approver grants it', async () => {
      const { body } = await ask({ passcode: undefined });
      expect(body.status).toBe('Pending');
      await expect(use(actor(body.key))).rejects.toMatchObject({ refusal: { reason: 'approvalInvalid' } });
      expect(await waiting(manager)).toEqual([
        expect.objectContaining({ key: body.key, requestedByName: 'User One', reason: 'Guest left' }),
      ]);
      expect(await waiting(user)).toEqual([]);
      expect((await decide(body.key, true, user)).status).toBe(404);
      expect((await decide(body.key, true, manager)).body.status).toBe('Granted');
      expect(await waiting(manager)).toEqual([]);
      expect(await use(actor(body.key))).not.toBeNull();
    });

    it('[R17.3] refuses a denied approval, and granting one that has expired', async () => {
      const denied = (await ask({ passcode: undefined })).body.key as string;
      expect((await decide(denied, false, manager)).body.status).toBe('Denied');
      await expect(use(actor(denied))).rejects.toMatchObject({ refusal: { reason: 'approvalInvalid' } });
      expect((await decide(denied, true, manager)).body.reason).toBe('approvalEnded');
      const late = (await ask({ passcode: undefined })).body.key as string;
      t.advance(120_000);
      expect((await decide(late, true, manager)).body.reason).toBe('approvalEnded');
    });

    const cancel = (key: string, as: SignedIn) => t.call('auth.cancelApproval', { as, body: { key } });

    it('a withdrawn request leaves the approver’s list at once, and an answer to it is refused in words', async () => {
      const { body } = await ask({ passcode: undefined });
      expect(await waiting(manager)).toHaveLength(1);
      expect((await cancel(body.key, user)).status).toBe(204);
      expect(await waiting(manager)).toEqual([]);
      for (const granted of [true, false])
        expect(await decide(body.key, granted, manager)).toMatchObject({
          status: 409,
          body: { reason: 'approvalEnded', message: 'This request has ended. Your answer was not used' },
        });
      await expect(use(actor(body.key))).rejects.toMatchObject({ refusal: { reason: 'approvalInvalid' } });
      // Once more, and for a key that nobody has: nothing happens.
      expect((await cancel(body.key, user)).status).toBe(204);
      expect((await cancel('3b241101-e2bb-4255-8caf-4136c566a962', user)).status).toBe(204);
      const entries = await t.store.readOutlet(t.cafe, (db) =>
        db.selectFrom('history').select('action').where('subject_key', '=', body.key).orderBy('seq').execute(),
      );
      expect(entries.map(({ action }) => action)).toEqual(['Asked', 'Withdrawn']);
    });

    it('tells the devices of the outlet when somebody asks and no longer asks, not when a passcode was typed', async () => {
      const changes = async (since: number) => {
        const { body } = await t.call('change.list', { as: manager, query: { since: String(since) } });
        return body as {
          readonly head: number;
          readonly changes: { readonly entity: string; readonly action: string }[];
        };
      };
      const { head } = await changes(0);
      const told = async () =>
        (await changes(head)).changes.filter(({ entity }) => entity === 'Approval').map(({ action }) => action);
      await ask();
      expect(await told()).toEqual([]);
      const { body } = await ask({ passcode: undefined });
      expect(await told()).toEqual(['Created']);
      await cancel(body.key, user);
      // Of changes without an id only the last one is listed.
      expect(await told()).toEqual(['Updated']);
    });

    it('nobody else withdraws a request, and one that was answered stays answered', async () => {
      const { body } = await ask({ passcode: undefined });
      expect((await cancel(body.key, manager)).status).toBe(204);
      expect(await waiting(manager)).toHaveLength(1);
      await decide(body.key, true, manager);
      expect((await cancel(body.key, user)).status).toBe(204);
      expect(await use(actor(body.key))).not.toBeNull();
    });

    it('asking the same again ends the request before it, and no other', async () => {
      const first = (await ask({ passcode: undefined })).body.key;
      const other = (await ask({ passcode: undefined, subjectKey: 'bill-2' })).body.key;
      const second = (await ask({ passcode: undefined })).body.key;
      expect((await waiting(manager)).map(({ key }) => key)).toEqual([other, second]);
      expect((await decide(first, true, manager)).body.reason).toBe('approvalEnded');
      expect((await decide(second, true, manager)).body.status).toBe('Granted');
    });
  });

  it('[R17.3] writes approvals to the history with requester, approver and reason', async () => {
    const { body } = await ask();
    const rows = await t.store.readOutlet(t.cafe, (db) =>
      db.selectFrom('history').selectAll().where('subject_key', '=', body.key).execute(),
    );
    expect(rows).toHaveLength(1);
    expect(JSON.parse(String(rows[0]?.data)).after).toMatchObject({
      permission: 'bill.void',
      subject: 'bill-1',
      reason: 'Guest left',
      requestedBy: user.user.id,
      approver: manager.user.id,
    });
  });
});
