import type { Bill } from '@atoll/domain/bill/bill';
import { cardLine } from '@atoll/domain/bill/card/card-line';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import { billsOf, dishes, dishId, paidBill, rulesOf, tappedAt } from '@atoll/domain/bill/testing/price-example-bills';
import {
  type Dish,
  type ExampleBill,
  exampleMenu,
  exampleTitle,
  type PriceExample,
  priceExamples,
} from '@atoll/domain/bill/testing/price-examples';
import { printedLine } from '@atoll/domain/contract/bill/print';
import type { MenuItem } from '@atoll/domain/menu/menu';
import { formatAmount, laari } from '@atoll/domain/money/money';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import type { ChoiceGroup } from '@atoll/domain/price/choice-group';
import { noPriceRules } from '@atoll/domain/price/rules';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { billAt, useBills } from '../../bills/bills.ts';
import { withEngine } from '../../bills/price/line-price.ts';
import { printReceipt } from '../../printing/printing.ts';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';
import { fakeServer } from '../../sync/testing/fake-server.ts';
import { menuItem, openTill, waiter } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { BillWork } from '../bill/bill-work.tsx';
import { BillLines } from './bill-lines.tsx';
import { TenderBill } from './tender-bill.tsx';

let server = fakeServer();

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  const permissions = [...waiter, 'bill.discount'];
  useSession.setState(({ user }) => ({ user: user && { ...user, permissions } }) as never);
  server = fakeServer();
  globalThis.fetch = server.fetch;
});
afterEach(() => {
  clear();
  useApp.setState({ prices: noPriceRules });
  vi.useRealTimers();
});

const groupsOf = (dish: Dish): readonly ChoiceGroup[] =>
  [...Map.groupBy(exampleMenu[dish].parts ?? [], (part) => part.dish)].map(([part, same], place) => ({
    id: dishId(dish) * 10 + place,
    name: part,
    choose: same.length,
    choices: [{ menuItemId: dishId(part), size: '', extraPrice: same[0]?.extraPrice ?? 0, isDefault: true }],
  }));

const menuItems: readonly MenuItem[] = dishes.map((dish) => {
  const { name, price, gstMode, maxDiscountPct, parts } = exampleMenu[dish];
  return {
    ...menuItem(dishId(dish), name, parts ? 'NA' : 'Kitchen', price),
    ...(gstMode && { gstMode }),
    ...(maxDiscountPct !== undefined && { maxDiscountPct }),
    ...(parts && { choiceGroupIds: groupsOf(dish).map(({ id }) => id) }),
  };
});
const itemOf = (dish: Dish) => menuItems[dishId(dish) - 1] as MenuItem;

/** Opens the till at the time of an example, with its rules. */
async function openAt(example: PriceExample): Promise<void> {
  const { outlet, menus } = useApp.getState();
  const [table] = (outlet as Outlet).slotTypes;
  const rates = [{ from: '2020-01-01T00:00:00.000Z', serviceChargePct: 0, gstPct: 8 }];
  const [menu] = menus;
  useApp.setState({
    outlet: { ...outlet, slotTypes: [table, { type: 'Takeaway', slotCount: 41, rates }] } as Outlet,
    menus: [{ ...menu, categories: [{ ...menu?.categories[0], menuItems }] }] as never,
    prices: await withEngine({ ...rulesOf(example), choices: dishes.flatMap(groupsOf) }),
  });
  vi.useFakeTimers({ now: tappedAt(example), toFake: ['Date'] });
}

const partsOf = (dish: Dish) => {
  const groups = groupsOf(dish);
  return exampleMenu[dish].parts?.map(({ dish: part, extraPrice = 0 }) => ({
    menuItem: itemOf(part),
    size: itemOf(part).sizes[0] as never,
    group: groups.find(({ name }) => name === part) as ChoiceGroup,
    extraPrice,
  }));
};

/** Taps what an example sells; returns how its bill is found. */
async function tap({ type: at, sold, card, discountPct, discountAmount }: PriceExample) {
  const type = at ?? 'Takeaway';
  const bills = useBills.getState();
  const opened = await bills.checkIn(type, '4');
  const key = opened.ok ? opened.value.key : '';
  const find = () => billAt(useBills.getState(), type, '4') as Bill;
  for (const [dish, qty] of sold) {
    const parts = partsOf(dish);
    expect(bills.addItem(key, { menuItem: itemOf(dish), ...(parts && { parts }) }).ok).toBe(true);
    const added = find().items.find(({ menuItemId }) => menuItemId === dishId(dish));
    if (qty > 1) expect(bills.changeQty(key, added?.key ?? '', qty).ok).toBe(true);
  }
  if (card) {
    const gift = { hash: '0'.repeat(64), last4: '7K2Q' };
    bills.addLine(key, (place) => cardLine({ key: 'card', card: gift, amount: card, ...place }));
  }
  if (discountPct) bills.setDiscount(key, { percentage: discountPct });
  if (discountAmount) bills.setDiscount(key, { amount: discountAmount });
  return find;
}

