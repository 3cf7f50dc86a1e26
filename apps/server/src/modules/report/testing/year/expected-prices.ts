/** What the reports on promotions, sets and prices that differ say of the year of trade, by the books alone. */
import type { ReportRow } from '@atoll/domain/report/report';
import { type Asked, group, isRefund, percent, type Rows, salesIn, sizeOf, unitOf } from './asked.ts';
import type { Sale } from './books.ts';
import { type Figures, half, type Item, sum } from './law.ts';

interface Line extends Figures {
  readonly sale: Sale;
  readonly net: number;
}

const linesIn = (asked: Asked): Line[] =>
  salesIn(asked).flatMap((sale) =>
    sale.totals.lines.map((line) => ({ ...line, sale, net: line.amount - line.discount })),
  );

/** Returns how often a promotion counts on a bill that sells. */
const usesOf = (id: number, { totals }: Sale): number =>
  new Set(totals.lines.flatMap(({ shares }) => shares.filter((share) => share.id === id).map(({ order }) => order)))
    .size;

const promotions: Rows = (asked) => {
  const lines = linesIn(asked);
  const named = new Map(lines.flatMap(({ shares }) => shares.map(({ id, name }) => [id, name] as const)));
  return [...named].map(([id, promotion]): ReportRow => {
    const own = lines.filter(({ shares }) => shares.some((share) => share.id === id));
    const sold = [...new Set(own.map(({ sale }) => sale))].filter((sale) => !isRefund(sale));
    const before = sum(own, ({ gross }) => gross);
    const off = sum(own, ({ shares }) => sum(shares, (share) => (share.id === id ? share.amount : 0)));
    return {
      promotion,
      bills: sold.length,
      uses: sum(sold, (sale) => usesOf(id, sale)),
      before,
      off,
      share: percent(off, before),
      amount: sum(own, ({ net }) => net),
    };
  });
};

const named = ({ shop }: Asked, { name, size }: Item) => ({
  item: name,
  size: sizeOf(shop, name, size),
  unit: unitOf(shop, name),
});
const place = ({ item }: Pick<Line, 'item'>): string => `${item.name}|${item.size}`;

const margin: Rows = (asked) =>
  group(
    linesIn(asked).filter(({ shares }) => shares.length > 0),
    place,
  ).map(([, own]): ReportRow => {
    const { item } = own[0] as Line;
    const qty = sum(own, (line) => line.qty) / 1000;
    const revenue = sum(own, ({ net, tax, item: { mode } }) => net - (mode === 'Inclusive' ? tax : 0));
    const one = asked.shop.dishes[item.name]?.sizes.find(({ value }) => value === item.size)?.cost ?? null;
    const cost = one === null ? null : Math.round(one * qty);
    const left = cost === null ? null : revenue - cost;
    return {
      ...named(asked, item),
      qty,
      before: sum(own, ({ gross }) => gross),
      promotions: sum(own, ({ promotion }) => promotion),
      discounts: sum(own, (line) => line.own + line.discount),
      revenue,
      cost,
      left,
      share: left === null ? null : percent(left, revenue),
    };
  });

/** What a price makes of the quantity of a line; a refund takes its part of what the paid quantity cost. */
function priced({ item, qty }: Line, price: number, before: number): number {
  if (qty > 0) return half(price, qty, 1000);
  const whole = half(price, item.qty, 1000);
  return half(whole, before, item.qty) - half(whole, before - qty, item.qty);
}

const differences: Rows = (asked) => {
  const back = new Map<string, number>();
  // All refunds count, so that the slices of those before the range are known.
  const all = asked.books.sales.flatMap((sale) =>
    sale.totals.lines.map((line): Line & { readonly before: number } => {
      const before = back.get(line.item.key) ?? 0;
      if (line.qty < 0) back.set(line.item.key, before - line.qty);
      return { ...line, sale, net: 0, before };
    }),
  );
  const found = all.filter(({ item, sale }) => item.other && sale.day >= asked.from && sale.day <= asked.to);
  return group(found, (line) => `${line.item.other?.why}|${line.item.other?.list}|${place(line)}`).map(
    ([, own]): ReportRow => {
      const { item } = own[0] as Line;
      const before = sum(own, (line) => priced(line, line.item.other?.menuPrice ?? 0, line.before));
      const amount = sum(own, (line) => priced(line, line.item.price, line.before));
      return {
        why: item.other?.why ?? '',
        list: item.other?.list ?? '',
        ...named(asked, item),
        qty: sum(own, ({ qty }) => qty) / 1000,
        before,
        amount,
        difference: amount - before,
      };
    },
  );
};

/** Returns how many whole sets came back with these refunds of a bill. */
function setsBack(items: Sale['items'], refunds: readonly Sale[]): number {
  const taken = (key: string): number =>
    -sum(refunds, ({ totals }) => sum(totals.lines, (line) => (line.item.key === key ? line.qty : 0)));
  const heads = items.filter(({ set }) => set);
  return sum(heads, (head) =>
    Math.min(...items.filter(({ partOf }) => partOf === head.key).map(({ key }) => taken(key))),
  );
}

/** Returns how many sets a bill sells; a refund that takes the last of a set's parts gives it back. */
function setsOf(sale: Sale, { sales }: Asked['books']): number {
  const { items, of } = sale;
  if (!of) return sum(items, ({ set, isComp, isVoid, qty }) => (set && !isComp && !isVoid ? qty : 0));
  const refunds = sales.filter((other) => other.of === of);
  const place = refunds.indexOf(sale);
  return setsBack(of.items, refunds.slice(0, place)) - setsBack(of.items, refunds.slice(0, place + 1));
}

const sets: Rows = (asked) => {
  const parts = linesIn(asked).filter(({ item }) => item.setId !== undefined);
  if (parts.length === 0) return [];
  const set = asked.shop.lunch.name;
  const sold = sum(salesIn(asked), (sale) => setsOf(sale, asked.books)) / 1000;
  const none = { qty: null, share: null, before: null, promotions: null, discounts: null, amount: null };
  const rows = group(parts, place).map(([, own]): ReportRow => {
    const { item } = own[0] as Line;
    const qty = sum(own, (line) => line.qty) / 1000;
    const { item: part, size } = named(asked, item);
    return {
      set,
      sets: null,
      part,
      size,
      qty,
      share: percent(qty, sold),
      before: sum(own, ({ gross }) => gross),
      promotions: sum(own, ({ promotion }) => promotion),
      discounts: sum(own, (line) => line.own + line.discount),
      amount: sum(own, ({ net }) => net),
    };
  });
  return [{ set, sets: sold, part: '', size: '', ...none }, ...rows];
};

export const expectedPrices: Readonly<Record<string, Rows>> = {
  promotions,
  'promotion-margin': margin,
  'price-differences': differences,
  sets,
};
