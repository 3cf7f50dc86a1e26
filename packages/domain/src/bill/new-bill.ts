/** Creates bills and items, and computes their figures. Source: docs/rules.md#bill, docs/rules.md#terms, docs/rules.md#bill-items. */
import type { MenuCategory, MenuItem, MenuSize } from '../menu/menu.ts';
import { weightUnit } from '../money/quantity.ts';
import type { SlotTypeName } from '../outlet/outlet.ts';
import { type BillTerms, lineTerms } from '../tax/tax.ts';
import type { Bill, BillItem, ItemDiscount, ItemModifier } from './bill.ts';
import { billTotals } from './totals.ts';

/** The user of an action; null for the program itself. */
export type Actor = { readonly id: number; readonly name: string } | null;

/** The amounts of a bill without items and payments (laari). */
export const noAmounts = {
  payments: [],
  payment: null,
  subTotal: 0,
  discount: 0,
  serviceCharge: 0,
  gst: 0,
  total: 0,
  roundingAmount: 0,
  tip: 0,
} satisfies Partial<Bill>;

/** Returns the empty bill of a slot: status null, no items, nothing to pay. `now` is an ISO instant; `terms` are copied. */
export function emptyBill(start: {
  readonly key: string;
  readonly type: SlotTypeName;
  readonly slot: string;
  readonly checkNo?: number;
  readonly terms: BillTerms;
  readonly now: string;
  readonly user: Actor;
}): Bill {
  const { key, type, slot, checkNo = 1, terms, now, user } = start;
  return {
    id: null,
    key,
    version: 0,
    number: null,
    invoiceNumber: null,
    invoiceType: 'Receipt',
    type,
    slot,
    checkNo,
    name: '',
    status: null,
    isVoid: false,
    voidReason: null,
    isOpen: false,
    discountPercentage: 0,
    discountAmount: null,
    items: [],
    customerId: 0,
    customer: null,
    covers: 0,
    note: '',
    createdAt: now,
    modifiedAt: now,
    receivedAt: null,
    createdBy: user?.id ?? null,
    createdByName: user?.name ?? '',
    modifiedBy: user?.id ?? null,
    completedAt: null,
    businessDate: null,
    ...noAmounts,
    serviceChargePct: terms.serviceChargePct,
    gstPct: terms.gstPct,
    gstMode: terms.gstMode,
    gstOnServiceCharge: terms.gstOnServiceCharge,
    shiftId: null,
    approved: [],
    meta: [],
    deliveryStatus: null,
    delivery: null,
    refundOfId: null,
    refundState: null,
    printCount: 0,
    lastSavedAt: null,
    fieldVersions: {},
    lastSyncedAt: null,
    pending: false,
  };
}

/**
 * Returns a new, unsaved item: name, price (laari) and tax terms are copied from the menu item, so that later changes of the menu do not
 * affect it. `category` is the one that it was chosen from, `terms` are those of the bill (a Bill satisfies the type), `now` is an ISO instant.
 * `sellingPrice` is for open-price items and overrides.
 */
export function newItem(start: {
  readonly key: string;
  readonly menuItem: MenuItem;
  readonly category: Pick<MenuCategory, 'gstMode'> | null;
  readonly size: MenuSize;
  readonly qty: number;
  readonly terms: Pick<BillTerms, 'gstMode' | 'gstPct'>;
  readonly now: string;
  readonly user: Actor;
  readonly index: number;
  readonly sellingPrice?: number;
  readonly notes?: readonly string[];
  readonly modifiers?: readonly ItemModifier[];
  readonly discount?: ItemDiscount | null;
}): BillItem {
  const { key, menuItem, category, size, qty, terms, now, user, index } = start;
  return {
    id: null,
    key,
    index,
    menuItemId: menuItem.id,
    menuItem: { id: menuItem.id, name: menuItem.name, type: menuItem.type },
    name: menuItem.name,
    size: size.value,
    hasSizes: menuItem.sizes.length > 1,
    sellingPrice: start.sellingPrice ?? size.sellingPrice,
    qty,
    ...(menuItem.soldByWeight ? { unit: weightUnit } : {}),
    ...(menuItem.maxDiscountPct === undefined ? {} : { maxDiscountPct: menuItem.maxDiscountPct }),
    notes: start.notes ?? [],
    printable: menuItem.printable,
    isVoid: false,
    voidReason: null,
    voidedBy: null,
    voidedAt: null,
    approvalKey: null,
    sentQty: 0,
    ticketIds: [],
    modifiers: start.modifiers ?? [],
    discount: start.discount ?? null,
    isComp: false,
    ...lineTerms(menuItem, category, terms),
    taxAmount: 0,
    createdAt: now,
    modifiedAt: now,
    createdBy: user?.id ?? null,
    createdByName: user?.name ?? '',
    modifiedBy: user?.id ?? null,
  };
}

/** Returns the bill with all its figures recomputed (laari): totals, and each item's share of the tax. Unchanged items stay the same objects. */
export function applyTotals(bill: Bill): Bill {
  const { subTotal, promotion, discount, serviceCharge, gst, total, cardsSold, advance, advanceNet, lines } =
    billTotals(bill);
  const taxes = new Map(lines.map((line) => [line.key, line.taxAmount]));
  const items = bill.items.map((item) => {
    const taxAmount = taxes.get(item.key) ?? 0;
    return item.taxAmount === taxAmount ? item : { ...item, taxAmount };
  });
  const { promotion: _, cardsSold: __, advance: ___, advanceNet: ____, ...rest } = bill;
  const off = promotion === 0 ? {} : { promotion };
  const cards = cardsSold === 0 ? {} : { cardsSold };
  const ahead = advanceNet === 0 ? {} : { advance, advanceNet };
  return { ...rest, ...off, ...cards, ...ahead, items, subTotal, discount, serviceCharge, gst, total };
}
