/** Finds the customer whom a device names on a bill. Source: docs/rules.md#customers. */
import type { Bill, BillCustomer } from '@atoll/domain/bill/bill';
import type { BillInput } from '@atoll/domain/contract/bill/bill';
import { birthdayNear } from '@atoll/domain/date/birthday';
import { businessDate } from '@atoll/domain/date/business-day';
import { settingOf } from '@atoll/domain/outlet/settings';
import { promotionIndex } from '@atoll/domain/price/promotion-index';
import { refused } from '../../../platform/errors/refused.ts';
import type { OutletTx } from '../../../platform/store/store.ts';
import { usedBirthdays } from '../../price/service.ts';
import { customerById, customerByKey } from '../read/queries.ts';
import { billCustomer } from './bill-customer.ts';
import { type OutletTerms, outletTerms } from './outlet-terms.ts';

/**
 * Returns the customer that the request names by id, or by key when a device created them. One who was merged is the one who was kept: a device may
 * not know of the merge yet. Refused: 'invalid'.
 */
export async function sentCustomer(
  tx: OutletTx,
  input: { readonly [K in 'key' | 'customerId' | 'customer']?: BillInput[K] | undefined },
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
  const terms = await outletTerms(tx);
  const found = billCustomer(row, settingOf(terms.settings, 'PointsEnabled'));
  const birthday = await birthdayFor(tx, terms, { billKey: input.key ?? '', id: row.id, born: row.birthday });
  return birthday ? { ...found, birthday } : found;
}

/** Returns the birthday of a customer on days on which promotions for it count, where there are any. Other tills are not told of it. */
async function birthdayFor(
  tx: OutletTx,
  { prices, outlet }: OutletTerms,
  {
    billKey: key,
    id: customerId,
    born,
  }: { readonly billKey: string; readonly id: number; readonly born: string | null },
): Promise<BillCustomer['birthday']> {
  if (!asksForBirthday(prices)) return undefined;
  const day = birthdayNear(born, businessDate(tx.now, outlet.timezone, outlet.businessDayCutoff));
  if (day === undefined) return undefined;
  const { outletId } = tx.head;
  return { day, used: await usedBirthdays({ db: tx.db, outletId, now: tx.now }, prices, { key, customerId }) };
}

/** Returns the birthday in the record of a bill's customer, by which the server proves; undefined where no promotion asks for it. */
export async function recordedBirthday(
  tx: OutletTx,
  { prices }: OutletTerms,
  { customer }: Pick<Bill, 'customer'>,
): Promise<string | null | undefined> {
  if (!asksForBirthday(prices)) return undefined;
  const [row] = customer?.id ? await tx.load(customerById, { outletId: tx.head.outletId, id: customer.id }) : [];
  return row?.birthday ?? null;
}

const asksForBirthday = ({ promotions }: OutletTerms['prices']): boolean => promotionIndex(promotions).hasBirthday;
