/** An outlet with price rules, guests with points, and gift cards. */
import { pointsRule } from '@atoll/domain/resources/points-rule';
import { priceList } from '@atoll/domain/resources/price-list';
import { promotion } from '@atoll/domain/resources/promotion';
import { type Shop, setSetting } from '../../../apps/server/src/modules/bill/testing/shop.ts';
import { createCustomer } from '../../../apps/server/src/modules/customer/service.ts';
import { pointsRuleHooks } from '../../../apps/server/src/modules/points/hooks.ts';
import { priceListHooks } from '../../../apps/server/src/modules/price/hooks.ts';
import { promotionHooks } from '../../../apps/server/src/modules/price/promotion-hooks.ts';
import type { Actor } from '../../../apps/server/src/platform/http/actor.ts';
import { createRecord } from '../../../apps/server/src/resource/write.ts';

export interface Guest {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly phone: string;
}

export interface Priced {
  readonly guests: readonly Guest[];
  /** The promotion that few bills may have. */
  readonly limited: { readonly id: number; readonly bills: number };
}

export const pricedOutlet = { outlet: { features: '["Inventory","Promotions","Wallets"]' } };
const spend = 1000;
const bills = 2;

/** Adds promotions of items, sets and the bill, a list, a promotion with a limit, points and two guests. */
export async function addPrices(shop: Shop): Promise<Priced> {
  const { store, outletId, menu } = shop;
  const admin = { ...shop.admin, sessionId: '', role: 'Admin', outlets: [outletId] } as unknown as Actor;
  const add = async (what: 'promotion' | 'list', name: string, fields: object): Promise<number> => {
    const resource =
      what === 'list'
        ? { definition: priceList, hooks: priceListHooks }
        : { definition: promotion, hooks: promotionHooks };
    const body = { key: crypto.randomUUID(), name, status: 'Published', ...fields };
    return (await createRecord(store, admin, resource, body as never)).id as number;
  };
  const all = [menu.burger, menu.tea, menu.juice];
  await add('promotion', 'Tenth off', { type: 'PercentOff', itemIds: [menu.burger], percent: 10 });
  const set = { type: 'BuyGet', itemIds: all, buyQty: 2, getQty: 1, percent: 50, maxPerBill: 1 };
  await add('promotion', 'Third at half', set);
  await add('promotion', 'From 150', { type: 'BillOff', percent: 5, minSpend: 15_000 });
  const few = { type: 'AmountOff', itemIds: [menu.tea], amount: 100, maxTotal: bills, combines: 'Stacks' };
  const limited = await add('promotion', 'First guests', few);
  const prices = [{ menuItemId: menu.juice, price: 1100 }];
  await add('list', 'Happy hour', { kind: 'Offer', priority: 0, roundTo: 0, prices });
  await setSetting(shop, 'PointsEnabled', 'true');
  const rule = { key: crypto.randomUUID(), name: 'Per spend', points: 1, per: spend };
  await createRecord(store, admin, { definition: pointsRule, hooks: pointsRuleHooks }, rule as never);
  const guests: Guest[] = [];
  for (const [name, phone] of [
    ['Aisha', '7771001'],
    ['Ibrahim', '7771002'],
  ] as const) {
    const key = crypto.randomUUID();
    const { id } = await createCustomer(store, admin, { key, name, phone });
    guests.push({ id, key, name, phone });
  }
  return { guests, limited: { id: limited, bills } };
}
