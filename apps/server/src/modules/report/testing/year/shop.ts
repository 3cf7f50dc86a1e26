/** The shop of the year of trade: its menu, price lists, promotions, points, guests and coupons, as the server has them and as the books know them. */
import { choiceGroup } from '@atoll/domain/resources/choice-group';
import { customerGroup } from '@atoll/domain/resources/customer-group';
import { menuItem } from '@atoll/domain/resources/menu-item';
import { pointsRule } from '@atoll/domain/resources/points-rule';
import { pointsTier } from '@atoll/domain/resources/points-tier';
import { priceList } from '@atoll/domain/resources/price-list';
import { promotion } from '@atoll/domain/resources/promotion';
import { codeHash, last4, readCode } from '@atoll/domain/wallet/code';
import type { Actor } from '../../../../platform/http/actor.ts';
import type { Store } from '../../../../platform/store/store.ts';
import { createRecord, type NewRecord } from '../../../../resource/write.ts';
import { addMenuItem, addShop, newKey, type Shop, setSetting } from '../../../bill/testing/shop.ts';
import { createCustomer } from '../../../customer/service.ts';
import { menuItemHooks } from '../../../menu/service.ts';
import { pointsRuleHooks, pointsTierHooks } from '../../../points/hooks.ts';
import { choiceGroupHooks } from '../../../price/choice-hooks.ts';
import { createCoupons } from '../../../price/coupons.ts';
import { priceListHooks } from '../../../price/hooks.ts';
import { promotionHooks } from '../../../price/promotion-hooks.ts';
import { addCategory, addPeople } from '../random-people.ts';
import type { Mode } from './law.ts';
import type { Listed, Rule } from './plan.ts';

/** Cash is rounded to 25 laari. */
export const cashStep = 25;
/** Bills of tables bear a service charge of 10 %. */
export const serviceBp = { Table: 1000, Takeaway: 0, Counter: 0 } as const;
export type SlotName = keyof typeof serviceBp;

export interface Dish {
  readonly id: number;
  readonly name: string;
  readonly category: string;
  readonly mode: Mode;
  /** Its own rate; null: that of the bill. */
  readonly rate: number | null;
  readonly isCharged: boolean;
  readonly isWeighed: boolean;
  readonly cap: number | null;
  readonly sizes: readonly { readonly value: string; price: number; readonly cost: number | null }[];
}

export interface Guest {
  readonly id: number;
  readonly name: string;
  readonly phone: string;
  readonly groupId: number;
  readonly off: number;
}

export interface YearShop {
  readonly shop: Shop;
  readonly admin: Actor;
  /** The name that reports have for the person who does everything. */
  readonly person: string;
  readonly dishes: Readonly<Record<string, Dish>>;
  readonly lunch: {
    readonly id: number;
    readonly name: string;
    readonly price: number;
    readonly groups: readonly number[];
  };
  readonly lists: readonly Listed[];
  readonly rules: readonly Rule[];
  readonly guests: Guest[];
  readonly groupId: number;
  readonly coupon: {
    readonly key: string;
    readonly promotionId: number;
    readonly last4: string;
    readonly maxUses: number;
  };
  readonly reward: Rule;
}

const features = JSON.stringify(['Wallets', 'Promotions', 'Tips']);

/** The rate of the slot types changes on this day. */
const slotTypes = (changeDay: string): string =>
  JSON.stringify(
    (['Table', 'Takeaway', 'Counter'] as const).map((type) => ({
      type,
      slotCount: 41,
      rates: [
        { from: '2023-01-01T00:00:00.000Z', serviceChargePct: serviceBp[type] / 100, gstPct: 8 },
        { from: `${changeDay}T00:00:00.000Z`, serviceChargePct: serviceBp[type] / 100, gstPct: 10 },
      ],
    })),
  );

