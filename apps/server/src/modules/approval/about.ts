/** Describes what an approval is about from the stored bills, so that its approver reads what the server knows. Source: R36.16, R36.17. */
import type { ActionPermission } from '@atoll/domain/access/permission';
import type { Bill } from '@atoll/domain/bill/bill';
import { grownDiscount } from '@atoll/domain/bill/discount/discount-seen';
import { lineAmount } from '@atoll/domain/bill/totals';
import { mayViewBill, type Viewer } from '@atoll/domain/bill/waiter';
import { sendingSubject } from '@atoll/domain/contract/bill/approval';
import {
  type ApprovalAbout,
  aboutNothing,
  type NewItem,
  type WaitingEntry,
} from '@atoll/domain/contract/bill/approval-about';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/store/schema/schema.ts';
import { describeEntries } from './about-entries.ts';
import { billLine, describeHanded, handedOver, memberOf } from './handed-bills.ts';
import { describeNewItems } from './new-items.ts';

/** What an approval is asked for. */
export interface AskedSubject {
  /** Absent in the question of a till of an earlier release what an approval would be about. */
  readonly permission?: ActionPermission | undefined;
  /** Laari or percent, where the action has a limit. */
  readonly amount?: number | undefined;
  readonly subjectType: string;
  readonly subjectKey: string;
  readonly itemKeys?: readonly string[] | undefined;
  readonly newItems?: readonly NewItem[] | undefined;
  readonly entries?: readonly WaitingEntry[] | undefined;
  /** Who gets the bills that are handed over. */
  readonly toUserId?: number | undefined;
}

/** Who asks, and who reads it: null for the approver, who sees every bill that they are asked about. */
interface Reading {
  readonly outletId: number;
  readonly askerId: number;
  readonly viewer: Viewer | null;
}

/** Returns what an approval is about. What the server does not know is left out. */
export async function describeApproval(
  db: Kysely<Database>,
  asked: AskedSubject,
  reading: Reading,
): Promise<ApprovalAbout> {
  const about = await describeSubject(db, asked, reading);
  const to = asked.toUserId === undefined ? undefined : await memberOf(db, reading.outletId, asked.toUserId);
  return to ? { ...about, to } : about;
}

async function describeSubject(db: Kysely<Database>, asked: AskedSubject, reading: Reading): Promise<ApprovalAbout> {
  const { subjectType, subjectKey, entries = [] } = asked;
  if (subjectType === sendingSubject)
    return { ...aboutNothing, entries: await describeEntries(db, { ...reading, entries }) };
  if (subjectType === 'Shift') return { ...aboutNothing, name: await shiftName(db, reading.outletId, subjectKey) };
  if (subjectType === 'Account') return { ...aboutNothing, name: await accountName(db, reading.outletId, subjectKey) };
  if (subjectType === 'Order') return { ...aboutNothing, name: await orderNumber(db, reading.outletId, subjectKey) };
  if (subjectType === 'Wallet') return { ...aboutNothing, name: await cardOf(db, reading.outletId, subjectKey) };
  const handed = handedOver(subjectType, subjectKey);
  if (handed !== null) return describeHanded(db, handed, reading);
  return describeBill(db, asked, reading);
}

async function describeBill(
  db: Kysely<Database>,
  asked: AskedSubject,
  { outletId, viewer }: Reading,
): Promise<ApprovalAbout> {
  const { subjectKey } = asked;
  const row = await db
    .selectFrom('bill')
    .select('doc')
    .where('outlet_id', '=', outletId)
    .where('key', '=', subjectKey.toLowerCase())
    .executeTakeFirst();
  const stored = row?.doc;
  const isSeen = stored !== undefined && (viewer === null || mayViewBill(viewer, stored));
  const itemKeys = asked.itemKeys ?? (isSeen ? itemsOf(stored, asked) : []);
  const others = itemKeys.filter((key) => !stored?.items.some((item) => item.key === key.toLowerCase()));
  const merged = await mergedBills(db, others, { outletId, viewer });
  const fresh = asked.newItems?.filter(({ key }) => others.includes(key)) ?? [];
  const added = [...merged, ...(await describeNewItems(db, outletId, fresh))];
  const items = itemKeys.map((key) => ({
    key: key.toLowerCase(),
    ...(added.find((one) => one.key === key.toLowerCase()) ?? (isSeen ? itemOf(stored, key) : unknownItem)),
  }));
  if (stored === undefined) return { ...aboutNothing, items };
  const { type, slot, number, total } = stored;
  const grown = isSeen ? grownBy(stored, asked) : null;
  return {
    ...aboutNothing,
    bill: { type, slot, number, total: isSeen ? total : null },
    items,
    ...(grown && { grown }),
  };
}

