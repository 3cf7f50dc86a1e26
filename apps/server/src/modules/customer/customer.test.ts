import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { Customer } from '@atoll/domain/contract/people/customer';
import type { CustomerDuplicates, MergePreview } from '@atoll/domain/contract/people/customer-record';
import { beforeAll, describe, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { emailOf, type TestApp, testApp } from '../../testing/test-app.ts';

eachEngine('customers', (on) => {
  let t: TestApp;
  let user: SignedIn;
  let admin: SignedIn;
  beforeAll(async () => {
    t = await testApp(on);
    user = await t.signIn('User');
    admin = await t.signIn('Admin');
    for (let i = 0; i < 23; i++)
      await create({ key: randomUUID(), name: `Guest ${String(i).padStart(2, '0')}`, phone: `77000${10 + i}` });
  });
  const create = (body: unknown) => t.call('customer.create', { as: user, body });
  const list = (query: Record<string, string>) => t.call('customer.list', { as: user, query });

  it('[R18.1] creates a customer once per key, also for simultaneous requests', async () => {
    const body = { key: randomUUID(), name: ' Aishath ', phone: '7712345' };
    const [first, second] = await Promise.all([create(body), create(body)]);
    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(first.body).toMatchObject({
      key: body.key,
      name: 'Aishath',
      phone: '7712345',
      type: 'Personal',
      version: 1,
    });
    expect((await create({ ...body, name: 'Somebody else' })).body.reason).toBe('keyReused');
    const byKey = await t.call('customer.find', { as: user, params: { id: body.key } });
    const byId = await t.call('customer.find', { as: user, params: { id: (first.body as Customer).id } });
    expect([byKey.body, byId.body]).toEqual([first.body, first.body]);
  });

  it('[R18.1] requires a name or a phone', async () => {
    const { status, body } = await create({ key: randomUUID(), name: '  ' });
    expect(status).toBe(422);
    expect(body.errors).toEqual({ name: 'Name or phone is required' });
    expect((await create({ key: randomUUID(), phone: '7700001' })).status).toBe(200);
  });

  it('links a customer to a house account, which pays for them, only by people who may charge one', async () => {
    const house = { key: randomUUID(), kind: 'House', name: 'Ministry', accountType: 'Business', creditLimit: 100_000 };
    const { id: accountId } = (await t.call('account.create', { as: admin, body: house })).body;
    const mate = { key: randomUUID(), name: 'Mate', phone: '7712399' };
    expect((await create({ ...mate, accountId })).body.reason).toBe('forbidden');
    const made = (await create(mate)).body as Customer;
    const update = (as: SignedIn, version: number, part: object) =>
      t.call('customer.update', { as, body: { id: made.id, version, ...part } });
    const link = { accountId };
    expect((await update(user, made.version, link)).body.reason).toBe('forbidden');
    const csv = `Name,Phone,House account\r\nOther mate,7712398,Ministry\r\n`;
    const imported = await t.call('customer.import', { as: user, body: { csv } });
    expect(imported.body.bad).toEqual([{ row: 2, errors: { row: 'You are not authorized to change this' } }]);
    expect((await list({ search: 'mate' })).body).toMatchObject([{ name: 'Mate', accountId: 0 }]);
    const linked = (await update(admin, made.version, link)).body as Customer;
    expect(linked).toMatchObject(link);
    // A person who may not link leaves the link as it is, in a form that sends it too.
    const renamed = (await update(user, linked.version, { ...link, name: 'Mate of a mate' })).body as Customer;
    expect(renamed).toMatchObject({ name: 'Mate of a mate', accountId });
    expect((await update(user, renamed.version, { accountId: 0 })).body.reason).toBe('forbidden');
  });

  it('puts a customer into a group, whose prices they get then, only by people who may set prices', async () => {
    const group = { key: randomUUID(), name: 'Staff meals' };
    const { id: groupId } = (await t.call('customer_group.create', { as: admin, body: group })).body;
    const friend = { key: randomUUID(), name: 'Friend', phone: '7712377' };
    expect((await create({ ...friend, groupId })).body.reason).toBe('forbidden');
    const made = (await create(friend)).body as Customer;
    const update = (as: SignedIn, version: number, part: object) =>
      t.call('customer.update', { as, body: { id: made.id, version, ...part } });
    expect((await update(user, made.version, { groupId })).body.reason).toBe('forbidden');
    const csv = 'Name,Phone,Group\r\nOther friend,7712378,Staff meals\r\n';
    const imported = await t.call('customer.import', { as: user, body: { csv } });
    expect(imported.body.bad).toEqual([{ row: 2, errors: { row: 'You are not authorized to change this' } }]);
    const put = (await update(admin, made.version, { groupId })).body as Customer;
    expect((await update(user, put.version, { groupId, name: 'Friend of all' })).body).toMatchObject({ groupId });
  });

  it('gives a customer or a house account a discount of its own only by people who may give it on a bill', async () => {
    const friend = { key: randomUUID(), name: 'Discounted', phone: '7712366' };
    expect((await create({ ...friend, discountPct: 100 })).body.reason).toBe('forbidden');
    const made = (await create(friend)).body as Customer;
    const update = (as: SignedIn, version: number, part: object) =>
      t.call('customer.update', { as, body: { id: made.id, version, ...part } });
    expect((await update(user, made.version, { discountPct: 5 })).body.reason).toBe('forbidden');
    const given = (await update(admin, made.version, { discountPct: 5 })).body as Customer;
    expect((await update(user, given.version, { discountPct: 5, name: 'Well known' })).body).toMatchObject({
      discountPct: 5,
    });
    const house = { key: randomUUID(), kind: 'House', name: 'Ministry of Fish', accountType: 'Business' };
    const limited = async (limit?: number) => {
      const override = { permission: 'bill.discount', effect: limit === undefined ? 'deny' : 'allow', limit };
      const permission_overrides = JSON.stringify([override]);
      await t.store.writeOrg((db) =>
        db.updateTable('app_user').set({ permission_overrides }).where('email', '=', emailOf('Manager')).execute(),
      );
      return t.signIn('Manager');
    };
    const open = (as: SignedIn, discountPct: number) =>
      t.call('account.create', {
        as,
        body: { ...house, key: randomUUID(), name: `House ${discountPct}`, discountPct },
      });
    const none = await limited();
    expect([(await open(none, 0)).status, (await open(none, 1)).body.reason]).toEqual([200, 'forbidden']);
    const some = await limited(10);
    expect([(await open(some, 10)).status, (await open(some, 11)).body.reason]).toEqual([200, 'forbidden']);
    await t.store.writeOrg((db) =>
      db.updateTable('app_user').set({ permission_overrides: '[]' }).where('email', '=', emailOf('Manager')).execute(),
    );
  });

  it('gives a customer no group, discount or house account by a merge or a discounted account that a person may not give', async () => {
    const managerMay = (...overrides: { permission: string; effect: string; limit?: number }[]) =>
      t.store.writeOrg((db) =>
        db
          .updateTable('app_user')
          .set({ permission_overrides: JSON.stringify(overrides) })
          .where('email', '=', emailOf('Manager'))
          .execute(),
      );
    const make = async (name: string, terms: object = {}) =>
      (await t.call('customer.create', { as: admin, body: { key: randomUUID(), name, ...terms } })).body as Customer;
    const opened = async (name: string, discountPct: number) => {
      const body = { key: randomUUID(), kind: 'House', name, accountType: 'Business', discountPct };
      return (await t.call('account.create', { as: admin, body })).body.id as number;
    };
    const group = { key: randomUUID(), name: 'Owners' };
    const { id: groupId } = (await t.call('customer_group.create', { as: admin, body: group })).body;
    const [plain, discounted] = [await opened('Harbour', 0), await opened('Harbour staff', 40)];
    await managerMay(
      { permission: 'bill.discount', effect: 'allow', limit: 10 },
      { permission: 'price.manage', effect: 'deny' },
    );
    const manager = await t.signIn('Manager');
    const own = await make('Mine');
    const merge = async (fromId: number) =>
      (await t.call('customer.merge', { as: manager, body: { toId: own.id, fromId } })).body;
    for (const terms of [{ discountPct: 50 }, { groupId }, { accountId: discounted }])
      expect([terms, (await merge((await make(String(Object.keys(terms)[0]), terms)).id)).reason]).toEqual([
        terms,
        'forbidden',
      ]);
    const link = async (accountId: number) => {
      const { version } = (await t.call('customer.find', { as: admin, params: { id: own.id } })).body;
      return (await t.call('customer.update', { as: manager, body: { id: own.id, version, accountId } })).body;
    };
    expect((await link(discounted)).reason).toBe('forbidden');
    expect(await link(plain)).toMatchObject({ accountId: plain });
    expect(await merge((await make('Somebody', { discountPct: 10 })).id)).toMatchObject({
      discountPct: 10,
      groupId: 0,
    });
    await managerMay();
  });

  it('[R18.1] lists pages newest first, and a plain list without a page', async () => {
    const { body } = await list({ page: '2', size: '10', search: 'guest' });
    expect(body).toMatchObject({ count: 23, pageSize: 10, totalPages: 3 });
    expect((body.items as Customer[]).map(({ name }) => name).slice(0, 2)).toEqual(['Guest 12', 'Guest 11']);
    const sorted = await list({ page: '1', size: '10', search: 'guest', sort: 'name' });
    expect((sorted.body.items as Customer[])[0]?.name).toBe('Guest 00');
    expect(Array.isArray((await list({})).body)).toBe(true);
  });

  it('[R18.1] searches name, phone and code, ignoring case, and takes wildcards literally', async () => {
    const names = async (search: string) => ((await list({ search })).body as Customer[]).map(({ name }) => name);
    expect(await names('GUEST 07')).toEqual(['Guest 07']);
    expect(await names('7700017')).toEqual(['Guest 07']);
    const [guest] = (await list({ search: 'Guest 07' })).body as Customer[];
    expect(await names(guest?.code.toLowerCase() ?? '-')).toEqual(['Guest 07']);
    expect(await names('%')).toEqual([]);
    expect(await names('gue_t')).toEqual([]);
    expect(await names("' or 1=1 --")).toEqual([]);
  });

  it('[R18.1] refuses page sizes, sorts and pages that are not offered', async () => {
    expect((await list({ page: '1', size: '1000000' })).body).toMatchObject({ code: 400, reason: 'pageSizeUnknown' });
    expect((await list({ page: '0' })).body).toMatchObject({ code: 400, errors: { page: 'Page must be 1 or more' } });
    expect((await list({ sort: 'name; drop table customer' })).status).toBe(400);
  });

  it('[R1.3] shows an outlet no customers of another one', async () => {
    const [guest] = (await list({ search: 'Guest 01' })).body as Customer[];
    const find = await t.call('customer.find', { as: admin, outlet: t.shop, params: { id: guest?.id ?? 0 } });
    expect(find.status).toBe(404);
    expect((await t.call('customer.list', { as: admin, outlet: t.shop })).body).toEqual([]);
  });

  describe('commands on a whole customer record', () => {
    const billOf = (id: number, customer: Customer) =>
      t.store.writeOutlet(t.cafe, async (tx) => {
        const doc = {
          customerId: customer.id,
          customer: { id: customer.id, key: customer.key, name: customer.name, phone: customer.phone, tin: '' },
          allergies: 'The child: egg',
          note: 'By the window',
          items: [{ notes: ['No chilli'] }, { notes: [] }],
          delivery: {
            name: customer.name,
            phone: customer.phone,
            address: 'H. Reef',
            landmark: '',
            note: '',
            fee: 2000,
          },
        };
        const row = {
          outlet_id: t.cafe,
          id,
          key: randomUUID(),
          version: 1,
          number: id,
          invoice_number: `T-${id}`,
          type: 'Table' as const,
          slot: 1,
          check_no: 1,
        };
        const state = {
          status: 'Complete' as const,
          is_void: false,
          is_open: false,
          shift_id: 1,
          business_date: '2026-03-04',
        };
        const stamp = { created_at: tx.now, created_by: null, completed_at: tx.now, modified_at: tx.now, total: 100 };
        const lists = { print_jobs: '[]', moved_keys: '[]', doc: JSON.stringify(doc) };
        tx.write(
          tx.db
            .insertInto('bill')
            .values({ ...row, ...state, ...stamp, ...lists, customer_id: customer.id, customer_name: customer.name }),
        );
      });
    const billNow = (id: number) =>
      t.store.readOutlet(t.cafe, (db) =>
        db
          .selectFrom('bill')
          .select(['customer_id', 'customer_name', 'doc'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow(),
      );
    const make = async (body: Record<string, unknown>) =>
      (await t.call('customer.create', { as: admin, body: { key: randomUUID(), ...body } })).body as Customer;

    it('[R14.2] finds likely duplicates by phone in any spelling, by email and by full name, each set once', async () => {
      const one = await make({ name: 'Ibrahim Waheed', phone: '7799001', email: 'IB@reef.example' });
      const two = await make({ name: 'Ibrahim  Wahéed', phone: '+960 779-9001', email: 'ib@reef.example' });
      const three = await make({ name: 'Ali', phone2: '7799002' });
      const four = await make({ name: 'Ali', phone: '7799002' });
      const other = await make({ name: 'Ali', phone: '7799003' });
      const { body } = await t.call('customer.doubles', { as: admin });
      const groups = (body as CustomerDuplicates).groups.map(({ reason, customers }) => ({
        reason,
        ids: customers.map(({ id }) => id),
      }));
      expect(groups).toEqual([
        { reason: 'Phone', ids: [four.id, three.id] },
        { reason: 'Phone', ids: [two.id, one.id] },
      ]);
      expect(body.isWhole).toBe(true);
      expect(groups.flatMap(({ ids }) => ids)).not.toContain(other.id);
      expect((await t.call('customer.doubles', { as: user })).status).toBe(403);
    });

    it('[R14.2] previews what a merge moves and drops, and keeps a phone number that would be lost as the second phone', async () => {
      const to = await make({ name: 'Shifa', phone: '7788101', allergies: 'Fish' });
      const from = await make({ name: 'Shifa Ali', phone: '7788102', email: 's@reef.example', allergies: 'Nuts' });
      await billOf(9003, from);
      const query = { toId: String(to.id), fromId: String(from.id) };
      const { body } = await t.call('customer.previewMerge', { as: admin, query });
      expect(body).toMatchObject({
        bills: 1,
        taken: ['phone2', 'email'],
        left: ['name', 'allergies'],
        after: { phone2: '7788102' },
      });
      expect((body as MergePreview).from).toMatchObject({ name: 'Shifa Ali', allergies: 'Nuts' });
      expect((await t.call('customer.find', { as: admin, params: { id: to.id } })).body).toMatchObject({ email: '' });
      await t.call('customer.merge', { as: admin, body: { toId: to.id, fromId: from.id } });
      const now = (await t.call('customer.find', { as: admin, params: { id: to.id } })).body;
      expect(now).toMatchObject({ name: 'Shifa', phone: '7788101', phone2: '7788102', email: 's@reef.example' });
      const personal = await t.call('customer.personal', { as: admin, params: { id: to.id } });
      expect(personal.body).toMatchObject({ doubles: [{ name: 'Shifa Ali' }], billCount: 1 });
      await t.call('customer.erase', { as: admin, body: { id: to.id, reason: 'Asked for it' } });
      const double = (await t.call('customer.find', { as: admin, params: { id: from.id } })).body;
      expect(double).toMatchObject({ name: 'Erased', phone: '', allergies: '' });
    });

    it('[R14.2] merges a customer with their bills and missing fields into another; repeating it changes nothing', async () => {
      const to = await make({ name: 'Nasra', phone: '7788001' });
      const from = await make({
        name: 'Nasra A.',
        phone: '7788002',
        email: 'nasra@reef.example',
        addresses: [{ line: 'H. Reef' }],
      });
      await billOf(9001, from);
      const merge = (fromId: number) => t.call('customer.merge', { as: admin, body: { toId: to.id, fromId } });
      const same = await make({ name: 'Nasra', phone: '+960 778 8001' });
      const query = { toId: String(to.id), fromId: String(same.id) };
      expect((await t.call('customer.previewMerge', { as: admin, query })).body).toMatchObject({ taken: [], left: [] });
      expect((await merge(to.id)).body.errors).toEqual({ fromId: 'Choose two different customers' });
      const { status, body } = await merge(from.id);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        name: 'Nasra',
        phone: '7788001',
        email: 'nasra@reef.example',
        addresses: [{ line: 'H. Reef' }],
      });
      expect((await merge(from.id)).body).toEqual(body);
      expect((await billNow(9001)).customer_id).toBe(to.id);
      expect((await list({ search: '7788002' })).body).toEqual([]);
      expect((await t.call('customer.merge', { as: user, body: { toId: to.id, fromId: from.id } })).status).toBe(403);
    });

    it('gives a bill of a till that does not know of a merge to the customer who was kept', async () => {
      const [last, second, first] = [
        await make({ name: 'Sofy', phone: '7788011' }),
        await make({ name: 'Sofia', phone: '7788012' }),
        await make({ name: 'Sofiya', phone: '7788013' }),
      ];
      await t.call('customer.merge', { as: admin, body: { toId: second.id, fromId: first.id } });
      await t.call('customer.merge', { as: admin, body: { toId: last.id, fromId: second.id } });
      await t.call('shift.create', { as: admin, body: { key: randomUUID(), openingBalance: 0 } });
      const bill = { key: randomUUID(), type: 'Table', slot: '31', items: [] };
      const byId = await t.call('bill.create', { as: user, body: { ...bill, customerId: first.id } });
      expect(byId.body).toMatchObject({ customerId: last.id, customer: { id: last.id, name: 'Sofy' } });
      const { key, name, phone } = first;
      const other = { ...bill, key: randomUUID(), slot: '32', customer: { key, name, phone } };
      expect((await t.call('bill.create', { as: user, body: other })).body.customerId).toBe(last.id);
    });

    it('[R14.2] exports all data of a person, and erases it: bills stay without a name', async () => {
      const guest = await make({ name: 'Rilwan', phone: '7788003', allergies: 'Nuts' });
      await billOf(9002, guest);
      const { body } = await t.call('customer.personal', { as: admin, params: { id: guest.id } });
      expect(body).toMatchObject({
        customer: { name: 'Rilwan', allergies: 'Nuts' },
        bills: [
          {
            number: 9002,
            total: 100,
            deliveredTo: 'Rilwan, 7788003, H. Reef',
            allergies: 'The child: egg',
            notes: ['By the window', 'No chilli'],
          },
        ],
      });
      const erase = (reason: string) => t.call('customer.erase', { as: admin, body: { id: guest.id, reason } });
      expect((await erase('x')).status).toBe(422);
      expect((await erase('Asked for it')).status).toBe(204);
      const bill = await billNow(9002);
      expect(bill).toMatchObject({
        customer_id: guest.id,
        customer_name: '',
        doc: { customer: { name: '', phone: '' }, delivery: { name: '', phone: '', address: '', fee: 2000 } },
      });
      const gone = (await t.call('customer.find', { as: admin, params: { id: guest.id } })).body;
      expect(gone).toMatchObject({ name: 'Erased', phone: '', allergies: '', code: guest.code, isActive: false });
    });
  });
});
