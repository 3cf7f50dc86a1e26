import { randomUUID } from 'node:crypto';
import type { SearchResult } from '@atoll/domain/contract/outlet/search';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { UserRecord } from '@atoll/domain/contract/people/user';
import { beforeAll, expect, it } from 'vitest';
import { askCatchUp, searchCatchUp } from '../../platform/store/caught-up.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { seedMenu } from '../../seed/seed-menu.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { catchUpSearch } from './catch-up.ts';

eachEngine('search', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  let user: SignedIn;
  let customerId = 0;
  beforeAll(async () => {
    t = await testApp(on);
    [admin, user] = [await t.signIn('Admin'), await t.signIn('User')];
    const make = (name: string, phone: string) =>
      t.call('customer.create', { as: user, body: { key: randomUUID(), name, phone } });
    customerId = (await make('Aishath Lagoon', '7712345')).body.id as number;
    await make('Mohamed Naseem', '9991234');
    await make('Lagoonie', '');
    await make('Blue Lagoon', '7000000');
    await make('100% Juice', '');
  });
  const search = async (value: string, as: SignedIn = user, outlet = t.cafe) => {
    const { status, body } = await t.call('search', { as, outlet, query: { value } });
    expect(status).toBe(200);
    return body as SearchResult[];
  };
  const names = async (value: string, as?: SignedIn) => (await search(value, as)).map(({ name }) => name);

  it('[R18.19] returns id, name and entity name of a record', async () => {
    expect(await search('aishath')).toEqual([{ id: customerId, name: 'Aishath Lagoon', entityName: 'Customer' }]);
  });

  it('[R18.19] sorts exact names first, then name prefixes, then word prefixes, then parts of words', async () => {
    await t.call('customer.create', { as: user, body: { key: randomUUID(), name: 'Lagoon' } });
    await t.call('customer.create', { as: user, body: { key: randomUUID(), name: 'Xlagoon' } });
    expect(await names('lagoon')).toEqual(['Lagoon', 'Lagoonie', 'Aishath Lagoon', 'Blue Lagoon', 'Xlagoon']);
  });

  it('[R18.19] finds records by phone and by words in any order and case', async () => {
    expect(await names('7712')).toEqual(['Aishath Lagoon']);
    expect(await names('2345')).toEqual(['Aishath Lagoon']);
    expect(await names('naseem MOH')).toEqual(['Mohamed Naseem']);
    expect(await names('aseem oham')).toEqual(['Mohamed Naseem']);
    expect(await names('naseem lagoon')).toEqual([]);
  });

  it('[R18.19] [R5.1] finds nothing for an empty value, and takes wildcards and quotes literally', async () => {
    for (const value of ['', '   ', '%', '_', "' or 1=1 --"]) expect(await search(value)).toEqual([]);
    expect(await names('100%')).toEqual(['100% Juice']);
    for (const value of ['x'.repeat(201), 'tea\u0000'])
      expect((await t.call('search', { as: user, query: { value } })).status).toBe(400);
  });

  it('[R18.19] [R34.14] finds the same in a large list, by its words', async () => {
    const values = ['lagoon', '7712', '2345', 'naseem MOH', 'aseem oham', 'naseem lagoon', '100%', 'la', 'o', 'on'];
    const before: string[][] = [];
    for (const value of values) before.push(await names(value));
    await t.store.writeOutlet(t.cafe, async (tx) => {
      tx.write(tx.db.insertInto('search_large').values({ outlet_id: t.cafe, entity: 'Customer', is_complete: true }));
    });
    expect(await names('lagoon')).toEqual([]);
    await catchUpSearch(t.store);
    for (const [at, value] of values.entries()) expect(await names(value), value).toEqual(before[at]);
    const words = (is_split: boolean) =>
      t.store.readOutlet(t.cafe, (db) =>
        db.selectFrom('search_record').select('id').where('is_split', '=', is_split).execute(),
      );
    expect(await words(true)).toHaveLength(7);
    // A list that is small again: its words are removed.
    await t.store.writeOutlet(t.cafe, async (tx) => {
      tx.write(tx.db.deleteFrom('search_large').where('outlet_id', '=', t.cafe));
    });
    await askCatchUp(t.store, t.cafe, searchCatchUp);
    await catchUpSearch(t.store);
    expect(await words(true)).toEqual([]);
    expect(await t.store.readOutlet(t.cafe, (db) => db.selectFrom('search_word').selectAll().execute())).toEqual([]);
    for (const [at, value] of values.entries()) expect(await names(value), value).toEqual(before[at]);
  });

  it('[R18.19] finds bills by number, invoice number and customer, for users who may see the history', async () => {
    const bill = (id: number, more: object) => ({
      outlet_id: t.cafe,
      id,
      key: randomUUID(),
      version: 1,
      number: id,
      invoice_number: null,
      type: 'Table' as const,
      slot: id,
      check_no: 1,
      status: 'Saved' as const,
      is_void: false,
      is_open: true,
      customer_id: 0,
      customer_name: '',
      shift_id: null,
      business_date: null,
      created_at: 0,
      created_by: null,
      completed_at: null,
      modified_at: 0,
      total: 0,
      print_jobs: '[]',
      moved_keys: '[]',
      doc: '{}',
      ...more,
    });
    await t.store.writeOutlet(t.cafe, async (tx) => {
      tx.head.invoices['2026'] = 7;
      const paid = { status: 'Complete', is_open: false, invoice_number: 'AC-2026-000007' };
      for (const row of [
        bill(31, paid),
        bill(310, { slot: 30, doc: JSON.stringify({ customerId, customer: { name: 'Aishath Lagoon' } }) }),
        bill(32, {}),
      ])
        tx.write(tx.db.insertInto('bill').values(row as never));
    });
    expect(await names('31')).toEqual(['#31 · AC-2026-000007 · Table 31', '#310 · Table 30 · Aishath Lagoon']);
    for (const typed of ['000007', '2026-7', 'ac-2026-000007'])
      expect(await search(typed), typed).toContainEqual({
        id: 31,
        name: '#31 · AC-2026-000007 · Table 31',
        entityName: 'Bill',
      });
    expect(await search('aishath')).toEqual([
      { id: customerId, name: 'Aishath Lagoon', entityName: 'Customer' },
      { id: 310, name: '#310 · Table 30 · Aishath Lagoon', entityName: 'Bill' },
    ]);
  });

  it('[R18.19] [R17.3] finds no records that the user may not see or that belong to another outlet', async () => {
    expect(await names('manager one', admin)).toEqual(['Manager One']);
    expect(await names('manager one', user)).toEqual([]);
    expect(await search('aishath', admin, t.shop)).toEqual([]);
    expect((await t.call('search', { query: { value: 'a' } })).status).toBe(401);
  });

  it('[R18.19] finds a person by the present name only, also when another outlet changed it, and no longer in an outlet that they left', async () => {
    const people = async (value: string, outlet = t.cafe) =>
      (await search(value, admin, outlet)).map(({ name }) => name);
    const { body: all } = await t.call('app_user.list', { as: admin });
    const { id } = (all as UserRecord[]).find(({ name }) => name === 'Manager One') as UserRecord;
    const change = async (outlet: number, more: object) => {
      const { body: now } = await t.call('app_user.find', { as: admin, params: { id } });
      const body = { id, version: now.version, ...more };
      expect((await t.call('app_user.update', { as: admin, outlet, body })).status).toBe(200);
    };
    await change(t.cafe, { name: 'Ibrahim Quokka', jobTitle: 'Captain' });
    expect(await people('quokka')).toEqual(['Ibrahim Quokka']);
    expect(await people('captain')).toEqual(['Ibrahim Quokka']);
    await change(t.shop, { name: 'Ibrahim Wombat' });
    expect(await people('quokka')).toEqual([]);
    expect(await people('wombat')).toEqual(['Ibrahim Wombat']);
    await change(t.shop, { outletIds: [t.shop] });
    expect(await people('wombat')).toEqual([]);
    expect(await people('wombat', t.shop)).toEqual(['Ibrahim Wombat']);
  });

  it('[R18.19] finds records by the name that a write without the index gave them, after it catches up', async () => {
    await t.store.writeOutlet(t.cafe, async (tx) => {
      const renamed = tx.db.updateTable('customer').set({ name: 'Renamed Reef' }).where('outlet_id', '=', t.cafe);
      tx.write(renamed.where('name', '=', 'Blue Lagoon'));
    });
    await askCatchUp(t.store, t.cafe, searchCatchUp);
    await catchUpSearch(t.store);
    expect(await names('blue lagoon')).toEqual([]);
    expect(await names('renamed')).toEqual(['Renamed Reef']);
  });

  it('[R18.19] finds records written without the index after it catches up, and no deleted ones', async () => {
    await seedMenu(t.store, t.cafe, { name: 'All day', codePrefix: 'C', categories: [] });
    await t.store.writeOutlet(t.cafe, async (tx) => {
      tx.write(
        tx.db
          .updateTable('customer')
          .set({ is_active: false })
          .where('outlet_id', '=', t.cafe)
          .where('id', '=', customerId),
      );
    });
    expect(await names('all day', admin)).toEqual([]);
    // The menu was written without the index, which asks for it; the customer is as one of an earlier release.
    await catchUpSearch(t.store);
    expect(await search('all day', admin)).toMatchObject([{ name: 'All day', entityName: 'Menu' }]);
    expect(await names('aishath')).toEqual([]);
  });
});
