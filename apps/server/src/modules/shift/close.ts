/** Closes a shift in one transaction, with its Z report. Source: docs/rules.md#shift-close, docs/rules.md#x-and-z. */

import { liveItems } from '@atoll/domain/bill/items';
import type * as contract from '@atoll/domain/contract/bill/shift';
import type { Shift } from '@atoll/domain/contract/bill/shift';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { maxLaari } from '@atoll/domain/contract/platform/shape';
import { formatAmount, formatMoney, laari } from '@atoll/domain/money/money';
import { type SettingEntry, settingOf } from '@atoll/domain/outlet/settings';
import { named } from '@atoll/domain/refusal/sentence';
import { cashDifferences, countedAtRates, largestDifference } from '@atoll/domain/shift/cash-differences';
import { countDifference, expectedByMethod, type ShiftTotals, transitShift } from '@atoll/domain/shift/shift';
import type { Selectable } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import { headText } from '../../platform/store/history-key.ts';
import { openBillsOf } from '../../platform/store/open-bills.ts';
import { digestOf } from '../../platform/store/outlet/digest.ts';
import { type SignHead, signedHeadOfZ, writeSignedHead } from '../../platform/store/outlet/signed-head.ts';
import type { ShiftRow, ZReportTable } from '../../platform/store/schema/schema.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { allow, type BillActor, instant, outletTerms, viewed } from '../bill/service.ts';
import { riderCash } from '../delivery/service.ts';
import { blindShift, blindTotals, presentShift } from './present.ts';
import { type AddedUp, addUpBills, cashOf, figuresOf, findShiftRow } from './queries.ts';
import { recordChange } from './record.ts';

type CloseInput = BodyOf<typeof contract.closeShift>;

/** The numbered report of a closed shift; it never changes. */
export interface ZReport {
  readonly number: number;
  readonly at: string;
  readonly totals: NonNullable<Shift['totals']>;
  readonly signedHead?: string;
}

export interface ClosedShift {
  readonly shift: Shift;
  readonly z: ZReport;
}

/**
 * Closes a shift, and returns it with its Z report. Idempotent: the same count again returns the same. Refused: 'notFound', 'openBills' (with
 * the list, unless they are carried over), 'ridersHoldCash' (with the riders), 'shiftClosed' for another count, 'reasonMissing' when the
 * difference of a currency or of the sum exceeds the limit, 'forbidden'. With BlindClose and without shift.viewExpected, nothing tells what was expected.
 */
export async function closeShift(
  store: Store,
  actor: BillActor,
  input: CloseInput,
  sign?: SignHead,
): Promise<ClosedShift> {
  const before = await addedUp(store, actor.outletId, input.id);
  return store.writeOutlet(actor.outletId, async (tx) => {
    const row = await findShiftRow(tx.db, actor.outletId, input.id);
    if (row === undefined) throw refused('notFound');
    const approval = await allowClosing(tx, actor, row);
    const { settings } = await outletTerms(tx);
    const isBlind = settingOf(settings, 'BlindClose') && !actor.permissions.has('shift.viewExpected');
    const seen = ({ shift, z }: ClosedShift): ClosedShift =>
      isBlind ? { shift: blindShift(shift), z: { ...z, totals: blindTotals(z.totals) } } : { shift, z };
    if (!row.is_open) return seen(await closedBefore(tx, row, input));
    const kept = await openBillsOf(tx.db, actor.outletId);
    // An empty check-in does not block the closing; the screen does not list it.
    const open = kept.filter((bill) => liveItems(bill).length > 0);
    if (open.length > 0 && input.openBills !== 'carry')
      throw refused('openBills', {
        extra: {
          openBills: open
            .map((bill) => viewed(actor, bill))
            .map(({ id, key, type, slot, total }) => ({ id, key, type, slot, total })),
        },
      });
    // A rider holds the cash of open orders alone: without one, the delivered orders of the shift are not read.
    if (kept.some(({ deliveryStatus }) => deliveryStatus === 'Delivered')) await checkRiders(tx, row);
    const carried = open.length;
    return seen(await close(tx, actor, row, { input, before, carried, isBlind, settings, approval, sign }));
  });
}

/** Adds up the bills of a shift before its closing holds the outlet, which then reads only those that were closed since. */
function addedUp(store: Store, outletId: number, ref: CloseInput['id']): Promise<AddedUp | undefined> {
  const read = store.readForLists(outletId, async (db) => {
    const row = await findShiftRow(db, outletId, ref);
    return row?.is_open ? addUpBills(db, outletId, row) : undefined;
  });
  // A shift can be closed without it too.
  return read.catch(() => undefined);
}

/**
 * Checks that the person may close a shift: their own, or that of somebody else with shift.closeOther, alone or approved. Who closed it may send the
 * closing again. Returns the key of the approval.
 */
async function allowClosing(tx: OutletTx, actor: BillActor, row: ShiftRow): Promise<string | null> {
  if (row.created_by === actor.userId || (!row.is_open && row.closed_by === actor.userId)) return null;
  return allow(tx, actor, [{ permission: 'shift.closeOther', subjectKey: row.key }]);
}

/** Refuses when a rider holds cash: delivered orders are settled before the drawer is counted. */
async function checkRiders(tx: OutletTx, row: ShiftRow): Promise<void> {
  const holding = (await riderCash(tx.db, tx.head.outletId, row.id)).filter((rider) => rider.toHandIn > 0);
  if (holding.length === 0) return;
  const held = holding.map((rider) => `${rider.riderName || '–'}: ${formatMoney(laari(rider.toHandIn))}`);
  throw refused('ridersHoldCash', { details: named(held.join(', ')), extra: { riders: holding } });
}

