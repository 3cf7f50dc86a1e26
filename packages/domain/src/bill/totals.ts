/**
 * Computes the totals of a bill. This is the only place where subtotal, discount, service charge, GST and total are computed; screen, server,
 * receipt and reports call it. Integers throughout, each step rounded once, half away from zero. Source: docs/rules.md#totals, docs/rules.md#rounding.
 */
import { allocate } from '../money/allocate.ts';
import { type Laari, laari } from '../money/money.ts';
import { roundProduct } from '../money/round.ts';
import type { GstMode } from '../outlet/outlet.ts';
import { lowerRates, sumOfAdvances } from './advance/advance.ts';
import type { Bill, BillItem } from './bill.ts';
import {
  amountShares,
  type LineShare,
  offBillLines,
  offLines,
  type PromotionOff,
  percentShares,
  sharesUpTo,
  sumsOf,
} from './promotion/off.ts';

/** What the totals read of an item. A BillItem satisfies it. */
export type ItemForTotals = Pick<
  BillItem,
  | 'key'
  | 'sellingPrice'
  | 'qty'
  | 'modifiers'
  | 'discount'
  | 'isVoid'
  | 'isComp'
  | 'gstMode'
  | 'gstPct'
  | 'serviceChargeable'
  | 'refunded'
  | 'menuItemId'
  | 'maxDiscountPct'
  | 'card'
  | 'setPrice'
  | 'parentKey'
>;

/** What the totals read of a bill. A Bill satisfies it. */
export interface BillForTotals
  extends Pick<
    Bill,
    'discountPercentage' | 'discountAmount' | 'serviceChargePct' | 'gstOnServiceCharge' | 'applied' | 'advances'
  > {
  readonly items: readonly ItemForTotals[];
}

/** The figures of one live item, laari. */
export interface LineTotals {
  readonly key: string;
  /** Price with modifiers × quantity. */
  readonly gross: Laari;
  /** After promotions and the item's own discount. */
  readonly amount: Laari;
  /** What promotions take off, of the item and of the bill. */
  readonly promotion: Laari;
  /** The promotions among it, in the order in which they are taken off. */
  readonly shares: readonly LineShare[];
  /** Its share of the bill's discount. */
  readonly discount: Laari;
  /** amount − discount. */
  readonly net: Laari;
  /** Its share of the service charge. */
  readonly serviceCharge: Laari;
  /** Its share of the GST of its rate and kind. */
  readonly taxAmount: Laari;
  /** Its share of what was paid ahead, without the GST that is added to it. */
  readonly advance: Laari;
}

/** GST of one kind and rate. `base` is the value without the tax. */
export interface GstByRate {
  readonly gstMode: GstMode;
  readonly gstPct: number;
  readonly base: Laari;
  readonly gst: Laari;
}

export interface BillTotals {
  /** After promotions, before the bill's discount. */
  readonly subTotal: Laari;
  /** What promotions took off the items. */
  readonly promotion: Laari;
  /** The promotions among it. */
  readonly promotions: readonly PromotionOff[];
  readonly discount: Laari;
  readonly serviceCharge: Laari;
  readonly gst: Laari;
  readonly total: Laari;
  /** What was paid ahead, with GST: the total is after it. */
  readonly advance: Laari;
  /** The same without the GST that is added to prices. */
  readonly advanceNet: Laari;
  /** Gift cards that the bill sells, to be paid beside the total. */
  readonly cardsSold: Laari;
  /** Live items in the order of the bill's items. */
  readonly lines: readonly LineTotals[];
  /** Sorted by kind and rate. */
  readonly gstByRate: readonly GstByRate[];
}

interface Line {
  readonly key: string;
  readonly gross: number;
  amount: number;
  promotion: number;
  shares: LineShare[];
  readonly isFee: boolean;
  /** The least that promotions and discounts may leave of it. */
  readonly floor: number;
  readonly chargeable: boolean;
  readonly gstMode: GstMode;
  readonly gstPct: number;
  readonly index: number;
  /** The figures come from the paid item. */
  readonly isFixed: boolean;
  discount: number;
  serviceCharge: number;
  taxAmount: number;
  advance: number;
}

/** Converts a plain percent with at most two decimals to basis points, limited to 0…100 %. */
const basisPoints = (percent: number): number => Math.min(10_000, Math.max(0, Math.round(percent * 100)));

/** Returns an item's price × quantity in laari before any discount. The price includes modifiers and is never below zero. Void items count too. */
export function grossAmount(item: Pick<ItemForTotals, 'sellingPrice' | 'qty' | 'modifiers'>): Laari {
  let price = item.sellingPrice;
  for (const modifier of item.modifiers) price += modifier.priceDelta;
  return laari(roundProduct(Math.max(0, price), Math.round(item.qty * 1000), 1000));
}