export async function makeYearShop(store: Store, start: number, rateDay: string): Promise<YearShop> {
  const at = store.at(start);
  const shop = await addShop(at, {
    shift: false,
    outlet: { features, slot_types: slotTypes(rateDay), is_gst_on_service_charge: true },
  });
  const [userId = 0] = await addPeople(at, shop.outletId, ['Aisha']);
  const admin = { ...shop.admin, userId } as Actor;
  for (const [key, value] of Object.entries({
    RoundCash: `${cashStep}:nearest`,
    PointsEnabled: 'true',
    GiftCardExpiryMonths: '1',
  }))
    await setSetting(shop, key, value);
  await setSetting(shop, 'PaymentMethods', ['Cash', 'Card', 'BankTransfer', 'GiftCard', 'StoreCredit', 'Deposit']);
  const dishes = await addDishes(shop);
  const lunch = await addLunch(shop, dishes);
  const group = await record(shop, { definition: customerGroup, hooks: {} }, { name: 'Staff' });
  const lists = await addLists(shop, dishes, group.id);
  const rules = await addRules(shop, dishes, lunch.id);
  await addPoints(shop, dishes);
  const coupon = rules.find(({ trigger }) => trigger === 'Coupon') as Rule;
  const maxUses = 20;
  const csv = await createCoupons(at, admin, { key: newKey(), promotionId: coupon.id, count: 1, maxUses });
  const code = readCode(csv.split('\r\n')[1] ?? '') ?? '';
  return {
    shop,
    admin,
    person: 'Aisha',
    dishes,
    lunch,
    lists,
    rules,
    guests: [],
    groupId: group.id,
    coupon: { key: codeHash(code), promotionId: coupon.id, last4: last4(code), maxUses },
    reward: rules.find(({ trigger }) => trigger === 'Reward') as Rule,
  };
}

function record(
  shop: Shop,
  resource: Parameters<typeof createRecord>[2],
  body: object,
): Promise<{ readonly id: number }> {
  const made = createRecord(shop.store, shop.admin as Actor, resource, { key: newKey(), ...body } as NewRecord);
  return made as unknown as Promise<{ readonly id: number }>;
}

type DishStart = Partial<Omit<Dish, 'id' | 'sizes'>> & {
  readonly sizes: readonly (readonly [string, number, number | null])[];
};

const menu: Readonly<Record<string, DishStart>> = {
  pizza: {
    category: 'Food',
    sizes: [
      ['Small', 8333, 2100],
      ['Large', 12_999, 3300],
    ],
  },
  burger: { category: 'Food', sizes: [['Regular', 6501, 1999]] },
  soup: { category: 'Food', mode: 'Exempt', sizes: [['Regular', 3000, 801]] },
  rice: { category: 'Food', isWeighed: true, cap: 1000, sizes: [['Regular', 9007, 3000]] },
  juice: { category: 'Drinks', mode: 'Inclusive', sizes: [['Regular', 3503, 777]] },
  tea: { category: 'Drinks', isCharged: false, sizes: [['Regular', 1500, 400]] },
  wine: { category: 'Drinks', rate: 1700, cap: 500, sizes: [['Regular', 11_111, 7003]] },
  cake: { category: 'Sweets', mode: 'Inclusive', sizes: [['Regular', 80_000, 20_000]] },
};

async function addDishes(shop: Shop): Promise<Record<string, Dish>> {
  const categories = new Map<string, number>();
  for (const name of ['Food', 'Drinks', 'Sweets']) categories.set(name, await addCategory(shop, name));
  const dishes: Record<string, Dish> = {};
  for (const [name, { sizes, ...start }] of Object.entries(menu)) {
    const {
      category = 'Food',
      mode = 'Exclusive',
      rate = null,
      isCharged = true,
      isWeighed = false,
      cap = null,
    } = start;
    const made = sizes.map(([value, price, cost]) => ({ value, price, cost }));
    const id = await addMenuItem(shop.store, shop.outletId, {
      name,
      sizes: JSON.stringify(
        made.map(({ value, price, cost }, place) => ({
          value,
          sellingPrice: price,
          isDefault: place === 0,
          ...(cost !== null && { costPrice: cost }),
        })),
      ),
      category_ids: JSON.stringify([categories.get(category)]),
      gst_mode: mode === 'Exclusive' ? null : mode,
      gst_bp: rate,
      is_service_chargeable: isCharged,
      is_sold_by_weight: isWeighed,
      max_discount_bp: cap,
    });
    dishes[name] = { id, name, category, mode, rate, isCharged, isWeighed, cap, sizes: made };
  }
  return dishes;
}