interface Closing {
  readonly input: CloseInput;
  readonly before: AddedUp | undefined;
  readonly carried: number;
  readonly isBlind: boolean;
  readonly settings: readonly SettingEntry[];
  /** The approval to close the shift of somebody else; it covers the difference, too. */
  readonly approval: string | null;
  readonly sign?: SignHead | undefined;
}

async function close(
  tx: OutletTx,
  actor: BillActor,
  row: ShiftRow,
  { input, before, carried, isBlind, settings, approval: approvedAlready, sign }: Closing,
): Promise<ClosedShift> {
  const next = transitShift(row.status, 'close');
  if (!next.ok) throw refused(next.refusal.reason);
  const outletId = tx.head.outletId;
  const cash = await cashOf(tx.db, outletId, [row.id]);
  const totals = await figuresOf(tx.db, outletId, row, before);
  const counted = countedCash(input.counted, totals);
  const difference = countDifference(counted, totals);
  const limit = settingOf(settings, 'MaxCashDifference');
  const isBeyond = limit !== null && largestDifference(difference, cashDifferences(counted, totals)) > limit;
  if (isBeyond && !input.differenceReason?.trim())
    throw refused('reasonMissing', {
      errors: { differenceReason: 'Reason is required' },
      extra: isBlind ? {} : { difference },
    });
  // A difference over the limit needs the approval of a person who may open the drawer.
  const needs = isBeyond && !approvedAlready ? [{ permission: 'drawer.open' as const, subjectKey: row.key }] : [];
  const approval = approvedAlready ?? (await allow(tx, actor, needs));
  const closing = {
    counted,
    expected: expectedByMethod(totals).map((one) => ({ ...one })),
    difference,
    differenceReason: input.differenceReason?.trim() ?? '',
    denominations: input.denominations ?? [],
    note: input.note?.trim() ?? '',
    carried,
  };
  // Practice has no Z report: its closing shows the figures and gives no number.
  if (!tx.head.isPractice) tx.head.zNumber += 1;
  tx.head.shiftId = null;
  const written = JSON.stringify(totals);
  const closed = {
    status: next.value,
    is_open: false,
    closed_at: tx.now,
    closed_by: actor.userId,
    closed_by_name: actor.name,
    version: row.version + 1,
  };
  tx.write(
    tx.db
      .updateTable('shift')
      .set({ ...closed, closing: JSON.stringify(closing), totals: written })
      .where('outlet_id', '=', outletId)
      .where('id', '=', row.id),
  );
  const z = { outlet_id: outletId, number: tx.head.zNumber, shift_id: row.id, at: tx.now, totals: written };
  if (!tx.head.isPractice) tx.write(tx.db.insertInto('z_report').values(z));
  recordChange(
    tx,
    actor,
    { ...row, version: closed.version },
    'Closed',
    {
      after: { z: z.number, difference, carried, total: totals.total, counted },
      ...(!tx.head.isPractice && { written: closingWritten({ ...closed, closing }, { ...z, totals }) }),
    },
    approval,
  );
  const head = sign && !tx.head.isPractice && { signedHead: headText(writeSignedHead(tx, sign, z.number)) };
  return {
    shift: { ...presentShift({ ...row, ...closed, closing, totals }, cash), ...head },
    z: { number: z.number, at: instant(tx.now), totals, ...head },
  };
}

/** Returns the counted methods with foreign cash at the rates of the shift. Refused: 'invalid' for more than an amount can be. */
function countedCash(sent: CloseInput['counted'], totals: Pick<ShiftTotals, 'byCurrency'>): CloseInput['counted'] {
  const counted = countedAtRates(sent, totals);
  if (counted.some(({ amount }) => amount > maxLaari))
    throw refused('invalid', {
      errors: { counted: `Counted cash must be at most ${formatAmount(laari(maxLaari))}` },
    });
  return counted;
}

/** Returns whether two counts have the same methods, amounts and units in the same order. */
function isSameCount(a: CloseInput['counted'], b: CloseInput['counted']): boolean {
  const words = (all: CloseInput['counted']): string =>
    JSON.stringify(all.map(({ method, amount, units = null }) => [method, amount, units]));
  return words(a) === words(b);
}

/** Returns what the history keeps of the rows of a closing. Its figures are a digest: they can be computed again from the bills. */
function closingWritten(
  {
    closed_at,
    closed_by,
    closed_by_name,
    closing,
  }: Pick<ShiftRow, 'closed_at' | 'closed_by' | 'closed_by_name' | 'closing'>,
  { number, shift_id, at, totals }: Selectable<ZReportTable>,
) {
  const figures = digestOf(totals);
  return {
    shift: { closed_at, closed_by, closed_by_name, closing, totals: figures },
    z_report: { number, shift_id, at, totals: figures },
  };
}

async function closedBefore(tx: OutletTx, row: ShiftRow, input: CloseInput): Promise<ClosedShift> {
  if (!row.closing || !row.totals || !isSameCount(row.closing.counted, countedCash(input.counted, row.totals)))
    throw refused('shiftClosed');
  if (tx.head.isPractice) {
    const shift = presentShift(row, await cashOf(tx.db, tx.head.outletId, [row.id]));
    return { shift, z: { number: 0, at: instant(row.closed_at ?? tx.now), totals: row.totals } };
  }
  const z = await tx.db
    .selectFrom('z_report')
    .selectAll()
    .where('outlet_id', '=', tx.head.outletId)
    .where('shift_id', '=', row.id)
    .executeTakeFirstOrThrow();
  const head = await signedHeadOfZ(tx.db, tx.head.outletId, z.number);
  return {
    shift: { ...presentShift(row, await cashOf(tx.db, tx.head.outletId, [row.id])), ...head },
    z: { number: z.number, at: instant(z.at), totals: z.totals, ...head },
  };
}
