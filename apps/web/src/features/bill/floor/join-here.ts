import type { Bill } from '@atoll/domain/bill/bill';
import { approved } from '../../../approval/approved.ts';
import { showRefusal } from '../../../approval/show-refusal.ts';
import { useBills } from '../../../bills/bills.ts';

/** Joins slots to a bill, the whole list; none take them apart. Returns whether it was done; a refusal is shown (R23.8). */
export async function joinHere({ key }: Bill, slots: readonly string[]): Promise<boolean> {
  const done = await approved({ permission: 'bill.transfer', subjectType: 'Bill', subjectKey: key }, (options) =>
    useBills.getState().join(key, slots, options),
  );
  if (done && !done.ok) showRefusal(done.refusal);
  return done?.ok === true;
}
