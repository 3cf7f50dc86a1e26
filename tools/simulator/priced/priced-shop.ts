/** An outlet with price rules, guests with points, and gift cards. */
import { choiceGroup } from '@atoll/domain/resources/choice-group';
import { pointsRule } from '@atoll/domain/resources/points-rule';
import { priceList } from '@atoll/domain/resources/price-list';
import { promotion } from '@atoll/domain/resources/promotion';
import { newCode, readCode, soldCardOf } from '@atoll/domain/wallet/code';
import { createBill, payBill } from '../../../apps/server/src/modules/bill/service.ts';
import {
  addMenuItem,
  cash,
  line,
  payment,
  type Shop,
  sent,
  setSetting,
} from '../../../apps/server/src/modules/bill/testing/shop.ts';
import { createCustomer } from '../../../apps/server/src/modules/customer/service.ts';
import { pointsRuleHooks } from '../../../apps/server/src/modules/points/hooks.ts';
import { choiceGroupHooks } from '../../../apps/server/src/modules/price/choice-hooks.ts';
import { createCoupons } from '../../../apps/server/src/modules/price/coupons.ts';
import { priceListHooks } from '../../../apps/server/src/modules/price/hooks.ts';
import { promotionHooks } from '../../../apps/server/src/modules/price/promotion-hooks.ts';
import type { Actor } from '../../../apps/server/src/platform/http/actor.ts';
import type { Resource } from '../../../apps/server/src/resource/hooks.ts';
import { createRecord } from '../../../apps/server/src/resource/write.ts';

export interface Guest {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly phone: string;
}

/** A coupon for so many bills. */
export interface Coupon {
  readonly code: string;
  readonly promotionId: number;
  readonly maxUses: number;
}

/** What a set menu costs, and what guests choose for it. Money in laari. */
export interface SetMenu {
  readonly id: number;
  readonly price: number;
  readonly groups: readonly {
    readonly id: number;
    readonly choose: number;
    readonly choices: readonly {
      readonly menuItemId: number;
      readonly listPrice: number;
      readonly extraPrice: number;
    }[];
  }[];
}

export interface Priced {
  readonly guests: readonly Guest[];
  /** Codes of gift cards that were sold before the tills start. */
  readonly cardCodes: readonly string[];
  readonly offlineLimit: number;
  readonly coupons: readonly Coupon[];
  readonly set: SetMenu;
  /** The promotion that few bills may have. */
  readonly limited: { readonly id: number; readonly bills: number };
}

export const pricedOutlet = { outlet: { features: '["Inventory","Promotions","Wallets"]' } };
const spend = 1000;
const bills = 2;

const offlineLimit = 6000;

/** Adds promotions of items, sets and the bill, a list, a promotion with a limit, points, two guests, coupons, a set menu and gift cards. */
export async function addPrices(shop: Shop): Promise<Priced> {
  const { store, outletId, menu } = shop;
  const admin = { ...shop.admin, sessionId: '', role: 'Admin', outlets: [outletId] } as unknown as Actor;
  const create = async (resource: Resource, fields: object): Promise<number> => {
    const body = { key: crypto.randomUUID(), ...fields };
    return (await createRecord(store, admin, resource, body as never)).id as number;
  };
  const promote = (name: string, fields: object): Promise<number> =>
    create({ definition: promotion, hooks: promotionHooks }, { name, status: 'Published', ...fields });
  const all = [menu.burger, menu.tea, menu.juice];
  await promote('Tenth off', { type: 'PercentOff', itemIds: [menu.burger], percent: 10 });
  const buyGet = { type: 'BuyGet', itemIds: all, buyQty: 2, getQty: 1, percent: 50, maxPerBill: 1 };
  await promote('Third at half', buyGet);
  await promote('From 150', { type: 'BillOff', percent: 5, minSpend: 15_000 });
  const few = { type: 'AmountOff', itemIds: [menu.tea], amount: 100, maxTotal: bills, combines: 'Stacks' };
  const limited = await promote('First guests', few);
  const prices = [{ menuItemId: menu.juice, price: 1100 }];
  const list = { name: 'Happy hour', kind: 'Offer', priority: 0, roundTo: 0, prices, status: 'Published' };
  await create({ definition: priceList, hooks: priceListHooks }, list);
  await setSetting(shop, 'PointsEnabled', 'true');
  await setSetting(shop, 'WalletOfflineLimit', String(offlineLimit));
  await create({ definition: pointsRule, hooks: pointsRuleHooks }, { name: 'Per spend', points: 1, per: spend });
  return {
    guests: await addGuests(shop, admin),
    limited: { id: limited, bills },
    coupons: await addCoupons(shop, admin, promote),
    set: await addSetMenu(shop, create),
    cardCodes: [await sellCard(shop, 1), await sellCard(shop, 2)],
    offlineLimit,
  };
}