/** Returns an item's amount in laari after its own discount, which is capped at the amount. Void and complimentary items count too. */
export function lineAmount(item: Pick<ItemForTotals, 'sellingPrice' | 'qty' | 'modifiers' | 'discount'>): Laari {
  return discounted(grossAmount(item), item.discount);
}

/** Returns an amount after an item's own discount, which is capped at it. */
export function discounted(gross: Laari, discount: ItemForTotals['discount']): Laari {
  if (!discount) return gross;
  if (discount.type === 'Percent') return laari(gross - roundProduct(gross, basisPoints(discount.value), 10_000));
  return laari(gross - capped(Math.round(discount.value), gross));
}

/** Limits a discount to 0…`from` and gives it the sign of `from`. */
const capped = (off: number, from: number): number => Math.sign(from) * Math.min(Math.max(0, off), Math.abs(from));

/**
 * Returns the least that promotions and discounts together may leave of an item's value: what its greatest discount leaves, or what its own discount
 * leaves where that was allowed to take off more (R21.17).
 */
export function floorOf(item: Pick<ItemForTotals, 'maxDiscountPct' | 'discount'>, gross: Laari): number {
  const { maxDiscountPct } = item;
  if (maxDiscountPct === undefined) return 0;
  return Math.min(gross - roundProduct(gross, basisPoints(maxDiscountPct), 10_000), discounted(gross, item.discount));
}

/** The bill whose totals were computed last. A tap asks for them several times: for the limits, for what is shown, and for each line (R34.6). */
let last: { readonly bill: BillForTotals; readonly totals: BillTotals } | undefined;

/** All fields that the totals read of an item: a new one has to be named here, otherwise the types do not fit. */
const readOfItem: Readonly<Record<keyof ItemForTotals, true>> = {
  key: true,
  sellingPrice: true,
  qty: true,
  modifiers: true,
  discount: true,
  isVoid: true,
  isComp: true,
  gstMode: true,
  gstPct: true,
  serviceChargeable: true,
  refunded: true,
  menuItemId: true,
  maxDiscountPct: true,
  card: true,
  setPrice: true,
  parentKey: true,
};
const itemFields = Object.keys(readOfItem) as readonly (keyof ItemForTotals)[];

/** Returns whether two bills have the same totals, because all that the totals read is the same. */
function hasSameFigures(a: BillForTotals, b: BillForTotals): boolean {
  return (
    a.items.length === b.items.length &&
    a.discountPercentage === b.discountPercentage &&
    a.discountAmount === b.discountAmount &&
    a.serviceChargePct === b.serviceChargePct &&
    a.gstOnServiceCharge === b.gstOnServiceCharge &&
    a.applied === b.applied &&
    a.advances === b.advances &&
    a.items.every((item, index) => {
      const other = b.items[index] as ItemForTotals;
      return item === other || itemFields.every((name) => item[name] === other[name]);
    })
  );
}

/**
 * Returns the totals of a bill, laari. Void and complimentary items are left out, and the heads of set menus, whose parts have all figures. `discountAmount`, when set, replaces the
 * percentage and is capped at the subtotal, which is after promotions. GST is computed once per rate and kind and then allocated to the items. The result does
 * not depend on the order of the items. Negative quantities give the same figures with the opposite sign; items of a refund have their part of the
 * paid item's figures, which are not computed again. Throws when an amount is too large to be exact.
 */
export function billTotals(bill: BillForTotals): BillTotals {
  if (last && hasSameFigures(last.bill, bill)) return last.totals;
  const totals = computeTotals(bill);
  const { discountPercentage, discountAmount, serviceChargePct, gstOnServiceCharge, applied, advances, items } = bill;
  const head = { discountPercentage, discountAmount, serviceChargePct, gstOnServiceCharge, applied, advances };
  last = {
    bill: { ...head, items: [...items] },
    totals,
  };
  return totals;
}

