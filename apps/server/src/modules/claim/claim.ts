/** A guest claims the points of a paid bill that has no customer, once, by the QR code of its receipt. Source: R22.17, docs/rules.md#points. */
import type { Bill } from '@atoll/domain/bill/bill';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import { claimMs } from '@atoll/domain/points/points';
import { takenBack } from '@atoll/domain/points/taken-back';
import { todayOf } from '../../platform/store/outlet/today.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { doneOf } from '../bill/service.ts';
import { localNumber } from '../customer/service.ts';
import { entryOf, type Holder, holderOf, pointsTerms, tierPoints, writePoints, writeTier } from '../points/service.ts';
import { billOfToken, type Sign } from './token.ts';

/** What became of a claim. `unknown`: no bill of this token, or no points; `nobody`: no customer has this phone number. */
export type Claimed =
  | { readonly state: 'given'; readonly points: number }
  | { readonly state: 'unknown' | 'late' | 'taken' | 'nobody' };

interface Claim {
  readonly outletId: number;
  readonly token: string;
  readonly phone: string;
  /** Epoch ms. */
  readonly now: number;
}

const nobody = { userId: null, name: '', deviceId: null };

/** Gives the points of the token's bill to the customer with this phone number, less what refunds took back. The same claim again changes nothing. */
export function claimPoints(store: Store, sign: Sign, { outletId, token, phone, now }: Claim): Promise<Claimed> {
  const billId = billOfToken(sign, outletId, token);
  if (billId === undefined) return Promise.resolve({ state: 'unknown' });
  return store.writeOutlet(outletId, async (tx): Promise<Claimed> => {
    const bill = await paidBill(tx, billId);
    const points = bill?.claim?.points ?? 0;
    if (!bill || points <= 0) return { state: 'unknown' };
    const key = derivedKey(`points ${bill.key}`);
    const known = await entryOf(tx, key);
    const holder = await customerWith(tx, phone);
    if (known) return known.customer_id === holder?.id ? { state: 'given', points } : { state: 'taken' };
    if (now - Date.parse(bill.completedAt ?? '') > claimMs) return { state: 'late' };
    if (!holder) return { state: 'nobody' };
    return { state: 'given', points: await give(tx, bill, { key, points, holder }) };
  });
}

async function paidBill({ db, head }: OutletTx, id: number): Promise<Bill | undefined> {
  const bills = db.selectFrom('bill').select('doc').where('outlet_id', '=', head.outletId).where('id', '=', id);
  const bill = (await bills.executeTakeFirst())?.doc;
  return bill?.status === 'Complete' ? bill : undefined;
}

/** Returns the customer with a phone number, however it is typed; the oldest of several. */
async function customerWith(tx: OutletTx, phone: string): Promise<Holder | null> {
  const local = localNumber(phone);
  if (local === '') return null;
  const rows = await tx.db
    .selectFrom('customer')
    .select(['id', 'phone', 'phone2'])
    .where('outlet_id', '=', tx.head.outletId)
    .where('is_active', '=', true)
    .where((eb) => eb.or([eb('phone_no', '=', local), eb('phone2_no', '=', local)]))
    .orderBy('id')
    .execute();
  const found = rows.find((row) => localNumber(row.phone) === local || localNumber(row.phone2) === local);
  return found ? holderOf(tx, found.id) : null;
}

/** Writes the points, and what refunds took back since. Returns what is left. */
async function give(
  tx: OutletTx,
  bill: Bill,
  { key, points, holder }: { readonly key: string; readonly points: number; readonly holder: Holder },
): Promise<number> {
  const { db, head, now } = tx;
  const { qty } = await doneOf(db, head.outletId, bill);
  const taken = takenBack(bill, points, new Map(), qty);
  const about = {
    at: now,
    businessDate: await todayOf(db, head.outletId, now),
    billId: bill.id,
    reference: bill.invoiceNumber ?? '',
    note: 'By the receipt',
    author: nobody,
  };
  const ids = [await tx.nextId('point_entry'), ...(taken === 0 ? [] : [await tx.nextId('point_entry')])];
  const terms = await pointsTerms(tx);
  const inYear = terms ? await tierPoints(tx, terms, holder.id, now) : 0;
  const [first = 0, second = 0] = ids;
  const after = writePoints(tx, holder, { ...about, id: first, key, type: 'Earn', points });
  const back = derivedKey(`claimed after a refund ${bill.key}`);
  if (taken !== 0) writePoints(tx, after, { ...about, id: second, key: back, type: 'Refund', points: -taken });
  if (terms) writeTier(tx, terms, holder, inYear + points - taken);
  return points - taken;
}
