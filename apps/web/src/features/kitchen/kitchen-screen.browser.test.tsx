import type { KitchenLine, KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import { firstStations } from '@atoll/domain/outlet/station';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { useKitchen } from '../../kitchen/kitchen.ts';
import { useApp } from '../../sync/app-store.ts';
import { serverJson } from '../../sync/testing/server-answer.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { KitchenScreen } from './kitchen-screen.tsx';

const line = (name: string, more: Partial<KitchenLine> = {}): KitchenLine => ({
  key: name,
  name,
  size: '',
  qty: 1,
  notes: [],
  modifiers: [],
  isVoid: false,
  ...more,
});

const ticket = (number: number, lines: readonly KitchenLine[], more: Partial<KitchenTicket> = {}): KitchenTicket => ({
  key: `ticket ${number}`,
  number,
  station: 'KITCHEN',
  type: 'Kot',
  kind: 'New',
  state: 'New',
  billId: number,
  billKey: `bill ${number}`,
  slotType: 'Table',
  slot: String(number),
  waiter: '',
  covers: 0,
  note: '',
  customer: '',
  lines,
  createdAt: new Date(Date.now() - 60_000 + number).toISOString(),
  changedAt: new Date().toISOString(),
  ...more,
});

/** Shows the kitchen screen with the tickets of a server that answers no bump. */
async function showBoard(tickets: readonly KitchenTicket[], waiting: readonly object[] = []): Promise<void> {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    if (new URL(String(input), location.href).pathname.endsWith('/kitchen/tickets')) return serverJson(tickets);
    if (String(input).endsWith('/kitchen/waiting')) return serverJson(waiting);
    throw new TypeError('Failed to fetch');
  });
  useKitchen.setState({ outletId: null, tickets: [], pending: [], isLoaded: false });
  await showAt('/kitchen', <KitchenScreen />);
}

const card = (number: number) => page.getByRole('article', { name: new RegExp(`^Ticket ${number},`) });
const settings = () => useApp.getState().settings;

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  useApp.setState({ features: ['Kitchen'] });
});
afterEach(() => {
  useKitchen.setState({ tickets: [], pending: [] });
  clear();
  vi.restoreAllMocks();
});

it('[R35.45] finishes a ticket with one tap or one key where the setting says so', async () => {
  await showBoard([ticket(1, [line('Garudhiya')]), ticket(2, [line('Roshi')])]);
  await expect.element(card(1).getByRole('button', { name: /^Start/ })).toBeVisible();
  useApp.setState({ settings: [...settings(), { key: 'KitchenOneTap', value: 'true' }] });
  await card(1)
    .getByRole('button', { name: /^Mark served/ })
    .click();
  await expect.element(card(1)).not.toBeInTheDocument();
  await userEvent.keyboard('1');
  await expect.element(card(2)).not.toBeInTheDocument();
  expect(useKitchen.getState().pending.map(({ state }) => state)).toEqual(['Served', 'Served']);
});

it('[R35.42] names the guest of a takeaway on its ticket', async () => {
  await showBoard([ticket(1, [line('Roshi')], { slotType: 'Takeaway', waiter: 'Hassan', customer: 'Moosa Ali' })]);
  await expect.element(card(1).getByText(/Hassan.*Moosa Ali/)).toBeVisible();
});

it('[R35.40] shows an item by weight with its unit, on its ticket and in the sums of the board', async () => {
  await showBoard([ticket(1, [line('Tuna', { qty: 0.35, unit: 'kg' }), line('Roshi', { qty: 2 })])]);
  await expect.element(card(1).getByRole('listitem').first()).toHaveTextContent('0.350 kgTuna');
  await expect.element(card(1).getByRole('listitem').last()).toHaveTextContent('2Roshi');
  await expect.element(page.getByRole('complementary').getByText('0.350 kg', { exact: true })).toBeVisible();
});

it('[R23.21] lists what bills still hold, with its marks, also after courses were switched off', async () => {
  const lines = [{ ...line('Garudhiya'), station: 'KITCHEN', marks: { allergens: ['Fish'], isVegetarian: true } }];
  const held = { billKey: 'bill 1', slotType: 'Table', slot: '1', waiter: '', course: 2, lastFiredAt: null, lines };
  await showBoard([], [held]);
  await expect.element(page.getByRole('heading', { name: 'Waiting' })).toBeVisible();
  await expect.element(page.getByText(/Course 2/)).toBeVisible();
  await expect.element(page.getByText(/Vegetarian.*Contains Fish/)).toBeVisible();
});

