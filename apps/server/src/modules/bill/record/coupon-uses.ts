/** Which bills have which coupons, so that each is held once. Source: R21.19, docs/rules.md#coupons. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { OutletTx } from '../../../platform/store/store.ts';

/** A coupon whose promotion was taken off the bill is free again. */
function heldBy({ coupons = [], declined = [], isVoid }: Bill): ReadonlySet<string> {
  const gone = new Set(declined.map(({ promotionId }) => promotionId));
  const held = coupons.filter(({ promotionId }) => !isVoid && !gone.has(promotionId));
  return new Set(held.map(({ key }) => key));
}

/** Writes which coupons a bill holds, where that changed. `before` is the bill as it was stored; null for a new one. */
export function writeCouponUses(tx: OutletTx, bill: Bill, before: Bill | null): void {
  if (!bill.coupons && !before?.coupons) return;
  const [now, was] = [heldBy(bill), before ? heldBy(before) : new Set<string>()];
  const outlet_id = tx.head.outletId;
  const { key: bill_key } = bill;
  const gone = [...was].filter((hash) => !now.has(hash));
  if (gone.length > 0)
    tx.write(
      tx.db
        .deleteFrom('coupon_use')
        .where('outlet_id', '=', outlet_id)
        .where('bill_key', '=', bill_key)
        .where('code_hash', 'in', gone),
    );
  const added = [...now].filter((hash) => !was.has(hash));
  if (added.length > 0)
    tx.write(
      tx.db
        .insertInto('coupon_use')
        .values(added.map((code_hash) => ({ outlet_id, code_hash, bill_key, at: tx.now })))
        .onConflict((on) => on.columns(['outlet_id', 'code_hash', 'bill_key']).doNothing()),
    );
}
