/** Gives a new customer the points of a signup, once. Source: docs/rules.md#points. */
import { derivedKey } from '@atoll/domain/bill/derived-key';
import { businessDate } from '@atoll/domain/date/business-day';
import { signupPoints } from '@atoll/domain/points/points';
import { counts } from '@atoll/domain/price/line-price';
import type { OutletTx } from '../../platform/store/store.ts';
import { customerRow, type PointsAuthor, writePoints } from './entry.ts';
import { pointsTerms } from './rules.ts';

/** Writes the points of a customer who was just created. A rule's order types do not matter: there is no order. The tier is written by the first payment: a create that is sent again must find the group as it was sent. */
export async function writeSignup(tx: OutletTx, author: PointsAuthor, customerId: number): Promise<void> {
  const terms = await pointsTerms(tx);
  if (!terms?.rules.some(({ kind }) => kind === 'Signup')) return;
  const holder = await customerRow(tx, customerId);
  const outlet = await tx.db
    .selectFrom('outlet')
    .select(['timezone', 'business_day_cutoff'])
    .where('id', '=', tx.head.outletId)
    .executeTakeFirstOrThrow();
  if (!holder) return;
  const { timezone, business_day_cutoff: cutoff } = outlet;
  const day = businessDate(tx.now, timezone, cutoff);
  const moment = { at: tx.now, type: 'Counter', groupId: holder.group_id, timezone, cutoff } as const;
  const points = signupPoints(terms.rules.filter((rule) => counts({ ...rule, orderTypes: [] }, day, moment)));
  if (points === 0) return;
  writePoints(tx, holder, {
    id: await tx.nextId('point_entry'),
    key: derivedKey(`points signup ${holder.key}`),
    type: 'Earn',
    points,
    at: tx.now,
    businessDate: day,
    author,
  });
}
