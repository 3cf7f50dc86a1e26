/** Splits a bill over checks of its slot, or into another slot. Source: docs/rules.md#split. */
import type { Bill } from '@atoll/domain/bill/bill';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import { seeDiscount } from '@atoll/domain/bill/discount/discount-seen';
import { pieceKey } from '@atoll/domain/bill/split/piece';
import { seatParts } from '@atoll/domain/bill/split/seat-parts';
import { type SplitPart, splitBill as splitLines } from '@atoll/domain/bill/split/split';
import { equalParts, partsOfAmount } from '@atoll/domain/bill/split/split-parts';
import { sameWaiter } from '@atoll/domain/bill/waiter';
import type * as contract from '@atoll/domain/contract/bill/bill';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { findSlot } from '@atoll/domain/outlet/slot';
import type { Result } from '@atoll/domain/refusal/refusal';
import { Refused, refused } from '../../../platform/errors/refused.ts';
import type { OutletTx, Store } from '../../../platform/store/store.ts';
import { moveTickets } from '../../kitchen/service.ts';
import type { BillActor } from '../input/actor.ts';
import { numberLines } from '../input/apply-input.ts';
import { instant } from '../input/device-time.ts';
import { checkDivided, needForGrown } from '../input/lowering.ts';
import { outletTerms } from '../input/outlet-terms.ts';
import { billsOfSlot, findStored, loadBill, type StoredBill } from '../read/load.ts';
import { requireView, viewed } from '../read/viewed.ts';
import { openedNote } from '../record/history-note.ts';
import { writeBill, writeNewBill } from '../record/record.ts';
import { blankBill } from './create.ts';

export type SplitInput = BodyOf<typeof contract.splitBill>;

/**
 * Returns the bill and its new checks. A repeated split returns them as they are. Refused: 'notFound', 'billClosed', 'billVoid', 'invalid',
 * 'checksFull', 'slotOccupied', 'slotTypeUnknown', 'slotOutOfRange', 'forbidden', 'approvalNeeded'.
 */
export function splitBill(store: Store, actor: BillActor, input: SplitInput): Promise<readonly Bill[]> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const stored = await loadBill(tx, actor, input.billId);
    const first = input.key?.toLowerCase() ?? keyOf(stored.bill, input);
    const checkKeys = [first, ...Array.from({ length: 8 }, (_, n) => derivedKey(`check ${first} ${n + 3}`))];
    const known = await Promise.all(
      checkKeys.slice(0, input.seats?.length ?? (input.parts ? input.parts - 1 : 1)).map((key) => findStored(tx, key)),
    );
    if (known[0] !== undefined) {
      const made = known.flatMap((one) => one?.bill ?? []);
      // A key may be that of any bill.
      for (const bill of made) requireView(actor, bill);
      return [stored.bill, ...made];
    }
    const parts = partsOf(stored.bill, input);
    if (!parts.ok) throw new Refused({ ...parts.refusal, extra: { ...parts.refusal.extra, bill: stored.bill } });
    return write(tx, actor, stored, { input, parts: parts.value, checkKeys });
  });
}

/** Returns the key of a split whose request has none, derived from its items, so that a repeated request has the same key. Refused: 'invalid'. */
function keyOf(bill: Bill, { items, to }: SplitInput): string {
  if (items === undefined) throw refused('invalid', { errors: { key: 'The key of the new check is missing' } });
  const lines = items.map(({ key, qty }) => `${key}:${qty}`).toSorted();
  return derivedKey(`split ${bill.key} ${to ? `${to.type} ${to.slot}` : ''} ${lines.join(' ')}`);
}

function partsOf(bill: Bill, { items, parts, amount, seats }: SplitInput): Result<readonly (readonly SplitPart[])[]> {
  if (parts !== undefined) return equalParts(bill, parts);
  if (seats !== undefined) return seatParts(bill, seats);
  if (amount !== undefined) {
    const some = partsOfAmount(bill, amount);
    return some.ok ? { ok: true, value: [some.value] } : some;
  }
  return { ok: true, value: [(items ?? []).map((one) => ({ ...one, key: one.key.toLowerCase() }))] };
}

