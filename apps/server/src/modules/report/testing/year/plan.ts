/** Prices and promotions of the year of trade by the law of docs/rules.md: it shares no code with the product. */
import { isWithin, type Window } from './calendar.ts';
import { grossOf, half, type Item, leastOf, spread, sum, type Terms, totalsOf, type Use } from './law.ts';

export interface Listed {
  readonly id: number;
  readonly name: string;
  readonly kind: 'Base' | 'Offer';
  readonly priority: number;
  readonly roundTo: number;
  readonly availability?: readonly Window[];
  readonly groupIds?: readonly number[];
  readonly prices: readonly { readonly menuItemId: number; readonly price?: number; readonly percent?: number }[];
}

export interface Rule {
  readonly id: number;
  readonly name: string;
  readonly type: 'PercentOff' | 'AmountOff' | 'BuyGet' | 'Bundle' | 'BillOff';
  readonly combines: 'OnePerUnit' | 'Stacks' | 'Alone';
  readonly priority: number;
  readonly trigger?: 'Coupon' | 'Reward';
  readonly pointsCost?: number;
  readonly itemIds?: readonly number[];
  readonly exceptItemIds?: readonly number[];
  readonly getItemIds?: readonly number[];
  readonly buyQty?: number;
  readonly getQty?: number;
  readonly percent?: number;
  readonly amount?: number;
  readonly price?: number;
  readonly parts?: readonly { readonly menuItemId: number; readonly qty: number }[];
  readonly minSpend?: number;
  readonly maxPerBill?: number;
  readonly maxPerCustomer?: number;
  readonly maxTotal?: number;
  readonly availability?: readonly Window[];
  readonly orderTypes?: readonly string[];
}

/** Returns what an item costs at a tap, and the list that makes it so. */
export function priceAt(itemId: number, menuPrice: number, lists: readonly Listed[], at: number, groupId: number) {
  const now = lists.filter(
    ({ availability, groupIds }) => isWithin(availability, at) && (!groupIds || groupIds.includes(groupId)),
  );
  const listed = (list: Listed, before: number): number | undefined => {
    const row = list.prices.find(({ menuItemId }) => menuItemId === itemId);
    if (row === undefined || row.price !== undefined) return row?.price;
    const exact = before + half(before, Math.round((row.percent ?? 0) * 100), 10_000);
    return list.roundTo === 0 ? exact : half(exact, 1, list.roundTo) * list.roundTo;
  };
  const base = now
    .filter(({ kind }) => kind === 'Base')
    .sort((a, b) => b.priority - a.priority || a.id - b.id)
    .flatMap((list) => {
      const price = listed(list, menuPrice);
      return price === undefined ? [] : [{ price, list: list.name }];
    })[0];
  const before = base?.price ?? menuPrice;
  const offers = now
    .filter(({ kind }) => kind === 'Offer')
    .sort((a, b) => a.id - b.id)
    .flatMap((list) => {
      const price = listed(list, before);
      return price === undefined || price >= before ? [] : [{ price, list: list.name }];
    });
  const least = Math.min(...offers.map(({ price }) => price));
  const offer = offers.find(({ price }) => price === least);
  if (offer) return offer;
  return base && base.price !== menuPrice ? base : { price: before, list: null };
}

/** What a bill is planned with. */
export interface Basket {
  readonly items: readonly Item[];
  readonly uses: readonly Use[];
  readonly terms: Terms;
  readonly type: string;
  readonly at: number;
  readonly hasCustomer: boolean;
  /** The discount of the customer, in basis points. */
  readonly customerOff: number;
  /** The promotions of its coupons and rewards. */
  readonly coupons: ReadonlySet<number>;
  /** Those whose limits are reached. */
  readonly usedUp: ReadonlySet<number>;
  /** When each line was tapped. */
  readonly taps: ReadonlyMap<string, number>;
}

/** The number of the discount of a customer among the promotions. */
export const customerRule = 0;

type Planned = Omit<Use, 'order'> & { readonly isOnTop: boolean };

const isPromotable = ({ isVoid, isComp, partOf, itemId, other }: Item): boolean =>
  !isVoid && !isComp && partOf === undefined && itemId > 0 && other?.why !== 'Price typed by a person';

/** A set counts as one item at its price, with the extras of its parts as an option. */
const asOne = (item: Item): Item => (item.set ? { ...item, price: item.set.price, options: item.set.extras } : item);

