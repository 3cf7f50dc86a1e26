/** The law of a bill, written from docs/rules.md for the year of trade: it shares no code with the product. Money in laari, quantities in thousandths, rates in basis points. */

export type Mode = 'Exclusive' | 'Exempt' | 'Inclusive';

/** A line as it was ordered. */
export interface Item {
  readonly key: string;
  readonly place: number;
  readonly itemId: number;
  readonly name: string;
  readonly size: string;
  readonly qty: number;
  /** Per unit, without options. */
  readonly price: number;
  readonly options: number;
  /** What the menu says, where the price is another one, and why. */
  readonly other?: { readonly why: string; readonly list: string; readonly menuPrice: number };
  readonly mode: Mode;
  readonly rate: number;
  /** The rate is that of the bill. */
  readonly isBillRate: boolean;
  readonly isCharged: boolean;
  readonly isWeighed: boolean;
  /** The most that may be taken off. */
  readonly cap: number | null;
  readonly off: { readonly percent?: number; readonly amount?: number } | null;
  readonly isComp: boolean;
  readonly isVoid: boolean;
  /** A set: its price and that of its extras. Its parts name it. */
  readonly set?: { readonly price: number; readonly extras: number };
  readonly partOf?: string;
  readonly setName?: string;
  readonly setId?: number;
  readonly isCard?: boolean;
}

/** A use of a promotion. */
export interface Use {
  readonly id: number;
  readonly name: string;
  readonly order: number;
  readonly parts?: readonly { readonly key: string; readonly qty: number; readonly amount: number }[];
  readonly terms?: {
    readonly percent?: number;
    readonly amount?: number;
    readonly minSpend?: number;
    readonly isStacked?: boolean;
  };
}

export interface Terms {
  readonly service: number;
  readonly percentOff: number;
  readonly amountOff: number | null;
  readonly ahead: number;
}

export interface Figures {
  readonly item: Item;
  readonly qty: number;
  gross: number;
  promotion: number;
  shares: { id: number; name: string; order: number; amount: number }[];
  /** After promotions and the line's own discount. */
  amount: number;
  /** What its own discount took off. */
  own: number;
  discount: number;
  service: number;
  tax: number;
  ahead: number;
}

export interface RateSum {
  readonly mode: Mode;
  readonly rate: number;
  readonly base: number;
  readonly gst: number;
}

export interface Totals {
  readonly lines: readonly Figures[];
  readonly subTotal: number;
  readonly promotion: number;
  readonly discount: number;
  readonly service: number;
  readonly gst: number;
  readonly total: number;
  readonly ahead: number;
  readonly cards: number;
  readonly rates: readonly RateSum[];
}

/** Returns value × times / by, rounded half away from zero. */
export function half(value: number, times: number, by: number): number {
  const exact = BigInt(value) * BigInt(times);
  const size = exact < 0n ? -exact : exact;
  const rounded = (2n * size + BigInt(by)) / (2n * BigInt(by));
  return Number(exact < 0n ? -rounded : rounded);
}

export const sum = <T>(list: readonly T[], of: (one: T) => number): number =>
  list.reduce((all, one) => all + of(one), 0);

/** Returns an amount divided by weight: shares rounded down, the rest a laari each to those that lost most, ties to the first. */
export function spread(amount: number, weights: readonly number[]): number[] {
  const whole = sum(weights, (weight) => weight);
  if (amount === 0) return weights.map(() => 0);
  if (whole === 0)
    return spread(
      amount,
      weights.map(() => 1),
    );
  const sign = amount < 0 ? -1 : 1;
  const lost = weights.map((weight, place) => {
    const exact = BigInt(Math.abs(amount)) * BigInt(weight);
    return { place, part: Number(exact / BigInt(whole)), rest: Number(exact % BigInt(whole)) };
  });
  const left = Math.abs(amount) - sum(lost, ({ part }) => part);
  const lucky = new Set(
    [...lost]
      .sort((a, b) => b.rest - a.rest || a.place - b.place)
      .slice(0, left)
      .map(({ place }) => place),
  );
  return lost.map(({ place, part }) => sign * (part + (lucky.has(place) ? 1 : 0)) + 0);
}

