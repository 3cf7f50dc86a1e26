/** What a former waiter did before the bill was handed to another, and sends afterwards. Source: docs/rules.md#waiter. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { MergedInput } from '@atoll/domain/bill/merge/merge-input';
import { mayViewBill } from '@atoll/domain/bill/waiter';
import { refused } from '../../../platform/errors/refused.ts';
import type { OutletTx } from '../../../platform/store/store.ts';
import { deviceTimes } from '../input/late.ts';
import { findStored, type StoredBill } from './load.ts';
import { type BillViewer, requireView } from './viewed.ts';

/** The time of the work by the device's clock, ISO-8601. */
interface SentWork {
  readonly modifiedAt?: string | undefined;
}

/** Returns when the bill was last handed over by a person, in epoch ms; null if it never was. */
async function servedUntil(tx: OutletTx, userId: number, bill: Bill): Promise<number | null> {
  const rows = await tx.db
    .selectFrom('history')
    .select(['at', 'data'])
    .where('outlet_id', '=', tx.head.outletId)
    .where('subject_key', '=', bill.key)
    .where('action', '=', 'HandedOver')
    .orderBy('seq', 'desc')
    .execute();
  const isTheirs = (data: unknown): boolean => {
    const { before } = JSON.parse(String(data)) as { before?: { person?: { id: number | null } } };
    return before?.person?.id === userId;
  };
  return rows.find(({ data }) => isTheirs(data))?.at ?? null;
}

/**
 * Returns what of a request counts: 'all' of its waiter, of a person who sees all bills, and of a former waiter who did it before the bill
 * was handed over; otherwise 'marks', which say what was printed for the kitchen. Refused: 'servedByOther' to everybody else.
 */
export async function acceptedWork(
  tx: OutletTx,
  actor: BillViewer & { readonly deviceId: string },
  bill: Bill,
  { modifiedAt = '' }: SentWork,
): Promise<'all' | 'marks'> {
  if (mayViewBill(actor, bill)) return 'all';
  const until = await servedUntil(tx, actor.userId, bill);
  if (until === null) requireView(actor, bill);
  const doneAt = Date.parse(modifiedAt);
  const { read } = await deviceTimes(tx, actor, [modifiedAt]);
  return doneAt <= (until ?? 0) && read(modifiedAt, tx.now) === doneAt ? 'all' : 'marks';
}

/** Returns whether an update only says which items were on tickets. */
export const isMarksOnly = (before: Bill, { bill, ...merged }: MergedInput): boolean =>
  [merged.insertedKeys, merged.voidedKeys, merged.reducedKeys, merged.changedFields].every(
    ({ length }) => length === 0,
  ) &&
  !merged.isShown &&
  bill.items.every(
    ({ notes, courseNo, seat, firedAt }, place) =>
      notes.length === before.items[place]?.notes.length &&
      courseNo === before.items[place]?.courseNo &&
      seat === before.items[place]?.seat &&
      firedAt === before.items[place]?.firedAt,
  );

/** Returns the bill that a payment names. Refused: 'notFound', and 'servedByOther' when a former waiter took it after the hand-over. */
export async function loadPaid(
  tx: OutletTx,
  actor: BillViewer & { readonly deviceId: string },
  payment: SentWork & { readonly key: string },
): Promise<StoredBill> {
  const found = await findStored(tx, payment.key);
  if (found === undefined) throw refused('notFound');
  if ((await acceptedWork(tx, actor, found.bill, payment)) === 'marks') requireView(actor, found.bill);
  return found;
}