function computeTotals(bill: BillForTotals): BillTotals {
  const lines = liveLines(bill);
  if (bill.applied) offBillLines(lines, bill.applied);
  let subTotal = 0;
  for (const line of lines) subTotal += line.amount;
  const isFixed = lines.length > 0 && lines.every((line) => line.isFixed);
  const discount = isFixed ? sumOf(lines, 'discount') : shareDiscount(lines, subTotal, bill);
  const serviceCharge = isFixed ? sumOf(lines, 'serviceCharge') : shareServiceCharge(lines, bill.serviceChargePct);
  const rates = ratesOf(lines, bill.gstOnServiceCharge);
  const whole = subTotal - discount + serviceCharge + addedGst(rates);
  const ahead = Math.min(sumOfAdvances(bill.advances), Math.max(0, whole));
  if (ahead > 0) takeOffAdvance(rates, lines, ahead);
  const gstByRate = shareGst(rates);
  const gst = gstByRate.reduce((sum, rate) => sum + rate.gst, 0);
  const advanceNet = sumOf(lines, 'advance');
  const total = subTotal - discount + serviceCharge + addedGst(rates) - advanceNet;
  lines.sort((a, b) => a.index - b.index);
  return {
    subTotal: laari(subTotal),
    promotion: laari(sumOf(lines, 'promotion')),
    promotions: bill.applied ? sumsOf(lines, bill.applied) : [],
    discount: laari(discount),
    serviceCharge: laari(serviceCharge),
    gst: laari(gst),
    total: laari(total),
    advance: laari(isFixed ? advanceNet : ahead),
    advanceNet: laari(advanceNet),
    cardsSold: laari(cardsOf(bill)),
    lines: lines.map((line) => ({
      key: line.key,
      gross: laari(line.gross),
      amount: laari(line.amount),
      promotion: laari(line.promotion),
      shares: line.shares,
      discount: laari(line.discount),
      net: laari(line.amount - line.discount),
      serviceCharge: laari(line.serviceCharge),
      taxAmount: laari(line.taxAmount),
      advance: laari(line.advance),
    })),
    gstByRate,
  };
}

/** Returns what the gift cards of a bill cost. They are no revenue: nothing is taken off them, and no tax is added. */
const cardsOf = ({ items }: BillForTotals): number =>
  items.reduce((sum, item) => sum + (item.card && !item.isVoid ? grossAmount(item) : 0), 0);

/** Returns the items that count, ordered by content, so that allocation does not depend on the bill's order. */
function liveLines({ items, applied }: BillForTotals): Line[] {
  const offs = applied && offLines(items, applied, grossAmount);
  const lines: Line[] = [];
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index] as ItemForTotals;
    if (item.isVoid || item.isComp || item.card || item.setPrice !== undefined) continue;
    const { refunded } = item;
    const gross = refunded ? laari(refunded.gross) : grossAmount(item);
    const shares = refunded ? [] : sharesUpTo(gross, offs?.get(item.key));
    const off = shares.reduce((sum, { amount }) => sum + amount, 0);
    const floor = refunded ? 0 : floorOf(item, gross);
    // What promotions took stays; the item's own discount gives way.
    const amount = Math.max(discounted(laari(gross - off), item.discount), Math.min(floor, gross - off));
    lines.push({
      key: item.key,
      gross,
      amount: refunded?.amount ?? (gross < 0 ? discounted(laari(gross - off), item.discount) : amount),
      promotion: refunded?.promotion ?? off,
      shares,
      isFee: item.menuItemId === 0,
      floor,
      chargeable: item.serviceChargeable,
      gstMode: item.gstMode,
      gstPct: item.gstPct,
      index,
      isFixed: refunded !== undefined,
      discount: refunded?.discount ?? 0,
      serviceCharge: refunded?.serviceCharge ?? 0,
      taxAmount: refunded?.taxAmount ?? 0,
      advance: refunded?.advance ?? 0,
    });
  }
  return lines.sort(byContent);
}

const sumOf = (
  lines: readonly Line[],
  figure: 'promotion' | 'discount' | 'serviceCharge' | 'taxAmount' | 'advance',
): number => lines.reduce((sum, line) => sum + line[figure], 0);

