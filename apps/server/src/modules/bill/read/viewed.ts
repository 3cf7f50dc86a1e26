/** What a caller may see and change of bills of another waiter. Source: docs/rules.md#waiter. */
import type { Bill } from '@atoll/domain/bill/bill';
import { mayViewBill, mayViewOthers, type Viewer, viewedBill, waiterOf } from '@atoll/domain/bill/waiter';
import { type RawBuilder, sql } from 'kysely';
import { Refused, refused } from '../../../platform/errors/refused.ts';
import type { Actor } from '../../../platform/http/actor.ts';

export type BillViewer = Pick<Actor, 'userId' | 'permissions'> & Partial<Pick<Actor, 'sentBy'>>;

/** Returns who reads the answer of a call: the sender when the call was made on behalf of somebody else. */
const readerOf = ({ userId, sentBy, permissions }: BillViewer): Viewer => ({ userId: sentBy ?? userId, permissions });

/** Returns the bill as the caller may see it. */
export const viewed = (caller: BillViewer, bill: Bill): Bill => viewedBill(readerOf(caller), bill);

/** Returns bills that are stored as JSON as the caller may see them. */
export function viewedTexts(caller: BillViewer, texts: readonly string[]): readonly string[] {
  if (mayViewOthers(caller)) return texts;
  return texts.map((text) => {
    const bill = JSON.parse(text) as Bill;
    const seen = viewed(caller, bill);
    return seen === bill ? text : JSON.stringify(seen);
  });
}

/** Returns what a command returns; its refusal shows the bill as the caller may see it. */
export async function viewedRefusal<T>(caller: BillViewer, done: Promise<T>): Promise<T> {
  try {
    return await done;
  } catch (error) {
    const extra = error instanceof Refused ? error.refusal.extra : undefined;
    if (!(error instanceof Refused) || extra?.['bill'] === undefined) throw error;
    const bill = viewed(caller, extra['bill'] as Bill);
    if (bill === extra['bill']) throw error;
    throw new Refused({ ...error.refusal, extra: { ...extra, bill, ...('due' in extra && { due: 0 }) } });
  }
}

/** Throws 'servedByOther' when the author of a command may not see the bill. */
export function requireView(caller: BillViewer, bill: Bill): void {
  if (mayViewBill(caller, bill)) return;
  throw refused('servedByOther', { message: `This table is served by ${waiterOf(bill).name}` });
}

/** Returns the condition on rows of `bill` for those that the caller may see; always true with 'bill.viewOthers'. */
export function viewable(caller: BillViewer): RawBuilder<boolean> {
  if (mayViewOthers(caller)) return sql`1 = 1`;
  return sql`coalesce(bill.waiter_id, bill.created_by, ${readerOf(caller).userId}) = ${readerOf(caller).userId}`;
}
