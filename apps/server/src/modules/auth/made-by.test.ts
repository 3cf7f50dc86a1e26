import { randomUUID } from 'node:crypto';
import type { Bill } from '@atoll/domain/bill/bill';
import type { AuditEntry } from '@atoll/domain/contract/audit';
import type { SignedIn } from '@atoll/domain/contract/auth';
import type { BillEvent } from '@atoll/domain/contract/bill';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

eachEngine('what was made by somebody else on the device', (on) => {
  let t: TestApp;
  let user: SignedIn;
  let manager: SignedIn;
  beforeAll(async () => {
    t = await testApp(on);
    user = await t.signIn('User');
    manager = await t.signIn('Manager');
  });
  const madeBy = (id: number | string) => ({ 'x-made-by': String(id) });
  const historyOf = async (key: string) => {
    const [row] = await t.store.readOutlet(t.cafe, (db) =>
      db.selectFrom('history').selectAll().where('subject_key', '=', key).execute(),
    );
    return { userId: row?.user_id, sentBy: (JSON.parse(String(row?.data)) as { sentBy?: number }).sentBy };
  };

  it('[R15.4] is done in the name of its maker; the history records who sent it', async () => {
    const body = { key: randomUUID(), openingBalance: 0 };
    const shift = await t.call('shift.create', { as: manager, body, headers: madeBy(user.user.id) });
    expect(shift.body).toMatchObject({ createdBy: user.user.id, createdByName: 'User One' });
    expect(await historyOf(body.key)).toEqual({ userId: user.user.id, sentBy: manager.user.id });

    const bill = { key: randomUUID(), type: 'Table', slot: '3', items: [] };
    const checkedIn = await t.call('bill.create', { as: manager, body: bill, headers: madeBy(user.user.id) });
    expect(checkedIn.body).toMatchObject({ createdBy: user.user.id, createdByName: 'User One' });
    expect(await historyOf(bill.key)).toEqual({ userId: user.user.id, sentBy: manager.user.id });
  });

  it('[R15.4] is the sender’s own when the maker is nobody of this outlet', async () => {
    for (const [slot, id] of [
      ['4', 999_999],
      ['5', 'x'],
      ['6', manager.user.id],
    ] as const) {
      const bill = { key: randomUUID(), type: 'Table', slot, items: [] };
      const { body } = await t.call('bill.create', { as: manager, body: bill, headers: madeBy(id) });
      expect(body.createdByName).toBe('Manager One');
      expect(await historyOf(bill.key)).toEqual({ userId: manager.user.id, sentBy: undefined });
    }
  });

  it('[R17.3] is accepted when its maker may not do it any more, and flagged for whoever reads the history', async () => {
    const make = async (slot: string) => {
      const body = { key: randomUUID(), type: 'Table', slot, items: [] };
      const { status, body: bill } = await t.call('bill.create', { as: manager, body, headers: madeBy(user.user.id) });
      const timeline = await t.call('bill.timeline', { as: manager, params: { id: (bill as Bill).id ?? 0 } });
      const events = timeline.body.events as readonly BillEvent[];
      const audit = await t.call('audit.list', { as: await t.signIn('Admin'), query: { search: body.key } });
      const [entry] = audit.body as unknown as AuditEntry[];
      return [status, events.map(({ userName, isRevoked }) => [userName, isRevoked]), entry?.isRevoked];
    };
    expect(await make('7')).toEqual([200, [['User One', false]], false]);
    const may = (permission_overrides: string) =>
      t.store.writeOrg(async (db) => {
        await db.updateTable('app_user').set({ permission_overrides }).where('id', '=', user.user.id).execute();
      });
    await may(JSON.stringify([{ permission: 'bill.open', effect: 'deny' }]));
    expect(await make('8')).toEqual([200, [['User One', true]], true]);
    await may('[]');
    expect(await make('9')).toEqual([200, [['User One', false]], false]);
  });

  it('[R17.3] is no way to approve in another’s name', async () => {
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
      headers: madeBy(manager.user.id),
    });
    expect(status).toBe(404);
  });
});