export const grossOf = ({ price, options, qty }: Pick<Item, 'price' | 'options' | 'qty'>): number =>
  half(Math.max(0, price + options), qty, 1000);

const ownOff = (value: number, off: Item['off']): number =>
  off === null ? 0 : off.percent === undefined ? Math.min(off.amount ?? 0, value) : half(value, off.percent, 10_000);

/** Returns the least that may be left of a line: what its cap leaves, or its own discount where that was allowed more. */
export function leastOf({ cap, off }: Pick<Item, 'cap' | 'off'>, gross: number): number {
  return cap === null ? 0 : Math.min(gross - half(gross, cap, 10_000), gross - ownOff(gross, off));
}

export const isLive = ({ isVoid, isComp, isCard, set }: Item): boolean => !isVoid && !isComp && !isCard && !set;

/** Returns the uses of items that count: none of their items is void or free. */
export const countingUses = (items: readonly Item[], uses: readonly Use[]): readonly Use[] =>
  uses.filter(
    ({ parts }) => !parts?.some(({ key }) => items.some((one) => one.key === key && (one.isVoid || one.isComp))),
  );

/** Returns what a use takes off a line; that of a set is divided over its parts by what they cost. */
function takenBy({ parts = [] }: Use, item: Item, items: readonly Item[]): number {
  const own = parts.filter(({ key }) => key === item.key);
  const ofSet = parts.filter(({ key }) => key === item.partOf);
  if (ofSet.length === 0) return sum(own, ({ amount }) => amount);
  const siblings = items
    .filter((one) => one.partOf === item.partOf && isLive(one))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const place = siblings.findIndex(({ key }) => key === item.key);
  return sum(ofSet, ({ amount }) => spread(amount, siblings.map(grossOf))[place] ?? 0);
}

function figuresOf(item: Item, items: readonly Item[], uses: readonly Use[]): Figures {
  const gross = grossOf(item);
  let rest = gross;
  const shares = uses.flatMap((use) => {
    const amount = Math.min(takenBy(use, item, items), rest);
    rest -= amount;
    return amount > 0 ? [{ id: use.id, name: use.name, order: use.order, amount }] : [];
  });
  const amount = Math.max(rest - ownOff(rest, item.off), Math.min(leastOf(item, gross), rest));
  const figures = { gross, promotion: gross - rest, shares, amount, own: rest - amount };
  return { item, qty: item.qty, ...figures, discount: 0, service: 0, tax: 0, ahead: 0 };
}

const byMode = (a: Pick<Item, 'mode' | 'rate'>, b: Pick<Item, 'mode' | 'rate'>): number =>
  a.mode === b.mode ? a.rate - b.rate : a.mode < b.mode ? -1 : 1;

const roomsOf = (lines: readonly Figures[]): number[] =>
  lines.map(({ item, gross, amount }) => Math.max(0, amount - leastOf(item, gross)));

/** Returns a percentage of the bill by line: a line without room loses it. */
function percentParts(wanted: number, lines: readonly Figures[]): number[] {
  const rooms = roomsOf(lines);
  return spread(
    wanted,
    lines.map(({ amount }) => amount),
  ).map((part, place) => Math.min(part, rooms[place] ?? 0));
}

/** Returns an amount off the bill by line: what a line has no room for is borne by the others. */
function amountParts(wanted: number, lines: readonly Figures[]): number[] {
  const rooms = roomsOf(lines);
  const parts = lines.map(() => 0);
  let left = Math.min(
    wanted,
    sum(rooms, (room) => room),
  );
  while (left > 0) {
    const weights = lines.map(({ amount }, place) => ((rooms[place] ?? 0) > (parts[place] ?? 0) ? amount : 0));
    for (const [place, part] of spread(left, weights).entries()) {
      const more = Math.min(part, (rooms[place] ?? 0) - (parts[place] ?? 0));
      parts[place] = (parts[place] ?? 0) + more;
      left -= more;
    }
  }
  return parts;
}

