/** Describes the bills of a person or of a section that are handed to another waiter, so that their approver reads which they are. Source: R36.17, R23.6. */
import type { Bill } from '@atoll/domain/bill/bill';
import { mayViewBill, type Viewer, waiterOf } from '@atoll/domain/bill/waiter';
import { type ApprovalAbout, aboutNothing } from '@atoll/domain/contract/bill/approval-about';
import { slotIdentity } from '@atoll/domain/outlet/floor/floor-plan';
import type { Kysely } from 'kysely';
import { openBillsOf } from '../../platform/store/open-bills.ts';
import { staffOutlet } from '../../platform/store/outlet/staff-outlet.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import { readPlan } from '../floor/service.ts';

/** Whose bills are handed over: those of a person, or those in a section of the floor. */
interface HandedOver {
  readonly of: 'User' | 'Section';
  readonly id: number;
}

/** Returns whose bills a subject such as 'user 5' or 'section 2' means; null for another subject. */
export function handedOver(subjectType: string, subjectKey: string): HandedOver | null {
  if (subjectType !== 'User' && subjectType !== 'Section') return null;
  return { of: subjectType, id: Number(/^(?:user|section) (\d{1,15})$/.exec(subjectKey)?.[1] ?? 0) };
}

/** Returns a bill as a line of what an approval is about: its place and its total, without a quantity. */
export const billLine = ({ key, type, slot, number, total }: Bill) => ({
  key,
  name: [`${type} ${slot}`, number === null ? '' : `bill ${number}`].filter(Boolean).join(' · '),
  qty: 0,
  amount: total,
});

/** Returns the name of the person or the section and its open bills, those that the viewer may see. */
export async function describeHanded(
  db: Kysely<Database>,
  { of, id }: HandedOver,
  { outletId, viewer }: { readonly outletId: number; readonly viewer: Viewer | null },
): Promise<ApprovalAbout> {
  const open = await openBillsOf(db, outletId);
  const { bills, name } =
    of === 'User' ? await ofPerson(db, outletId, { id, open }) : await ofSection(db, outletId, { id, open });
  const seen = bills.filter((bill) => viewer === null || mayViewBill(viewer, bill));
  return { ...aboutNothing, name, items: seen.map(billLine) };
}

interface Among {
  readonly id: number;
  readonly open: readonly Bill[];
}

/** Returns the bills of a person, who is named when they are of the outlet or have one of its bills. */
async function ofPerson(db: Kysely<Database>, outletId: number, { id, open }: Among) {
  const bills = open.filter((bill) => waiterOf(bill).id === id);
  const member = await memberOf(db, outletId, id);
  return { bills, name: member?.name ?? (bills[0] ? waiterOf(bills[0]).name : '') };
}

/** Returns a person of the outlet by id; undefined for somebody else. */
export const memberOf = (db: Kysely<Database>, outletId: number, id: number) =>
  db
    .selectFrom('app_user')
    .innerJoin('user_outlet', 'user_outlet.user_id', 'app_user.id')
    .select(['app_user.id', 'app_user.name'])
    .where('user_outlet.outlet_id', '=', staffOutlet(outletId))
    .where('app_user.id', '=', id)
    .executeTakeFirst();

async function ofSection(db: Kysely<Database>, outletId: number, { id, open }: Among) {
  const { sections, places } = await readPlan(db, outletId);
  const slots = new Set(places.filter(({ sectionId }) => sectionId === id).map(slotIdentity));
  const name = sections.find((section) => section.id === id)?.name ?? '';
  return { bills: open.filter((bill) => slots.has(slotIdentity(bill))), name };
}
