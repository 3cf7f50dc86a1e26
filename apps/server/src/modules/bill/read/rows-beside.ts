/** A paid bill with the rows that stand beside it. Source: docs/rules.md#final-bills. */
import type { Bill } from '@atoll/domain/bill/bill';
import { withExchanges } from '@atoll/domain/payment/exchange';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/store/schema/schema.ts';
import { exchangesOf } from './exchanges.ts';
import { withTaxInvoice } from './tax-invoice.ts';

/** Returns a stored bill with its tax invoice and the corrections of its payments. */
export async function withRowsBeside(db: Kysely<Database>, outletId: number, stored: Bill): Promise<Bill> {
  const exchanges = await exchangesOf(db, outletId, stored.id ?? 0);
  return withExchanges(await withTaxInvoice(db, outletId, stored), exchanges);
}
