/**
 * Late swaps of parts of set menus: a till may swap a part of a set that another till moved to another bill. The swap follows the set, so that it keeps
 * its number of parts and its price. Source: R21.27, docs/rules.md#set-menus.
 */
import { partsOfSet, swapKey } from '@atoll/domain/bill/set-menu/set-menu';
import type { BillInput, BillItemInput } from '@atoll/domain/contract/bill/bill';
import type { OutletTx } from '../../../platform/store/store.ts';
import type { StoredBill } from '../read/load.ts';
import type { BillActor } from './actor.ts';
import { applyInput } from './apply-input.ts';
import { type Followed, openBillsNaming } from './moved-items.ts';
import type { OutletTerms } from './outlet-terms.ts';

/** A part that leaves its set, and the one in its place. */
type Swap = readonly [before: BillItemInput, after: BillItemInput];

/** Returns the swaps of a request whose sets are on this bill no more. */
function awaySwaps({ movedKeys }: StoredBill, items: readonly BillItemInput[] = []): readonly Swap[] {
  if (movedKeys.length === 0) return [];
  const byKey = new Map(items.map((item) => [item.key.toLowerCase(), item]));
  return items.flatMap((before): Swap[] => {
    const after = before.isVoid ? byKey.get(swapKey(before.key.toLowerCase())) : undefined;
    return after && movedKeys.includes(after.parentKey?.toLowerCase() ?? '') ? [[before, after]] : [];
  });
}

interface Following {
  readonly tx: OutletTx;
  readonly actor: BillActor;
  readonly terms: OutletTerms;
}

/** The request without what went to other bills, and those bills. */
interface Swapped {
  readonly input: BillInput;
  readonly others: readonly Followed[];
}

/** Makes the swaps on the open bills that have their sets now. A swap whose set is on none stays in the request. Refused as a save of that bill. */
export async function swapOnOtherBills(
  { tx, actor, terms }: Following,
  stored: StoredBill,
  input: BillInput,
): Promise<Swapped> {
  const swaps = awaySwaps(stored, input.items);
  if (swaps.length === 0) return { input, others: [] };
  const keys = swaps.map(([before]) => before.key.toLowerCase());
  const gone = new Set<string>();
  const others: Followed[] = [];
  for (const other of await openBillsNaming(tx, keys, stored.bill.id)) {
    const own = swaps.filter(
      ([, { parentKey = '' }]) => partsOfSet(other.bill.items, parentKey.toLowerCase()).length > 0,
    );
    if (own.length === 0) continue;
    for (const { key } of own.flat()) gone.add(key);
    const { key, type, slot, version } = other.bill;
    const items = own.flat();
    const made = await applyInput(
      other,
      { ...input, key, type, slot, version, items, ...noChanges },
      { tx, actor, terms },
    );
    if (made.isChanged) others.push({ stored: other, bill: made.bill, lowering: made.lowering });
  }
  return { input: { ...input, items: input.items?.filter(({ key }) => !gone.has(key)) }, others };
}

/** A request that changes nothing but items. */
const noChanges = { changed: [], applied: undefined, coupons: undefined, printJobKey: undefined, status: undefined };