async function addLunch(shop: Shop, dishes: Readonly<Record<string, Dish>>) {
  const group = async (name: string, ...choices: readonly object[]) =>
    (await record(shop, { definition: choiceGroup, hooks: choiceGroupHooks }, { name, choose: 1, choices })).id;
  const groups = [
    await group('Main', { menuItemId: dishes['pizza']?.id, size: 'Small' }),
    await group('Side', { menuItemId: dishes['soup']?.id }),
    await group('Drink', { menuItemId: dishes['juice']?.id, extraPrice: 500 }, { menuItemId: dishes['tea']?.id }),
  ];
  const price = 9900;
  const { id } = await record(
    shop,
    { definition: menuItem, hooks: menuItemHooks },
    {
      name: 'Lunch Set',
      categoryIds: [await addCategory(shop, 'Sets')],
      type: 'NA',
      isSet: true,
      sizes: [{ value: 'Regular', sellingPrice: price, isDefault: true }],
      choiceGroupIds: groups,
    },
  );
  return { id, name: 'Lunch Set', price, groups };
}

async function addLists(shop: Shop, dishes: Readonly<Record<string, Dish>>, groupId: number): Promise<Listed[]> {
  const id = (name: string): number => dishes[name]?.id ?? 0;
  const day = (name: string) => ({ day: name, from: '04:00', to: '04:00' });
  const starts: Omit<Listed, 'id'>[] = [
    {
      name: 'Weekend',
      kind: 'Base',
      priority: 0,
      roundTo: 50,
      availability: [day('Friday'), day('Saturday')],
      prices: [
        { menuItemId: id('pizza'), percent: 10 },
        { menuItemId: id('tea'), percent: 30 },
      ],
    },
    {
      name: 'Staff prices',
      kind: 'Base',
      priority: 5,
      roundTo: 0,
      groupIds: [groupId],
      prices: [
        { menuItemId: id('burger'), percent: -20.5 },
        { menuItemId: id('juice'), price: 2999 },
      ],
    },
    {
      name: 'Afternoon',
      kind: 'Offer',
      priority: 0,
      roundTo: 0,
      availability: [{ day: 'Every day', from: '15:00', to: '17:00' }],
      prices: [
        { menuItemId: id('tea'), price: 1100 },
        { menuItemId: id('wine'), percent: -10 },
      ],
    },
  ];
  const lists: Listed[] = [];
  for (const start of starts) {
    const made = await record(
      shop,
      { definition: priceList, hooks: priceListHooks },
      { status: 'Published', ...start },
    );
    lists.push({ ...start, id: made.id });
  }
  return lists;
}

