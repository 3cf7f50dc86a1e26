/** Records that random sales need besides the shop: users, customers with and without a tax number, categories and a vendor. */
import type { Store } from '../../../platform/store/store.ts';
import { newKey, type Shop } from '../../bill/testing/shop.ts';

const stamps = { created_at: 0, created_by: null, modified_at: 0, modified_by: null };

export interface Buyers {
  readonly all: readonly number[];
  /** Id of the customer with a house account. */
  readonly account: number;
}

/** Adds users who never sign in and returns their ids. */
export function addPeople(store: Store, outletId: number, names: readonly string[]): Promise<number[]> {
  return store.writeOrg(async (db) => {
    const rows = names.map((name) => ({
      key: newKey(),
      name,
      email: `${newKey()}@reef.example`,
      password_hash: '',
      passcode_hash: '',
      role: 'Admin' as const,
      permission_overrides: '[]',
      avatar: null,
      last_login_at: null,
      created_at: 0,
      modified_at: 0,
    }));
    const made = await db.insertInto('app_user').values(rows).returning('id').execute();
    const ids = made.map(({ id }) => id);
    await db
      .insertInto('user_outlet')
      .values(ids.map((user_id) => ({ user_id, outlet_id: outletId, sort: 0 })))
      .execute();
    return ids;
  });
}

/** Adds a category and returns its id. */
export function addCategory({ store, outletId }: Shop, name: string): Promise<number> {
  return store.writeOutlet(outletId, async (tx) => {
    const id = await tx.nextId('category');
    const row = { outlet_id: outletId, id, key: newKey(), name, menu_ids: '[]', image: null, gst_mode: null };
    tx.write(tx.db.insertInto('category').values({ ...row, ...stamps }));
    return id;
  });
}

/** Adds a guest, a registered business, and one that buys on account. */
export function addBuyers({ store, outletId }: Shop): Promise<Buyers> {
  return store.writeOutlet(outletId, async (tx) => {
    const accountId = await tx.nextId('account');
    const account = { kind: 'House', name: 'Reef Divers', code: 'REEF', status: 'Active', credit_limit: 1e12 } as const;
    tx.write(
      tx.db
        .insertInto('account')
        .values({ outlet_id: outletId, id: accountId, key: newKey(), ...account, ...stamps } as never),
    );
    const add = async (name: string, tin: string, account_id: number): Promise<number> => {
      const id = await tx.nextId('customer');
      const row = { outlet_id: outletId, id, key: newKey(), code: `C${id}`, name, phone: `77${id}`, tin, account_id };
      tx.write(tx.db.insertInto('customer').values({ ...row, ...stamps } as never));
      return id;
    };
    const guest = await add('Ibrahim', '', 0);
    const business = await add('Island Trading', '1012345GST501', 0);
    const onAccount = await add('Reef Divers', '1054321GST501', accountId);
    return { all: [guest, business, onAccount], account: onAccount };
  });
}

/** Adds a vendor and returns its id. */
export function addVendor({ store, outletId }: Shop): Promise<number> {
  return store.writeOutlet(outletId, async (tx) => {
    const id = await tx.nextId('vendor');
    const none = { terms_days: null, lead_time_days: null, credit_limit: null, rating: null };
    const row = { outlet_id: outletId, id, key: newKey(), code: 'V1', name: 'Reef Foods', tin: '1099999GST501' };
    tx.write(tx.db.insertInto('vendor').values({ ...row, ...none, ...stamps }));
    return id;
  });
}