/** Returns the discount that a bill has, when the approval is for that one because it takes off more now. */
function grownBy(bill: Bill, { permission, amount }: AskedSubject) {
  const grown = permission === 'bill.discount' ? grownDiscount(bill) : null;
  return grown?.percentage === amount ? grown : null;
}

/** Returns the items of a request about items that names none, as earlier releases ask: all of the bill, so that its approver sees them. */
function itemsOf({ items }: Bill, { permission }: AskedSubject): readonly string[] {
  if (permission?.startsWith('item.') !== true) return [];
  return items.filter(({ isVoid }) => !isVoid).map(({ key }) => key);
}

/** Returns the bills that a merge dissolves, by their keys, as lines of what the approval is about: their place and their total, without a quantity. */
async function mergedBills(
  db: Kysely<Database>,
  keys: readonly string[],
  { outletId, viewer }: Pick<Reading, 'outletId' | 'viewer'>,
): Promise<({ readonly key: string } & typeof unknownItem)[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom('bill')
    .select('doc')
    .where('outlet_id', '=', outletId)
    .where(
      'key',
      'in',
      keys.map((key) => key.toLowerCase()),
    )
    .execute();
  return rows.filter(({ doc }) => viewer === null || mayViewBill(viewer, doc)).map(({ doc }) => billLine(doc));
}

const unknownItem = { name: '', qty: 0, amount: 0 };

function itemOf(bill: Bill, key: string): typeof unknownItem {
  const item = bill.items.find((one) => one.key === key.toLowerCase());
  return item ? { name: item.name, qty: item.qty, amount: lineAmount(item) } : unknownItem;
}

async function shiftName(db: Kysely<Database>, outletId: number, key: string): Promise<string> {
  const row = await db
    .selectFrom('shift')
    .select('number')
    .where('outlet_id', '=', outletId)
    .where('key', '=', key.toLowerCase())
    .executeTakeFirst();
  return row ? String(row.number) : '';
}

/** Returns the name of the house account of a payment in a subject such as 'account {key}'. */
async function accountName(db: Kysely<Database>, outletId: number, subjectKey: string): Promise<string> {
  const row = await db
    .selectFrom('account_entry')
    .innerJoin('account', (join) =>
      join
        .onRef('account.outlet_id', '=', 'account_entry.outlet_id')
        .onRef('account.id', '=', 'account_entry.account_id'),
    )
    .select('account.name')
    .where('account_entry.outlet_id', '=', outletId)
    .where('account_entry.key', '=', subjectKey.replace(/^account /, '').toLowerCase())
    .executeTakeFirst();
  return row?.name ?? '';
}

/** Returns the number of the advance order of a subject such as 'order {key}'. */
async function orderNumber(db: Kysely<Database>, outletId: number, subjectKey: string): Promise<string> {
  const row = await db
    .selectFrom('advance_order')
    .select('number')
    .where('outlet_id', '=', outletId)
    .where('key', '=', subjectKey.replace(/^order /, '').toLowerCase())
    .executeTakeFirst();
  return row?.number ?? '';
}

/** Returns the last four signs of the card of a subject such as 'wallet 5'. */
async function cardOf(db: Kysely<Database>, outletId: number, subjectKey: string): Promise<string> {
  const row = await db
    .selectFrom('wallet')
    .select('last4')
    .where('outlet_id', '=', outletId)
    .where('id', '=', Number(/^wallet (\d{1,15})$/.exec(subjectKey)?.[1] ?? 0))
    .executeTakeFirst();
  return row?.last4 ?? '';
}
