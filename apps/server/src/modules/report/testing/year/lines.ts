/** Random lines of the year of trade: as a till sends them, and as the books price them at their tap. */
import type { BillItemInput } from '@atoll/domain/contract/bill/bill';
import { newKey } from '../../../bill/testing/shop.ts';
import { dayOf } from './calendar.ts';
import { type Item, spread } from './law.ts';
import { priceAt } from './plan.ts';
import type { Dish } from './shop.ts';
import { below, happens, pick, type Year } from './state.ts';

export interface Line {
  readonly sent: BillItemInput;
  readonly item: Item;
}

/** Where and for whom a line is ordered. */
export interface Tap {
  readonly at: number;
  readonly rate: number;
  readonly groupId: number;
}

/** Returns what the menu says on the business day of a tap. */
function menuPrice({ changes }: Year, { name, sizes }: Dish, size: string, at: number): number {
  const due = changes.filter((one) => one.dish === name && one.size === size && one.day <= dayOf(at));
  return (
    due.toSorted((a, b) => (a.day < b.day ? -1 : 1)).at(-1)?.price ??
    sizes.find(({ value }) => value === size)?.price ??
    0
  );
}

let place = 0;
const nextPlace = (): number => (place += 1);

const plain = {
  options: 0,
  off: null,
  isComp: false,
  isVoid: false,
  isBillRate: true,
  isCharged: true,
  isWeighed: false,
} as const;

/** Returns a line of a dish. */
export function lineOf(year: Year, name: string, tap: Tap, more: Partial<Pick<Item, 'qty' | 'size'>> = {}): Line {
  const dish = year.shop.dishes[name] as Dish;
  const size = more.size ?? pick(year, dish.sizes).value;
  const qty = more.qty ?? (dish.isWeighed ? 100 + below(year, 1900) : 1000 * (1 + below(year, 4)));
  const listed = menuPrice(year, dish, size, tap.at);
  const { price, list } = priceAt(dish.id, listed, year.shop.lists, tap.at, tap.groupId);
  const isOwn = dish.isWeighed && happens(year, 0.2);
  const own = 5000 + below(year, 3000);
  const options = happens(year, 0.15) && !isOwn ? below(year, 700) : 0;
  const off = happens(year, 0.12)
    ? happens(year, 0.5)
      ? { percent: 100 * (1 + below(year, 30)) }
      : { amount: 1 + below(year, 900) }
    : null;
  const isComp = happens(year, 0.05);
  const other = isOwn
    ? { why: 'Price typed by a person', list: '', menuPrice: price }
    : list === null
      ? undefined
      : { why: 'Price list', list, menuPrice: listed };
  const item: Item = {
    ...plain,
    key: newKey(),
    place: nextPlace(),
    itemId: dish.id,
    name,
    size,
    qty,
    price: isOwn ? own : price,
    options,
    ...(other && { other }),
    mode: dish.mode,
    // An exempt item names the rate of its bill, and bears none of it.
    rate: dish.rate ?? tap.rate,
    isBillRate: dish.rate === null && dish.mode !== 'Exempt',
    isCharged: dish.isCharged,
    isWeighed: dish.isWeighed,
    cap: dish.cap,
    off,
    isComp,
  };
  const reason = 'By chance';
  const sent: BillItemInput = {
    key: item.key,
    index: item.place,
    menuItemId: dish.id,
    size,
    qty: qty / 1000,
    ...(isOwn && { sellingPrice: own, priceReason: 'End of day' }),
    ...(options > 0 && { modifiers: [{ optionId: 0, name: 'Extra', priceDelta: options }] }),
    ...(off && {
      discount:
        off.percent === undefined
          ? { type: 'Amount' as const, value: off.amount ?? 0, reason }
          : { type: 'Percent' as const, value: off.percent / 100, reason },
    }),
    ...(isComp && { isComp }),
  };
  return { sent, item };
}

/** Returns a set with its parts, each at its share of the price by what the menu says of the parts. */
export function setLines(year: Year, tap: Tap): Line[] {
  const { id, name, price, groups } = year.shop.lunch;
  const { pizza, soup, juice, tea } = year.shop.dishes as Record<string, Dish>;
  const qty = 1000 * (1 + below(year, 3));
  const drink = (happens(year, 0.5) ? juice : tea) as Dish;
  const extra = drink === juice ? 500 : 0;
  const parts = [pizza as Dish, soup as Dish, drink].map((dish) => ({ dish, size: dish.sizes[0]?.value ?? '' }));
  const alone = parts.map(({ dish, size }) => menuPrice(year, dish, size, tap.at));
  const shares = spread(price, alone);
  const start = nextPlace();
  const head: Item = {
    ...plain,
    key: newKey(),
    place: start,
    itemId: id,
    name,
    size: 'Regular',
    qty,
    price: 0,
    mode: 'Exclusive',
    rate: tap.rate,
    cap: null,
    set: { price, extras: extra },
  };
  const lines: Line[] = [
    {
      item: head,
      sent: { key: head.key, index: start, menuItemId: id, qty: qty / 1000, setPrice: price, sellingPrice: 0 },
    },
  ];
  for (const [index, { dish, size }] of parts.entries()) {
    const own = index === 2 ? extra : 0;
    const item: Item = {
      ...plain,
      key: newKey(),
      place: start + (index + 1) / 100,
      itemId: dish.id,
      name: dish.name,
      size,
      qty,
      price: (shares[index] ?? 0) + own,
      mode: dish.mode === 'Exempt' ? 'Exempt' : 'Exclusive',
      // An exempt item names the rate of its bill, and bears none of it.
      rate: dish.rate ?? tap.rate,
      isBillRate: dish.mode !== 'Exempt' && dish.rate === null,
      isCharged: dish.isCharged,
      cap: null,
      partOf: head.key,
      setName: name,
      setId: id,
    };
    const sent = {
      key: item.key,
      index: item.place,
      menuItemId: dish.id,
      size,
      qty: qty / 1000,
      parentKey: head.key,
      choiceGroupId: groups[index] ?? 0,
    };
    lines.push({ item, sent });
  }
  return lines;
}

const often = [
  'pizza',
  'pizza',
  'pizza',
  'burger',
  'burger',
  'tea',
  'tea',
  'tea',
  'juice',
  'juice',
  'soup',
  'soup',
  'rice',
  'wine',
];

export function someLines(year: Year, tap: Tap, count: number): Line[] {
  return Array.from({ length: count }, () =>
    happens(year, 0.15) ? setLines(year, tap) : [lineOf(year, pick(year, often), tap)],
  ).flat();
}
