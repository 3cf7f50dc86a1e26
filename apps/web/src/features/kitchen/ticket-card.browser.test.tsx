import type { KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openTill } from '../../sync/testing/till.ts';
import { watchPresses } from '../../ui/hook/second-press.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { TicketCard } from './ticket-card.tsx';

const ticket = {
  key: 'k',
  number: 4,
  station: 'KITCHEN',
  type: 'Kot',
  kind: 'New',
  state: 'New',
  slotType: 'Table',
  slot: '7',
  waiter: 'Aisha',
  covers: 0,
  note: '',
  customer: '',
  allergies: 'Nuts, shellfish',
  lines: [{ key: 'l', name: 'Curry', size: '', qty: 1, notes: [], modifiers: [], isVoid: false }],
  createdAt: '2026-03-04T08:00:00.000Z',
} as unknown as KitchenTicket;
const now = Date.parse('2026-03-04T08:01:00.000Z');
const shades = (text: string): number[] => (text.match(/\d+/g) ?? []).slice(0, 3).map(Number);

beforeEach(openTill);
afterEach(clear);

it('[R35.76] the kitchen screen shows allergies in white on black above the items', async () => {
  const card = <TicketCard ticket={ticket} digit={1} now={now} age="fresh" isOneTap={false} onBump={() => undefined} />;
  await showAt('/kitchen', card);
  const shown = page.getByText('Allergies: Nuts, shellfish');
  await expect.element(shown).toBeVisible();
  const { color, backgroundColor } = getComputedStyle(shown.element());
  expect(Math.min(...shades(color))).toBeGreaterThan(230);
  expect(Math.max(...shades(backgroundColor))).toBeLessThan(60);
  const items = page.getByRole('list').element();
  expect(shown.element().compareDocumentPosition(items) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

it('[R23.21] shows the marks of each item, and an allergen that a guest must not eat in white on black', async () => {
  const [curry] = ticket.lines;
  const lines = [
    { ...curry, marks: { allergens: ['Nuts', 'Milk'], spicy: 2, isVegetarian: true, isHalal: true } },
    { ...curry, key: 'm', name: 'Rice', marks: { allergens: ['Soya'] } },
    { ...curry, key: 'n', name: 'Tea' },
  ];
  const marked = { ...ticket, lines } as KitchenTicket;
  await showAt(
    '/kitchen',
    <TicketCard ticket={marked} digit={1} now={now} age="fresh" isOneTap={false} onBump={() => undefined} />,
  );
  const said = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  for (const mark of ['Vegetarian', 'Halal', 'Spicy 2/3', 'Contains Nuts, Milk'])
    await expect.element(said('Curry').getByText(mark)).toBeVisible();
  const ground = (text: string) => getComputedStyle(page.getByText(text).element()).backgroundColor;
  expect(Math.max(...shades(ground('Contains Nuts, Milk')))).toBeLessThan(60);
  expect(ground('Contains Nuts, Milk')).not.toBe('rgba(0, 0, 0, 0)');
  expect(ground('Contains Soya')).toBe('rgba(0, 0, 0, 0)');
  expect(said('Tea').element().textContent).toBe('1Tea');
});

it('shows a note about an allergy in white on black, as the printed ticket does, and no other note', async () => {
  const notes = ['No chilli', 'Severe peanut allergy'];
  const noted = { ...ticket, lines: [{ ...ticket.lines[0], notes }] } as KitchenTicket;
  const card = <TicketCard ticket={noted} digit={1} now={now} age="fresh" isOneTap={false} onBump={() => undefined} />;
  await showAt('/kitchen', card);
  const ground = (text: string) => getComputedStyle(page.getByText(text).element()).backgroundColor;
  await expect.element(page.getByText('Severe peanut allergy')).toBeVisible();
  const none = 'rgba(0, 0, 0, 0)';
  expect(ground('Severe peanut allergy')).not.toBe(none);
  expect(Math.max(...shades(ground('Severe peanut allergy')))).toBeLessThan(60);
  expect(ground('No chilli')).toBe(none);
});

it('names the waiter of the table and who sent the round, when that was somebody else', async () => {
  const sent = { ...ticket, sentBy: 'Ali' };
  const card = <TicketCard ticket={sent} digit={1} now={now} age="fresh" isOneTap={false} onBump={() => undefined} />;
  await showAt('/kitchen', card);
  await expect.element(page.getByText('Aisha · sent by Ali', { exact: true })).toBeVisible();
});

it.each([
  { isOneTap: false, steps: ['Preparing'] },
  { isOneTap: true, steps: ['Served', 'Served'] },
])(
  '[R35.92] two quick presses on a card take $steps.length steps where one tap finishes a ticket: $isOneTap',
  async ({ isOneTap, steps }) => {
    const stop = watchPresses();
    const taken: string[] = [];
    const card = (
      <TicketCard
        ticket={ticket}
        digit={1}
        now={now}
        age="fresh"
        isOneTap={isOneTap}
        onBump={(_, state) => taken.push(state)}
      />
    );
    await showAt('/kitchen', card);
    const button = page.getByRole('button', { name: /Table 7/ });
    await expect.element(button).toBeVisible();
    const box = button.element().getBoundingClientRect();
    const place = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
    for (const _ of [1, 2])
      document
        .elementFromPoint(place.clientX, place.clientY)
        ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, ...place }));
    stop();
    expect(taken).toEqual(steps);
  },
);
