/** Check-in, and bills that were opened offline. Source: R15.8, R15.13, R18.5, docs/rules.md#one-open-bill. */
import type { Bill } from '@atoll/domain/bill/bill';
import { startOfDelivery } from '@atoll/domain/bill/bill-delivery';
import { emptyBill } from '@atoll/domain/bill/new-bill';
import { inState } from '@atoll/domain/bill/states';
import { servedInSection } from '@atoll/domain/bill/waiter';
import type { BillInput } from '@atoll/domain/contract/bill/bill';
import type { SlotTypeName } from '@atoll/domain/outlet/outlet';
import { findSlot } from '@atoll/domain/outlet/slot';
import { billTerms } from '@atoll/domain/tax/tax';
import { Refused, refused } from '../../../platform/errors/refused.ts';
import type { OutletTx, Store } from '../../../platform/store/store.ts';
import { waiterOfSlot } from '../../floor/service.ts';
import { recordTickets } from '../../kitchen/service.ts';
import type { BillActor } from '../input/actor.ts';
import { applyInput } from '../input/apply-input.ts';
import { instant } from '../input/device-time.ts';
import { deviceTimes } from '../input/late.ts';
import { type OutletTerms, outletTerms } from '../input/outlet-terms.ts';
import { billOfSlot, findStored, type StoredBill } from '../read/load.ts';
import { insertAlias } from '../read/queries.ts';
import { requireView, viewed } from '../read/viewed.ts';
import { countSale } from '../record/counted.ts';
import { changedNotes, openedNote } from '../record/history-note.ts';
import { writeBill, writeNewBill } from '../record/record.ts';

/**
 * Returns the new bill, or the current bill of a known key. When another bill holds the slot: without items 'alreadyCheckedIn' (with that bill);
 * with items, they are added to that bill and it is returned. The sent key is an alias of it from then on.
 */
export function createBill(store: Store, actor: BillActor, input: BillInput): Promise<Bill> {
  return store.writeOutlet(actor.outletId, (tx) => createIn(tx, actor, input), 'loadsFirst');
}

/** Does the same within a command that has not found the bill's key. */
export async function createIn(tx: OutletTx, actor: BillActor, input: BillInput): Promise<Bill> {
  const key = input.key.toLowerCase();
  const place = { type: input.type, slot: input.slot, checkNo: input.checkNo ?? 1 };
  // All three queries share one round trip. An unused id leaves a gap, which is harmless.
  const [known, holder, id] = await Promise.all([findStored(tx, key), billOfSlot(tx, place), tx.nextId('bill')]);
  if (known !== undefined) return known.bill;
  const terms = await outletTerms(tx);
  const slot = findSlot(terms.outlet, input.type, input.slot);
  if (!slot.ok) throw new Refused(slot.refusal);
  if (tx.head.shiftId === null) throw refused('noShiftActive');
  if (holder !== undefined) return join(tx, actor, terms, holder, { ...input, key });
  return open(tx, actor, terms, { ...input, key }, id);
}

async function join(
  tx: OutletTx,
  actor: BillActor,
  terms: OutletTerms,
  holder: StoredBill,
  input: BillInput,
): Promise<Bill> {
  if ((input.items ?? []).length === 0)
    throw refused('alreadyCheckedIn', { extra: { bill: viewed(actor, holder.bill) } });
  requireView(actor, holder.bill);
  const { version: _, ...sent } = input;
  const merged = await applyInput(holder, sent, { tx, actor, terms });
  tx.write(insertAlias, { outletId: tx.head.outletId, key: input.key, billId: holder.bill.id ?? 0 });
  const notes = changedNotes(holder.bill, merged);
  const bill = merged.isChanged ? merged.bill : { ...holder.bill, version: holder.bill.version + 1 };
  await recordTickets(tx, { before: holder.bill, after: bill, terms });
  await countSale(tx, { before: holder.bill, after: bill, terms });
  writeBill(tx, actor, bill, holder, {
    action: 'Joined',
    before: notes.before,
    after: { ...(notes.after as object), version: bill.version, joinedKey: input.key },
    approval: merged.approval,
    hubActions: ['Updated'],
  });
  return bill;
}

async function open(tx: OutletTx, actor: BillActor, terms: OutletTerms, input: BillInput, id: number): Promise<Bill> {
  const { read } = await deviceTimes(tx, actor, [input.createdAt]);
  const openedAt = read(input.createdAt, tx.now);
  const blank = blankBill(tx, actor, terms, { ...input, id, openedAt });
  const served = servedInSection(blank, await waiterOfSlot(tx, blank), actor);
  const { bill } = await applyInput(
    { bill: served, printJobs: [], movedKeys: [] },
    { ...input, version: 0 },
    { tx, actor, terms },
  );
  tx.head.billNumber += 1;
  const made: Bill = { ...bill, version: 1, number: tx.head.billNumber, lastSavedAt: instant(tx.now) };
  await recordTickets(tx, { before: null, after: made, terms });
  await countSale(tx, { before: null, after: made, terms });
  writeNewBill(tx, actor, made, { action: 'Created', after: openedNote(made), hubActions: ['Created'] });
  return made;
}

interface Opening {
  readonly id: number;
  readonly key: string;
  readonly type: SlotTypeName;
  readonly slot: string;
  readonly checkNo?: number | undefined;
  /** Epoch ms. */
  readonly openedAt: number;
}

/** Returns a bill as checked in, with the rates in force; it has no number yet. Throws 'slotTypeUnknown'. */
export function blankBill(tx: OutletTx, actor: BillActor, terms: OutletTerms, opening: Opening): Bill {
  const { id, key, type, slot, checkNo = 1, openedAt } = opening;
  const now = instant(openedAt);
  const rates = billTerms(terms.outlet, type, now);
  if (rates === null) throw refused('slotTypeUnknown');
  return {
    ...inState(
      emptyBill({ key, type, slot, checkNo, terms: rates, now, user: { id: actor.userId, name: actor.name } }),
      'CheckedIn',
    ),
    id,
    shiftId: tx.head.shiftId,
    receivedAt: instant(tx.now),
    deliveryStatus: startOfDelivery(type),
  };
}
