import { randomUUID } from 'node:crypto';
import type { Role } from '@atoll/domain/access/permission';
import type { Bill } from '@atoll/domain/bill/bill';
import type { BillEvent } from '@atoll/domain/contract/bill/bill';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { savedWorkSubject } from '@atoll/domain/contract/people/saved-work';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { emailOf, password, type TestApp, testApp } from '../../../testing/test-app.ts';
import { type TestDevice, testDevice } from '../../../testing/test-device.ts';
import { addMenuItem } from '../../bill/testing/shop.ts';

const hourMs = 3_600_000;

eachEngine('the author of work that somebody else sends', (on) => {
  let t: TestApp;
  let manager: SignedIn;
  let user: SignedIn;
  let menuItemId: number;
  let slot = 0;
  /** Signs in at a device: with a proof of its key when it is not only an id. */
  const at = async (role: Role, device: string | TestDevice): Promise<SignedIn> => {
    const email = emailOf(role);
    const hasKey = typeof device !== 'string';
    const proof = hasKey ? { proof: device.proof('auth.login', email, t.now()) } : {};
    const headers = { 'x-device-id': hasKey ? device.id : device };
    return (await t.call('auth.login', { body: { email, password, ...proof }, headers })).body as SignedIn;
  };
  const iso = (ms: number): string => new Date(ms).toISOString();
  const ago = (ms: number): string => new Date(t.now() - ms).toISOString();
  beforeAll(async () => {
    t = await testApp(on);
    menuItemId = await addMenuItem(t.store, t.cafe, {
      name: 'Coffee',
      sizes: JSON.stringify([{ value: 'Medium', sellingPrice: 4000, isDefault: true }]),
    });
    manager = await at('Manager', 'till');
    await t.call('shift.create', { as: manager, body: { key: randomUUID(), openingBalance: 0 } });
  });
  beforeEach(() => {
    slot += 1;
  });
  const line = () => ({ key: randomUUID(), menuItemId, size: 'Medium', qty: 1, sentQty: 1 });
  /** Checks in as the sender, in the name of the author. */
  const open = async (sender: SignedIn, author: SignedIn, headers: Record<string, string> = {}): Promise<Bill> => {
    const { status, body } = await t.call('bill.create', {
      as: sender,
      body: { key: randomUUID(), type: 'Table', slot: String(slot), items: [line()] },
      headers: { 'x-made-by': String(author.user.id), ...headers },
    });
    expect(status).toBe(200);
    return body as Bill;
  };

  it('[R36.15] work in the name of a person who never was at that device counts as the sender’s, and is reported', async () => {
    user = await at('User', 'phone');
    const warnings = async () => {
      const { body } = await t.call('notification.list', { as: await t.signIn('Admin') });
      return (body as { title: string }[]).filter(
        ({ title }) => title === 'User One sent work in the name of Manager One',
      ).length;
    };
    expect((await open(user, manager)).createdByName).toBe('User One');
    expect(await warnings()).toBe(0);
    slot += 1;
    // Naming the device of the other person changes nothing.
    const posing = await open(user, manager, { 'x-device-id': 'till', 'x-made-at': ago(0) });
    expect(posing.createdByName).toBe('User One');
    expect(await warnings()).toBe(1);
    const rows = await t.store.readOutlet(t.cafe, (db) =>
      db.selectFrom('history').select(['user_id', 'subject_key']).where('action', '=', 'Misused').execute(),
    );
    expect(rows).toEqual(
      Array.from({ length: 2 }, () => ({ user_id: user.user.id, subject_key: String(manager.user.id) })),
    );
  });

  it('[R36.15] the id of another person’s device without its key is not that device, and with the key it is', async () => {
    const till = testDevice('keyed till');
    const author = await at('Manager', till);
    const named = async (device: string | TestDevice, headers: Record<string, string> = {}) => {
      slot += 1;
      return (await open(await at('User', device), author, headers)).createdByName;
    };
    for (const posing of [till.id, testDevice(till.id)]) {
      expect(await named(posing)).toBe('User One');
      expect(await named(posing, { 'x-made-at': ago(0) })).toBe('User One');
    }
    expect(await named(till)).toBe('Manager One');
    expect(await named(till, { 'x-made-at': ago(0) })).toBe('Manager One');
  });

  it('[R36.15] a device that never had a key, and one of the release before, is known by its id', async () => {
    const author = await at('Manager', 'plain till');
    user = await at('User', 'plain till');
    expect((await open(user, author)).createdByName).toBe('Manager One');
    const till = testDevice('older till');
    await at('Manager', till.id);
    await t.store.writeOrg((db) =>
      db.updateTable('session').set({ device_key: null }).where('device_id', '=', till.id).execute(),
    );
    slot += 1;
    expect((await open(await at('User', till), author)).createdByName).toBe('Manager One');
  });

  it('[R36.15] counts only for the time in which the author was signed in there', async () => {
    t.advance(30 * 24 * hourMs);
    await at('Manager', 'bar');
    const signedInAt = t.now();
    t.advance(hourMs);
    user = await at('User', 'bar');
    const named = async (madeAt: number) => {
      slot += 1;
      return (await open(user, manager, { 'x-made-at': new Date(madeAt).toISOString() })).createdByName;
    };
    expect(await named(signedInAt - hourMs)).toBe('User One');
    expect(await named(signedInAt + hourMs / 2)).toBe('Manager One');
    const leaving = await at('Manager', 'bar');
    await t.call('auth.logout', { as: leaving, body: { refreshToken: leaving.refreshToken } });
    const leftAt = t.now();
    t.advance(hourMs);
    user = await at('User', 'bar');
    await t.store.writeOrg((db) =>
      db
        .updateTable('session')
        .set({ ended_at: leftAt, end_reason: 'logout' })
        .where('user_id', '=', manager.user.id)
        .where('device_id', '=', 'bar')
        .execute(),
    );
    expect(await named(leftAt + hourMs / 2)).toBe('User One');
    expect(await named(leftAt - hourMs / 2)).toBe('Manager One');
  });

  it('[R36.15] work without a time counts for who was there within the 72 hours that a till may be away, else as the sender’s', async () => {
    const author = await at('Manager', 'old release');
    user = await at('User', 'old release');
    expect((await open(user, author)).createdByName).toBe('Manager One');
    t.advance(73 * hourMs);
    user = await at('User', 'old release');
    slot += 1;
    expect((await open(user, author)).createdByName).toBe('User One');
  });

  it('[R36.15] work that was made after a session was locked is not in its person’s name, but of a till that was away then', async () => {
    const till = testDevice('shared till');
    const author = await at('Manager', till);
    user = await at('User', till);
    const lockedAt = t.now();
    const hear = async () => {
      await t.call('shift.active', { as: user });
      const heard = () =>
        t.store.readOutlet(t.cafe, (db) =>
          db.selectFrom('device_contact').select('heard_at').where('device_id', '=', till.id).execute(),
        );
      await expect.poll(heard).toEqual([{ heard_at: t.now() }]);
    };
    const named = async (madeAt: number) => {
      slot += 1;
      return (await open(user, author, { 'x-made-at': iso(madeAt) })).createdByName;
    };
    for (const minutes of [0, 1, 2, 3]) {
      t.advance(minutes === 0 ? 0 : 60_000);
      await hear();
    }
    expect(await named(lockedAt + 150_000)).toBe('User One');
    expect(await named(lockedAt - 1000)).toBe('Manager One');
    // The profile was opened by the passcode while nothing reached the server.
    t.advance(2 * hourMs);
    user = await at('User', till);
    expect(await named(lockedAt + hourMs)).toBe('Manager One');
  });

  it('[R36.15] accepts the work of a person whose session was ended while the till was away, for 72 hours', async () => {
    const away = await at('Manager', 'boat');
    const endedAt = t.now();
    await t.store.writeOrg((db) =>
      db
        .updateTable('session')
        .set({ ended_at: endedAt, end_reason: 'deactivated' })
        .where('user_id', '=', away.user.id)
        .where('device_id', '=', 'boat')
        .execute(),
    );
    t.advance(100 * hourMs);
    user = await at('User', 'boat');
    expect((await open(user, away, { 'x-made-at': new Date(endedAt + 71 * hourMs).toISOString() })).createdByName).toBe(
      'Manager One',
    );
    slot += 1;
    expect((await open(user, away, { 'x-made-at': new Date(endedAt + 90 * hourMs).toISOString() })).createdByName).toBe(
      'User One',
    );
  });

  it('keeps author, device and time of work that another till sends from a file, when the till that saved it signed it', async () => {
    const old = testDevice('old-till');
    const author = await at('Manager', old);
    const madeAt = t.now() + hourMs;
    await t.call('shift.active', { as: author });
    const contacts = () =>
      t.store.readOutlet(t.cafe, (db) =>
        db.selectFrom('device_contact').select('heard_at').where('device_id', '=', old.id).execute(),
      );
    await expect.poll(contacts).toHaveLength(1);
    // The till that saved the file was away since; the one that sends it was not.
    t.advance(3 * hourMs);
    const sender = await at('User', testDevice('new till'));
    const body = { key: randomUUID(), type: 'Table', slot: String(slot), items: [line()], createdAt: iso(madeAt) };
    const signed = (signer: TestDevice, userId: number, work: object, time = madeAt): Record<string, string> => {
      const { key, signature } = signer.proof('bill.create', savedWorkSubject(userId, work), time);
      return { 'x-made-on': [signer.id, key, signature].join(), 'x-made-at': iso(time) };
    };
    const send = async (as: SignedIn, work: object, headers: Record<string, string>): Promise<Bill> => {
      const { status, body: bill } = await t.call('bill.create', { as, body: work, headers });
      expect([status, bill.reason]).toEqual([200, undefined]);
      return bill as Bill;
    };
    const named = { 'x-made-by': String(author.user.id) };
    const bill = await send(sender, body, { ...named, ...signed(old, author.user.id, body) });
    expect(bill).toMatchObject({ createdByName: 'Manager One', createdAt: iso(madeAt) });
    const [row] = await t.store.readOutlet(t.cafe, (db) =>
      db.selectFrom('history').select(['device_id', 'user_id']).where('subject_key', '=', bill.key).execute(),
    );
    expect(row).toEqual({ device_id: old.id, user_id: author.user.id });
    // Twice is once.
    expect((await send(sender, body, { ...named, ...signed(old, author.user.id, body) })).id).toBe(bill.id);

    const other = (): typeof body => {
      slot += 1;
      return { ...body, key: randomUUID(), slot: String(slot), items: [line()] };
    };
    const forgeries: Record<string, (work: typeof body) => Record<string, string>> = {
      'other items': () => signed(old, author.user.id, body),
      'another author': (work) => signed(old, sender.user.id, work),
      'another time': (work) => ({ ...signed(old, author.user.id, work), 'x-made-at': iso(madeAt + 1) }),
      'the key of another device': (work) => signed(testDevice(old.id), author.user.id, work),
      'no signature': () => ({ 'x-made-on': old.id, 'x-made-at': iso(madeAt) }),
      'a time before they signed in': (work) => signed(old, author.user.id, work, madeAt - 5 * hourMs),
    };
    for (const [what, forged] of Object.entries(forgeries)) {
      const work = other();
      const made = await send(sender, work, { ...named, ...forged(work) });
      expect([what, made.createdByName, made.createdAt]).toEqual([what, 'User One', iso(t.now())]);
    }
    // Somebody sends their own work of the old till.
    const own = other();
    const again = await at('Manager', testDevice('third till'));
    const mine = await send(again, own, signed(old, author.user.id, own));
    expect(mine).toMatchObject({ createdByName: 'Manager One', createdAt: iso(madeAt) });
    const unsigned = other();
    expect((await send(again, unsigned, { 'x-made-at': iso(madeAt) })).createdAt).toBe(iso(t.now()));
  });

  it('[R36.15] shows ‘by A, sent by B’ in the timeline, the voids report and sales by person', async () => {
    user = await at('User', 'hall');
    manager = await at('Manager', 'hall');
    // What the author may not do, the sender's rights would not give (R36.16).
    const mayVoid = JSON.stringify([{ permission: 'item.void.sent', effect: 'allow' }]);
    await t.store.writeOrg((db) =>
      db.updateTable('app_user').set({ permission_overrides: mayVoid }).where('id', '=', user.user.id).execute(),
    );
    const headers = { 'x-made-by': String(user.user.id), 'x-made-at': ago(0) };
    const bill = await open(manager, user, headers);
    const [item] = bill.items;
    const voiding = { ...item, isVoid: true, voidReason: 'Wrong order' };
    const more = { ...line(), key: randomUUID() };
    const update = { key: bill.key, type: 'Table', slot: String(slot), items: [voiding, more] };
    const { body: changed } = await t.call('bill.update', { as: manager, body: update, headers });
    const { total, items } = changed as Bill;
    const payments = [{ key: randomUUID(), method: 'Cash', amount: total }];
    const seen = { itemKeys: items.map(({ key }) => key), total };
    const paid = await t.call('bill.pay', { as: manager, body: { key: bill.key, payments, seen }, headers });
    expect(paid.status).toBe(200);

    const timeline = await t.call('bill.timeline', { as: manager, params: { id: bill.id ?? 0 } });
    const events = timeline.body.events as readonly BillEvent[];
    expect(events.length).toBeGreaterThan(2);
    for (const event of events) expect(event).toMatchObject({ userName: 'User One', sentBy: 'Manager One' });

    const rowsOf = async (reportKey: string) => {
      const { status, body } = await t.call('report.run', {
        as: manager,
        body: { reportKey, range: 'Today', compareTo: 'None', filters: {} },
      });
      expect([status, body.reason]).toEqual([200, undefined]);
      return body.rows as Record<string, unknown>[];
    };
    expect((await rowsOf('voids')).filter(({ bill: number }) => number === paid.body.invoiceNumber)).toMatchObject([
      { what: 'Coffee', person: 'User One', sentBy: 'Manager One' },
    ]);
    const sales = await rowsOf('sales-by-server');
    expect(sales.filter(({ sentBy }) => sentBy === 'Manager One')).toMatchObject([
      { person: 'User One', bills: 1, total },
    ]);
  });
});
