/** Hands bills to another waiter. Source: docs/rules.md#waiter. */
import type { Bill } from '@atoll/domain/bill/bill';
import { servedBy, type Waiter, waiterOf } from '@atoll/domain/bill/waiter';
import type * as contract from '@atoll/domain/contract/bill/hand';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { sql } from 'kysely';
import { Refused, refused } from '../../../platform/errors/refused.ts';
import { inCreationOrder, isOpenRow } from '../../../platform/store/open-bills.ts';
import type { OutletTx, Store } from '../../../platform/store/store.ts';
import type { Need } from '../../approval/service.ts';
import { findColleague } from '../../auth/service.ts';
import { renameTickets } from '../../kitchen/service.ts';
import { notify } from '../../notification/service.ts';
import { allow, type BillActor } from '../input/actor.ts';
import { instant } from '../input/device-time.ts';
import { loadBill, type StoredBill } from '../read/load.ts';
import { requireView } from '../read/viewed.ts';
import { writeBill } from '../record/record.ts';

type HandInput = BodyOf<typeof contract.handBills>;

/**
 * Returns the bills with their new waiter, who is notified. A bill that they serve already stays as it is. Refused: 'notFound', 'billClosed',
 * 'billVoid', 'notEmployed', 'servedByOther', 'forbidden', 'approvalNeeded'.
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
    if (rest.length === 0) return all.map(({ bill }) => bill);
    const approval = await allow(tx, actor, needsToHand(input, rest));
    const handed = new Map<string, Bill>();
    for (const stored of rest) handed.set(stored.bill.key, await hand(tx, actor, stored, { to, approval }));
    if (to.id !== actor.userId) await tell(tx, actor, to.id, [...handed.values()]);
    return all.map(({ bill }) => handed.get(bill.key) ?? bill);
  });
}

/** Returns what is asked of the actor: for named bills an approval of each, for all bills of a person one of that person. */
function needsToHand({ fromUserId }: HandInput, bills: readonly StoredBill[]): readonly Need[] {
  const subjects = fromUserId === undefined ? bills.map(({ bill }) => bill.key) : [`user ${fromUserId}`];
  return subjects.map((subjectKey) => ({ permission: 'bill.transfer.server', subjectKey }));
}

/** Returns the bills of the request: the named ones, or all open ones of a person. */
async function wanted(
  tx: OutletTx,
  actor: BillActor,
  { billIds = [], fromUserId }: HandInput,
): Promise<readonly StoredBill[]> {
  if (fromUserId === undefined) return Promise.all(billIds.map((ref) => loadBill(tx, actor, ref)));
  const rows = await tx.db
    .selectFrom('bill')
    .select(['doc', 'print_jobs', 'moved_keys'])
    .where('outlet_id', '=', tx.head.outletId)
    .where(isOpenRow)
    .where(sql<boolean>`coalesce(waiter_id, created_by) = ${fromUserId}`)
    .orderBy(inCreationOrder)
    .execute();
  return rows.map((row) => ({ bill: row.doc, printJobs: row.print_jobs, movedKeys: row.moved_keys }));
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

/** Notifies the new waiter once, however many bills are handed over. */
async function tell(tx: OutletTx, actor: BillActor, userId: number, bills: readonly Bill[]): Promise<void> {
  const [first] = bills;
  if (first === undefined) return;
  const title =
    bills.length === 1
      ? (`${first.type} ${first.slot} is now yours` as const)
      : (`${bills.length} tables are now yours` as const);
  const places = bills.map(({ type, slot }) => `${type} ${slot}`).join(', ');
  await notify(tx, {
    severity: 'Info',
    title,
    body: bills.length === 1 ? `${actor.name} handed it over to you` : `${actor.name} handed over ${places} to you`,
    ...(bills.length === 1 && first.id !== null ? { entity: 'Bill', entityId: first.id } : {}),
    userId,
  });
}
