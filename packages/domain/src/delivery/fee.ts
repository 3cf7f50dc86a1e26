/** The delivery fee: a line of the bill, so that the totals stay one sum and GST applies. Source: docs/rules.md#zones, docs/decisions/008. */
import type { Bill, BillItem } from '../bill/bill.ts';
import { derivedKey } from '../bill/derived-key.ts';
import { nextIndex, sortItems } from '../bill/lines.ts';
import { applyTotals } from '../bill/new-bill.ts';

/** What a zone says of its fee; money in laari, 0 for `minOrder` and null for `freeAbove`: no such rule. */
export interface ZoneTerms {
  readonly fee: number;
  readonly minOrder: number;
  readonly freeAbove: number | null;
}

/** A zone as the orders' dialog needs it. */
export interface DeliveryZone {
  readonly id: number;
  readonly name: string;
  readonly fee: number;
  readonly minOrder: number | null;
  readonly freeAbove: number | null;
  readonly etaMinutes: number | null;
}

/** The key of a bill's fee line; each one that was voided makes room for another. */
export function feeKey(billKey: string, voided = 0): string {
  return derivedKey(`delivery fee ${billKey} ${voided}`);
}

/** Answers the bill's fee line that is not void, or undefined. */
export function feeLine(bill: Pick<Bill, 'key' | 'items'>): BillItem | undefined {
  const item = bill.items.find((each) => each.key === feeKey(bill.key, voidedFees(bill)));
  return item;
}

function voidedFees(bill: Pick<Bill, 'key' | 'items'>): number {
  const voided = new Set(bill.items.filter((item) => item.isVoid).map((item) => item.key));
  let count = 0;
  while (voided.has(feeKey(bill.key, count))) count += 1;
  return count;
}

/** Answers the value of the goods alone (laari): the live lines without the fee, before discounts of the bill. */
export function goodsValue(bill: Pick<Bill, 'key' | 'items' | 'subTotal'>): number {
  const fee = feeLine(bill);
  return bill.subTotal - (fee ? Math.round(fee.sellingPrice * fee.qty) : 0);
}

/** Answers the fee of a zone for goods of a value (laari): nothing when it is free above it. */
export function zoneFee(zone: ZoneTerms, goods: number): number {
  return zone.freeAbove !== null && zone.freeAbove > 0 && goods >= zone.freeAbove ? 0 : zone.fee;
}

/** Answers how much is missing to the zone's smallest order (laari); 0 when it is reached. */
export function missingToMinimum(zone: Pick<ZoneTerms, 'minOrder'>, goods: number): number {
  return Math.max(0, zone.minOrder - goods);
}

/** Answers the fee (laari) that belongs to what is ordered now: the zone's, or the one that was said. */
export function feeNow(bill: Pick<Bill, 'key' | 'items' | 'subTotal' | 'delivery'>): number {
  const { delivery } = bill;
  if (delivery === null) return 0;
  if (delivery.isFeeFixed || delivery.zoneId === 0) return delivery.fee;
  return zoneFee({ ...delivery, fee: delivery.zoneFee }, goodsValue(bill));
}

/** Who puts the fee on the bill, and when (an ISO instant). */
interface Stamp {
  readonly name: string;
  readonly now: string;
  readonly userId: number | null;
  readonly userName: string;
}

/**
 * Answers the bill with its fee line set to an amount (laari) and its totals. No line is made for a fee of 0; one that is there stays and shows
 * 0. The line takes the bill's GST, no service charge, and goes to no kitchen.
 */
export function withFee(bill: Bill, fee: number, stamp: Stamp): Bill {
  const known = feeLine(bill);
  if (!known && fee === 0) return bill;
  if (known?.sellingPrice === fee) return bill;
  const line = known
    ? { ...known, sellingPrice: fee, modifiedAt: stamp.now, modifiedBy: stamp.userId }
    : newFee(bill, fee, stamp);
  const others = bill.items.filter((item) => item.key !== line.key);
  return applyTotals({ ...bill, items: sortItems([...others, line]) });
}

function newFee(bill: Bill, fee: number, { name, now, userId, userName }: Stamp): BillItem {
  return {
    id: null,
    key: feeKey(bill.key, voidedFees(bill)),
    index: nextIndex(bill),
    menuItemId: 0,
    menuItem: null,
    name,
    size: '',
    sellingPrice: fee,
    qty: 1,
    notes: [],
    printable: false,
    isVoid: false,
    voidReason: null,
    voidedBy: null,
    voidedAt: null,
    approvalKey: null,
    sentQty: 0,
    ticketIds: [],
    modifiers: [],
    discount: null,
    isComp: false,
    gstMode: bill.gstMode,
    gstPct: bill.gstPct,
    serviceChargeable: false,
    taxAmount: 0,
    createdAt: now,
    modifiedAt: now,
    createdBy: userId,
    createdByName: userName,
    modifiedBy: userId,
  };
}
