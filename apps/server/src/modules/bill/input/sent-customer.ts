/** Finds the customer whom a device names on a bill. Source: docs/rules.md#customers. */
import type { BillCustomer } from '@atoll/domain/bill/bill';
import type { BillInput } from '@atoll/domain/contract/bill/bill';
import { settingOf } from '@atoll/domain/outlet/settings';
import { refused } from '../../../platform/errors/refused.ts';
import type { OutletTx } from '../../../platform/store/store.ts';
import { customerById, customerByKey } from '../read/queries.ts';
import { billCustomer } from './bill-customer.ts';
import { outletTerms } from './outlet-terms.ts';

/**
 * Returns the customer that the request names by id, or by key when a device created them. One who was merged is the one who was kept: a device may
 * not know of the merge yet. Refused: 'invalid'.
 */
export async function sentCustomer(
  tx: OutletTx,
  input: { readonly [K in 'customerId' | 'customer']?: BillInput[K] | undefined },
): Promise<BillCustomer | null> {
  const { outletId } = tx.head;
  const byId = (id: number) => tx.load(customerById, { outletId, id });
  const isById = input.customerId !== undefined && input.customerId > 0;
  const key = input.customer?.key;
  if (!isById && key === undefined) return null;
  let [row] = isById ? await byId(input.customerId ?? 0) : await tx.load(customerByKey, { outletId, key: key ?? '' });
  if (row === undefined && isById)
    throw refused('invalid', {
      errors: { customerId: 'Customer not found' },
      details: 'Customer not found',
    });
  while (row !== undefined && row.merged_into !== null) [row] = await byId(row.merged_into);
  if (row === undefined) return null;
  return billCustomer(row, settingOf((await outletTerms(tx)).settings, 'PointsEnabled'));
}