async function addRules(shop: Shop, dishes: Readonly<Record<string, Dish>>, lunchId: number): Promise<Rule[]> {
  const id = (name: string): number => dishes[name]?.id ?? 0;
  const starts: (Omit<Rule, 'id' | 'priority' | 'combines'> & Partial<Pick<Rule, 'priority' | 'combines'>>)[] = [
    {
      name: 'Three for two',
      type: 'BuyGet',
      itemIds: [id('pizza')],
      buyQty: 2,
      getQty: 1,
      percent: 100,
      maxPerBill: 2,
    },
    {
      name: 'Burger and tea',
      type: 'Bundle',
      price: 7000,
      parts: [
        { menuItemId: id('burger'), qty: 1 },
        { menuItemId: id('tea'), qty: 1 },
      ],
    },
    {
      name: 'Soup with pizza',
      type: 'BuyGet',
      itemIds: [id('pizza')],
      getItemIds: [id('soup')],
      buyQty: 1,
      getQty: 1,
      percent: 50,
    },
    {
      name: 'Juice hour',
      type: 'PercentOff',
      itemIds: [id('juice')],
      percent: 15,
      availability: [{ day: 'Every day', from: '17:00', to: '19:00' }],
    },
    { name: 'Tea always', type: 'AmountOff', itemIds: [id('tea')], amount: 133 },
    { name: 'Set day', type: 'AmountOff', itemIds: [lunchId], amount: 777 },
    { name: 'On top', type: 'PercentOff', combines: 'Stacks', itemIds: [id('burger'), id('rice')], percent: 4 },
    { name: 'Big spender', type: 'BillOff', percent: 7, minSpend: 30_000, maxPerCustomer: 9 },
    { name: 'Opening', type: 'BillOff', combines: 'Stacks', amount: 1501, minSpend: 12_000, maxTotal: 60 },
    { name: 'Friends', type: 'BillOff', combines: 'Stacks', trigger: 'Coupon', percent: 11 },
    { name: 'Thanks', type: 'BillOff', combines: 'Stacks', trigger: 'Reward', pointsCost: 40, amount: 1000 },
    {
      name: 'Wednesday',
      type: 'PercentOff',
      combines: 'Alone',
      exceptItemIds: [id('tea')],
      percent: 25,
      orderTypes: ['Takeaway'],
      availability: [{ day: 'Wednesday', from: '04:00', to: '04:00' }],
    },
  ];
  const rules: Rule[] = [];
  for (const [place, start] of starts.entries()) {
    const rule = { combines: 'OnePerUnit' as const, priority: place % 3, ...start };
    const made = await record(shop, { definition: promotion, hooks: promotionHooks }, { status: 'Published', ...rule });
    rules.push({ ...rule, id: made.id });
  }
  return rules;
}

async function addPoints(shop: Shop, dishes: Readonly<Record<string, Dish>>): Promise<void> {
  const rule = { definition: pointsRule, hooks: pointsRuleHooks };
  await record(shop, rule, { name: 'Spend', kind: 'PerSpend', points: 1, per: 1000 });
  await record(shop, rule, { name: 'Juice', kind: 'PerItem', points: 5, itemIds: [dishes['juice']?.id] });
  await record(shop, rule, { name: 'Welcome', kind: 'Signup', points: 10 });
  await record(
    shop,
    { definition: pointsTier, hooks: pointsTierHooks },
    { name: 'Gold', fromPoints: 150, factorPct: 150 },
  );
}

/** Points by the rules above: a point for each 10.00 and five for each juice, half as many again from 150 points of the year on. */
export const pointsOf = (net: number, juices: number, inYear: number): number =>
  Math.floor((Math.floor(net / 1000) + 5 * juices) * (inYear >= 150 ? 1.5 : 1));

export const welcomePoints = 10;

/** Adds a guest; the first is of the staff, the second has a discount. */
export async function addGuest(year: YearShop, store: Store, number: number): Promise<Guest> {
  const [name, phone] = [`Guest ${number}`, `77${String(10_000 + number)}`];
  const more = { groupId: number === 1 ? year.groupId : 0, discountPct: number === 2 ? 5 : 0 };
  const body = {
    key: newKey(),
    name,
    phone,
    ...(number === 1 && { groupId: more.groupId }),
    ...(number === 2 && { discountPct: more.discountPct }),
  };
  const made = await createCustomer(store, year.admin, body);
  const guest = { id: made.id, name, phone, groupId: more.groupId, off: more.discountPct * 100 };
  year.guests.push(guest);
  return guest;
}