function byContent(a: Line, b: Line): number {
  return (
    Math.abs(b.amount) - Math.abs(a.amount) ||
    byRate(a, b) ||
    Number(b.chargeable) - Number(a.chargeable) ||
    (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
  );
}

function byRate(a: Pick<Line, 'gstMode' | 'gstPct'>, b: Pick<Line, 'gstMode' | 'gstPct'>): number {
  return a.gstMode === b.gstMode ? a.gstPct - b.gstPct : a.gstMode < b.gstMode ? -1 : 1;
}

/** Divides the bill's discount over the items. An item with a greatest discount bears no more than that: a percentage loses the rest, an amount is borne by the others. */
function shareDiscount(lines: Line[], subTotal: number, bill: BillForTotals): number {
  const { discountAmount } = bill;
  const wanted =
    discountAmount === null
      ? roundProduct(subTotal, basisPoints(bill.discountPercentage), 10_000)
      : capped(discountAmount, subTotal);
  if (wanted === 0) return 0;
  const rests = lines.map((line) => line.amount);
  const rooms = lines.map(({ amount, floor }) => Math.max(0, amount - floor));
  const isCapped = wanted > 0 && lines.some(({ floor }) => floor > 0);
  const shares = discountAmount === null ? percentShares : amountShares;
  const parts = isCapped ? shares(wanted, rests, rooms) : allocate(wanted, rests);
  const discount = isCapped ? parts.reduce((sum, part) => sum + part, 0) : wanted;
  lines.forEach((line, index) => {
    line.discount = parts[index] as number;
  });
  return discount;
}

function shareServiceCharge(lines: Line[], percent: number): number {
  const chargeable = percent > 0 ? lines.filter((line) => line.chargeable) : [];
  if (chargeable.length === 0) return 0;
  const nets = chargeable.map((line) => line.amount - line.discount);
  const charge = roundProduct(
    nets.reduce((sum, net) => sum + net, 0),
    basisPoints(percent),
    10_000,
  );
  const parts = allocate(charge, nets);
  chargeable.forEach((line, index) => {
    line.serviceCharge = parts[index] as number;
  });
  return charge;
}

/** The lines of one kind and rate of GST. `base` is what they are taxed on, as it is priced. */
interface Rate {
  readonly lines: readonly Line[];
  readonly gstMode: GstMode;
  readonly gstPct: number;
  readonly bases: number[];
  readonly base: number;
  readonly isFixed: boolean;
  gst: number;
  /** What was paid ahead of the base. */
  off: number;
}

function ratesOf(lines: readonly Line[], onServiceCharge: boolean): Rate[] {
  const groups: Line[][] = [];
  for (const line of lines) {
    const group = groups.find((one) => one[0]?.gstMode === line.gstMode && one[0].gstPct === line.gstPct);
    if (group) group.push(line);
    else groups.push([line]);
  }
  const rates = groups.map((group): Rate => {
    const { gstMode, gstPct } = group[0] as Line;
    const bases = group.map((line) => line.amount - line.discount + (onServiceCharge ? line.serviceCharge : 0));
    const base = bases.reduce((sum, one) => sum + one, 0);
    const isFixed = group.every((line) => line.isFixed);
    const gst = isFixed ? sumOf(group, 'taxAmount') : gstOf(base, gstMode, basisPoints(gstPct));
    return { lines: group, gstMode, gstPct, bases, base, isFixed, gst, off: isFixed ? sumOf(group, 'advance') : 0 };
  });
  return rates.sort(byRate);
}

/** Returns the GST that is added to prices. */
const addedGst = (rates: readonly Rate[]): number =>
  rates.reduce((sum, { gstMode, gst }) => sum + (gstMode === 'Exclusive' ? gst : 0), 0);

/** Takes what was paid ahead off the rates, and off their lines by what these are taxed on. A service charge without GST is reached last. */
function takeOffAdvance(rates: readonly Rate[], lines: readonly Line[], ahead: number): void {
  const values = rates.reduce((sum, { gstMode, base, gst }) => sum + base + (gstMode === 'Exclusive' ? gst : 0), 0);
  const lowered = lowerRates(
    rates.map(({ gstMode, gstPct, base, gst }) => ({ gstMode, rate: basisPoints(gstPct), base, gst })),
    ahead,
  );
  rates.forEach((rate, index) => {
    const { gst, off } = lowered[index] as { gst: number; off: number };
    Object.assign(rate, { gst, off });
    allocate(off, rate.bases).forEach((part, place) => {
      (rate.lines[place] as Line).advance = part;
    });
  });
  const charges = lines.map((line) => line.serviceCharge);
  if (ahead <= values) return;
  allocate(ahead - values, charges).forEach((part, place) => {
    (lines[place] as Line).advance += part;
  });
}

function shareGst(rates: readonly Rate[]): GstByRate[] {
  return rates.map(({ lines, gstMode, gstPct, bases, base, isFixed, gst, off }): GstByRate => {
    if (!isFixed) {
      const parts = allocate(gst, bases);
      lines.forEach((line, index) => {
        line.taxAmount = parts[index] as number;
      });
    }
    const rest = base - off;
    return { gstMode, gstPct, base: laari(gstMode === 'Inclusive' ? rest - gst : rest), gst: laari(gst) };
  });
}

/** Computes GST on an amount: on top of it (Exclusive), inside it (Inclusive), none (Exempt). `rate` in basis points. */
function gstOf(amount: number, gstMode: GstMode, rate: number): number {
  switch (gstMode) {
    case 'Exclusive':
      return roundProduct(amount, rate, 10_000);
    case 'Inclusive':
      return roundProduct(amount, rate, 10_000 + rate);
    case 'Exempt':
      return 0;
  }
}