it('[R35.45] puts each card directly below the one above it, whatever the heights beside it', async () => {
  const tall = Array.from({ length: 9 }, (_, index) => line(`Item ${index}`, { notes: ['No chilli'] }));
  const tickets = Array.from({ length: 9 }, (_, index) => ticket(index + 1, index === 0 ? tall : [line('Roshi')]));
  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
    [820, 1180],
    [390, 844],
  ] as const) {
    await page.viewport(width, height);
    await showBoard(tickets);
    await expect.element(card(9)).toBeInTheDocument();
    await expect.poll(() => holes()).toEqual([]);
  }
});

it('[R35.75] lays a board of 200 tickets out a few times, not once for each card', async () => {
  const tickets = Array.from({ length: 200 }, (_, at) => ticket(at + 1, [line('Garudhiya'), line('Roshi')]));
  const before = await layouts();
  await showBoard(tickets);
  await expect.element(card(200)).toBeInTheDocument();
  await expect.poll(() => holes()).toEqual([]);
  expect((await layouts()) - before).toBeLessThan(60);
});

/** Returns how often this page was laid out. */
async function layouts(): Promise<number> {
  const browser = cdp() as unknown as {
    send: (method: string, params?: object) => Promise<{ metrics: { name: string; value: number }[] }>;
  };
  await browser.send('Performance.enable');
  const { metrics } = await browser.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? 0;
}

/** Returns the gaps above cards that are higher than the distance of two cards, in pixels, and negative ones where cards overlap. */
function holes(): number[] {
  const boxes = page
    .getByRole('article')
    .elements()
    .map((one) => one.getBoundingClientRect());
  const top = Math.min(...boxes.map((box) => box.top));
  return boxes
    .map((box) => {
      const above = boxes.filter((other) => other !== box && other.left === box.left && other.top < box.top);
      return box.top - Math.max(top - 16, ...above.map((other) => other.bottom));
    })
    .filter((gap) => gap < 15 || gap > 21);
}

it('[R35.43] shows one headline, and the place only of items that are at another slot', async () => {
  const parts = [
    { key: 'a', qty: 1, billId: 1, billKey: 'bill 1', type: 'Table' as const, slot: '1' },
    { key: 'b', qty: 2, billId: 5, billKey: 'bill 5', type: 'Table' as const, slot: '5' },
  ];
  const check = [{ key: 'c', qty: 1, billId: 6, billKey: 'check 2', type: 'Table' as const, slot: '1' }];
  const gone = [{ key: 'd', qty: 1, billId: 5, billKey: 'bill 5', type: 'Table' as const, slot: '5' }];
  await showBoard([
    ticket(1, [
      line('Burger', { qty: 3, parts }),
      line('Fries', { parts: check }),
      line('Fish', { parts: gone }),
      line('Tea'),
    ]),
  ]);
  await expect.element(card(1)).toBeVisible();
  expect(
    card(1)
      .getByRole('heading')
      .elements()
      .map((one) => one.textContent),
  ).toEqual(['Table 1']);
  const lines = card(1)
    .getByRole('listitem')
    .elements()
    .map((one) => one.textContent);
  expect(lines).toEqual(['3Burger2 now at Table 5', '1Fries', '1Fishnow at Table 5', '1Tea']);
});

it('[R23.17] offers the stations of the records with their own times, and those that have tickets', async () => {
  const { outlet } = useApp.getState();
  if (!outlet) throw new Error('no outlet');
  const curry = {
    code: 'CURRY',
    name: 'Curry corner',
    ticketType: 'Kot',
    isScreen: true,
    amberMinutes: 1,
    redMinutes: 2,
    sort: 0,
  } as const;
  const roof = { code: 'ROOF', name: 'Roof', ticketType: 'Kot', sort: 9 } as const;
  const at = (minutes: number) => ({ createdAt: new Date(Date.now() - minutes * 60_000 - 5000).toISOString() });
  const tickets = [
    ticket(1, [line('Garudhiya')], { station: 'CURRY', ...at(2) }),
    ticket(2, [line('Roshi')], at(2)),
    ticket(3, [line('Mas')], { station: 'GONE' }),
  ];
  const pills = () =>
    page
      .getByRole('tab')
      .elements()
      .map(({ textContent }) => textContent);
  try {
    useApp.setState({ outlet: { ...outlet, stations: [curry, ...firstStations, roof] } });
    await showBoard(tickets);
    await expect.element(card(1)).toHaveAttribute('data-age', 'red');
    await expect.element(card(2)).toHaveAttribute('data-age', 'fresh');
    expect(pills()).toEqual(['All3', 'Curry corner1', 'Kitchen1', 'Bar0', 'Grill0', 'GONE1']);
    await page.getByRole('tab', { name: /^Curry corner/ }).click();
    await expect.element(card(2)).not.toBeInTheDocument();
    await expect.element(card(1)).toBeVisible();
    clear();
    useApp.setState({ outlet });
    await showBoard(tickets.slice(1, 2));
    await expect.element(card(2)).toBeVisible();
    expect(pills()).toEqual(['All1', 'Kitchen1']);
  } finally {
    useApp.setState({ outlet });
  }
});

