/** Who may change what a customer pays: by a house account, a group or a discount of their own. Source: docs/rules.md#customers. */
import { permissionEffect } from '@atoll/domain/access/can';
import { maySetDiscount } from '@atoll/domain/access/standing-discount';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import type { Values } from '../../resource/row.ts';

/** Returns the discount of a house account, percent; 0 for none. */
async function discountOf(tx: OutletTx, accountId: number): Promise<number> {
  const row = await tx.db
    .selectFrom('account')
    .select('discount_bp')
    .where('outlet_id', '=', tx.head.outletId)
    .where('id', '=', accountId)
    .executeTakeFirst();
  return (row?.discount_bp ?? 0) / 100;
}

/** Throws 'forbidden' when a person may not give a customer the terms of the new values. Terms that stay are not asked about. */
export async function refuseTerms(tx: OutletTx, actor: Actor, before: Values | null, after: Values): Promise<void> {
  const isOther = (field: string): boolean => (after[field] ?? 0) !== (before?.[field] ?? 0);
  const mayGive = async (accountId: number): Promise<boolean> =>
    accountId === 0 || maySetDiscount(actor, 0, await discountOf(tx, accountId));
  const isAllowed =
    // Who links a customer to a house account makes it pay for them, and gives them its discount.
    (!isOther('accountId') ||
      (permissionEffect(actor, 'payment.credit') === 'allow' && (await mayGive(Number(after['accountId'] ?? 0))))) &&
    (!isOther('groupId') || permissionEffect(actor, 'price.manage') === 'allow') &&
    maySetDiscount(actor, before?.['discountPct'], after['discountPct']);
  if (!isAllowed) throw refused('forbidden', { details: 'You are not authorized to change this' });
}
