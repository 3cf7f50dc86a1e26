import type { OwnOutlet } from '@atoll/domain/contract/outlet/outlet';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { outlet as outletShape } from '@atoll/domain/contract/platform/app';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { distribution } from '../../platform/store/schema/distribution.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { freshOutlet } from '../../testing/fresh-outlet.ts';
import { emailOf, type TestApp, testApp } from '../../testing/test-app.ts';
import { addMenuItem, line, newKey, sent } from '../bill/testing/shop.ts';

eachEngine('outlets', (on) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp(on);
  });

  it('[R1.5] [R20.1] returns an outlet with its slot types and dated rates', async () => {
    const as = await t.signIn('User');
    const { status, body } = await t.call('app.findOutlet', { as, outlet: null, params: { id: t.cafe } });
    expect(status).toBe(200);
    expect(outletShape.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      outletId: t.cafe,
      name: 'Atoll Café',
      currency: 'MVR',
      timezone: 'Indian/Maldives',
      gstMode: 'Exclusive',
    });
    const slots = (
      body.slotTypes as { type: string; slotCount: number; rates: { serviceChargePct: number; gstPct: number }[] }[]
    ).map(({ type, slotCount, rates }) => [type, slotCount, rates.at(-1)?.serviceChargePct, rates.at(-1)?.gstPct]);
    expect(slots).toEqual([
      ['Table', 41, 10, 8],
      ['Delivery', 41, 0, 8],
      ['Takeaway', 41, 0, 8],
    ]);
  });

  it('[R1.3] answers 404 for outlets of others as for outlets that do not exist', async () => {
    const as = await t.signIn('User');
    for (const id of [t.shop, 999_999]) {
      const { status, body } = await t.call('app.findOutlet', { as, params: { id } });
      expect(status).toBe(404);
      expect(body).toMatchObject({ message: 'Not found', reason: 'notFound' });
    }
  });

  it('[R18.17] returns the features that are on in the outlet', async () => {
    const as = await t.signIn('Manager');
    expect((await t.call('app.features', { as })).body).toEqual(['Delivery', 'Kitchen', 'Inventory', 'Tips']);
    expect((await t.call('app.features', { as, outlet: t.shop })).body).toEqual(['Delivery']);
  });

  const admin = () => t.signIn('Admin');
  const find = async (as: SignedIn, id = t.cafe) =>
    (await t.call('app.findOutlet', { as, params: { id } })).body as OwnOutlet;
  const update = async (as: SignedIn, change: object, id = t.cafe) => {
    const { version } = await find(as, id);
    return t.call('outlet.update', { as, outlet: null, body: { outletId: id, version, ...change } });
  };
  const key = (n: number) => `0195${String(n).padStart(4, '0')}-0000-7000-8000-000000000000`;

  it('[R20.2] writes the sent details, keeps the others, records the change in the history and notifies tills once', async () => {
    const as = await admin();
    const before = await find(as);
    const heads = () =>
      t.store.readOutlet(t.cafe, (db) =>
        db
          .selectFrom('change_log')
          .select('seq')
          .where('outlet_id', '=', t.cafe)
          .where('entity', '=', 'Settings')
          .execute(),
      );
    const headsBefore = (await heads()).length;
    const { status, body } = await update(as, {
      legalName: ' Reef Pvt Ltd ',
      gstMode: 'Inclusive',
      languageBill: 'dv',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      legalName: 'Reef Pvt Ltd',
      gstMode: 'Inclusive',
      languageBill: 'dv',
      version: before.version + 1,
      isActive: true,
    });
    expect((await update(as, { gstMode: 'Inclusive' })).body.version).toBe(before.version + 1);
    expect((await heads()).length).toBe(headsBefore + 1);
    const notes = await t.store.readOutlet(t.cafe, (db) =>
      db.selectFrom('history').select('data').where('outlet_id', '=', t.cafe).where('subject', '=', 'Outlet').execute(),
    );
    expect(notes.map(({ data }) => JSON.parse(data).before)).toEqual([
      { legalName: before.legalName, gstMode: 'Exclusive', languageBill: 'en' },
    ]);
    await update(as, { gstMode: 'Exclusive' });
  });

  it('[R20.2] refuses a change of an old version and returns the current record', async () => {
    const as = await admin();
    const { version } = await find(as);
    const { status, body } = await t.call('outlet.update', {
      as,
      body: { outletId: t.cafe, version: version - 1, name: 'Other' },
    });
    expect(status).toBe(409);
    expect(body).toMatchObject({ reason: 'versionOld', record: { outletId: t.cafe, version } });
  });

  it.each([
    ['name', { name: ' ' }, 'Name is required'],
    ['phone', { phone: 'seven' }, 'Phone must have 7 to 15 digits'],
    ['tin', { tin: 'GST-501' }, 'TIN must be digits'],
    ['invoicePrefix', { invoicePrefix: 'TOO-LONG-' }, 'at most 8'],
    ['businessDayCutoff', { businessDayCutoff: '12:30' }, 'between 00:00 and 12:00'],
    ['timezone', { timezone: 'Indian/Atlantis' }, 'Unknown timezone'],
    ['receiptFooter', { receiptFooter: 'x'.repeat(501) }, 'at most 500'],
    ['slotTypes', { slotTypes: [] }, 'At least one'],
    ['slotTypes.0.slotCount', { slotTypes: [{ type: 'Table', slotCount: 502, rates: [] }] }, '1 to 500'],
    ['slotTypes.0.rates', { slotTypes: [{ type: 'Table', slotCount: 5, rates: [] }] }, 'At least one row'],
    [
      'slotTypes.0.rates.0.serviceChargePct',
      {
        slotTypes: [
          { type: 'Table', slotCount: 5, rates: [{ from: '2020-01-01T00:00:00Z', serviceChargePct: 31, gstPct: 8 }] },
        ],
      },
      '0 to 30',
    ],
  ])('[R20.1] refuses an outlet with a wrong %s and names the field', async (field, change, message) => {
    const { status, body } = await update(await admin(), change);
    expect(status).toBe(422);
    expect(body.errors[field]).toContain(message);
  });

  it('[R16.5] [R20.1] new slots and rates apply to the next check-in and change no open or paid bill', async () => {
    const as = await admin();
    await t.store.writeOutlet(t.cafe, async (tx) => {
      const stamp = { created_at: tx.now, created_by: null, modified_at: tx.now, modified_by: null };
      const sizes = JSON.stringify([{ value: 'Small', sellingPrice: 10_000, isDefault: true }]);
      const tea = {
        outlet_id: t.cafe,
        id: 77,
        key: key(90),
        name: 'Tea',
        category_ids: '[]',
        type: 'NA' as const,
        sizes,
      };
      tx.write(tx.db.insertInto('menu_item').values({ ...tea, image: null, gst_mode: null, gst_bp: null, ...stamp }));
      tx.change({ entity: 'Menu', id: null, version: 1, action: 'Updated' });
    });
    await t.call('shift.create', { as, body: { key: key(1), openingBalance: 0 } });
    const open = (n: number, slot: string, items: object[] = []) =>
      t.call('bill.create', { as, body: { key: key(n), type: 'Table', slot, items } });
    const line = (n: number) => ({
      key: key(n),
      index: 0,
      menuItemId: 77,
      name: 'Tea',
      size: 'Small',
      sellingPrice: 10_000,
      qty: 1,
    });
    expect((await open(2, '30', [line(3)])).body).toMatchObject({ serviceChargePct: 10, gstPct: 8 });
    const paid = (await open(4, '31', [line(5)])).body;
    const payment = { key: key(6), method: 'Cash', amount: paid.total, tendered: paid.total };
    const pay = await t.call('bill.pay', {
      as,
      body: { key: key(4), payments: [payment], seen: { itemKeys: [key(5)], total: paid.total } },
    });
    expect(pay.body).toMatchObject({ status: 'Complete', total: 11_880 });

    const known = await find(as);
    const rates = [
      ...(known.slotTypes[0]?.rates ?? []),
      { from: new Date(t.now()).toISOString(), serviceChargePct: 12, gstPct: 17 },
    ];
    const slotTypes = known.slotTypes.map((one) => (one.type === 'Table' ? { ...one, slotCount: 36, rates } : one));
    expect((await update(as, { slotTypes: slotTypes.map((one) => ({ ...one, slotCount: 25 })) })).body).toMatchObject({
      reason: 'inUse',
      errors: { 'slotTypes.0.slotCount': 'Table 30 has an open bill' },
    });
    expect((await update(as, { slotTypes })).status).toBe(200);
    for (const [n, slot] of [
      [2, '30'],
      [4, '31'],
    ] as const) {
      const bill = (await t.call('bill.find', { as, params: { id: key(n) } })).body;
      expect(bill).toMatchObject({ slot, serviceChargePct: 10, gstPct: 8, total: 11_880 });
    }
    expect((await open(7, '32')).body).toMatchObject({ serviceChargePct: 12, gstPct: 17 });
    expect((await open(8, '36')).body.reason).toBe('slotOutOfRange');
  });

  it('[R35.46] counts the stock of a new outlet: sales reduce it unless somebody switches that off', async () => {
    for (const [n, businessType] of (['Restaurant', 'Retail'] as const).entries()) {
      const body = {
        key: key(30 + n),
        name: `Reef ${businessType}`,
        address: 'Malé',
        businessType,
        taxSector: 'General',
      };
      const { body: made } = await t.call('outlet.create', { as: await admin(), outlet: null, body });
      expect(made.features, businessType).toContain('Inventory');
      expect(made.features.includes('Kitchen'), businessType).toBe(businessType === 'Restaurant');
      await t.call('outlet.delete', { as: await admin(), outlet: null, params: { id: made.outletId } });
    }
  });

  it('[R1.3] [R18.17] creates an outlet once, with the defaults of its business type, for its creator alone', async () => {
    const as = await admin();
    const body = { key: key(20), name: 'Lagoon Shop', address: 'Malé', businessType: 'Retail', taxSector: 'Tourism' };
    const made = await t.call('outlet.create', { as, outlet: null, body });
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject({ name: 'Lagoon Shop', features: ['Delivery', 'Inventory'], isActive: true });
    expect(made.body.slotTypes[0]).toMatchObject({ type: 'Counter', slotCount: 24 });
    expect(made.body.slotTypes[0].rates.at(-1).gstPct).toBe(17);
    expect((await t.call('outlet.create', { as, outlet: null, body })).body).toEqual(made.body);
    expect((await t.call('outlet.create', { as, outlet: null, body: { ...body, key: key(21) } })).body.errors).toEqual({
      name: 'Another outlet has this name',
    });
    const names = async (who: SignedIn) =>
      ((await t.call('outlet.list', { as: who, outlet: null })).body as OwnOutlet[]).map(({ name }) => name);
    expect(await names(as)).toContain('Lagoon Shop');
    for (const role of ['Manager', 'User'] as const)
      expect((await t.call('outlet.list', { as: await t.signIn(role), outlet: null })).status).toBe(403);
    const again = await t.signIn('Admin');
    expect(again.outlets.map(({ name }) => name)).toEqual(['Atoll Café', 'Atoll Store', 'Lagoon Shop']);
    const features = await update(again, { features: ['Delivery', 'Tips', 'Tips'] }, made.body.outletId);
    expect(features.body.features).toEqual(['Delivery', 'Tips']);
    expect((await t.call('app.features', { as: again, outlet: made.body.outletId })).body).toEqual([
      'Delivery',
      'Tips',
    ]);
  });

  /** Returns the rows of an outlet in every table of outlets, as text. */
  const rowsOf = (outletId: number) =>
    t.store.readOutlet(outletId, async (db) => {
      const tables = Object.keys(distribution)
        .filter((table) => distribution[table] === 'outlet')
        .sort();
      const found: Record<string, string> = {};
      for (const table of tables)
        found[table] = JSON.stringify(
          (await sql`select * from ${sql.table(table)} where outlet_id = ${outletId}`.execute(db)).rows
            .map((row) => JSON.stringify(row))
            .sort(),
        );
      return found;
    });
  const sizes = JSON.stringify([{ value: 'Small', sellingPrice: 5000, costPrice: 2000, isDefault: true }]);
  const practise = (as: SignedIn, outletId: number, more: object = {}) =>
    t.call('outlet.practice', { as, outlet: null, body: { key: newKey(), outletId, ...more } });

  it('[R31.45] makes a practice outlet with the menus, taxes and settings of a real one, and nothing else of it', async () => {
    const { outlet, admin: as } = await freshOutlet(t);
    const at = { as, outlet };
    const burger = await addMenuItem(t.store, outlet, { name: 'Burger', sizes });
    const settings = [
      { key: 'RequireCovers', value: 'true' },
      { key: 'VoidReasons', values: ['Spilled'] },
      { key: 'KotPrinter', value: 'Kitchen' },
      { key: 'PrinterLanguages', values: ['Kitchen=dv'] },
    ];
    await t.call('app.saveSettings', { ...at, body: settings });
    await t.call('customer.create', { ...at, body: { key: newKey(), name: 'Aminath', phone: '7771234' } });
    await t.call('vendor.create', {
      ...at,
      body: { key: newKey(), name: 'Reef Foods', phone: '3301234', termsDays: 14 },
    });
    await t.call('account.create', { ...at, body: { key: newKey(), name: 'Resort', kind: 'House' } });
    const promotion = { key: newKey(), name: 'Ten off', type: 'PercentOff', percent: 10, itemIds: [burger] };
    expect((await t.call('promotion.create', { ...at, body: promotion })).status).toBe(200);
    const key = newKey();
    const { status, body: made } = await practise(as, outlet, { key });
    expect([status, made.practiceOf]).toEqual([200, outlet]);
    const there = { as, outlet: made.outletId };
    const same = async (call: 'menu.get' | 'app.features') => (await t.call(call, there)).body;
    expect((await same('menu.get')).items).toEqual((await t.call('menu.get', at)).body.items);
    expect((await t.call('app.settings', there)).body).toEqual([
      { key: 'KotPrinter', value: 'PRACTICE' },
      { key: 'RequireCovers', value: 'true' },
      { key: 'VoidReasons', values: ['Spilled'] },
    ]);
    expect(await same('app.features')).toEqual(['Delivery', 'Kitchen', 'Tips']);
    const find = (id: number) => t.call('app.findOutlet', { as, outlet: null, params: { id } });
    const { body: real } = await find(outlet);
    expect((await find(made.outletId)).body).toEqual({
      ...real,
      outletId: made.outletId,
      practiceOf: outlet,
      tin: '',
      invoicePrefix: '',
      features: ['Delivery', 'Kitchen', 'Tips'],
      version: 2,
    });
    const { body: copied } = await t.call('promotion.list', there);
    expect((copied.items ?? copied).map((one: { name: string }) => one.name)).toEqual(['Ten off']);
    for (const list of ['customer.list', 'account.list', 'vendor.list', 'print.stations'] as const)
      expect((await t.call(list, there)).body.items ?? (await t.call(list, there)).body, list).toEqual([]);
    expect((await rowsOf(made.outletId))['site']).toBe('[]');

    // Its people are those of the outlet; it is nobody's choice.
    expect((await practise(as, outlet)).body).toEqual(made);
    expect((await practise(as, outlet, { key, fresh: true })).body).toEqual(made);
    expect((await practise(await t.signIn('User'), outlet)).status).toBe(404);
    expect((await t.call('menu.get', { as: await t.signIn('User'), outlet: made.outletId })).status).toBe(403);
    expect((await practise(as, made.outletId)).body).toMatchObject({ code: 409, message: 'This is practice already' });
    expect((await t.signIn('Admin')).outlets.map(({ outletId }) => outletId)).not.toContain(made.outletId);
    expect((await t.call('bill.waiters', there)).body).toEqual((await t.call('bill.waiters', at)).body);
    const fresh = (await practise(as, outlet, { fresh: true })).body;
    expect(fresh.outletId).toBeGreaterThan(made.outletId);
    expect((await practise(as, outlet)).body).toEqual(fresh);
  });

  it('starts practice afresh a few times in an hour only: each is a copy that stays in the store', async () => {
    const { outlet, admin: as } = await freshOutlet(t);
    const key = newKey();
    const statuses: number[] = [(await practise(as, outlet, { key, fresh: true })).status];
    for (let n = 0; n < 12; n += 1) statuses.push((await practise(as, outlet, { fresh: true })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429, 429]);
    const copies = await t.store.readOrg((db) =>
      db.selectFrom('outlet').select('id').where('practice_of', '=', outlet).execute(),
    );
    expect(copies).toHaveLength(10);
    // Practice itself, and a call that comes twice, are not refused.
    expect((await practise(as, outlet)).status).toBe(200);
    expect((await practise(as, outlet, { key, fresh: true })).status).toBe(200);
    t.advance(61_000);
    expect((await practise(as, outlet, { fresh: true })).status).toBe(200);
    expect((await practise(as, outlet, { fresh: true })).status).toBe(429);
  });

  it('refuses the key of another outlet, afresh or not', async () => {
    const { outlet, admin: as } = await freshOutlet(t);
    const other = await freshOutlet(t);
    const key = newKey();
    expect((await practise(other.admin, other.outlet, { key })).status).toBe(200);
    for (const fresh of [true, false])
      expect((await practise(as, outlet, { key, fresh })).body).toMatchObject({ code: 422, reason: 'keyReused' });
  });

  it('opens the same practice for tills that start it at once, also when one of them starts it afresh', async () => {
    const { outlet, admin: as } = await freshOutlet(t);
    const first = await Promise.all([practise(as, outlet), practise(as, outlet), practise(as, outlet)]);
    expect(new Set(first.map(({ body }) => body.outletId)).size).toBe(1);
    const made = await t.store.readOrg((db) =>
      db.selectFrom('outlet').select(['id', 'is_active']).where('practice_of', '=', outlet).execute(),
    );
    expect(made).toEqual([{ id: first[0]?.body.outletId, is_active: true }]);
    const { outlet: second } = await freshOutlet(t);
    const mixed = await Promise.all([practise(as, second), practise(as, second, { fresh: true })]);
    expect(mixed.map(({ status }) => status)).toEqual([200, 200]);
    const { body: open } = await practise(as, second);
    expect(mixed[1]?.body).toEqual(open);
  });

  it('lets whoever opens bills open a shift in practice, and nowhere else without the permission', async () => {
    const { outlet, admin } = await freshOutlet(t);
    const { body: place } = await practise(admin, outlet);
    const mayOnly = (effects: object[]) =>
      t.store.writeOrg((db) =>
        db
          .updateTable('app_user')
          .set({ permission_overrides: JSON.stringify(effects) })
          .where('email', '=', emailOf('Admin'))
          .execute(),
      );
    const deny = (permission: string) => ({ permission, effect: 'deny' });
    const start = async (at: number) =>
      (
        await t.call('shift.create', {
          as: await t.signIn('Admin'),
          outlet: at,
          body: { key: newKey(), openingBalance: 0 },
        })
      ).status;
    await mayOnly([deny('shift.open'), deny('bill.open')]);
    const cooks = [await start(outlet), await start(place.outletId)];
    await mayOnly([deny('shift.open')]);
    const sells = [await start(outlet), await start(place.outletId)];
    await mayOnly([]);
    expect([cooks, sells]).toEqual([
      [403, 403],
      [403, 200],
    ]);
  });

  it('[R31.46] counts nothing of practice: no invoice or Z number, stock, account, figure or tax file, and nothing in the real outlet', async () => {
    const { outlet, admin: as } = await freshOutlet(t);
    const burger = await addMenuItem(t.store, outlet, { name: 'Burger', sizes });
    const { body: place } = await practise(as, outlet);
    const before = await rowsOf(outlet);
    const there = { as, outlet: place.outletId };
    const done = async (call: Parameters<TestApp['call']>[0], body: object) => {
      const answer = await t.call(call, { ...there, body });
      expect([call, answer.status < 300 ? 'done' : answer.body]).toEqual([call, 'done']);
      return answer.body;
    };
    const shift = await done('shift.create', { key: newKey(), openingBalance: 10_000 });
    const opened = await done('bill.create', sent('7', { items: [line(burger, 2)], covers: 2 }));
    const payment = { key: newKey(), method: 'Cash', amount: opened.total, tendered: opened.total };
    const seen = { total: opened.total, itemKeys: opened.items.map((item: { key: string }) => item.key) };
    const paid = await done('bill.pay', { key: opened.key, payments: [payment], seen });
    expect(paid).toMatchObject({ status: 'Complete', invoiceNumber: 'PRACTICE-1', invoiceType: 'Receipt' });
    const back = { key: newKey(), method: 'Cash', amount: paid.total };
    const refund = { key: newKey(), billId: paid.id, reason: 'Cold', payments: [back] };
    expect(await done('bill.refund', refund)).toMatchObject({ invoiceNumber: 'PRACTICE-2' });
    const closing = { id: shift.id, counted: [{ method: 'Cash', amount: 10_000 }] };
    const closed = await done('shift.close', closing);
    expect(closed.z.number).toBe(0);
    expect(closed.z.totals.total).toBe(0);
    expect(await done('shift.close', closing)).toEqual(closed);
    expect(await rowsOf(outlet)).toEqual(before);
    // A till may find a bill of practice in practice alone.
    expect((await t.call('bill.find', { as, outlet, params: { id: opened.key } })).status).toBe(404);
    const rows = await rowsOf(place.outletId);
    const empty = Object.keys(rows).filter((table) => rows[table] === '[]');
    expect(empty).toEqual(
      expect.arrayContaining(
        [
          'sale_hour',
          'sale_tax',
          'sale_method',
          'sale_item',
          'sale_person',
          'sale_gift',
          'tax_invoice',
          'z_report',
        ].concat(['stock_movement', 'stock_level', 'account_entry', 'report_run', 'search_record']),
      ),
    );
    expect(JSON.parse(JSON.parse(rows['outlet_cursor'] ?? '')[0])).toMatchObject({ z_number: 0 });
    for (const call of [
      'report.run',
      'bill.taxInvoice',
      'stock.adjust',
      'account.pay',
      'app.saveSettings',
      'print.hand',
    ] as const)
      expect((await t.call(call, { ...there, body: {} })).body.message, call).toBe(
        'This is not part of practice. Leave practice to do it',
      );
    const copy = { table: 'menu_item', ids: [burger], outletIds: [place.outletId], onConflict: 'Skip' };
    expect((await t.call('app.copy', { as, outlet, body: copy })).status).toBe(403);
    expect((await t.call('outlet.delete', { as, outlet: null, params: { id: place.outletId } })).status).toBe(404);
  });

  it('[R1.3] [R17.3] deactivates and reactivates an outlet, but never one with an open shift and never the last', async () => {
    const as = await admin();
    const remove = (id: number, who: SignedIn = as) =>
      t.call('outlet.delete', { as: who, outlet: null, params: { id } });
    expect((await remove(t.shop, await t.signIn('Manager'))).status).toBe(403);
    expect((await remove(t.cafe)).body).toMatchObject({ code: 409, reason: 'shiftOpen' });
    const { body: own } = await t.call('outlet.list', { as, outlet: null });
    for (const { outletId } of own as OwnOutlet[])
      if (outletId !== t.cafe) expect((await remove(outletId)).status).toBe(204);
    expect((await remove(t.cafe)).body).toMatchObject({
      reason: 'inUse',
      message: 'You cannot deactivate the last outlet',
    });
    expect((await t.signIn('Admin')).outlets).toHaveLength(1);
    const { body: out } = await t.call('outlet.list', { as, outlet: null });
    const shop = (out as OwnOutlet[]).find(({ outletId }) => outletId === t.shop);
    expect(shop?.isActive).toBe(false);
    const back = { outletId: t.shop, version: shop?.version, isActive: true };
    expect((await t.call('outlet.update', { as, outlet: null, body: back })).body.isActive).toBe(true);
    expect((await remove(999_999)).status).toBe(404);
  });
});