interface Splitting {
  readonly input: SplitInput;
  readonly parts: readonly (readonly SplitPart[])[];
  readonly checkKeys: readonly string[];
}

async function write(
  tx: OutletTx,
  actor: BillActor,
  stored: StoredBill,
  { input, parts, checkKeys }: Splitting,
): Promise<readonly Bill[]> {
  const checks = await openChecks(tx, actor, stored.bill, { to: input.to, keys: checkKeys.slice(0, parts.length) });
  const split = splitLines(
    seeDiscount(stored.bill),
    checks.map((bill, place) => ({ bill, parts: parts[place] ?? [] })),
    {
      now: instant(tx.now),
      userId: actor.userId,
      newKey: pieceKey,
    },
  );
  if (!split.ok) throw new Refused({ ...split.refusal, extra: { ...split.refusal.extra, bill: stored.bill } });
  const stamp = { modifiedAt: instant(tx.now), modifiedBy: actor.userId, lastSavedAt: instant(tx.now) };
  const left: Bill = { ...numberLines(tx, split.value.from), ...stamp };
  const there = new Set(left.items.map((item) => item.key));
  const moved = stored.bill.items.map((item) => item.key).filter((key) => !there.has(key));
  const opened = split.value.targets.map((check): Bill => {
    tx.head.billNumber += 1;
    return { ...numberLines(tx, check), ...stamp, version: 1, number: tx.head.billNumber };
  });
  const { type, slot } = input.to ?? stored.bill;
  const { bills, approval, notes } = await checkDivided(tx, actor, stored.bill, [left, ...opened], {
    isElsewhere: type !== stored.bill.type || slot !== stored.bill.slot,
    needs: [{ permission: 'bill.split', subjectKey: stored.bill.key }, ...needForGrown(stored.bill)],
  });
  const [from = left, ...made] = bills;
  const [lowering] = notes;
  await moveTickets(tx, bills);
  writeBill(
    tx,
    actor,
    from,
    { ...stored, movedKeys: [...stored.movedKeys, ...moved] },
    {
      action: 'Split',
      before: { version: stored.bill.version, total: stored.bill.total },
      after: {
        version: from.version,
        total: from.total,
        checks: checkKeys.slice(0, parts.length),
        ...(lowering && { lowering }),
      },
      approval,
      hubActions: ['Transferred'],
    },
  );
  for (const bill of made) {
    const after = { ...(openedNote(bill) as object), fromKey: from.key };
    writeNewBill(tx, actor, bill, { action: 'Created', after, approval, hubActions: ['Transferred'] });
  }
  return bills;
}

/** Returns empty checks with the terms of the source bill: in the free checks of its slot, or in a free slot. */
async function openChecks(
  tx: OutletTx,
  actor: BillActor,
  source: Bill,
  { to, keys }: { to: SplitInput['to']; keys: readonly string[] },
): Promise<Bill[]> {
  const terms = await outletTerms(tx);
  const place = to ?? { type: source.type, slot: source.slot };
  const found = findSlot(terms.outlet, place.type, place.slot);
  if (!found.ok) throw new Refused(found.refusal);
  const there = await billsOfSlot(tx, place);
  if (to !== undefined && there[0] !== undefined)
    throw refused('slotOccupied', { extra: { bill: viewed(actor, there[0].bill) } });
  const used = new Set(there.map(({ bill }) => bill.checkNo));
  const free = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((checkNo) => !used.has(checkNo));
  if (free.length < keys.length) throw refused('checksFull');
  const { serviceChargePct, gstPct, gstMode, gstOnServiceCharge } = source;
  const kept = place.type === source.type ? { serviceChargePct, gstPct, gstMode, gstOnServiceCharge } : {};
  const checks: Bill[] = [];
  for (const [at, key] of keys.entries()) {
    const id = await tx.nextId('bill');
    const blank = blankBill(tx, actor, terms, { id, key, ...place, checkNo: free[at] ?? 1, openedAt: tx.now });
    const { createdAt, createdBy, createdByName } = source;
    checks.push(sameWaiter({ ...blank, ...kept, createdAt, createdBy, createdByName }, source));
  }
  return checks;
}
