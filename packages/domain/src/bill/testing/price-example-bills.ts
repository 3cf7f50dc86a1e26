/** The bills of the worked examples of prices, made by the domain as a till and the server make them. */
import { linePrice } from '../../price/line-price.ts';
import type { Promotion } from '../../price/promotion.ts';
import type { PriceList, PriceRules } from '../../price/rules.ts';
import type { Bill, BillItem } from '../bill.ts';
import { cardLine } from '../card/card-line.ts';
import { applyTotals } from '../new-bill.ts';
import { planPromotions } from '../promotion/plan.ts';
import { asSetHead, asSetPart, setPrices } from '../set-menu/set-menu.ts';
import { pieceKey } from '../split/piece.ts';
import { type RefundDone, refundBill } from '../split/refund.ts';
import { splitBill } from '../split/split.ts';
import { billTotals } from '../totals.ts';
import { billOf, line } from './bills.ts';
import { type Dish, type ExampleBill, type ExampleStep, exampleMenu, type PriceExample } from './price-examples.ts';

export const dishes = Object.keys(exampleMenu) as readonly Dish[];

/** Returns the id of a dish where the menu has nothing else. */
export const dishId = (dish: Dish): number => dishes.indexOf(dish) + 1;

/** 2026-11-27 is a Friday; Malé is five hours ahead. */
const days: Readonly<Record<string, string>> = { Fri: '2026-11-27', Sat: '2026-11-28' };

/** Returns when an example is tapped, epoch ms. */
export function tappedAt({ at = 'Fri 12:00:00' }: Pick<PriceExample, 'at'>): number {
  const [day = '', time = ''] = at.split(' ');
  return Date.parse(`${days[day]}T${time}+05:00`);
}

/** Returns the price lists of an example as an outlet has them whose menu gives the dishes these ids. */
export const listsOf = (
  { lists = [] }: PriceExample,
  idOf: (dish: Dish) => number,
): readonly Omit<PriceList, 'id' | 'priority'>[] =>
  lists.map(({ dish, price, percent, ...list }) => ({
    ...list,
    prices: [{ menuItemId: idOf(dish), ...(price === undefined ? { percent } : { price }) }],
  }));

/** Returns the promotions of an example likewise. */
export const promotionsOf = (
  { promotions = [] }: PriceExample,
  idOf: (dish: Dish) => number,
): readonly Omit<Promotion, 'id' | 'priority'>[] =>
  promotions.map(({ of = [], ...one }) => ({
    ...one,
    combines: 'OnePerUnit',
    ...(one.type === 'Bundle'
      ? { parts: of.map((dish) => ({ menuItemId: idOf(dish), qty: 1 })) }
      : of.length > 0 && { itemIds: of.map(idOf) }),
  }));

/** Returns the price rules of an example. */
export const rulesOf = (example: PriceExample): PriceRules => ({
  version: 3,
  changes: [],
  lists: listsOf(example, dishId).map((list, place) => ({ ...list, id: place + 1, priority: 0 })),
  promotions: promotionsOf(example, dishId).map((one, place) => ({ ...one, id: place + 1, priority: 0 })),
});

const clock = { timezone: 'Indian/Maldives', cutoff: '04:00' };

function itemsOf(example: PriceExample, dish: Dish, qty: number, index: number): BillItem[] {
  const { name, price, gstMode = 'Exclusive', maxDiscountPct, parts = [] } = exampleMenu[dish];
  const id = dishId(dish);
  const moment = { ...clock, at: tappedAt(example), type: example.type ?? 'Takeaway', groupId: 0 } as const;
  const size = { value: 'Regular', sellingPrice: price };
  const { listPrice, sellingPrice, rule } = linePrice({ id, categoryIds: [] }, size, rulesOf(example), moment);
  const item = line(dish, {
    index,
    name,
    menuItemId: id,
    menuItem: { id, name, type: 'Kitchen' },
    size: 'Regular',
    sellingPrice,
    qty,
    gstMode,
    gstPct: example.gstPct ?? 8,
    ...(maxDiscountPct !== undefined && { maxDiscountPct }),
    ...(rule && { listPrice, priceRule: rule }),
  });
  if (parts.length === 0) return [item];
  const head = asSetHead(item);
  const prices = setPrices(
    price,
    parts.map(({ dish: part, extraPrice = 0 }) => ({ listPrice: exampleMenu[part].price, extraPrice })),
  );
  return [
    head,
    ...parts.map(({ dish: part, extraPrice = 0 }, place) =>
      asSetPart(
        {
          ...item,
          key: `${part} ${place}`,
          name: exampleMenu[part].name,
          menuItemId: dishId(part),
          index: index + 0.01 * (place + 1),
        },
        { head, groupId: place + 1, price: prices[place] as number, extraPrice },
      ),
    ),
  ];
}