it('[R23.20] marks a line as done by a tap, the last one makes the ticket Ready, and a second tap takes it back', async () => {
  await showBoard([ticket(1, [line('Garudhiya'), line('Roshi')])]);
  const lineOf = (name: string) => card(1).getByRole('button', { name: new RegExp(`^1 ${name}`) });
  await lineOf('Garudhiya').click();
  await expect.element(lineOf('Garudhiya')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(card(1)).toHaveAttribute('data-state', 'Preparing');
  await expect
    .element(page.getByRole('complementary', { name: 'All day' }).getByText('Garudhiya'))
    .not.toBeInTheDocument();
  await lineOf('Roshi').click();
  await expect.element(card(1)).toHaveAttribute('data-state', 'Ready');
  expect(useKitchen.getState().pending).toEqual([
    { key: 'ticket 1', lineKeys: ['Garudhiya'], isDone: true },
    { key: 'ticket 1', lineKeys: ['Roshi'], isDone: true },
  ]);
  expect(Math.round(lineOf('Roshi').element().getBoundingClientRect().height)).toBeGreaterThanOrEqual(44);
  await lineOf('Roshi').click();
  await expect.element(card(1)).toHaveAttribute('data-state', 'Recalled');
  await expect.element(lineOf('Roshi')).toHaveAttribute('aria-pressed', 'false');
});

it.each([390, 1280])(
  '[R23.20] shows an expediter each bill by station, and serves what is ready, at a width of %i',
  async (width) => {
    await page.viewport(width, 844);
    const { outlet } = useApp.getState();
    if (!outlet) throw new Error('no outlet');
    const expo = {
      code: 'EXPO',
      name: 'Pass',
      ticketType: 'Kot',
      isExpediter: true,
      watches: ['KITCHEN', 'BAR'],
      sort: 9,
    } as const;
    const of = { billKey: 'bill 7', slot: '7' };
    const tickets = [
      ticket(1, [line('Garudhiya', { isDone: true }), line('Roshi')], { ...of, state: 'Preparing' }),
      ticket(2, [line('Lime Juice')], { ...of, station: 'BAR', state: 'Ready' }),
      ticket(3, [line('Reef Fish')], { ...of, station: 'GRILL' }),
      ticket(4, [line('Tea')], { station: 'BAR' }),
    ];
    try {
      useApp.setState({ outlet: { ...outlet, stations: [...firstStations, expo] } });
      await showBoard(tickets);
      await page.getByRole('tab', { name: /^Pass/ }).click();
      const bill = page.getByRole('article', { name: 'Table 7' });
      await expect.element(bill).toBeVisible();
      const stations = () =>
        bill
          .getByRole('heading', { level: 3 })
          .elements()
          .map(({ textContent }) => textContent);
      await expect.poll(stations).toEqual(['Kitchen #1Preparing', 'Bar #2Ready']);
      await expect.element(page.getByText('Reef Fish')).not.toBeInTheDocument();
      expect(bill.getByRole('img', { name: 'Done' }).elements()).toHaveLength(2);
      await expect.element(page.getByRole('article', { name: 'Table 4' })).toBeVisible();
      await expect.element(page.getByRole('button', { name: 'Mark served: Table 4' })).not.toBeInTheDocument();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      await page.getByRole('button', { name: 'Mark served: Table 7' }).click();
      await expect.element(bill.getByText('Lime Juice')).not.toBeInTheDocument();
      await expect.element(bill.getByText('Roshi')).toBeVisible();
      expect(useKitchen.getState().pending).toEqual([{ key: 'ticket 2', state: 'Served' }]);
    } finally {
      useApp.setState({ outlet });
    }
  },
);

describe('a ticket that nobody has touched', () => {
  const old = (minutes: number) => ({ createdAt: new Date(Date.now() - minutes * 60_000 - 1000).toISOString() });
  const seen = (number: number) =>
    card(number).getByRole('button', { name: `Seen: Table ${number}, ticket ${number}`, exact: true });
  const allow = (minutes: number) =>
    useApp.setState({ settings: [{ key: 'UnseenTicketMinutes', value: String(minutes) }, ...settings()] });
  afterEach(() => vi.useRealTimers());

  it('[R23.24] is marked and sounds each minute until somebody taps Seen or a step, also after a reload', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const tone = vi.spyOn(AudioContext.prototype, 'createOscillator');
    const sounds = () => tone.mock.calls.length / 3;
    await showBoard([
      ticket(1, [line('Garudhiya')], old(5)),
      ticket(2, [line('Roshi')], old(6)),
      ticket(3, [line('Tea')]),
    ]);
    await expect.element(card(1).getByRole('alert')).toHaveTextContent('Not seen for 5 minSeen');
    await expect.element(card(2).getByRole('alert')).toHaveTextContent('Not seen for 6 minSeen');
    await expect.element(card(3).getByRole('alert')).not.toBeInTheDocument();
    await expect.poll(sounds).toBe(1);
    vi.advanceTimersByTime(60_000);
    expect(sounds()).toBe(2);
    await seen(1).click();
    await expect.element(card(1).getByRole('alert')).not.toBeInTheDocument();
    await expect.element(card(1)).toHaveAttribute('data-state', 'New');
    expect(useKitchen.getState().pending).toEqual([{ key: 'ticket 1', seen: true }]);
    vi.advanceTimersByTime(60_000);
    expect(sounds()).toBe(3);
    // The page is loaded again before the server has the tap: it is kept on the device.
    clear();
    expect(localStorage.getItem('atoll.kitchen')).toContain('"seen":true');
    await useKitchen.persist.rehydrate();
    await showAt('/kitchen', <KitchenScreen />);
    await expect.element(card(2).getByRole('alert')).toBeVisible();
    await expect.element(card(1).getByRole('alert')).not.toBeInTheDocument();
    await expect.poll(sounds).toBe(4);
    await card(2)
      .getByRole('button', { name: /^1 Roshi/ })
      .click();
    await expect.element(card(2).getByRole('alert')).not.toBeInTheDocument();
    vi.advanceTimersByTime(120_000);
    expect(sounds()).toBe(4);
  });

  it('is silent when another screen touched it, where the setting is 0, and at a station without a screen', async () => {
    const tone = vi.spyOn(AudioContext.prototype, 'createOscillator');
    const { outlet } = useApp.getState();
    if (!outlet) throw new Error('no outlet');
    const roof = { code: 'ROOF', name: 'Roof', ticketType: 'Kot', sort: 9 } as const;
    try {
      useApp.setState({ outlet: { ...outlet, stations: [...firstStations, roof] } });
      await showBoard([
        ticket(1, [line('Garudhiya')], { ...old(9), seenAt: new Date().toISOString() }),
        ticket(2, [line('Roshi')], { ...old(9), state: 'Preparing' }),
        ticket(3, [line('Mas')], { ...old(9), station: 'ROOF' }),
      ]);
      await expect.element(card(3)).toBeVisible();
      expect(page.getByRole('alert').elements()).toEqual([]);
      clear();
      allow(0);
      await showBoard([ticket(4, [line('Tea')], old(90))]);
      await expect.element(card(4)).toBeVisible();
      expect([page.getByRole('alert').elements(), tone.mock.calls]).toEqual([[], []]);
      allow(60);
      await expect.element(card(4).getByRole('alert')).toHaveTextContent('Not seen for 90 minSeen');
      expect(seen(4).element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
    } finally {
      useApp.setState({ outlet });
    }
  });

  it('has no second button where it cancels something', async () => {
    await showBoard([ticket(1, [line('Garudhiya')], { ...old(7), kind: 'Cancel' })]);
    await expect.element(card(1).getByRole('alert')).toHaveTextContent('Not seen for 7 min');
    await expect.element(seen(1)).not.toBeInTheDocument();
    await expect.element(card(1).getByRole('button', { name: /^Mark seen/ })).toBeVisible();
  });
});
