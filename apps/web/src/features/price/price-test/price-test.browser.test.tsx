import type { PriceRules } from '@atoll/domain/price/rules';
import { codeHash, newCode, shownCode } from '@atoll/domain/wallet/code';
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useBills } from '../../../bills/bills.ts';
import { useApp } from '../../../sync/app-store.ts';
import { type FakeServer, fakeServer } from '../../../sync/testing/fake-server.ts';
import { burger, juice, openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { PriceTestScreen } from './price-test-screen.tsx';

const category = { id: 1, name: 'Food', nameLocal: '', color: '', gstMode: null, sort: 1, menuItems: [burger, juice] };
const happy = {
  id: 1,
  name: 'Happy hour',
  kind: 'Offer' as const,
  priority: 0,
  roundTo: 0,
  availability: [{ day: 'Friday' as const, from: '17:00', to: '19:00' }],
  prices: [{ menuItemId: juice.id, price: 2500 }],
};
const rules: PriceRules = { version: 3, lists: [happy], changes: [] };
const draft = {
  id: 9,
  name: 'Weekend',
  status: 'Draft',
  type: 'BillOff',
  percent: 10,
  amount: null,
  minSpend: null,
  priority: null,
  combines: 'OnePerUnit',
  availability: [],
  orderTypes: [],
  groupIds: [],
};
let server: FakeServer;

async function open(width: number): Promise<void> {
  await page.viewport(width, 844);
  await openTill();
  server = fakeServer();
  server.handler = ({ path }) => {
    if (path.startsWith('/bis/price/promotions')) return { body: [draft, { ...draft, id: 10, status: 'Published' }] };
    return path.startsWith('/bis/price/lists') ? { body: [] } : undefined;
  };
  globalThis.fetch = server.fetch;
  useApp.setState({ menus: [{ id: 1, name: 'All', categories: [category] }], prices: rules });
  await showAt('/menu/price-test', <PriceTestScreen />);
}
const add = async (text: string, name: string) => {
  await page.getByLabelText('Add an item').fill(text);
  await page.getByRole('button', { name, exact: true }).click();
};
const at = (time: string) => page.getByLabelText('Date and time').fill(time);
const result = () => page.getByRole('region', { name: 'Bill' });

afterEach(() => {
  useApp.setState({ prices: { version: 0, lists: [], changes: [] } });
  clear();
});

it('[R21.30] shows price, steps and rules that did not count for a basket and a time, with drafts too, and writes nothing', async () => {
  await open(1280);
  await add('lime', 'Lime Juice');
  await at('2026-11-27T17:10');
  await expect.element(result().getByText('Happy hour, 30.00 → 25.00')).toBeVisible();
  expect(result().getByText('Not applied').elements()).toEqual([]);
  await at('2026-11-27T19:30');
  await expect.element(result().getByText('Happy hour, ends 19:00')).toBeVisible();
  await page.getByLabelText('Quantity').fill('2');
  await expect.element(result().getByText('MVR 71.28')).toBeVisible();
  await page.getByLabelText('With drafts').click();
  await expect.element(result().getByText('Weekend').first()).toBeVisible();
  await expect.element(result().getByText('MVR 64.15')).toBeVisible();
  expect(server.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
});

it('[R21.30] prices for the group and the discount of a guest, and for the slot type, and says which rules ask for others', async () => {
  await open(1280);
  const guest = { id: 3, key: 'k3', name: 'Aisha', phone: '', tin: '', groupId: 7, discountPct: 10, accountId: 9 };
  const { handler } = server;
  server.handler = (seen) => {
    if (seen.path.startsWith('/crm/customers/list')) return { body: [guest] };
    if (seen.path === '/crm/customers/find/3') return { body: guest };
    if (seen.path === '/fin/account/credit/3')
      return { body: { hasAccount: true, hasCredit: false, discountPct: 12.5 } };
    return handler(seen);
  };
  const { availability: _, ...always } = happy;
  const members = { ...always, id: 2, name: 'Members', groupIds: [7], prices: [{ menuItemId: juice.id, price: 2000 }] };
  const toGo = { id: 5, name: 'To go', type: 'BillOff', amount: 500, orderTypes: ['Takeaway'] } as const;
  const promotions = [{ ...toGo, priority: 0, combines: 'OnePerUnit' as const }];
  const { outlet } = useApp.getState();
  const [table] = outlet?.slotTypes ?? [];
  const [rate] = table?.rates ?? [];
  if (!outlet || !table || !rate) throw new Error('The till has no outlet');
  const takeaway = { type: 'Takeaway' as const, slotCount: 5, rates: [{ ...rate, serviceChargePct: 0 }] };
  useApp.setState({
    outlet: { ...outlet, slotTypes: [table, takeaway] },
    prices: { ...rules, lists: [members], promotions },
  });
  await add('lime', 'Lime Juice');
  await expect.element(result().getByText('MVR 35.64')).toBeVisible();
  await expect.element(result().getByText('Members, not for this guest')).toBeVisible();
  await expect.element(result().getByText('To go, not for this slot type')).toBeVisible();
  await page.getByLabelText('Guest').fill('Ai');
  await page.getByText('Aisha', { exact: true }).click();
  // 20.00, − 12.5 % by the house account, + 10 %, + 8 %
  await expect.element(result().getByText('MVR 20.79')).toBeVisible();
  await expect.element(result().getByText('Members, 30.00 → 20.00')).toBeVisible();
  await page.getByLabelText('Slot type').selectOptions('Takeaway');
  // 20.00, − 5.00, + 8 %
  await expect.element(result().getByText('MVR 16.20')).toBeVisible();
  expect(server.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
});

it('asks for the basket first on a phone, and shows the bill as a second step', async () => {
  await open(390);
  expect(result().elements()).toEqual([]);
  await add('burg', 'Lagoon Burger');
  await page.getByRole('button', { name: 'Show the bill' }).click();
  await expect.element(result().getByText('MVR 59.40')).toBeVisible();
  await page.getByRole('button', { name: 'Back to the basket' }).click();
  await expect.element(page.getByRole('button', { name: 'Remove Lagoon Burger' })).toBeVisible();
});

const promotion = { priority: 0, combines: 'OnePerUnit', type: 'BillOff' } as const;

it('counts a coupon or a reward of the basket, by its promotion or a code, and says which rules ask for one', async () => {
  const [shared, single] = [7, 5].map((step) => newCode(Uint8Array.from({ length: 12 }, (_, place) => place * step)));
  await open(1280);
  expect(page.getByLabelText('Coupon or reward').elements()).toEqual([]);
  const friends = { ...promotion, id: 4, name: 'Friends', percent: 20, trigger: 'Coupon' as const };
  const points = { ...promotion, id: 5, name: 'For points', amount: 500, trigger: 'Reward' as const, pointsCost: 50 };
  const codes = [{ promotionId: 4, hashes: [codeHash(shared as string)] }];
  const treat = { ...promotion, id: 6, name: 'Birthday', percent: 50, trigger: 'Birthday' as const };
  useApp.setState({ prices: { ...rules, promotions: [friends, points, treat], codes } });
  await add('burg', 'Lagoon Burger');
  await expect.element(result().getByText('MVR 59.40')).toBeVisible();
  await expect.element(result().getByText('Friends, only with a coupon')).toBeVisible();
  await expect.element(result().getByText('For points, only for points')).toBeVisible();
  await expect.element(result().getByText('Birthday, only with a guest')).toBeVisible();
  expect(page.getByRole('option', { name: 'Birthday' }).elements()).toEqual([]);
  await page.getByLabelText('Coupon or reward').selectOptions('For points');
  await expect.element(result().getByText('MVR 53.46')).toBeVisible();
  await page.getByLabelText('Code of a coupon').fill('7K2Q');
  await page.getByRole('button', { name: 'Use coupon' }).click();
  await expect.element(page.getByText('This code is not complete')).toBeVisible();
  await page.getByLabelText('Code of a coupon').fill(shownCode(shared as string));
  await page.getByRole('button', { name: 'Use coupon' }).click();
  await expect.element(result().getByText('MVR 47.52')).toBeVisible();
  await expect.element(page.getByLabelText('Coupon or reward')).toHaveValue('4');
  await page.getByLabelText('Coupon or reward').selectOptions('None');
  await expect.element(result().getByText('MVR 59.40')).toBeVisible();
  server.network = 'dead';
  await page.getByLabelText('Code of a coupon').fill(single as string);
  await page.getByRole('button', { name: 'Use coupon' }).click();
  await expect.element(page.getByText('Single-use coupons need the server')).toBeVisible();
  expect(server.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
});

const sized = (id: number, name: string, sellingPrice: number, more: object = {}) => ({
  ...burger,
  id,
  name,
  sizes: [{ value: 'Regular', sellingPrice, isDefault: true }],
  ...more,
});
const option = (optionId: number, name: string, priceDelta: number) => ({
  optionId,
  name,
  priceDelta,
  isDefault: false,
  isPrinted: true,
  inventoryItemId: 0,
  qty: null,
});
const milk = { id: 7, name: 'Milk', min: 0, max: 1, freeCount: 0, options: [option(71, 'Oat milk', 600)] };
const cooking = {
  id: 8,
  name: 'Cooking',
  min: 1,
  max: 1,
  freeCount: 0,
  options: [option(81, 'Rare', 0), option(82, 'Well done', 0)],
};
const lattes = [
  { value: 'Small', sellingPrice: 3000, isDefault: true },
  { value: 'Large', sellingPrice: 4000, isDefault: false },
];
const latte = sized(10, 'Latte', 0, { sizes: lattes, modifierGroups: [milk] });
const setB = sized(20, 'Set B', 9900, { choiceGroupIds: [1, 2] });
const steak = sized(22, 'Steak', 12_000, { modifierGroups: [cooking] });
const offered = (menuItemId: number, more: object = {}) => ({
  menuItemId,
  size: '',
  extraPrice: 0,
  isDefault: false,
  ...more,
});
const choices = [
  { id: 1, name: 'Main', choose: 1, choices: [offered(21, { isDefault: true }), offered(22, { extraPrice: 2000 })] },
  { id: 2, name: 'Drink', choose: 1, choices: [offered(2), offered(10, { size: 'Small' })] },
];

async function openWithSets(lists: PriceRules['lists'] = []): Promise<void> {
  await open(1280);
  const menuItems = [burger, juice, latte, setB, sized(21, 'Rice', 6500), steak];
  useApp.setState({
    menus: [{ id: 1, name: 'All', categories: [{ ...category, menuItems }] }],
    prices: { ...rules, lists, choices },
  });
}
const basket = () => page.getByRole('region', { name: 'Basket' });
it('[R21.30] prices the options of an item, and asks for those that a till asks for', async () => {
  await openWithSets();
  await add('latte', 'Latte');
  await page.getByLabelText('Size').selectOptions('Large');
  await basket()
    .getByRole('button', { name: /^Oat milk/ })
    .click();
  await expect.element(result().getByText('Oat milk', { exact: true })).toBeVisible();
  // 46.00, + 10 %, + 8 %
  await expect.element(result().getByText('MVR 54.65')).toBeVisible();
  await add('steak', 'Steak');
  await expect.element(basket().getByText('Choose 1 more: Cooking')).toBeVisible();
  await expect.element(result().getByText(/^An item is left out of the bill/)).toBeVisible();
  await expect.element(result().getByText('MVR 54.65')).toBeVisible();
  await basket().getByRole('button', { name: 'Rare' }).click();
  await expect.element(result().getByText('MVR 197.21')).toBeVisible();
  expect(
    result()
      .getByText(/left out/)
      .elements(),
  ).toEqual([]);
  expect(server.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
});

it('[R21.30][R21.25] prices the choices of a set menu with extras and options, by the keyboard alone, as a bill has them', async () => {
  const night = { id: 4, name: 'Night', kind: 'Offer' as const, priority: 0, roundTo: 0 };
  await openWithSets([{ ...night, prices: [{ menuItemId: 20, price: 8900 }] }]);
  await add('set b', 'Set B');
  await expect.element(basket().getByText('Choose first: Drink')).toBeVisible();
  const press = async (name: RegExp) => {
    const locator = basket().getByRole('button', { name });
    await expect.element(locator).toBeVisible();
    const button = locator.element() as HTMLElement;
    (basket().getByRole('button', { name: 'Remove Set B' }).element() as HTMLElement).focus();
    for (let step = 0; step < 12 && document.activeElement !== button; step += 1) await userEvent.keyboard('{Tab}');
    expect(document.activeElement).toBe(button);
    await userEvent.keyboard(' ');
  };
  for (const name of [/^Steak/, /^Rare/, /^Latte/, /^Oat milk/]) await press(name);
  const parts = result().getByRole('list', { name: 'Parts of Set B' });
  await expect.element(parts).toBeVisible();
  const words = ['Night, 99.00 → 89.00', 'Steak, Rare, Oat milk'];
  for (const text of words) await expect.element(result().getByText(text, { exact: true })).toBeVisible();
  // 89.00 + 20.00 + 6.00 divided by 120.00 and 30.00
  expect(
    parts
      .getByRole('listitem')
      .elements()
      .map((one) => one.textContent),
  ).toEqual(['Steak · Rare91.20', 'Latte · Small · Oat milk23.80']);
  await expect.element(result().getByText('MVR 136.62')).toBeVisible();

  const state = useBills.getState();
  const checkedIn = await state.checkIn('Table', '1');
  if (!checkedIn.ok) throw new Error(checkedIn.refusal.reason);
  const [main, drink] = choices as never as readonly [never, never];
  const chosen = [
    {
      menuItem: steak,
      size: steak.sizes[0],
      group: main,
      extraPrice: 2000,
      modifiers: [{ optionId: 81, name: 'Rare', priceDelta: 0 }],
    },
    {
      menuItem: latte,
      size: lattes[0],
      group: drink,
      extraPrice: 0,
      modifiers: [{ optionId: 71, name: 'Oat milk', priceDelta: 600 }],
    },
  ];
  const sold = state.addItem(checkedIn.value.key, { menuItem: setB, parts: chosen as never });
  expect(sold.ok && [sold.value.total, ...sold.value.items.map(({ sellingPrice }) => sellingPrice)]).toEqual([
    13_662, 0, 9120, 1780,
  ]);
});

it('[R21.30] asks nothing of a set whose choices this device does not have, and leaves it out', async () => {
  await openWithSets();
  useApp.setState({ prices: rules });
  await add('set b', 'Set B');
  await expect.element(basket().getByText(/^The choices of this set are not here yet/)).toBeVisible();
  await expect.element(result().getByText(/^An item is left out of the bill/)).toBeVisible();
});

it.each([1000, 1064, 1100, 1280])(
  'shows date and time beside the slot type, not above it, %i pixels wide',
  async (width) => {
    await open(width);
    await expect.element(page.getByLabelText('Date and time')).toBeVisible();
    const box = (label: string) => page.getByLabelText(label).element().getBoundingClientRect();
    const [when, type] = [box('Date and time'), box('Slot type')];
    expect(when.right <= type.left || when.bottom <= type.top).toBe(true);
  },
);

it('keeps the fields of the basket inside their frame beside an open sidebar on an upright tablet', async () => {
  await open(820);
  (document.body.lastElementChild as HTMLElement).style.inlineSize = '604px';
  await expect.element(page.getByLabelText('Date and time')).toBeVisible();
  const frame = page.getByRole('region', { name: 'Basket' }).element().getBoundingClientRect();
  for (const label of ['Add an item', 'Date and time', 'Slot type'])
    expect(page.getByLabelText(label).element().getBoundingClientRect().right, label).toBeLessThan(frame.right - 8);
});