/** Returns the open bill of an example. */
export function exampleBill(example: PriceExample): Bill {
  const { type = 'Takeaway', sold, card, paidAhead, discountPct = 0, discountAmount = null, gstPct = 8 } = example;
  const at = new Date(tappedAt(example)).toISOString();
  const items = sold.flatMap(([dish, qty], place) => itemsOf(example, dish, qty, place + 1));
  const gift = { hash: '0'.repeat(64), last4: '7K2Q' };
  const place = { index: 9, now: at, user: null };
  const bill = billOf(card ? [...items, cardLine({ key: 'card', card: gift, amount: card, ...place })] : items, {
    type,
    createdAt: at,
    modifiedAt: at,
    serviceChargePct: type === 'Table' ? 10 : 0,
    gstPct,
    discountPercentage: discountPct,
    discountAmount,
    ...(paidAhead && {
      advances: [{ key: 'ahead', billId: 1, invoiceNumber: 'AC-2026-001537', amount: paidAhead.amount }],
    }),
  });
  const find = () => ({ categoryIds: [], openPrice: false });
  return planPromotions(applyTotals(bill), rulesOf(example), { ...clock, at: tappedAt(example), find });
}

/** Returns a bill as its till has it once it is paid. */
export const paidBill = (bill: Bill): Bill => ({
  ...bill,
  id: 1,
  number: 1537,
  invoiceNumber: 'AC-2026-001600',
  status: 'Complete',
  isOpen: false,
  completedAt: bill.createdAt,
});

const noRefunds: RefundDone = { qty: new Map(), amount: 0 };

function refunded(paid: Bill, dish: Dish | undefined, done: RefundDone): Bill {
  const by = { now: paid.createdAt, user: { id: 1, name: 'Aisha' }, newKey: (key: string) => `back ${key}` };
  const parts = dish ? [{ key: dish, qty: 1 }] : null;
  const made = refundBill(paid, parts, done, { key: `refund ${dish ?? 'rest'}`, ...by });
  if (!made.ok) throw new Error(made.refusal.message);
  return { ...made.value.bill, invoiceNumber: 'AC-2026-001601' };
}

function billsAfter(step: ExampleStep, bill: Bill, done: RefundDone): readonly Bill[] {
  if (step.kind === 'refund') return [refunded(paidBill(bill), step.dish, done)];
  if (step.kind === 'void') {
    const items = bill.items.map((item) =>
      item.key === step.dish ? { ...item, isVoid: true, voidReason: 'Left' } : item,
    );
    return [applyTotals({ ...bill, items })];
  }
  const target = { ...billOf([], { type: bill.type, serviceChargePct: 0 }), key: 'check', checkNo: 2 };
  const asked = [{ bill: target, parts: [{ key: step.dish, qty: 1 }] }];
  const checks = splitBill(bill, asked, { now: bill.createdAt, userId: 1, newKey: pieceKey });
  if (!checks.ok) throw new Error(checks.refusal.message);
  return [checks.value.from, ...checks.value.targets];
}

interface MadeBill {
  readonly bill: Bill;
  readonly expected: ExampleBill;
}

/** Returns the bill of what was paid ahead, at 8 %. */
function aheadBill({ amount, gst }: { readonly amount: number; readonly gst: number }): MadeBill {
  const name = 'Advance, order O-2611-0042';
  const item = line('ahead', { name, menuItemId: 0, sellingPrice: amount, gstMode: 'Inclusive', isAdvance: true });
  const bill = billOf([item], { type: 'Takeaway', serviceChargePct: 0 });
  return { bill, expected: { lines: [[name, amount]], subTotal: amount, gst, total: amount } };
}

/** Returns the bills of an example: its own, what was paid ahead of it, and those that its steps make of it. */
export function billsOf(example: PriceExample): readonly MadeBill[] {
  const bill = exampleBill(example);
  let done = noRefunds;
  const later = (example.steps ?? []).flatMap((step) => {
    const made = billsAfter(step, bill, done);
    if (step.kind === 'refund' && step.dish)
      done = { qty: new Map([[step.dish, 1]]), amount: done.amount + (made[0]?.total ?? 0) };
    return made.map((one, place) => ({ bill: one, expected: step.bills[place] as ExampleBill }));
  });
  const { paidAhead } = example;
  return [{ bill, expected: example.bill }, ...(paidAhead ? [aheadBill(paidAhead)] : []), ...later];
}

/** Returns what everybody shows of a bill, as the examples have it. */
export function shownOf(bill: Bill): ExampleBill {
  const { lines, promotions } = billTotals(bill);
  const name = new Map(bill.items.map((item) => [item.key, item.name]));
  const isRefund = bill.refundOfId !== null;
  return {
    lines: lines.map((one) => [name.get(one.key) ?? '', one.amount + (isRefund ? 0 : one.promotion)]),
    ...(promotions.length > 0 &&
      !isRefund && { promotions: promotions.map(({ words, amount }) => [words, amount] as const) }),
    subTotal: bill.subTotal,
    ...(bill.discount && { discount: bill.discount }),
    ...(bill.serviceCharge && { serviceCharge: bill.serviceCharge }),
    ...(bill.advance && { advance: bill.advance }),
    gst: bill.gst,
    total: bill.total,
    ...(bill.cardsSold && { cards: bill.cardsSold }),
  };
}
