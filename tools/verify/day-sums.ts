/** Computes the sums of a business day from its bills and corrections of payments. */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { lacksGivers } from '@atoll/domain/bill/giver';
import { billTotals, lineAmount } from '@atoll/domain/bill/totals';
import { type ExchangedPayments, exchangeRounding } from '@atoll/domain/payment/exchange';
import type { Payment } from '@atoll/domain/payment/payment';
import {
  countedSubTotal,
  discountSums,
  giftSums,
  isSoldItem,
  peopleSums,
  type RefundedBill,
  type RuleSums,
  ruleSums,
} from '../../apps/server/src/modules/bill/service.ts';
import { isExact } from './sale/exact.ts';
import { HourSums, type PaidHours } from './sale/hours.ts';

type Mutable = Map<string, number>;

export const salesLabels = {
  bills: (type: string) => `number of bills of ${type}`,
  covers: (type: string) => `number of guests of ${type}`,
  subTotal: (type: string) => `subtotal of ${type}`,
  discount: (type: string) => `discount of ${type}`,
  serviceCharge: (type: string) => `service charge of ${type}`,
  gst: (type: string) => `GST of ${type}`,
  total: (type: string) => `total of ${type}`,
  rounding: (type: string) => `rounding of ${type}`,
  tip: (type: string) => `tip of ${type}`,
};
export const itemName = (id: number, size: string): string => `menu item ${id}${size === '' ? '' : ` (${size})`}`;
/** Returns the words for who gave something away and who approved it; 0 stands for nobody. */
const giverName = (giver: number, approver: number): string =>
  `${giver === 0 ? 'unknown' : `user ${giver}`}${approver === 0 ? '' : ` (approved by user ${approver})`}`;
export const rateName = (mode: string, bp: number): string => `${mode} ${bp / 100} %`;

/** Adds to a sum. */
export const add = (sums: Mutable, label: string, amount: number): void => {
  sums.set(label, (sums.get(label) ?? 0) + amount);
};

/** Adds what a person gave away. */
export function addGift(sums: Mutable, gift: ReturnType<typeof giftSums>[number]): void {
  const giver = giverName(gift.giver_id, gift.approver_id);
  add(sums, `number of bills with gifts by ${giver}`, gift.bills);
  add(sums, `discounts of items by ${giver}`, gift.line_discount);
  add(sums, `discounts of bills by ${giver}`, gift.bill_discount);
  add(sums, `number of gifts by ${giver}`, gift.comp_lines);
  add(sums, `gifts by ${giver}`, gift.comps);
}

/** Adds what a person sold, and what was taken off the items that they entered. */
export function addPerson(sums: Mutable, person: ReturnType<typeof peopleSums>[number]): void {
  const of = `of user ${person.user_id}`;
  add(sums, `number of bills ${of}`, person.bills);
  add(sums, `sales ${of}`, person.total);
  add(sums, `number of bills with gifts ${of}`, person.gift_bills);
  add(sums, `discounts of items ${of}`, person.line_discount);
  add(sums, `discounts of bills ${of}`, person.bill_discount);
  add(sums, `number of gifts ${of}`, person.comp_lines);
  add(sums, `gifts ${of}`, person.comps);
}

/**
 * Adds what a promotion, a set or a price that differs made of a bill. A price that the menu replaced is left out: bills of earlier releases have such
 * prices, for which nothing was added.
 */
export function addRule(sums: Mutable, { kind, rule_id, menu_item_id, size, ...rule }: RuleSums): void {
  if (kind === 'OldMenu') return;
  const of = `of ${kind} ${rule_id}${menu_item_id === 0 ? '' : `, ${itemName(menu_item_id, size)}`}`;
  const { bills, uses, qty, value, promotion, discount, amount, tax } = rule;
  for (const [name, one] of Object.entries({ bills, uses, qty, value, promotion, discount, amount, tax }))
    add(sums, `${name} ${of}`, one);
}

/** Adds discounts that a person gave for a reason. */
export function addDiscount(sums: Mutable, { kind, rule_id, size, bills, uses, discount }: RuleSums): void {
  const of = `${kind} by ${giverName(rule_id, 0)} for '${size}'`;
  add(sums, `amount of ${of}`, discount);
  add(sums, `number of items of ${of}`, uses);
  add(sums, `number of bills of ${of}`, bills);
}