class Plan {
  readonly made: Planned[] = [];
  readonly #taken = new Map<string, number>();
  readonly #used = new Map<string, number>();
  readonly #basket: Basket;
  readonly #stacked: ReadonlySet<number>;

  constructor(basket: Basket, rules: readonly Rule[]) {
    this.#basket = basket;
    this.#stacked = new Set(rules.filter(({ combines }) => combines === 'Stacks').map(({ id }) => id));
    const given = new Set(basket.items.filter(({ isVoid, isComp }) => isVoid || isComp).map(({ key }) => key));
    for (const use of basket.uses)
      if (!use.parts?.some(({ key }) => given.has(key))) this.#count(use.parts ?? [], this.#stacked.has(use.id));
  }

  #count(parts: NonNullable<Use['parts']>, isOnTop: boolean): void {
    for (const { key, qty, amount } of parts) {
      this.#taken.set(key, (this.#taken.get(key) ?? 0) + amount);
      if (!isOnTop) this.#used.set(key, (this.#used.get(key) ?? 0) + qty);
    }
  }

  isFor(rule: Rule, item: Item): boolean {
    const { at, taps, type } = this.#basket;
    const tap = taps.get(item.key) ?? at;
    const isNamed = !rule.itemIds || rule.itemIds.includes(item.itemId);
    return isPromotable(item) && isNamed && !rule.exceptItemIds?.includes(item.itemId) && countsAt(rule, type, tap);
  }

  free({ key, qty }: Item): number {
    return Math.max(0, qty - (this.#used.get(key) ?? 0));
  }

  room(item: Item): number {
    const gross = grossOf(item);
    return Math.max(0, gross - leastOf(item, gross) - (this.#taken.get(item.key) ?? 0));
  }

  take(rule: Rule, parts: NonNullable<Use['parts']>): void {
    const isOnTop = rule.combines === 'Stacks';
    this.#count(parts, isOnTop);
    this.made.push({ id: rule.id, name: rule.name, parts, isOnTop });
  }

  takeBill(rule: Rule): void {
    const { id, name, percent, amount, minSpend } = rule;
    const isStacked = rule.combines === 'Stacks';
    const off = percent === undefined ? { amount: amount ?? 0 } : { percent: Math.round(percent * 100) };
    this.made.push({ id, name, isOnTop: isStacked, terms: { ...off, ...(minSpend && { minSpend }), isStacked } });
  }

  taken({ key }: Item): number {
    return this.#taken.get(key) ?? 0;
  }
}

const countsAt = ({ availability, orderTypes }: Rule, type: string, at: number): boolean =>
  isWithin(availability, at) && (!orderTypes || orderTypes.includes(type));

interface Unit {
  readonly item: Item;
  readonly price: number;
}

/** Takes the next set of units that a rule finds; undefined when there is none. */
function nextSet(
  rule: Rule,
  units: readonly Unit[],
): { readonly units: readonly Unit[]; readonly off: number } | undefined {
  const without = (list: readonly Unit[], gone: readonly Unit[]) => list.filter((unit) => !gone.includes(unit));
  const off = (list: readonly Unit[]) => sum(list, ({ price }) => half(price, (rule.percent ?? 100) * 100, 10_000));
  if (rule.type === 'Bundle') {
    const taken: Unit[] = [];
    for (const { menuItemId, qty } of rule.parts ?? []) {
      const part = without(units, taken)
        .filter(({ item }) => item.itemId === menuItemId)
        .slice(0, qty);
      if (part.length < qty) return undefined;
      taken.push(...part);
    }
    const less = sum(taken, ({ price }) => price) - (rule.price ?? 0);
    return less > 0 ? { units: taken, off: less } : undefined;
  }
  const { buyQty = 1, getQty = 1, itemIds, getItemIds } = rule;
  const buys = units.filter(({ item }) => !itemIds || itemIds.includes(item.itemId));
  if (!getItemIds) {
    const run = buys.slice(0, buyQty + getQty);
    return run.length < buyQty + getQty ? undefined : { units: run, off: off(run.slice(buyQty)) };
  }
  const gets = units.filter(({ item }) => getItemIds.includes(item.itemId)).slice(0, getQty);
  const bought = without(buys, gets).slice(-buyQty);
  return gets.length < getQty || bought.length < buyQty ? undefined : { units: [...bought, ...gets], off: off(gets) };
}

function unitsOf(plan: Plan, rule: Rule, items: readonly Item[]): Unit[] {
  const named = [rule.itemIds, rule.getItemIds, rule.parts?.map(({ menuItemId }) => menuItemId)].flatMap(
    (ids) => ids ?? [],
  );
  const any: Rule = { ...rule, itemIds: named };
  return items
    .filter((item) => !item.isWeighed && plan.isFor(any, item))
    .flatMap((item) => Array.from({ length: Math.floor(plan.free(item) / 1000) }, () => ({ item, price: item.price })))
    .sort((a, b) => b.price - a.price || a.item.place - b.item.place || (a.item.key < b.item.key ? -1 : 1));
}

function planSets(plan: Plan, rule: Rule, items: readonly Item[], before: number): void {
  let units: readonly Unit[] = unitsOf(plan, rule, items);
  for (let uses = before; !rule.maxPerBill || uses < rule.maxPerBill; uses += 1) {
    const next = nextSet(rule, units);
    if (!next) return;
    const amounts = spread(
      next.off,
      next.units.map(({ price }) => price),
    );
    const keys = [...new Set(next.units.map(({ item }) => item.key))];
    const parts = keys.map((key) => {
      const own = next.units
        .map(({ item }, place) => ({ item, amount: amounts[place] ?? 0 }))
        .filter(({ item }) => item.key === key);
      const item = own[0]?.item as Item;
      return {
        key,
        qty: own.length * 1000,
        amount: Math.min(
          sum(own, ({ amount }) => amount),
          plan.room(item),
        ),
      };
    });
    if (parts.every(({ amount }) => amount === 0)) return;
    plan.take(rule, parts);
    units = units.filter((unit) => !next.units.includes(unit));
  }
}

const lineOff = (rule: Rule, item: Item, qty: number, taken: number): number => {
  const value = grossOf({ ...item, qty });
  const off =
    rule.type === 'AmountOff'
      ? half(rule.amount ?? 0, qty, 1000)
      : half(Math.max(0, value - taken), Math.round((rule.percent ?? 0) * 100), 10_000);
  return Math.min(off, value);
};

function planLines(plan: Plan, rules: readonly Rule[], items: readonly Item[]): void {
  const offs = rules.filter(({ type }) => type === 'PercentOff' || type === 'AmountOff');
  for (const item of items) {
    const qty = plan.free(item);
    const found = offs
      .filter((rule) => rule.combines !== 'Stacks' && qty > 0 && plan.isFor(rule, item))
      .map((rule) => ({ rule, amount: Math.min(lineOff(rule, item, qty, 0), plan.room(item)) }))
      .filter(({ amount }) => amount > 0)
      .sort((a, b) => b.amount - a.amount || a.rule.id - b.rule.id)[0];
    if (found) plan.take(found.rule, [{ key: item.key, qty, amount: found.amount }]);
  }
}

function planOnTop(plan: Plan, rules: readonly Rule[], items: readonly Item[], uses: readonly Use[]): void {
  for (const rule of rules)
    if (rule.combines === 'Stacks' && (rule.type === 'PercentOff' || rule.type === 'AmountOff'))
      for (const item of items) {
        const has = uses.some(({ id, parts }) => id === rule.id && parts?.some(({ key }) => key === item.key));
        if (has || !plan.isFor(rule, item)) continue;
        const amount = Math.min(lineOff(rule, item, item.qty, plan.taken(item)), plan.room(item));
        if (amount > 0) plan.take(rule, [{ key: item.key, qty: item.qty, amount }]);
      }
}

/** Returns every order of every part of a list. */
const orders = <T>(list: readonly T[]): T[][] => [
  [],
  ...list.flatMap((one) => orders(list.filter((other) => other !== one)).map((rest) => [one, ...rest])),
];

const isSetRule = ({ type }: Rule): boolean => type === 'BuyGet' || type === 'Bundle';

/** Returns the uses that a bill has after a tap: those that it has, and of what is free the plan with the lowest total. */
export function plan(basket: Basket, all: readonly Rule[], only?: ReadonlySet<number>): readonly Use[] {
  const { items, uses, coupons, usedUp, hasCustomer, customerOff } = basket;
  if (uses.some(({ id }) => all.find((rule) => rule.id === id)?.combines === 'Alone')) return uses;
  const own: Rule = {
    id: customerRule,
    name: 'Customer discount',
    type: 'BillOff',
    combines: 'OnePerUnit',
    priority: 0,
    percent: customerOff / 100,
  };
  const rules = [...all, ...(customerOff > 0 ? [own] : [])]
    .filter(
      ({ id, trigger, maxPerCustomer }) =>
        !usedUp.has(id) && (!trigger || coupons.has(id)) && (!maxPerCustomer || hasCustomer),
    )
    .filter(({ id }) => !only || only.has(id))
    .sort((a, b) => b.priority - a.priority || a.id - b.id);
  const sorted = items
    .filter(({ partOf }) => partOf === undefined)
    .map(asOne)
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const planWith = (sets: readonly Rule[], among: readonly Rule[]): Plan => {
    const made = new Plan(basket, all);
    for (const rule of sets) planSets(made, rule, sorted, uses.filter(({ id }) => id === rule.id).length);
    planLines(made, among, sorted);
    planOnTop(made, among, sorted, uses);
    for (const rule of among)
      if (rule.type === 'BillOff' && !uses.some(({ id }) => id === rule.id) && countsAt(rule, basket.type, basket.at))
        made.takeBill(rule);
    return made;
  };
  const plansOf = (some: readonly Rule[]): Plan[] => {
    const together = some.filter(({ combines }) => combines !== 'Alone');
    const plans = orders(together.filter(isSetRule)).map((sets) => planWith(sets, together));
    const alone = uses.length > 0 ? [] : some.filter(({ combines }) => combines === 'Alone');
    return [...plans, ...alone.map((rule) => planWith(isSetRule(rule) ? [rule] : [], [rule]))];
  };
  const best = bestOf(plansOf(rules), basket);
  if (items.every(({ cap }) => cap === null)) return best.kept;
  // Where an item is at its maximum discount, the plan without some promotions may leave a laari less to pay.
  const used = [...new Set(best.made)].flatMap((id) => rules.filter((rule) => rule.id === id && !isSetRule(rule)));
  const fewer = choicesOf(used.slice(0, 3)).map((out) =>
    bestOf(plansOf(rules.filter((rule) => !out.includes(rule))), basket),
  );
  const lowest = Math.min(...fewer.map(({ total }) => total));
  if (lowest >= best.total) return best.kept;
  const [other] = fewer
    .filter(({ total }) => total === lowest)
    .sort((a, b) => a.made.length - b.made.length || (a.ids < b.ids ? -1 : a.ids > b.ids ? 1 : 0));
  return (other ?? best).kept;
}

/** Returns every choice of a list, without the empty one. */
const choicesOf = <T>(list: readonly T[]): T[][] =>
  list.reduce<T[][]>((all, one) => [...all, ...all.map((choice) => [...choice, one])], [[]]).slice(1);

interface Best {
  readonly kept: readonly Use[];
  readonly total: number;
  readonly made: readonly number[];
  readonly ids: string;
}

function bestOf(plans: readonly Plan[], { items, uses, terms }: Basket): Best {
  const start = Math.max(-1, ...uses.map(({ order }) => order)) + 1;
  const valued = plans.map(({ made }) => {
    const next = [...uses, ...made.map(({ isOnTop: _, ...use }, place): Use => ({ ...use, order: start + place }))];
    const ids = made
      .map(({ id }) => id)
      .sort((a, b) => a - b)
      .join();
    return { next, made: made.map(({ id }) => id), count: made.length, ids, totals: totalsOf(items, next, terms) };
  });
  const [best] = valued.sort(
    (a, b) => a.totals.total - b.totals.total || a.count - b.count || (a.ids < b.ids ? -1 : a.ids > b.ids ? 1 : 0),
  );
  if (!best) return { kept: uses, total: Number.POSITIVE_INFINITY, made: [], ids: '' };
  // A promotion of the bill that takes nothing off is not kept.
  const counting = new Set(best.totals.lines.flatMap(({ shares }) => shares.map(({ order }) => order)));
  const kept = best.next.filter(({ order, terms: ofBill }) => order < start || !ofBill || counting.has(order));
  return { kept, total: best.totals.total, made: best.made, ids: best.ids };
}
