/** Bugs of refunds that a simulation must find. */
import type { Bill } from '@atoll/domain/bill/bill';
import { sql } from 'kysely';
import type { Store } from '../../../apps/server/src/platform/store/store.ts';
import type { Bug } from '../bugs.ts';
import { afterwards, changeBills } from './afterwards.ts';

/** Returns a refund that gave cash in place of what went back to cards. */
function inCash(bill: Bill): Bill {
  if (bill.refundOfId === null || !bill.payments.some(({ wallet }) => wallet)) return bill;
  const payments = bill.payments.map(({ wallet, ...one }) => (wallet ? { ...one, method: 'Cash' as const } : one));
  return { ...bill, payments };
}

/** Takes off the cards what refunds gave back to them. */
async function passCards(store: Store): Promise<void> {
  await store.writeOrg(async (db) => {
    const entries = await db.selectFrom('wallet_entry').selectAll().where('type', '=', 'Refund').execute();
    for (const { outlet_id, wallet_id, amount } of entries)
      await db
        .updateTable('wallet')
        .set(({ eb }) => ({ balance: eb('balance', '-', amount) }))
        .where('outlet_id', '=', outlet_id)
        .where('id', '=', wallet_id)
        .execute();
    await sql`drop trigger if exists wallet_entry_refuses_delete`.execute(db);
    await db.deleteFrom('wallet_entry').where('type', '=', 'Refund').execute();
  });
  await changeBills(store, inCash);
}

export const refundBugs: readonly Bug[] = [
  {
    name: 'a refund that gives cash in place of the card that paid',
    seed: 5010,
    isQuick: true,
    isPriced: true,
    says: /^a refund of bill .* gave the cards 0 instead of/,
    onRequest: afterwards('', passCards),
  },
];
