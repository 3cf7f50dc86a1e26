/** Transfers a bill, or some of its items, to another slot. Source: R15.10, R18.9, docs/rules.md#transfer, docs/rules.md#invariant-19. */
import { randomUUIDv7 } from 'node:crypto';
import type { Bill } from '@atoll/domain/bill/bill';
import { seeDiscount } from '@atoll/domain/bill/discount/discount-seen';
import { moveBill, moveItems, type SlotRef } from '@atoll/domain/bill/split/transfer';
import { sameWaiter } from '@atoll/domain/bill/waiter';
import { findSlot } from '@atoll/domain/outlet/slot';
import { billTerms } from '@atoll/domain/tax/tax';
import { Refused, refused } from '../../../platform/errors/refused.ts';
import type { OutletTx, Store } from '../../../platform/store/store.ts';
import { moveTickets } from '../../kitchen/service.ts';
import type { BillActor } from '../input/actor.ts';
import { instant } from '../input/device-time.ts';
import { checkDivided, checkLowering, needForGrown } from '../input/lowering.ts';
import { type OutletTerms, outletTerms } from '../input/outlet-terms.ts';
import { billsOfSlot, loadBill, type StoredBill } from '../read/load.ts';
import { requireView, viewed } from '../read/viewed.ts';
import { openedNote } from '../record/history-note.ts';
import { writeBill, writeNewBill } from '../record/record.ts';
import { blankBill } from './create.ts';

export interface TransferInput {
  readonly from: { readonly key: string };
  readonly to: SlotRef;
  /** Keys of the items to move; absent for the whole bill. */
  readonly items?: readonly string[] | undefined;
}

/**
 * Returns the bill that now holds the target slot; repeating a transfer returns the bill as it is. Refused: 'notFound', 'billClosed', 'billVoid',
 * 'slotTypeUnknown', 'slotOutOfRange', and 'slotOccupied' (with the bill in that slot) for a whole bill.
 */
export function transferBill(store: Store, actor: BillActor, input: TransferInput): Promise<Bill> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const { type, slot } = input.to;
    const terms = await outletTerms(tx);
    const found = findSlot(terms.outlet, type, slot);
    if (!found.ok) throw new Refused(found.refusal);
    const stored = await loadBill(tx, actor, input.from.key);
    const slotBills = await billsOfSlot(tx, input.to);
    if (stored.bill.type === type && stored.bill.slot === slot) return stored.bill;
    if (input.items === undefined) return transferWhole(tx, actor, terms, stored, input.to, slotBills);
    const keys = input.items.map((key) => key.toLowerCase());
    return transferItems(tx, actor, terms, stored, { to: input.to, keys, slotBills });
  });
}

/** Moves the bill to an empty slot. Returns it. */
async function transferWhole(
  tx: OutletTx,
  actor: BillActor,
  terms: OutletTerms,
  stored: StoredBill,
  to: SlotRef,
  slotBills: readonly StoredBill[],
): Promise<Bill> {
  const before = stored.bill;
  const rates = billTerms(terms.outlet, to.type, before.createdAt);
  const moved = rates === null ? moveBill(before, to) : moveBill(before, to, rates);
  if (!moved.ok) throw new Refused({ ...moved.refusal, extra: { bill: before } });
  // A slot that is joined to the bill itself is free for it: it is taken apart.
  const [there] = slotBills.filter(({ bill }) => bill.key !== before.key);
  if (there !== undefined) throw refused('slotOccupied', { extra: { bill: viewed(actor, there.bill) } });
  const checked = await checkLowering(tx, actor, [stamped(tx, actor, { ...moved.value, checkNo: 1 })]);
  const [bill = moved.value] = checked.bills;
  const [lowering] = checked.notes;
  await moveTickets(tx, [bill]);
  writeBill(tx, actor, bill, stored, {
    action: 'Transferred',
    before: { ...place(before), total: before.total },
    after: { ...place(bill), version: bill.version, total: bill.total, ...(lowering && { lowering }) },
    approval: checked.approval,
    // One message for the slot that it left, one for its new slot.
    hubActions: ['Transferred', 'Transferred'],
  });
  return bill;
}

/** Moves items to the bill in the target slot, or to a new one. Returns that bill. */
async function transferItems(
  tx: OutletTx,
  actor: BillActor,
  terms: OutletTerms,
  stored: StoredBill,
  { to, keys, slotBills }: { to: SlotRef; keys: readonly string[]; slotBills: readonly StoredBill[] },
): Promise<Bill> {
  const existing = slotBills[0];
  if (existing !== undefined && keys.every((key) => existing.bill.items.some((item) => item.key === key)))
    return existing.bill;
  if (existing !== undefined) requireView(actor, existing.bill);
  const target = existing ?? (await openTarget(tx, actor, terms, to, stored.bill));
  const moved = moveItems(seeDiscount(stored.bill), seeDiscount(target.bill), keys);
  if (!moved.ok) throw new Refused({ ...moved.refusal, extra: { bill: stored.bill } });
  // The guest was shown these items on this bill: it falls below what was printed even when they are owed elsewhere.
  const left = stamped(tx, actor, moved.value.from);
  const made = stamped(tx, actor, existing === undefined ? { ...moved.value.to, version: 1 } : moved.value.to);
  const needs = [stored.bill, target.bill].flatMap(needForGrown);
  const checked =
    existing === undefined
      ? await checkDivided(tx, actor, stored.bill, [left, made], { isElsewhere: true, needs })
      : await checkLowering(tx, actor, [left, made], { needs });
  const [from = left, bill = made] = checked.bills;
  const [lowering] = checked.notes;
  const source = { ...stored, movedKeys: [...stored.movedKeys, ...keys] };
  await moveTickets(tx, [from, bill]);
  writeBill(tx, actor, from, source, {
    action: 'Transferred',
    before: { version: stored.bill.version, total: stored.bill.total },
    after: {
      version: from.version,
      total: from.total,
      items: keys,
      toKey: bill.key,
      ...place(bill),
      ...(lowering && { lowering }),
    },
    approval: checked.approval,
    hubActions: ['Transferred'],
  });
  const note = { after: { ...(openedNote(bill) as object), fromKey: from.key }, hubActions: ['Transferred'] as const };
  if (existing === undefined) writeNewBill(tx, actor, bill, { action: 'Created', ...note });
  else
    writeBill(
      tx,
      actor,
      bill,
      { ...existing, movedKeys: existing.movedKeys.filter((key) => !keys.includes(key)) },
      { action: 'Transferred', ...note },
    );
  return bill;
}

/** Returns a new, empty bill in the target slot, with the waiter of the source; it is not written yet. */
async function openTarget(
  tx: OutletTx,
  actor: BillActor,
  terms: OutletTerms,
  to: SlotRef,
  source: Bill,
): Promise<StoredBill> {
  const id = await tx.nextId('bill');
  const blank = blankBill(tx, actor, terms, { id, key: randomUUIDv7(), ...to, openedAt: tx.now });
  tx.head.billNumber += 1;
  const bill = sameWaiter({ ...blank, number: tx.head.billNumber }, source);
  return { bill, printJobs: [], movedKeys: [] };
}

/** Returns the bill as saved now by the actor. */
function stamped(tx: OutletTx, actor: BillActor, bill: Bill): Bill {
  const now = instant(tx.now);
  return { ...bill, modifiedAt: now, modifiedBy: actor.userId, lastSavedAt: now };
}

const place = ({ type, slot, checkNo }: Bill) => ({ type, slot, checkNo });