async function addGuests({ store }: Shop, admin: Actor): Promise<readonly Guest[]> {
  const guests: Guest[] = [];
  for (const [name, phone] of [
    ['Aisha', '7771001'],
    ['Ibrahim', '7771002'],
  ] as const) {
    const key = crypto.randomUUID();
    const { id } = await createCustomer(store, admin, { key, name, phone });
    guests.push({ id, key, name, phone });
  }
  return guests;
}

/** Adds a code for two bills, which every till knows, and one for one bill. */
async function addCoupons(
  { store }: Shop,
  admin: Actor,
  promote: (name: string, fields: object) => Promise<number>,
): Promise<readonly Coupon[]> {
  const coupons: Coupon[] = [];
  for (const [name, amount, count, maxUses] of [
    ['For friends', 300, 1, 2],
    ['For one', 500, 1, 1],
  ] as const) {
    const promotionId = await promote(name, { type: 'BillOff', amount, trigger: 'Coupon', combines: 'Stacks' });
    const csv = await createCoupons(store, admin, { key: crypto.randomUUID(), promotionId, count, maxUses });
    for (const shown of csv.split('\r\n').slice(1)) coupons.push({ code: readCode(shown) ?? '', promotionId, maxUses });
  }
  return coupons;
}

/** Adds a set of a burger and a drink. */
async function addSetMenu(
  { store, outletId, menu }: Shop,
  create: (resource: Resource, fields: object) => Promise<number>,
): Promise<SetMenu> {
  const group = async (name: string, choices: SetMenu['groups'][number]['choices']) => {
    const rows = choices.map(({ listPrice: _, ...choice }) => choice);
    const fields = { name, choose: 1, choices: rows };
    return { id: await create({ definition: choiceGroup, hooks: choiceGroupHooks }, fields), choose: 1, choices };
  };
  const groups = [
    await group('Main', [{ menuItemId: menu.burger, listPrice: 5000, extraPrice: 0 }]),
    await group('Drink', [
      { menuItemId: menu.tea, listPrice: 1000, extraPrice: 0 },
      { menuItemId: menu.juice, listPrice: 1200, extraPrice: 300 },
    ]),
  ];
  const price = 5500;
  const id = await addMenuItem(store, outletId, {
    name: 'Lunch Set',
    type: 'NA',
    sizes: JSON.stringify([{ value: 'Small', sellingPrice: price, isDefault: true }]),
    is_set: true,
    choice_group_ids: JSON.stringify(groups.map((one) => one.id)),
  });
  return { id, price, groups };
}

/** Sells a gift card of 70.00 at the counter and returns its code. */
async function sellCard({ store, outletId, admin }: Shop, number: number): Promise<string> {
  const code = newCode(Uint8Array.from({ length: 12 }, (_, place) => (outletId * 7 + number * 31 + place * 5) % 256));
  const items = [line(0, 1, { sellingPrice: 7000, card: soldCardOf(code) })];
  const bill = await createBill(store, admin, { ...sent(String(number), { items }), type: 'Takeaway' });
  await payBill(store, admin, payment(bill, [cash(7000)]));
  return code;
}
