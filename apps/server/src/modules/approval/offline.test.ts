import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import {
  type ApprovedAction,
  maxOfflineApprovals,
  type OfflineApproval,
  offlineApprovalText,
  offlineHeader,
} from '@atoll/domain/access/offline-approval';
import type { Bill } from '@atoll/domain/bill/bill';
import type { BillEvent } from '@atoll/domain/contract/bill/bill';
import type { Notice } from '@atoll/domain/contract/outlet/notification';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { passcode, password, type TestApp, testApp } from '../../testing/test-app.ts';
import { addMenuItem, line } from '../bill/testing/shop.ts';

interface Code {
  readonly codeId: string;
  readonly secret: string;
}

eachEngine('approvals without the server', (on) => {
  let t: TestApp;
  let user: SignedIn;
  let manager: SignedIn;
  let burger: number;
  let slot = 0;
  beforeAll(async () => {
    t = await testApp(on);
    const sizes = JSON.stringify([{ value: 'Small', sellingPrice: 5000, isDefault: true }]);
    burger = await addMenuItem(t.store, t.cafe, { name: 'Burger', sizes });
    user = await t.signIn('User');
    await t.call('shift.create', { as: user, body: { key: randomUUID(), openingBalance: 0 } });
  });
  beforeEach(async () => {
    user = await t.signIn('User');
    manager = await t.signIn('Manager');
  });
  const device = { 'x-device-id': 'till-1' };
  const setCode = async (as: SignedIn = manager): Promise<Code> =>
    (await t.call('auth.setApprovalCode', { as, body: { currentPassword: password }, headers: device })).body;

  /** A bill with a dish that the kitchen has. */
  const served = async (): Promise<Bill> => {
    slot += 1;
    const body = { key: randomUUID(), type: 'Table', slot: String(slot), items: [line(burger, 1, { sentQty: 1 })] };
    const { body: bill } = await t.call('bill.create', { as: user, body });
    return bill as Bill;
  };
  const sign = (code: Code, bill: Bill, more: Partial<OfflineApproval & ApprovedAction> = {}): string => {
    const given = { codeId: code.codeId, key: randomUUID(), madeAt: t.now(), amount: null, ...more };
    const action = {
      outletId: t.cafe,
      permission: 'item.void.sent' as const,
      subjectKey: bill.key,
      itemKeys: bill.items.map((item) => item.key),
      requestedBy: user.user.id,
      ...more,
    };
    const mac = createHmac('sha256', Buffer.from(code.secret, 'base64url')).update(offlineApprovalText(action, given));
    return offlineHeader({ ...given, mac: mac.digest('base64url') });
  };
  /** Voids the dish with this approval, as the outbox of a till sends it. */
  const voidDish = (bill: Bill, approval: string, as: SignedIn = user) =>
    t.call('bill.update', {
      as,
      body: {
        key: bill.key,
        type: bill.type,
        slot: bill.slot,
        items: bill.items.map((item) => ({ ...item, isVoid: true, voidReason: 'Cold' })),
      },
      headers: { ...device, 'x-approval': approval },
    });
  const refused = async (bill: Bill, approval: string) => (await voidDish(bill, approval)).body.reason;

  it('[R36.5] accepts an approval signed at a till once, flags the bill, and tells the history and the approver', async () => {
    const code = await setCode();
    const bill = await served();
    const approval = sign(code, bill);
    const { status, body } = await voidDish(bill, approval);
    expect([status, body.items[0].isVoid]).toEqual([200, true]);
    expect(body.approved).toEqual([expect.stringMatching(/^offline-/)]);
    const { body: timeline } = await t.call('bill.timeline', { as: manager, params: { id: bill.id ?? 0 } });
    expect((timeline.events as BillEvent[]).at(-1)).toMatchObject({
      approverName: 'Manager One',
      isOfflineApproval: true,
    });
    const row = await t.store.readOutlet(t.cafe, (db) =>
      db
        .selectFrom('history')
        .select('data')
        .where('subject', '=', 'Approval')
        .where('subject_key', '=', body.approved[0])
        .executeTakeFirstOrThrow(),
    );
    expect(JSON.parse(row.data).after).toMatchObject({
      subject: bill.key,
      subjectType: 'Bill',
      bill: { type: bill.type, slot: bill.slot, number: bill.number },
      items: bill.items.map(({ key, name }) => ({ key, name })),
      requestedBy: user.user.id,
    });
    const notices = (await t.call('notification.list', { as: manager })).body as Notice[];
    expect(notices[0]).toMatchObject({ title: 'Your approval code was used without the server', entityId: bill.id });
    const other = await served();
    expect(await refused(other, approval)).toBe('approvalInvalid');
    // The till sends the same work again: nothing more happens.
    expect((await voidDish(bill, approval)).status).toBe(200);
  });

  it('[R36.5] refuses an approval that was made up, or is for another bill, action, person, amount or outlet', async () => {
    const code = await setCode();
    const bill = await served();
    const forged = { codeId: code.codeId, secret: randomBytes(32).toString('base64url') };
    expect(await refused(bill, sign(forged, bill))).toBe('approvalInvalid');
    expect(await refused(bill, sign({ ...code, codeId: 'another-code-id' }, bill))).toBe('approvalInvalid');
    const wrong: Partial<OfflineApproval & ApprovedAction>[] = [
      { subjectKey: randomUUID() },
      { permission: 'bill.discount' },
      { itemKeys: [] },
      { itemKeys: [randomUUID()] },
      { requestedBy: manager.user.id },
      { outletId: t.shop },
      { madeAt: t.now() - 72 * 3_600_000 },
      { madeAt: t.now() + 3_600_000 },
    ];
    for (const more of wrong) expect(await refused(bill, sign(code, bill, more))).toBe('approvalInvalid');
    // The passcode that unlocks a till is no approval.
    expect(await refused(bill, passcode)).toBe('approvalInvalid');
    const discounted = await t.call('bill.update', {
      as: user,
      body: {
        key: bill.key,
        type: bill.type,
        slot: bill.slot,
        items: [],
        discountPercentage: 50,
        changed: ['discountPercentage'],
      },
      headers: { ...device, 'x-approval': sign(code, bill, { permission: 'bill.discount', itemKeys: [], amount: 10 }) },
    });
    expect(discounted.body.reason).toBe('approvalInvalid');
    expect((await voidDish(bill, sign(code, bill))).status).toBe(200);
  });

  it('[R36.5] is used up: the same discount of the same bill needs another one once somebody took it off', async () => {
    const code = await setCode();
    const bill = await served();
    const { key, type, slot: place } = bill;
    let { version } = bill;
    const asked = { permission: 'bill.discount', itemKeys: undefined, amount: 10 } as const;
    const discount = async (discountPercentage: number, as: SignedIn, approval = '') => {
      const changed = { discountPercentage, changed: ['discountPercentage'] };
      const body = { key, type, slot: place, version, items: [], ...changed };
      const headers = { ...device, ...(approval && { 'x-approval': approval }) };
      const { body: answer } = await t.call('bill.update', { as, body, headers });
      version = answer.version ?? version;
      return answer.reason ?? answer.discountPercentage;
    };
    const approval = sign(code, bill, asked);
    expect(await discount(10, user, approval)).toBe(10);
    expect(await discount(0, manager)).toBe(0);
    expect(await discount(10, user, approval)).toBe('approvalInvalid');
    expect(await discount(10, user, sign(code, bill, asked))).toBe(10);
  });

  it('[R36.5] refuses it after the code ended, was set again, or its owner lost the permission', async () => {
    const bill = await served();
    const first = await setCode();
    const second = await setCode();
    expect(await refused(bill, sign(first, bill))).toBe('approvalInvalid');
    const allow = (permission_overrides: string) =>
      t.store.writeOrg((db) =>
        db.updateTable('app_user').set({ permission_overrides }).where('id', '=', manager.user.id).execute(),
      );
    await allow(JSON.stringify([{ permission: 'item.void.sent', effect: 'deny' }]));
    expect(await refused(bill, sign(second, bill))).toBe('approvalInvalid');
    await allow('[]');
    await t.call('auth.endApprovalCode', { as: manager, headers: device });
    expect(await refused(bill, sign(second, bill))).toBe('approvalInvalid');
  });

  it('[R36.5] lets nobody approve their own work, such as a discount above their limit', async () => {
    const limited = JSON.stringify([{ permission: 'bill.discount', effect: 'allow', limit: 10 }]);
    const overrides = (permission_overrides: string) =>
      t.store.writeOrg((db) =>
        db.updateTable('app_user').set({ permission_overrides }).where('id', '=', manager.user.id).execute(),
      );
    await overrides(limited);
    manager = await t.signIn('Manager');
    const code = await setCode();
    const bill = await served();
    const { key, type, slot: place } = bill;
    const asked = {
      permission: 'bill.discount',
      itemKeys: undefined,
      amount: 50,
      requestedBy: manager.user.id,
    } as const;
    const body = { key, type, slot: place, items: [], discountPercentage: 50, changed: ['discountPercentage'] };
    const headers = { ...device, 'x-approval': sign(code, bill, asked) };
    const { body: answer } = await t.call('bill.update', { as: manager, body, headers });
    await overrides('[]');
    expect(answer.reason).toBe('approvalInvalid');
  });

  it('[R36.5] ends with each new password and with the deactivation of its person, but on the device where they typed it', async () => {
    const approvesAt = async (code: Code) => (await voidDish(bill, sign(code, bill))).status === 200;
    const admin = await t.signIn('Admin');
    const id = manager.user.id;
    const update = async (change: object) => {
      const { version } = (await t.call('app_user.find', { as: admin, params: { id } })).body;
      const { status } = await t.call('app_user.update', { as: admin, body: { id, version, ...change } });
      expect(status).toBe(200);
    };
    const at = (deviceId: string) => t.signIn('Manager', deviceId);
    let bill = await served();
    const stolen = await setCode(await at('till-1'));
    await update({ password });
    expect(await approvesAt(stolen)).toBe(false);

    const elsewhere = await setCode(await at('till-1'));
    const office = await at('office');
    const own = (
      await t.call('auth.setApprovalCode', {
        as: office,
        body: { currentPassword: password },
        headers: { 'x-device-id': 'office' },
      })
    ).body;
    const form = new FormData();
    const chosen = 'harbour lamp 91';
    const fields = { id: String(id), currentPassword: password, newPassword: chosen, confirmPassword: chosen };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    const sent = new Response(form);
    const changed = await t.app.inject({
      method: 'PUT',
      url: '/api/auth/changePassword',
      headers: { authorization: `Bearer ${office.token}`, 'content-type': sent.headers.get('content-type') ?? '' },
      payload: Buffer.from(await sent.arrayBuffer()),
    });
    expect(changed.statusCode).toBe(200);
    expect([await approvesAt(elsewhere), await approvesAt(own)]).toEqual([false, true]);

    bill = await served();
    await update({ isActive: false });
    await update({ isActive: true, password });
    expect(await approvesAt(own)).toBe(false);
  });

  it('[R36.5] gives a code only to people who may approve, after their password', async () => {
    const ask = (as: SignedIn, currentPassword: string) =>
      t.call('auth.setApprovalCode', { as, body: { currentPassword }, headers: device });
    expect((await ask(user, password)).body.reason).toBe('forbidden');
    expect((await ask(manager, passcode)).body.reason).toBe('passwordWrong');
    expect((await ask(manager, password)).status).toBe(200);
    await t.call('auth.endApprovalCode', { as: manager, headers: device });
    const entries = await t.store.readOutlet(t.cafe, (db) =>
      db
        .selectFrom('history')
        .select(['action', 'user_id'])
        .where('subject_key', '=', 'till-1')
        .orderBy('seq')
        .execute(),
    );
    expect(entries.slice(-2)).toEqual([
      { action: 'Created', user_id: manager.user.id },
      { action: 'Deactivated', user_id: manager.user.id },
    ]);
  });

  it('[R36.8] asks for the reduction of a printed bill too: a code for the void alone does not do, one for the amount does', async () => {
    const code = await setCode();
    const bill = await served();
    const { key, type, slot: number, version, items } = bill;
    const print = { key, type, slot: number, version, items, status: 'BillPrinted', printJobKey: randomUUID() };
    expect((await t.call('bill.update', { as: user, body: print, headers: device })).status).toBe(200);
    expect((await voidDish(bill, sign(code, bill))).body).toMatchObject({ permission: 'bill.lower.printed' });
    const lowering = { permission: 'bill.lower.printed', itemKeys: undefined, amount: bill.total } as const;
    const { status, body } = await voidDish(bill, sign(code, bill, lowering));
    expect([status, body.total, body.printed.lowered.isUnapproved]).toEqual([200, 0, false]);
  });

  it('[R36.5] accepts at most ten approvals of a person in a shift without the server', async () => {
    const admin = await t.signIn('Admin');
    const code = await setCode(admin);
    for (let i = 0; i < maxOfflineApprovals; i++) {
      const bill = await served();
      expect((await voidDish(bill, sign(code, bill))).status).toBe(200);
    }
    const bill = await served();
    const { body } = await voidDish(bill, sign(code, bill));
    expect([body.reason, body.details]).toEqual([
      'approvalInvalid',
      'Admin One approved 10 times in this shift without the server. Ask for an approval now',
    ]);
  });
});
