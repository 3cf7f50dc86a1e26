/** Hands bills, or a section of the floor with its bills, to another waiter. Source: R23.6, docs/rules.md#waiter. */
import type { Bill } from '@atoll/domain/bill/bill';
import { servedBy, type Waiter, waiterOf } from '@atoll/domain/bill/waiter';
import type * as contract from '@atoll/domain/contract/bill/hand';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { type Section, slotIdentity } from '@atoll/domain/outlet/floor/floor-plan';
import { sql } from 'kysely';
import { Refused, refused } from '../../../platform/errors/refused.ts';
import { inCreationOrder, isOpenRow } from '../../../platform/store/open-bills.ts';
import type { OutletTx, Store } from '../../../platform/store/store.ts';
import type { Need } from '../../approval/service.ts';
import { findColleague } from '../../auth/service.ts';
import { findSection, setSectionWaiter } from '../../floor/service.ts';
import { renameTickets } from '../../kitchen/service.ts';
import { notify } from '../../notification/service.ts';
import { allow, type BillActor } from '../input/actor.ts';
import { instant } from '../input/device-time.ts';
import { loadBill, type StoredBill } from '../read/load.ts';
import { requireView } from '../read/viewed.ts';
import { writeBill } from '../record/record.ts';

type HandInput = BodyOf<typeof contract.handBills>;

/**
 * Returns the bills with their new waiter, who is notified and serves the section from then on when one is named. A bill that they serve already
 * stays as it is. Refused: 'notFound', 'billClosed', 'billVoid', 'notEmployed', 'servedByOther', 'forbidden', 'approvalNeeded'.
 */
export async function handBills(store: Store, actor: BillActor, input: HandInput): Promise<readonly Bill[]> {
  const to = await findColleague(store, actor.outletId, input.toUserId);
  if (to === undefined)
    throw refused('notEmployed', { errors: { toUserId: 'This person does not work here. Choose somebody else' } });
  return store.writeOutlet(actor.outletId, async (tx) => {
    const all = await wanted(tx, actor, input);
    const rest = all.filter(({ bill }) => waiterOf(bill).id !== to.id);
    for (const { bill } of rest) {
      requireView(actor, bill);
      if (!bill.isOpen)
        throw new Refused(refused(bill.isVoid ? 'billVoid' : 'billClosed', { extra: { bill } }).refusal);
    }
    const section = await sectionToSet(tx, input);
    if (rest.length === 0 && section === null) return all.map(({ bill }) => bill);
    const approval = await allow(tx, actor, needsToHand(input, { all, rest }));
    if (section !== null) await setSectionWaiter(tx, actor, { sectionId: section.id, waiterId: to.id, approval });
    const handed = new Map<string, Bill>();
    for (const stored of rest) handed.set(stored.bill.key, await hand(tx, actor, stored, { to, approval }));
    if (to.id !== actor.userId) await tell(tx, actor, { userId: to.id, bills: [...handed.values()], section });
    return all.map(({ bill }) => handed.get(bill.key) ?? bill);
  });
}

/** Returns the section of the request; null when it names none, or one that the person serves already. */
async function sectionToSet(tx: OutletTx, { sectionId, toUserId }: HandInput): Promise<Section | null> {
  if (sectionId === undefined) return null;
  const { section } = await findSection(tx, sectionId);
  return section.waiterId === toUserId ? null : section;
}

/** Returns what is asked of the actor: for named bills an approval of each, for those of a person or a section one whose approver saw them all. */
function needsToHand(
  { fromUserId, sectionId, toUserId }: HandInput,
  { all, rest }: { readonly all: readonly StoredBill[]; readonly rest: readonly StoredBill[] },
): readonly Need[] {
  const handing = { permission: 'bill.transfer.server', toUserId } as const;
  const itemKeys = all.map(({ bill }) => bill.key);
  if (fromUserId !== undefined) return [{ ...handing, subjectKey: `user ${fromUserId}`, itemKeys }];
  if (sectionId !== undefined) return [{ ...handing, subjectKey: `section ${sectionId}`, itemKeys }];
  return rest.map(({ bill }) => ({ ...handing, subjectKey: bill.key }));
}

/** Returns the bills of the request: the named ones, or all open ones of a person or in the slots of a section. */
async function wanted(
  tx: OutletTx,
  actor: BillActor,
  { billIds = [], fromUserId, sectionId }: HandInput,
): Promise<readonly StoredBill[]> {
  const slots = sectionId === undefined ? null : (await findSection(tx, sectionId)).slots;
  if (fromUserId === undefined && slots === null) return Promise.all(billIds.map((ref) => loadBill(tx, actor, ref)));
  const rows = await tx.db
    .selectFrom('bill')
    .select(['doc', 'print_jobs', 'moved_keys'])
    .where('outlet_id', '=', tx.head.outletId)
    .where(isOpenRow)
    .$if(fromUserId !== undefined, (query) =>
      query.where(sql<boolean>`coalesce(waiter_id, created_by) = ${fromUserId}`),
    )
    .orderBy(inCreationOrder)
    .execute();
  const meant = slots === null ? rows : rows.filter(({ doc }) => slots.has(slotIdentity(doc)));
  return meant.map((row) => ({ bill: row.doc, printJobs: row.print_jobs, movedKeys: row.moved_keys }));
}

interface Handing {
  readonly to: { readonly id: number; readonly name: string };
  readonly approval: string | null;
}

async function hand(tx: OutletTx, actor: BillActor, stored: StoredBill, { to, approval }: Handing): Promise<Bill> {
  const before = stored.bill;
  const now = instant(tx.now);
  const bill: Bill = {
    ...servedBy(before, to),
    version: before.version + 1,
    modifiedAt: now,
    modifiedBy: actor.userId,
    lastSavedAt: now,
  };
  await renameTickets(tx, before, bill);
  // The id tells a former waiter from others of the same name.
  const note = ({ id, name }: Waiter, { version }: Bill) => ({ version, waiter: name, person: { id } });
  writeBill(tx, actor, bill, stored, {
    action: 'HandedOver',
    before: note(waiterOf(before), before),
    after: note(waiterOf(bill), bill),
    approval,
    hubActions: ['Updated'],
  });
  return bill;
}

interface News {
  readonly userId: number;
  readonly bills: readonly Bill[];
  readonly section: Section | null;
}

/** Notifies the new waiter once, however many bills are handed over, and of a section without bills too. */
async function tell(tx: OutletTx, actor: BillActor, { userId, bills, section }: News): Promise<void> {
  const [first] = bills;
  if (section !== null) {
    const places = [section.name, ...bills.map(({ type, slot }) => `${type} ${slot}`)].join(', ');
    const title = `You now serve ${section.name}` as const;
    await notify(tx, { severity: 'Info', title, body: `${actor.name} handed over ${places} to you`, userId });
    return;
  }
  if (first === undefined) return;
  const title =
    bills.length === 1
      ? (`${first.type} ${first.slot} is now yours` as const)
      : (`${bills.length} bills are now yours` as const);
  const places = bills.map(({ type, slot }) => `${type} ${slot}`).join(', ');
  await notify(tx, {
    severity: 'Info',
    title,
    body: bills.length === 1 ? `${actor.name} handed it over to you` : `${actor.name} handed over ${places} to you`,
    ...(bills.length === 1 && first.id !== null ? { entity: 'Bill', entityId: first.id } : {}),
    userId,
  });
}