function partsOfBillUse({ terms = {} }: Use, lines: readonly Figures[]): number[] {
  const rest = sum(lines, ({ amount }) => amount);
  if (rest <= 0 || sum(lines, ({ gross }) => gross) < (terms.minSpend ?? 0)) return lines.map(() => 0);
  return terms.percent === undefined
    ? amountParts(terms.amount ?? 0, lines)
    : percentParts(half(rest, terms.percent, 10_000), lines);
}

/** Takes promotions of the bill off: the best of those that go with no other, then each that goes on top. */
function takeBillUses(lines: Figures[], uses: readonly Use[]): void {
  const take = (use: Use, parts: readonly number[]): void => {
    for (const [place, line] of lines.entries()) {
      const amount = parts[place] ?? 0;
      if (amount === 0) continue;
      line.amount -= amount;
      line.promotion += amount;
      line.shares = [...line.shares, { id: use.id, name: use.name, order: use.order, amount }];
    }
  };
  const ofBill = uses.filter(({ terms }) => terms);
  const single = ofBill
    .filter(({ terms }) => !terms?.isStacked)
    .map((use) => ({ use, parts: partsOfBillUse(use, lines) }));
  const most = Math.max(0, ...single.map(({ parts }) => sum(parts, (part) => part)));
  const best = single.find(({ parts }) => sum(parts, (part) => part) === most);
  if (best && most > 0) take(best.use, best.parts);
  for (const use of ofBill.filter(({ terms }) => terms?.isStacked)) take(use, partsOfBillUse(use, lines));
}

function shareDiscount(lines: Figures[], { percentOff, amountOff }: Terms): number {
  const subTotal = sum(lines, ({ amount }) => amount);
  const wanted = amountOff === null ? half(subTotal, percentOff, 10_000) : Math.min(amountOff, subTotal);
  const parts = wanted === 0 ? [] : amountOff === null ? percentParts(wanted, lines) : amountParts(wanted, lines);
  for (const [place, part] of parts.entries()) (lines[place] as Figures).discount = part;
  return sum(parts, (part) => part);
}

function shareService(lines: Figures[], service: number): number {
  const charged = lines.filter(({ item }) => item.isCharged);
  const nets = charged.map(({ amount, discount }) => amount - discount);
  if (service === 0 || charged.length === 0) return 0;
  const charge = half(
    sum(nets, (net) => net),
    service,
    10_000,
  );
  for (const [place, part] of spread(charge, nets).entries()) (charged[place] as Figures).service = part;
  return charge;
}

/** Returns the GST of each rate and kind on what is left of it after what was paid ahead, and gives the lines their parts. */
function shareGst(lines: readonly Figures[], ahead: number): { rates: RateSum[]; ahead: number } {
  const groups = [...Map.groupBy(lines, ({ item }) => `${item.mode}|${item.rate}`).values()].map((own) => {
    const { mode, rate } = (own[0] as Figures).item;
    const bases = own.map(({ amount, discount, service }) => amount - discount + service);
    const base = sum(bases, (one) => one);
    const gst = mode === 'Exempt' ? 0 : half(base, rate, mode === 'Inclusive' ? 10_000 + rate : 10_000);
    return { mode, rate, own, bases, base, gst, value: base + (mode === 'Exclusive' ? gst : 0) };
  });
  groups.sort(byMode);
  const values = groups.map(({ value }) => value);
  const used = Math.min(
    ahead,
    sum(values, (value) => value),
  );
  const parts = spread(used, values);
  const rates = groups.map(({ mode, rate, own, bases, base, gst, value }, place): RateSum => {
    const part = parts[place] ?? 0;
    const rest = value - part;
    const left = part === 0 ? gst : mode === 'Exempt' ? 0 : half(rest, rate, 10_000 + rate);
    const lower = part === 0 ? 0 : mode === 'Exclusive' ? base - (rest - left) : part;
    for (const [index, one] of spread(lower, bases).entries()) (own[index] as Figures).ahead = one;
    for (const [index, one] of spread(left, bases).entries()) (own[index] as Figures).tax = one;
    return { mode, rate, base: base - lower - (mode === 'Inclusive' ? left : 0), gst: left };
  });
  return { rates, ahead: used };
}

