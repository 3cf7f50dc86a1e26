import type { Menu } from '@atoll/domain/menu/menu';
import { priceList } from '@atoll/domain/resources/price-list';
import { promotion } from '@atoll/domain/resources/promotion';
import { expect, it } from 'vitest';
import { promotionFields } from './promotion-fields.ts';
import { ruleGaps } from './rule-gaps.ts';

const sizes = [{ value: 'Large', sellingPrice: 4000, isDefault: true }];
const menus = [
  { id: 1, name: 'All day', categories: [{ id: 1, name: 'Hot', menuItems: [{ id: 1, name: 'Latte', sizes }] }] },
] as unknown as readonly Menu[];
const latte = { id: 1, name: 'Latte' };
const doppio = { id: 2, name: 'Espresso Doppio' };
const hot = { id: 1, name: 'Hot' };
const breakfast = { id: 2, name: 'Breakfast' };
const row = (more: object) => ({ menuItemId: null, categoryId: null, size: '', ...more });
const listWith = (rows: readonly object[], more: object = {}, on: readonly Menu[] = menus) =>
  ruleGaps(priceList.fields, { prices: rows, ...more }, { menus: on, today: '2026-11-29' });
const promotionWith = (values: object) =>
  ruleGaps(promotionFields(values as never), values as never, { menus, today: '2026-11-29' });
const none = { items: [], sizes: [] };

it('[R21.1] names the items, categories and sizes of a price list that no menu has, each once', () => {
  expect(listWith([row({ menuItemId: latte }), row({ menuItemId: latte, size: 'Large' })])).toEqual(none);
  expect(
    listWith([
      row({ menuItemId: doppio }),
      row({ menuItemId: doppio, size: 'Large' }),
      row({ categoryId: breakfast }),
      row({ categoryId: hot, size: 'Small' }),
      row({ menuItemId: latte, size: 'Small' }),
    ]),
  ).toEqual({ items: ['Espresso Doppio', 'Breakfast'], sizes: ['Latte Small'] });
});

it('[R21.6] names what a promotion needs: items, reduced items and parts of its type, but no excepted items', () => {
  const gone = [doppio];
  const parts = [{ menuItemId: doppio, categoryId: null, qty: 1 }];
  expect(promotionWith({ type: 'PercentOff', itemIds: [latte, doppio] }).items).toEqual(['Espresso Doppio']);
  expect(promotionWith({ type: 'BuyGet', itemIds: [latte], getItemIds: gone }).items).toEqual(['Espresso Doppio']);
  expect(promotionWith({ type: 'Bundle', parts }).items).toEqual(['Espresso Doppio']);
  expect(promotionWith({ type: 'PercentOff', exceptItemIds: gone, getItemIds: gone, parts })).toEqual(none);
  expect(promotion.fields.some(({ key }) => key === 'exceptItemIds')).toBe(true);
});

it('[R21.1] names nothing of a rule that is over, and nothing before this device has a menu', () => {
  const rows = [row({ menuItemId: doppio })];
  expect(listWith(rows, { toDate: '2026-11-28' })).toEqual(none);
  expect(listWith(rows, { toDate: '2026-11-29' }).items).toEqual(['Espresso Doppio']);
  expect(listWith(rows, { status: 'Applied' })).toEqual(none);
  expect(listWith(rows, {}, [])).toEqual(none);
});
