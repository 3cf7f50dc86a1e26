/** Whether a customer can pay on account, and the discount of the account. Source: R21.18, R35.20, docs/rules.md#house-accounts. */
import type { Credit } from '@atoll/domain/contract/people/account';
import type { Store } from '../../platform/store/store.ts';

/** Returns whether the customer has an active house account, whether any credit is left on it, and its discount unless it is closed. Amounts are not returned (R35.67). */
export function findCredit(store: Store, outletId: number, idOrKey: string): Promise<Credit> {
  return store.readOutlet(outletId, async (db) => {
    const customers = db.selectFrom('customer').select('account_id').where('outlet_id', '=', outletId);
    const customer = await (/^\d+$/.test(idOrKey)
      ? customers.where('id', '=', Number(idOrKey))
      : customers.where('key', '=', idOrKey)
    ).executeTakeFirst();
    const account = await db
      .selectFrom('account')
      .select(['balance', 'credit_limit', 'status', 'discount_bp'])
      .where('outlet_id', '=', outletId)
      .where('id', '=', customer?.account_id ?? 0)
      .where('kind', '=', 'House')
      .where('is_active', '=', true)
      .executeTakeFirst();
    const isActive = account?.status === 'Active';
    const discountPct = account && account.status !== 'Closed' ? (account.discount_bp ?? 0) / 100 : 0;
    return {
      hasAccount: isActive,
      hasCredit: isActive && account.balance < (account.credit_limit ?? 0),
      ...(discountPct > 0 && { discountPct }),
    };
  });
}
