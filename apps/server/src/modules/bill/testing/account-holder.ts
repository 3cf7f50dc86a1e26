/** A customer who buys on account, for tests. */
import { newKey, type Shop } from './shop.ts';

/** Adds a customer with a house account of a limit, laari. */
export function addAccountHolder(shop: Shop, limit = 1_000_00, code = 'C1'): Promise<number> {
  const { store, outletId } = shop;
  const stamps = { created_at: 0, created_by: null, modified_at: 0, modified_by: null };
  return store.writeOutlet(outletId, async (tx) => {
    const accountId = await tx.nextId('account');
    tx.write(
      tx.db.insertInto('account').values({
        outlet_id: outletId,
        id: accountId,
        key: newKey(),
        kind: 'House',
        name: 'Reef Divers',
        code,
        status: 'Active',
        credit_limit: limit,
        ...stamps,
      } as never),
    );
    const id = await tx.nextId('customer');
    tx.write(
      tx.db.insertInto('customer').values({
        outlet_id: outletId,
        id,
        key: newKey(),
        code,
        name: 'Reef Divers',
        account_id: accountId,
        ...stamps,
      } as never),
    );
    return id;
  });
}
