import { randomUUID } from 'node:crypto';
import type { Bill } from '@atoll/domain/bill/bill';
import { approvalSeconds, sendingSubject } from '@atoll/domain/contract/bill/approval';
import type { BillEvent } from '@atoll/domain/contract/bill/bill';
import type { AuditEntry } from '@atoll/domain/contract/outlet/audit';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { emailOf, password, type TestApp, testApp } from '../../../testing/test-app.ts';

eachEngine('work of another person on the same device', (on) => {
  let t: TestApp;
  let user: SignedIn;
  let manager: SignedIn;
  beforeAll(async () => {
    t = await testApp(on);
    // The user worked at the manager's till before, and the manager at the user's.
    await at('User', 'office');
    await at('Manager', 'till-1');
    user = await at('User', 'till-1');
    manager = await at('Manager', 'office');
  });
  const at = async (role: 'User' | 'Manager', deviceId: string): Promise<SignedIn> => {
    const headers = { 'x-device-id': deviceId };
    return (await t.call('auth.login', { body: { email: emailOf(role), password }, headers })).body as SignedIn;
  };
  const onBehalfOf = (id: number | string) => ({ 'x-made-by': String(id) });
  const allow = (permission_overrides: string) =>
    t.store.writeOrg(async (db) => {
      await db.updateTable('app_user').set({ permission_overrides }).where('id', '=', user.user.id).execute();
    });
  const historyOf = async (key: string) => {
    const [row] = await t.store.readOutlet(t.cafe, (db) =>
      db.selectFrom('history').selectAll().where('subject_key', '=', key).execute(),
    );
    return { userId: row?.user_id, sentBy: (JSON.parse(String(row?.data)) as { sentBy?: number }).sentBy };
  };

  it('[R15.4] records work under its author, with the sender in the history', async () => {
    const body = { key: randomUUID(), openingBalance: 0 };
    const shift = await t.call('shift.create', { as: manager, body, headers: onBehalfOf(user.user.id) });
    expect(shift.body).toMatchObject({ createdBy: user.user.id, createdByName: 'User One' });
    expect(await historyOf(body.key)).toEqual({ userId: user.user.id, sentBy: manager.user.id });

    const bill = { key: randomUUID(), type: 'Table', slot: '3', items: [] };
    const checkedIn = await t.call('bill.create', { as: manager, body: bill, headers: onBehalfOf(user.user.id) });
    expect(checkedIn.body).toMatchObject({ createdBy: user.user.id, createdByName: 'User One' });
    expect(await historyOf(bill.key)).toEqual({ userId: user.user.id, sentBy: manager.user.id });
  });

  it('[R15.4] records work under the sender when the author belongs to another outlet or is unknown', async () => {
    for (const [slot, id] of [
      ['4', 999_999],
      ['5', 'x'],
      ['6', manager.user.id],
    ] as const) {
      const bill = { key: randomUUID(), type: 'Table', slot, items: [] };
      const { body } = await t.call('bill.create', { as: manager, body: bill, headers: onBehalfOf(id) });
      expect(body.createdByName).toBe('Manager One');
      expect(await historyOf(bill.key)).toEqual({ userId: manager.user.id, sentBy: undefined });
    }
  });

  it('[R17.3] accepts work whose author lost the permission, and flags it in the history', async () => {
    const make = async (slot: string) => {
      const body = { key: randomUUID(), type: 'Table', slot, items: [] };
      const { status, body: bill } = await t.call('bill.create', {
        as: manager,
        body,
        headers: onBehalfOf(user.user.id),
      });
      const timeline = await t.call('bill.timeline', { as: manager, params: { id: (bill as Bill).id ?? 0 } });
      const events = timeline.body.events as readonly BillEvent[];
      const audit = await t.call('audit.list', { as: await t.signIn('Admin'), query: { search: body.key } });
      const [entry] = audit.body as unknown as AuditEntry[];
      return [status, events.map(({ userName, isRevoked }) => [userName, isRevoked]), entry?.isRevoked];
    };
    expect(await make('7')).toEqual([200, [['User One', false]], false]);
    await allow(JSON.stringify([{ permission: 'bill.open', effect: 'deny' }]));
    expect(await make('8')).toEqual([200, [['User One', true]], true]);
    await allow('[]');
    expect(await make('9')).toEqual([200, [['User One', false]], false]);
  });

  describe('work whose sender lost all permissions', () => {
    const device = 'till-1';
    const keys = new Map<string, string>();
    /** Returns the waiting check-in of a slot. */
    const work = (slot: string) => {
      const key = keys.get(slot) ?? randomUUID();
      keys.set(slot, key);
      return { call: 'bill.create', body: { key, type: 'Table', slot, items: [] } };
    };
    const open = (slot: string, headers: Record<string, string>, as = user) =>
      t.call('bill.create', {
        as,
        body: work(slot).body,
        headers: { 'x-device-id': device, ...headers },
      });
    const approve = async (part: object = {}) => {
      const { status, body } = await t.call('auth.approve', {
        as: user,
        body: {
          permission: 'bill.open',
          subjectType: sendingSubject,
          subjectKey: device,
          reason: 'What waits on this till: 3 changes',
          approverId: manager.user.id,
          passcode: '4826',
          entries: ['21', '22', '23', '24', '25'].map(work),
          ...part,
        },
      });
      return { status, headers: { 'x-approval': body.key ?? '' } };
    };
    beforeAll(async () => {
      await allow(JSON.stringify([{ permission: 'bill.open', effect: 'deny' }]));
      user = await at('User', 'till-1');
    });
    afterAll(async () => {
      await allow('[]');
      user = await at('User', 'till-1');
    });

    it('[R17.3] refuses the work, then accepts it with an approval at the till, flagged and with the approver’s name', async () => {
      expect((await open('21', {})).status).toBe(403);
      const { headers } = await approve();
      for (const slot of ['21', '22', '23']) {
        const { status, body: bill } = await open(slot, headers);
        expect(status).toBe(200);
        expect(bill).toMatchObject({ createdByName: 'User One' });
        const timeline = await t.call('bill.timeline', { as: manager, params: { id: (bill as Bill).id ?? 0 } });
        const [event] = timeline.body.events as readonly BillEvent[];
        expect(event).toMatchObject({ userName: 'User One', isRevoked: true, approverName: 'Manager One' });
      }
    });

    it('[R17.3] keeps a third person as author, and flags only work of people without the permission', async () => {
      const { headers } = await approve({ entries: [{ ...work('24'), authorId: manager.user.id }] });
      const bill = await open('24', { ...headers, ...onBehalfOf(manager.user.id) });
      const timeline = await t.call('bill.timeline', { as: manager, params: { id: (bill.body as Bill).id ?? 0 } });
      expect(timeline.body.events).toMatchObject([{ userName: 'Manager One', isRevoked: false }]);
    });

    it('[R17.3] refuses approvals of another till, person or action, expired ones and wrong passcodes', async () => {
      const { headers } = await approve();
      expect((await open('25', headers, await at('User', 'till-2'))).status).toBe(403);
      expect((await open('25', { 'x-approval': randomUUID() })).status).toBe(403);
      const wrong = await approve({ passcode: '0000' });
      expect(wrong.status).toBeGreaterThanOrEqual(400);
      const own = await approve({ subjectKey: 'till-3' });
      expect((await open('25', own.headers)).status).toBe(403);
      const asked = await approve({ passcode: undefined });
      expect((await open('25', asked.headers)).status).toBe(403);
      t.advance(approvalSeconds * 1000 + 1);
      expect((await open('25', headers)).status).toBe(403);
      const plain = await t.call('auth.approve', {
        as: user,
        body: {
          permission: 'bill.void',
          subjectType: 'Bill',
          subjectKey: device,
          reason: 'left',
          approverId: manager.user.id,
          passcode: '4826',
        },
      });
      expect((await open('25', { 'x-approval': plain.body.key })).status).toBe(403);
    });

    it('[R17.3] accepts the approval for no other call and no other action of the sender', async () => {
      const { headers } = await approve();
      const moved = await t.call('bill.transfer', {
        as: user,
        body: { from: { type: 'Table', slot: '21' }, to: { type: 'Table', slot: '26' } },
        headers: { 'x-device-id': device, ...headers },
      });
      expect(moved.status).not.toBe(200);
      const listed = await t.call('audit.list', { as: user, headers: { 'x-device-id': device, ...headers } });
      expect(listed.status).toBe(403);
    });
  });

  it('[R17.3] refuses an approval in another person’s name', async () => {
    const asked = await t.call('auth.approve', {
      as: user,
      body: {
        permission: 'bill.void',
        subjectType: 'Bill',
        subjectKey: 'b',
        reason: 'Guest left',
        approverId: manager.user.id,
      },
    });
    const { status } = await t.call('auth.decideApproval', {
      as: user,
      body: { key: asked.body.key, granted: true },
      headers: onBehalfOf(manager.user.id),
    });
    expect(status).toBe(404);
  });
});