export class DaySums {
  readonly sales: Mutable = new Map();
  readonly methods: Mutable = new Map();
  readonly items: Mutable = new Map();
  /** The names under which each menu item was sold: it may be renamed during the day. */
  readonly names = new Map<string, Set<string>>();
  readonly taxes: Mutable = new Map();
  readonly people: Mutable = new Map();
  readonly gifts: Mutable = new Map();
  readonly rules: Mutable = new Map();
  readonly reasons: Mutable = new Map();
  readonly hours: HourSums;
  /** Whether a bill of the day recorded who gave what; those of earlier releases did not. */
  hasRecordedGivers = false;
  /** Whether the rules of this release give the sums of all bills. */
  isExact = true;

  constructor(hours: PaidHours) {
    this.hours = new HourSums(hours);
  }

  /**
   * Adds a completed bill or refund, as it is stored; `given` has who gave what, from the history when the stored one does not say. `makerOf` returns
   * who entered an item; `refunded` is what a refund takes back.
   */
  addBill(
    bill: Bill,
    given: Bill,
    makerOf: (item: BillItem) => number | null,
    refunded: RefundedBill | undefined,
  ): void {
    const count = bill.refundOfId === null ? 1 : 0;
    if (!isExact(bill)) this.isExact = false;
    this.hours.add(bill);
    this.#addSale(bill, count);
    for (const payment of bill.payments) this.#addPayment(payment, 1);
    const totals = billTotals(bill);
    const { lines, gstByRate } = totals;
    const amounts = new Map(lines.map((line) => [line.key, line.amount as number]));
    for (const item of bill.items) {
      if (item.isVoid || !isSoldItem(item)) continue;
      const name = itemName(item.menuItemId, item.size);
      const unpaid = count === 0 ? 0 : lineAmount(item);
      this.names.set(name, (this.names.get(name) ?? new Set()).add(item.name));
      add(this.items, `quantity of ${name} in thousandths`, Math.round(item.qty * 1000));
      add(this.items, `sales of ${name}`, item.isComp ? 0 : (amounts.get(item.key) ?? unpaid));
    }
    for (const { gstMode, gstPct, base, gst } of gstByRate) {
      const name = rateName(gstMode, Math.round(gstPct * 100));
      add(this.taxes, `value with GST ${name}`, base);
      add(this.taxes, `GST ${name}`, gst);
    }
    for (const sums of peopleSums(bill, lines, count, makerOf)) addPerson(this.people, sums);
    for (const rule of ruleSums(bill, totals, refunded)) addRule(this.rules, rule);
    for (const discount of discountSums(given, lines, count)) addDiscount(this.reasons, discount);
    const gifts = giftSums(given, lines, count);
    for (const gift of gifts) addGift(this.gifts, gift);
    if (gifts.length > 0 && !lacksGivers(bill)) this.hasRecordedGivers = true;
  }

  /** Adds a correction of a payment that was made on the day. */
  addExchange(exchange: ExchangedPayments & { readonly key: string; readonly type: string }): void {
    const { reversed, captured, key, type } = exchange;
    const rounding = exchangeRounding(exchange);
    if (rounding !== 0) {
      add(this.sales, salesLabels.rounding(type), rounding);
      this.hours.addRounding(key, type, rounding);
    }
    this.#addPayment(reversed, -1);
    this.#addPayment(captured, 1);
  }

  #addSale(bill: Bill, count: 0 | 1): void {
    const { type, discount, serviceCharge, gst, total, tip, roundingAmount: rounding } = bill;
    const bills = count;
    const subTotal = countedSubTotal(bill);
    const covers = count * bill.covers;
    for (const [name, amount] of Object.entries({
      bills,
      covers,
      subTotal,
      discount,
      serviceCharge,
      gst,
      total,
      rounding,
      tip,
    }))
      add(this.sales, salesLabels[name as keyof typeof salesLabels](type), amount);
  }

  #addPayment({ method, amount }: Payment, count: 1 | -1): void {
    add(this.methods, `payments by ${method}`, amount);
    add(this.methods, `number of payments by ${method}`, count);
  }
}