const text = (amount: number): string => formatAmount(laari(amount));
const squeezed = (element: Element | null): string =>
  (element as HTMLElement | null)?.innerText.replace(/\s+/g, ' ') ?? '';

/** Returns the lines and totals that are on the screen, each with its amount. */
function read(): string[] {
  const names = [...Object.values(exampleMenu).map(({ name }) => name), 'Gift card', 'Advance, order O-2611-0042'];
  const all = [...document.querySelectorAll('ul[aria-label="Items on the bill"] > li')];
  const live = all.filter((line) => !line.matches('[data-void="true"]') && !line.querySelector('[data-void="true"]'));
  const lines = live.map((line) => {
    const words = squeezed(line);
    const [name] = names.filter((one) => words.includes(one)).sort((a, b) => b.length - a.length);
    return `${name} ${/[−\d,]+\.\d\d/.exec(squeezed(line.querySelector('[class*="price"]')))?.[0]}`;
  });
  const terms = [...document.querySelectorAll('dl[aria-label="Totals"] dt')].map(
    (term) => `${squeezed(term).replace(/ Remove$/, '')} ${squeezed(term.nextElementSibling)}`,
  );
  return [...lines, ...terms];
}

/** Returns what a person must read of a bill. */
function wanted(example: PriceExample, expected: ExampleBill, bill: Bill): string[] {
  const { promotions = [], discount, serviceCharge, advance, gst, total, cards } = expected;
  const { discountPct, sold } = example;
  const sets = sold.filter(([dish]) => exampleMenu[dish].parts);
  const [first] = bill.items;
  return [
    ...sets.map(([dish]) => `${exampleMenu[dish].name} ${text(expected.subTotal)}`),
    ...expected.lines.map(([name, amount]) => `${name} ${text(amount)}`),
    ...(cards ? [`Gift card ${text(cards)}`] : []),
    ...promotions.map(([words, off]) => `${words} ${text(-off)}`),
    `Subtotal ${text(expected.subTotal)}`,
    ...(discount ? [`Discount${discountPct ? ` ${discountPct}%` : ''} ${text(-discount)}`] : []),
    ...(serviceCharge ? [`Service charge 10% ${text(serviceCharge)}`] : []),
    ...(advance ? [`Paid ahead ${text(-advance)}`] : []),
    `GST ${first?.gstPct}%${first?.gstMode === 'Inclusive' ? ' included' : ''} ${text(gst)}`,
    `Total MVR ${text(total)}`,
    ...(cards ? [`Cards and deposits ${text(cards)}`, `To pay MVR ${text(total + cards)}`] : []),
  ];
}

/** Prints the receipt of a bill, and returns the amounts that the print server gets. */
async function posted(bill: Bill) {
  await printReceipt(paidBill(bill));
  const sent = server.printed.at(-1)?.bill as Bill & { promotions?: { words: string; amount: number }[] };
  const parts = sent.items.filter(({ setPrice }) => setPrice === undefined);
  return {
    lines: parts.map((item) => [item.name, printedLine(item as never).amount]),
    promotions: (sent.promotions ?? []).map(({ words, amount }) => [words, amount]),
    totals: [sent.subTotal, sent.discount, sent.serviceCharge, sent.gst, sent.total],
  };
}

for (const example of priceExamples)
  it(`${exampleTitle(example)}, on the screen and to the printer`, async () => {
    await openAt(example);
    const made = billsOf(example).map((one) => ({ ...one, find: () => one.bill }));
    const [own] = made;
    if (own && !example.paidAhead) own.find = await tap(example);
    const type = example.type ?? 'Takeaway';
    const outlet = useApp.getState().outlet as Outlet;
    for (const { bill, expected, find } of made) {
      const all = wanted(example, expected, bill);
      if (find().status === null || useBills.getState().bills[find().key]) {
        await showAt(`/billing/new/${type}/4`, <BillWork outlet={outlet} place={{ type, slot: '4' }} />);
        await expect.poll(read).toEqual(all);
        await showAt('/', <TenderBill bill={find()} onPaid={() => undefined} />);
        await expect
          .element(page.getByRole('textbox', { name: 'Amount' }))
          .toHaveValue(text(toPay(find())).replace('.00', ''));
      } else await showAt('/', <BillLines bill={find()} />);
      await expect.poll(read).toEqual(all);
      expect(await posted(find())).toEqual({
        lines: expected.lines,
        promotions: expected.promotions ?? [],
        totals: [expected.subTotal, expected.discount ?? 0, expected.serviceCharge ?? 0, expected.gst, expected.total],
      });
    }
  });
