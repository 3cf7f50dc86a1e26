/** Describes the waiting entries of a till for the person who approves that they are sent. Source: R36.16. */
import type { Bill } from '@atoll/domain/bill/bill';
import { grownDiscount } from '@atoll/domain/bill/discount/discount-seen';
import { lineAmount } from '@atoll/domain/bill/totals';
import { mayViewBill, type Viewer } from '@atoll/domain/bill/waiter';
import type { AboutEntry, WaitingEntry } from '@atoll/domain/contract/bill/approval-about';
import type { BillInput, BillItemInput } from '@atoll/domain/contract/bill/bill';
import type { Kysely } from 'kysely';
import { peopleNames } from '../../platform/store/outlet/people.ts';
import type { Database } from '../../platform/store/schema/schema.ts';

/** The fields of a body that say what it does, of whichever call. */
type Body = Partial<BillInput> & {
  readonly billId?: number | string;
  readonly payments?: readonly { readonly amount: number }[];
  readonly amount?: number;
  readonly openingBalance?: number;
  readonly kind?: 'In' | 'Out';
};

interface Describing {
  readonly outletId: number;
  readonly askerId: number;
  readonly viewer: Viewer | null;
  readonly entries: readonly WaitingEntry[];
}

const bodyOf = ({ body }: WaitingEntry): Body => body as Body;
const refOf = (entry: WaitingEntry): string => String(bodyOf(entry).billId ?? bodyOf(entry).key ?? '').toLowerCase();

/** Returns each entry with its bill, table and amount, and everything that lowers what the guest pays. */
export async function describeEntries(
  db: Kysely<Database>,
  { outletId, askerId, viewer, entries }: Describing,
): Promise<AboutEntry[]> {
  const bills = await billsOf(db, outletId, entries.map(refOf));
  const names = await peopleNames(db, [askerId, ...entries.map(({ authorId }) => authorId ?? null)]);
  const created = new Map(
    entries.filter(({ call }) => call === 'bill.create').map((entry) => [refOf(entry), bodyOf(entry)]),
  );
  return entries.map((entry) => {
    const found = bills.get(refOf(entry));
    const stored = found && (viewer === null || mayViewBill(viewer, found)) ? found : undefined;
    const body = bodyOf(entry);
    const at = found ?? created.get(refOf(entry)) ?? body;
    const grown = entry.call === 'bill.pay' && stored ? grownDiscount(stored) : null;
    return {
      call: entry.call,
      author: names.get(entry.authorId ?? askerId) ?? '',
      type: at.type ?? null,
      slot: at.slot ?? null,
      number: found?.number ?? null,
      ...amountsOf(entry.call, body, stored),
      discountPercentage: body.discountPercentage || null,
      discountAmount: body.discountAmount || null,
      cash: entry.call === 'shift.cash' ? (body.kind ?? null) : null,
      ...(grown && { grown }),
    };
  });
}

async function billsOf(
  db: Kysely<Database>,
  outletId: number,
  refs: readonly string[],
): Promise<ReadonlyMap<string, Bill>> {
  const wanted = [...new Set(refs)].filter((ref) => ref !== '');
  if (wanted.length === 0) return new Map();
  const ids = wanted.map(Number).filter(Number.isSafeInteger);
  const rows = await db
    .selectFrom('bill')
    .select(['id', 'key', 'doc'])
    .where('outlet_id', '=', outletId)
    .where((eb) => eb.or([eb('key', 'in', wanted), ...(ids.length > 0 ? [eb('id', 'in', ids)] : [])]))
    .execute();
  return new Map(
    rows.flatMap(({ id, key, doc }) => [
      [key, doc],
      [String(id), doc],
    ]),
  );
}

type Amounts = Pick<AboutEntry, 'amount' | 'voided' | 'free' | 'repriced' | 'reduced'>;

/** Returns the amount of an entry, and how many of its items are voided, free, priced by hand and reduced. */
function amountsOf(call: WaitingEntry['call'], body: Body, stored: Bill | undefined): Amounts {
  const none = { voided: 0, free: 0, repriced: 0, reduced: 0 };
  if (call === 'bill.void') {
    const voided = stored?.items.filter(({ isVoid }) => !isVoid).length ?? 0;
    return { ...none, amount: stored?.total ?? 0, voided };
  }
  if (call === 'shift.cash' || call === 'shift.create')
    return { ...none, amount: body.amount ?? body.openingBalance ?? 0 };
  const known = new Map(stored?.items.map((item) => [item.key, item]));
  const items = (body.items ?? []).map((item) => ({ item, was: known.get(item.key.toLowerCase()) }));
  const changed = items.filter(({ item, was }) => !was || isLowered(item, was));
  const voided = changed.filter(({ item, was }) => item.isVoid && !was?.isVoid);
  const amount = changed.reduce((sum, { item, was }) => sum + (was ? lineAmount(was) : amountOf(item)), 0);
  return {
    amount: body.payments ? body.payments.reduce((sum, payment) => sum + payment.amount, 0) : amount,
    voided: voided.length,
    free: changed.filter(({ item, was }) => item.isComp && !was?.isComp).length,
    repriced: changed.filter(({ item, was }) => !was && item.priceReason).length,
    reduced: changed.filter(({ item }) => item.discount).length,
  };
}

const isLowered = (item: BillItemInput, was: Bill['items'][number]): boolean =>
  (item.isVoid === true && !was.isVoid) ||
  (item.isComp === true && !was.isComp) ||
  (item.discount != null && JSON.stringify(item.discount) !== JSON.stringify(was.discount));

/** Returns the amount of an item that the server does not have yet, by the price that the till showed. */
function amountOf({ sellingPrice = 0, qty, modifiers = [], discount = null }: BillItemInput): number {
  return lineAmount({ sellingPrice, qty, modifiers, discount });
}
