import type { BillEvent } from '@atoll/domain/contract/bill/bill';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { Timeline } from './timeline.tsx';

afterEach(clear);

const event: BillEvent = {
  seq: 1,
  at: '2026-03-09T06:05:00.000Z',
  action: 'Voided',
  userName: 'Aisha',
  sentBy: 'Hassan',
  isRevoked: false,
  deviceId: null,
  approverName: null,
  before: null,
  after: null,
};

it('[R36.15] shows who sent an event in the name of its author, and the author alone for their own', async () => {
  const { sentBy: _sender, ...own } = { ...event, seq: 2, userName: 'Mariyam' };
  await showAt('/', <Timeline events={[event, own]} />);
  await expect.element(page.getByText('by Aisha, sent by Hassan', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Mariyam', { exact: true })).toBeVisible();
});

it('[R36.15] gives the name of the person and of the sender the whole width of an event', async () => {
  const long = { ...event, userName: 'Mariyam Luiza', sentBy: 'Ibrahim Nasheed' };
  await showAt(
    '/',
    <div style={{ inlineSize: 392 }}>
      <Timeline events={[long]} />
    </div>,
  );
  const who = page.getByText('by Mariyam Luiza, sent by Ibrahim Nasheed', { exact: true });
  await expect.element(who).toBeVisible();
  const { height } = who.element().getBoundingClientRect();
  expect(height).toBeLessThan(2 * Number.parseFloat(getComputedStyle(who.element()).fontSize));
});

const line = { key: 'a', menuItemId: 1, name: 'Garudhiya', size: 'Regular', qty: 2, sellingPrice: 5000 };
const update = (seq: number, before: object, after: object): BillEvent => {
  const { sentBy: _sender, ...own } = event;
  return { ...own, seq, action: 'Updated', userName: `Person ${seq}`, before, after };
};

it('[R2.13] leaves out marks of the kitchen, and says what a person changed without a change of the items', async () => {
  const same = { version: 1, status: 'Saved', total: 10_000 };
  const events = [
    update(1, { ...same, items: [line] }, { ...same, items: [{ ...line, sentQty: 2 }] }),
    update(2, { ...same, items: [] }, { ...same, items: [] }),
    update(3, { ...same, covers: 2, note: '', items: [] }, { ...same, covers: 4, note: 'By the window', items: [] }),
    update(4, { ...same, items: [line] }, { ...same, items: [{ ...line, notes: ['no chilli'] }] }),
    { ...update(5, { ...same, items: [] }, { ...same, items: [] }), approverName: 'Ibrahim' },
  ];
  await showAt('/', <Timeline events={events} />);
  await expect.element(page.getByText(/Person 5/)).toBeVisible();
  const shown = page.getByRole('region', { name: 'What happened' }).getByRole('list').first().element().children;
  const texts = [...shown].map((each) => each.textContent);
  expect(texts).toHaveLength(3);
  expect(texts[0]).toContain('approved by Ibrahim');
  expect(texts[1]).toContain('Note: 2 × Garudhiya');
  expect(texts[2]).toContain('Guests, Note');
});

it('says of an item what no menu offered then, which choice was left out, and which price the rules of then do not give', async () => {
  const items = [
    { ...line, priceFlag: 'ChoiceMissing' },
    { ...line, key: 'b', name: 'Roti', priceFlag: 'NotOffered' },
    { ...line, key: 'c', name: 'Tea', priceFlag: 'OldRules' },
    { ...line, key: 'd', name: 'Juice', priceFlag: 'Unproven' },
  ];
  const opened = { ...update(1, {}, { items }), action: 'Created', before: null } as const;
  await showAt('/', <Timeline events={[opened]} />);
  await expect.element(page.getByText('Garudhiya: without a choice that the menu asks for')).toBeVisible();
  await expect.element(page.getByText('Roti: sold outside its hours')).toBeVisible();
  for (const name of ['Tea', 'Juice'])
    await expect.element(page.getByText(`${name}: Not the price of today’s lists`)).toBeVisible();
});

const rowsOf = async (...events: BillEvent[]): Promise<string[]> => {
  await showAt('/', <Timeline events={events} />);
  const list = page.getByRole('region', { name: 'What happened' }).getByRole('listitem');
  await expect.element(list.first()).toBeVisible();
  return [...document.querySelectorAll('li li')].map((each) => each.textContent);
};

it('says which items are complimentary, charged again, or have a discount that began or ended', async () => {
  const discount = { type: 'Percent', value: 10, reason: 'Regular guest' };
  const before = [{ ...line }, { ...line, key: 'b', name: 'Roti', isComp: true }, { ...line, key: 'c', name: 'Tea' }];
  const was = [
    ...before,
    { ...line, key: 'd', name: 'Cake', discount },
    { ...line, key: 'e', name: 'Juice', discount },
  ];
  const now = [
    { ...line, isComp: true },
    { ...line, key: 'b', name: 'Roti' },
    { ...line, key: 'c', name: 'Tea', discount },
    { ...line, key: 'd', name: 'Cake' },
    { ...line, key: 'e', name: 'Juice', discount: { ...discount } },
  ];
  expect(await rowsOf(update(1, { items: was }, { items: now }))).toEqual([
    'complimentary: 2 × Garudhiya',
    'charged again: 2 × Roti',
    'discount on 2 × Tea',
    'no discount any more on 2 × Cake',
  ]);
});

it('says which items went to another course, and which were fired', async () => {
  const fish = { ...line, key: 'b', name: 'Fish', courseNo: 2 };
  const was = [{ ...line, courseNo: 1 }, fish];
  const now = [
    { ...line, courseNo: 3 },
    { ...fish, firedAt: '2026-03-09T06:05:00.000Z' },
  ];
  expect(await rowsOf(update(1, { items: was }, { items: now }))).toEqual([
    'course 3: 2 × Garudhiya',
    'fired 2 × Fish',
  ]);
});

it('names promotions that a bill got, what the server could not confirm of them, and why one was removed', async () => {
  const one = { key: 'p', promotionId: 4, words: 'Happy hour' };
  const promotions = [
    one,
    { ...one, key: 'q', words: 'Free tea', flag: 'OverLimit' },
    { ...one, key: 'r', words: 'Lunch set', endReason: 'Declined', reason: 'Guest has a voucher' },
    { ...one, key: 's', words: 'Old set', endReason: 'Void' },
  ];
  expect(await rowsOf(update(1, { items: [] }, { items: [], promotions }))).toEqual([
    'promotion Happy hour',
    'promotion Free tea · Given beyond its limit',
    'Lunch set removed: Guest has a voucher',
  ]);
});

it('says from where to where a bill moved, which tables were joined to it, and from whom to whom it was handed', async () => {
  const move = { ...update(1, { type: 'Table', slot: '3', total: 1 }, { type: 'Table', slot: '5', total: 1 }) };
  const place = { type: 'Table', slot: '5' };
  const hand = update(2, { waiter: 'Hawwa Didi' }, { waiter: 'Ali Waheed' });
  const events = [
    { ...move, action: 'Transferred' },
    { ...hand, action: 'HandedOver' },
    { ...update(3, { ...place, joinedSlots: [] }, { ...place, joinedSlots: ['6', '7'] }), action: 'SlotsJoined' },
    { ...update(4, { ...place, joinedSlots: ['6', '7'] }, { ...place, joinedSlots: [] }), action: 'SlotsJoined' },
  ] as BillEvent[];
  expect(await rowsOf(...events)).toEqual([
    'Tables taken apart',
    'Table 5 · Table 6 · Table 7 joined',
    'Hawwa Didi → Ali Waheed',
    'Table 3 → Table 5',
  ]);
});
