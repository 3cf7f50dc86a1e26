/** Sections with a waiter: check-in at their tables, reports by person, and handing them over. */
import { randomUUIDv7 } from 'node:crypto';
import type { Bill } from '@atoll/domain/bill/bill';
import { waiterOf } from '@atoll/domain/bill/waiter';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { newPlace } from '@atoll/domain/outlet/floor/floor-plan';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { emailOf, passcode, type TestApp } from '../../testing/test-app.ts';
import { sellingApp } from '../bill/testing/selling-app.ts';
import { catchUpSums } from '../report/catch-up.ts';

eachEngine('a section of the floor', (on) => {
  let app: TestApp;
  let item: number;
  let admin: SignedIn;
  let manager: SignedIn;
  let waiter: SignedIn;
  const terrace = 1;
  beforeAll(async () => {
    ({ app, item } = await sellingApp(on, 5000));
    [admin, manager, waiter] = [await app.signIn('Admin'), await app.signIn('Manager'), await app.signIn('User')];
  });

  const floor = async () => (await app.call('floor.get', { as: waiter })).body;
  const hand = (body: object, as = manager, headers: Record<string, string> = {}) =>
    app.call('bill.hand', { as, body, headers });
  /** Saves the plan: tables 1 to 3 are the terrace's, table 4 is in no section. */
  async function plan(waiterId?: number) {
    const places = ['1', '2', '3', '4'].map((slot) => ({
      ...newPlace('Table', slot, []),
      sectionId: slot === '4' ? 0 : terrace,
    }));
    const sections = [{ id: terrace, name: 'Terrace', ...(waiterId && { waiterId }) }];
    return app.call('floor.save', { as: admin, body: { version: (await floor()).version, sections, places } });
  }
  async function open(as: SignedIn, slot: string, more: object = {}): Promise<Bill> {
    const items = [{ key: randomUUIDv7(), menuItemId: item, qty: 1 }];
    const answer = await app.call('bill.create', {
      as,
      body: { key: randomUUIDv7(), type: 'Table', slot, items, ...more },
    });
    expect(answer.status).toBe(200);
    return answer.body as Bill;
  }
  const find = async ({ key }: Bill) =>
    (await app.call('bill.find', { as: manager, params: { id: key } })).body as Bill;
  const pay = async (bill: Bill, as = manager) => {
    const payments = [{ key: randomUUIDv7(), method: 'Cash', amount: bill.total }];
    const seen = { itemKeys: bill.items.map(({ key }) => key), total: bill.total };
    const paid = await app.call('bill.pay', { as, body: { key: bill.key, payments, seen } });
    expect([paid.status, paid.body.message]).toEqual([200, undefined]);
  };
  const soldBy = async () => {
    const body = { reportKey: 'sales-by-server', range: 'Today', compareTo: 'None', filters: {} };
    const { rows } = (await app.call('report.run', { as: admin, body })).body;
    return Object.fromEntries(
      (rows as { person: string; bills: number }[]).map(({ person, bills }) => [person, bills]),
    );
  };
  const allow = (effect: 'allow' | 'deny') =>
    app.store.writeOrg((db) =>
      db
        .updateTable('app_user')
        .set({ permission_overrides: JSON.stringify([{ permission: 'bill.viewOthers', effect }]) })
        .where('email', '=', emailOf('User'))
        .execute(),
    );

  it('[R23.5] takes as its waiter only somebody who works here, and reads the name of that person', async () => {
    const refused = await plan(9999);
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { 'sections.0.waiterId': 'This person does not work here. Choose somebody else' },
    ]);
    const saved = await plan(waiter.user.id);
    const section = { id: terrace, name: 'Terrace', waiterId: waiter.user.id, waiterName: 'User One' };
    expect([saved.body.version, saved.body.sections]).toEqual([1, [section]]);
    // The name is not stored: the same plan again changes nothing.
    const again = await app.call('floor.save', {
      as: admin,
      body: { ...saved.body, sections: [{ ...section, waiterName: 'x' }] },
    });
    expect(again.body).toEqual(saved.body);
  });

  it('[R23.5] a bill’s waiter is the section’s, else who checks in, whatever the till sends; reports by person count the waiter', async () => {
    const sent = { waiterId: admin.user.id, waiterName: 'Admin One', createdBy: admin.user.id };
    const [inside, outside] = [await open(manager, '1', sent), await open(manager, '4', sent)];
    expect(inside).toMatchObject({ createdByName: 'Manager One', waiterId: waiter.user.id, waiterName: 'User One' });
    expect([waiterOf(outside).id, outside.waiterId]).toEqual([manager.user.id, undefined]);
    // A bill that was saved without the server arrives as an update.
    const late = await app.call('bill.update', {
      as: manager,
      body: {
        key: randomUUIDv7(),
        type: 'Table',
        slot: '2',
        version: 0,
        items: [{ key: randomUUIDv7(), menuItemId: item, qty: 1 }],
      },
    });
    expect(waiterOf(late.body as Bill).id).toBe(waiter.user.id);
    expect((await open(waiter, '3')).waiterId).toBeUndefined();
    for (const bill of [inside, outside]) await pay(bill);
    expect(await soldBy()).toEqual({ 'User One': 1, 'Manager One': 1 });
    const mine = await app.call('bill.list', {
      as: manager,
      query: { userId: String(waiter.user.id), status: 'Complete' },
    });
    expect((mine.body as Bill[]).map(({ key }) => key)).toEqual([inside.key]);
  });

  it('[R23.5] counts sales for the waiter on days that an earlier release counted for who opened the bill', async () => {
    const before = await soldBy();
    await app.store.writeOutlet(app.cafe, async (tx) => {
      const people = tx.db.updateTable('sale_person').where('outlet_id', '=', app.cafe);
      tx.write(people.set({ bills: 2, total: 2 * 5940 }).where('user_id', '=', manager.user.id));
      tx.write(people.set({ bills: 0, total: 0 }).where('user_id', '=', waiter.user.id));
    });
    await app.store.writeOrg((db) => db.deleteFrom('caught_up').execute());
    expect(await soldBy()).toEqual({ 'Manager One': 2 });
    await catchUpSums(app.store);
    expect(await soldBy()).toEqual(before);
  });

  it('[R23.6] goes with all its bills to another waiter, who is notified and serves it from then on; the history names both', async () => {
    const to = admin.user.id;
    const outside = await open(manager, '4');
    const bills = (await app.call('bill.active', { as: manager })).body as Bill[];
    const inside = bills.filter(({ slot }) => slot === '2' || slot === '3');
    expect((await hand({ sectionId: terrace, toUserId: to }, waiter)).body.reason).toBe('approvalNeeded');
    const stranger = await hand({ sectionId: terrace, toUserId: 9999 });
    expect([stranger.status, stranger.body.reason]).toEqual([422, 'notEmployed']);
    expect((await hand({ sectionId: 7, toUserId: to })).status).toBe(404);
    const { version } = await floor();
    for (const time of [1, 2]) {
      const handed = await hand({ sectionId: terrace, toUserId: to });
      expect((handed.body as Bill[]).map(({ slot, waiterName }) => [slot, waiterName, time])).toEqual(
        inside.map(({ slot }) => [slot, 'Admin One', time]),
      );
    }
    expect(waiterOf(await find(outside)).id).toBe(manager.user.id);
    expect(await floor()).toMatchObject({
      version: version + 1,
      sections: [{ waiterId: to, waiterName: 'Admin One' }],
    });
    for (const { key } of inside) {
      const { events } = (await app.call('bill.timeline', { as: manager, params: { id: key } })).body;
      expect(events.at(-1)).toMatchObject({
        action: 'HandedOver',
        before: { waiter: 'User One' },
        after: { waiter: 'Admin One' },
      });
    }
    const notices = (await app.call('notification.list', { as: admin })).body as { title: string; body: string }[];
    expect(notices.filter(({ title }) => title.startsWith('You now serve'))).toMatchObject([
      { title: 'You now serve Terrace', body: 'Manager One handed over Terrace, Table 2, Table 3 to you' },
    ]);
    expect(waiterOf(await open(manager, '1')).name).toBe('Admin One');
  });

  it('[R23.6] is handed over with an approval of that section, whose approver reads its name, and with no other', async () => {
    const approve = async (subjectType: string, subjectKey: string) => {
      const toUserId = waiter.user.id;
      const about = { permission: 'bill.transfer.server', subjectType, subjectKey, toUserId };
      const body = { ...about, approverId: manager.user.id, passcode, reason: 'Break' };
      return (await app.call('auth.approve', { as: waiter, body })).body.key as string;
    };
    const asked = {
      permission: 'bill.transfer.server',
      subjectType: 'Section',
      subjectKey: `section ${terrace}`,
      toUserId: waiter.user.id,
    };
    expect((await app.call('auth.aboutApproval', { as: waiter, body: asked })).body).toMatchObject({
      name: 'Terrace',
      to: { id: waiter.user.id, name: 'User One' },
    });
    const body = { sectionId: terrace, toUserId: waiter.user.id };
    const wrong = await hand(body, waiter, { 'X-Approval': await approve('User', `user ${admin.user.id}`) });
    expect(wrong.body.reason).toBe('approvalInvalid');
    expect((await floor()).sections[0].waiterName).toBe('Admin One');
    const right = await hand(body, waiter, { 'X-Approval': await approve('Section', `section ${terrace}`) });
    expect(right.status).toBe(200);
    expect((await floor()).sections[0].waiterName).toBe('User One');
  });

  it('[R36.17] an approval of a section or of a person shows their bills, and hands over no bill that came later', async () => {
    const approve = async (subject: object) => {
      const about = { ...subject, toUserId: manager.user.id };
      const body = { permission: 'bill.transfer.server', ...about, approverId: manager.user.id, reason: 'Break' };
      return (await app.call('auth.approve', { as: waiter, body: { ...body, passcode } })).body.key as string;
    };
    const active = async () => (await app.call('bill.active', { as: manager })).body as Bill[];
    const atOne = (await active()).find(({ slot }) => slot === '1');
    if (atOne) await pay(atOne);
    await plan(waiter.user.id);
    if ((await active()).every(({ slot }) => slot !== '2')) await open(manager, '2');
    for (const [subject, body] of [
      [{ subjectType: 'Section', subjectKey: `section ${terrace}` }, { sectionId: terrace }],
      [{ subjectType: 'User', subjectKey: `user ${waiter.user.id}` }, { fromUserId: waiter.user.id }],
    ] as const) {
      const [key, shown] = [
        await approve(subject),
        await app.call('auth.aboutApproval', { as: waiter, body: subject }),
      ];
      const bills = (await active()).filter((bill) => waiterOf(bill).id === waiter.user.id);
      expect(bills.length).toBeGreaterThan(0);
      expect(shown.body.items).toEqual(bills.map((bill) => expect.objectContaining({ key: bill.key, qty: 0 })));
      const later = await open(manager, '1');
      const late = await hand({ ...body, toUserId: manager.user.id }, waiter, { 'X-Approval': key });
      expect(late.body.reason).toBe('approvalInvalid');
      const all = { 'X-Approval': await approve(subject) };
      expect((await hand({ ...body, toUserId: manager.user.id }, waiter, all)).status).toBe(200);
      await pay(await find(later));
      await hand({ sectionId: terrace, toUserId: waiter.user.id });
    }
    await open(manager, '1');
  });

  it('[R23.5] who may not see bills of others serves what they open; so does everybody when its waiter left', async () => {
    await plan(manager.user.id);
    await allow('deny');
    waiter = await app.signIn('User');
    await pay(await find((await app.call('bill.active', { as: manager })).body.find(({ slot }: Bill) => slot === '1')));
    const own = await open(waiter, '1');
    expect([own.isMasked, waiterOf(own).id]).toEqual([undefined, waiter.user.id]);
    await pay(await find(own));
    await allow('allow');
    await plan(waiter.user.id);
    await app.store.writeOrg((db) =>
      db.updateTable('app_user').set({ is_active: false }).where('email', '=', emailOf('User')).execute(),
    );
    const left = await open(manager, '1');
    expect(waiterOf(left).name).toBe('Manager One');
    const seen = (await app.call('floor.get', { as: manager })).body;
    expect(seen.sections).toEqual([{ id: terrace, name: 'Terrace' }]);
  });
});
