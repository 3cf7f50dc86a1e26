/** The delivery fee: an item of the bill, so that it is part of the totals and GST applies. Source: docs/rules.md#zones, docs/decisions/008. */
import type { Bill, BillItem } from '../bill/bill.ts';
import { derivedKey } from '../bill/derived-key.ts';
import { nextIndex, sortItems } from '../bill/items.ts';
import { applyTotals } from '../bill/new-bill.ts';

/** The fee rules of a zone; money in laari. A `minOrder` of 0 and a `freeAbove` of null mean no such rule. */
export interface ZoneTerms {
  readonly fee: number;
  readonly minOrder: number;
  readonly freeAbove: number | null;
}

/** A zone with the fields that the order dialog needs. */
export interface DeliveryZone {
  readonly id: number;
  readonly name: string;
  readonly fee: number;
  readonly minOrder: number | null;
  readonly freeAbove: number | null;
  readonly etaMinutes: number | null;
}

/** Returns the key of a bill's fee item. `voided` is the number of fee items that were voided before it. */
export function feeKey(billKey: string, voided = 0): string {
  return derivedKey(`delivery fee ${billKey} ${voided}`);
}

/** Returns the bill's fee item that is not void, or undefined. */
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

/** Returns the value of the goods (laari): the subtotal without the fee, before the bill's discount. */
export function goodsValue(bill: Pick<Bill, 'key' | 'items' | 'subTotal'>): number {
  const fee = feeLine(bill);
  return bill.subTotal - (fee ? Math.round(fee.sellingPrice * fee.qty) : 0);
}

/** Returns the fee of a zone for goods of a value (laari): 0 from `freeAbove` on. */
export function zoneFee(zone: ZoneTerms, goods: number): number {
  return zone.freeAbove !== null && zone.freeAbove > 0 && goods >= zone.freeAbove ? 0 : zone.fee;
}

/** Returns the amount missing to the zone's minimum order (laari); 0 when it is reached. */
export function missingToMinimum(zone: Pick<ZoneTerms, 'minOrder'>, goods: number): number {
  return Math.max(0, zone.minOrder - goods);
}

/** Returns the fee (laari) for what is ordered now: that of the zone, or the fixed one. */
export function feeNow(bill: Pick<Bill, 'key' | 'items' | 'subTotal' | 'delivery'>): number {
  const { delivery } = bill;
  if (delivery === null) return 0;
  if (delivery.isFeeFixed || delivery.zoneId === 0) return delivery.fee;
  return zoneFee({ ...delivery, fee: delivery.zoneFee }, goodsValue(bill));
}

/** Name of the fee item, and who adds it when (an ISO instant). */
interface Stamp {
  readonly name: string;
  readonly now: string;
  readonly userId: number | null;
  readonly userName: string;
}

/**
 * Returns the bill with its fee item set to an amount (laari) and its totals. No item is created for a fee of 0; an existing one stays with
 * price 0. The item has the bill's GST, no service charge, and no kitchen station.
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