/** Returns the totals of a bill: promotions, line discount, promotions of the bill, its discount, service charge, GST. */
export function totalsOf(items: readonly Item[], uses: readonly Use[], terms: Terms): Totals {
  const counting = [...countingUses(items, uses)].sort((a, b) => a.order - b.order);
  const lines = items
    .filter(isLive)
    .map((item) => figuresOf(item, items, counting))
    .sort(
      (a, b) =>
        b.amount - a.amount ||
        byMode(a.item, b.item) ||
        Number(b.item.isCharged) - Number(a.item.isCharged) ||
        (a.item.key < b.item.key ? -1 : 1),
    );
  takeBillUses(lines, counting);
  const subTotal = sum(lines, ({ amount }) => amount);
  const discount = shareDiscount(lines, terms);
  const service = shareService(lines, terms.service);
  const { rates, ahead } = shareGst(lines, terms.ahead);
  const added = sum(rates, ({ mode, gst }) => (mode === 'Exclusive' ? gst : 0));
  return {
    lines,
    subTotal,
    promotion: sum(lines, ({ promotion }) => promotion),
    discount,
    service,
    gst: sum(rates, ({ gst }) => gst),
    total: subTotal - discount + service + added - sum(lines, (line) => line.ahead),
    ahead,
    cards: sum(
      items.filter(({ isCard, isVoid }) => isCard && !isVoid),
      grossOf,
    ),
    rates,
  };
}

/** Returns the part of a figure that a slice of a quantity bears. */
const slice = (figure: number, from: number, to: number, of: number): number =>
  half(figure, to, of) - half(figure, from, of);

/** Returns what comes back of a paid line after `before` of it came back: all figures negative. */
export function backOf(line: Figures, before: number, qty: number): Figures {
  const part = (figure: number): number => -slice(figure, before, before + qty, line.qty) + 0;
  const promotion = part(line.promotion);
  const parts = spread(
    promotion,
    line.shares.map(({ amount }) => amount),
  );
  const [amount, own] = [part(line.amount), part(line.own)];
  return {
    item: line.item,
    qty: -qty,
    // A part of the price is what was paid of it, and what was taken off.
    gross: amount + promotion + own,
    promotion,
    shares: line.shares.map((share, place) => ({ ...share, amount: parts[place] ?? 0 })),
    amount,
    own,
    discount: part(line.discount),
    service: part(line.service),
    tax: part(line.tax),
    ahead: part(line.ahead),
  };
}

/** Returns the totals of lines that come back. */
export function totalsOfBack(lines: readonly Figures[]): Totals {
  const rates = [...Map.groupBy(lines, ({ item }) => `${item.mode}|${item.rate}`).values()].map((own): RateSum => {
    const { mode, rate } = (own[0] as Figures).item;
    const gst = sum(own, ({ tax }) => tax);
    const base = sum(own, (one) => one.amount - one.discount + one.service - one.ahead);
    return { mode, rate, base: base - (mode === 'Inclusive' ? gst : 0), gst };
  });
  const of = (name: 'amount' | 'discount' | 'service' | 'promotion' | 'ahead'): number =>
    sum(lines, (one) => one[name]);
  const added = sum(rates, ({ mode, gst }) => (mode === 'Exclusive' ? gst : 0));
  return {
    lines,
    rates: rates.sort(byMode),
    subTotal: of('amount'),
    promotion: of('promotion'),
    discount: of('discount'),
    service: of('service'),
    gst: sum(rates, ({ gst }) => gst),
    total: of('amount') - of('discount') + of('service') + added - of('ahead'),
    ahead: of('ahead'),
    cards: 0,
  };
}
