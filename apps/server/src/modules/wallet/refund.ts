/** What of a refund goes back to the wallets that paid. Source: R22.7, docs/rules.md#wallets. */
import type { Bill } from '@atoll/domain/bill/bill';
import { type WalletAmount, walletSplitOfRefund } from '@atoll/domain/payment/wallet-split';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/store/schema/schema.ts';

/** Returns what each wallet gets of a refund of `due` of a paid bill, laari. */
export async function walletsOfRefund(
  db: Kysely<Database>,
  outletId: number,
  paid: Bill,
  due: number,
): Promise<readonly WalletAmount[]> {
  if (!paid.payments.some(({ wallet }) => wallet)) return [];
  const rows = await db
    .selectFrom('refund')
    .innerJoin('wallet_entry', (join) =>
      join
        .onRef('wallet_entry.outlet_id', '=', 'refund.outlet_id')
        .onRef('wallet_entry.bill_id', '=', 'refund.refund_id'),
    )
    .select(['wallet_entry.wallet_id', 'wallet_entry.amount'])
    .where('refund.outlet_id', '=', outletId)
    .where('refund.bill_id', '=', paid.id ?? 0)
    .where('wallet_entry.type', '=', 'Refund')
    .execute();
  const done = rows.map(({ wallet_id, amount }) => ({ walletId: wallet_id, amount }));
  return walletSplitOfRefund(paid.payments, done, due);
}
