import type { Bill } from '@atoll/domain/bill/bill';
import { line } from '@atoll/domain/bill/testing/bills';
import { newPlace, type Place } from '@atoll/domain/outlet/floor/floor-plan';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useBills } from '../../../bills/bills.ts';
import { tillNow } from '../../../clock/till-clock.ts';
import { billSent } from '../../../outbox/outbox.ts';
import { startSender } from '../../../outbox/sender.ts';
import { useSession } from '../../../session/session.ts';
import { useApp } from '../../../sync/app-store.ts';
import { fakeServer } from '../../../sync/testing/fake-server.ts';
import { openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { FloorScreen } from './floor-screen.tsx';

beforeEach(async () => {
  await openTill();
  localStorage.removeItem('atoll.floor.1');
  await page.viewport(1280, 800);
});
afterEach(() => {
  useApp.setState({ floor: { version: 0, sections: [], places: [] } });
  clear();
});

/** Changes what the till shows of the bill in a slot. */
function showBill(slot: string, change: Partial<Bill>): void {
  const { bills } = useBills.getState();
  const bill = Object.values(bills).find((one) => one.slot === slot) as Bill;
  useBills.setState({ bills: { ...bills, [bill.key]: { ...bill, ...change } } });
}

it('[R23.3] shows state in word and colour, minutes, amount, guests, waiter, and what is late or unpaid', async () => {
  const places = ['1', '2', '3'].map((slot, index) => ({
    ...newPlace('Table', slot, []),
    x: 32 + index * 400,
    width: 240,
    height: 240,
  }));
  useApp.setState({ floor: { version: 1, sections: [], places } });
  for (const slot of ['2', '3']) await useBills.getState().checkIn('Table', slot);
  const ago = (minutes: number) => new Date(tillNow() - minutes * 60_000).toISOString();
  showBill('2', {
    status: 'Saved',
    total: 12_050,
    covers: 3,
    createdAt: ago(25),
    waiterId: 9,
    waiterName: 'Ibrahim Latheef',
  });
  showBill('3', { status: 'BillPrinted', total: 5000, createdAt: ago(190), lastSavedAt: ago(170) });
  await showAt('/billing/floor', <FloorScreen />);

  const saved = page.getByRole('button', { name: 'Table 2, Saved, MVR 120.50', exact: true });
  await expect.element(saved).toHaveAccessibleDescription('25 minutes, 3 guests, Ibrahim Latheef');
  await expect.element(saved).toHaveTextContent('2Saved120.5025′ · 3 guestsIbrahim Latheef');
  const printed = page.getByRole('button', { name: 'Table 3, Bill printed, MVR 50.00', exact: true });
  await expect.element(printed).toHaveAccessibleDescription(/^not paid, late, 3 hours/);
  const free = page.getByRole('button', { name: 'Table 1, Free', exact: true });
  await expect.element(free).toHaveAccessibleDescription('4 seats');
  const colours = [saved, printed, free].map((one) => getComputedStyle(one.element()).backgroundColor);
  expect(new Set(colours).size).toBe(3);
});

it('[R23.3] shows the course that was fired last', async () => {
  const places = ['1', '2'].map((slot, index) => ({
    ...newPlace('Table', slot, []),
    x: 32 + index * 400,
    width: 96 + index * 144,
    height: 96 + index * 144,
  }));
  useApp.setState({ floor: { version: 1, sections: [], places } });
  const firedAt = new Date(tillNow()).toISOString();
  for (const slot of ['1', '2']) {
    await useBills.getState().checkIn('Table', slot);
    const items = [
      line('a', { courseNo: 1, firedAt }),
      line('b', { courseNo: 2, firedAt }),
      line('c', { courseNo: 3 }),
    ];
    showBill(slot, { status: 'Saved', total: 5000, covers: 2, items, waiterId: 9, waiterName: 'Ibrahim Latheef' });
  }
  await showAt('/billing/floor', <FloorScreen />);
  const large = page.getByRole('button', { name: 'Table 2, Saved, MVR 50.00', exact: true });
  await expect.element(large).toHaveAccessibleDescription('0 minutes, Course 2, 2 guests, Ibrahim Latheef');
  expect(large.element().textContent).toBe('2Saved500′ · 2 guestsCourse 2Ibrahim Latheef');
  // One of the usual size has no room for it below the waiter's name.
  const usual = page.getByRole('button', { name: 'Table 1, Saved, MVR 50.00', exact: true });
  await expect.element(usual).toHaveAccessibleDescription(/Course 2/);
  const { height } = usual.element().getBoundingClientRect();
  for (const word of usual.element().querySelectorAll('span'))
    expect(word.offsetTop + word.offsetHeight).toBeLessThanOrEqual(height);
});

it('[R23.3] cuts no name and no state of a table of the usual size, joined ones included', async () => {
  const names = ['Window', 'By the pool', '', 'Terrace corner'];
  const places = names.map((name, at) => ({
    ...newPlace('Table', String(at + 1), []),
    name,
    x: 32 + at * 200,
    width: 120,
    height: 120,
    shape: at % 2 === 0 ? ('Square' as const) : ('Round' as const),
  }));
  useApp.setState({ floor: { version: 1, sections: [], places } });
  await useBills.getState().checkIn('Table', '1');
  showBill('1', { status: 'Saved', total: 79_715, joinedSlots: ['2', '3'] });
  await showAt('/billing/floor', <FloorScreen />);
  const joined = page.getByRole('button', { name: 'Table 3, With Table 1', exact: true });
  await expect.element(joined).toBeVisible();
  expect(joined.element().textContent).toMatch(/^3With.1[^0-9]?/);
  const words = page
    .getByRole('group', { name: 'Floor' })
    .first()
    .getByRole('button')
    .elements()
    .flatMap((button) => [...button.querySelectorAll('span')]);
  expect(words.length).toBeGreaterThan(8);
  expect(words.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)).toEqual([]);
});

it('[R23.3] makes only what a table of a large floor has room for', async () => {
  const places = Array.from({ length: 12 }, (_, at) => ({
    ...newPlace('Table', String(at + 1), []),
    x: 16 + at * 104,
    width: 64,
    height: 64,
  }));
  useApp.setState({ floor: { version: 1, sections: [], places } });
  await useBills.getState().checkIn('Table', '1');
  showBill('1', { status: 'Saved', total: 79_715, waiterId: 9, waiterName: 'Ibrahim Latheef' });
  await showAt('/billing/floor', <FloorScreen />);
  const small = page.getByRole('button', { name: 'Table 1, Saved, MVR 797.15', exact: true });
  await expect.element(small).toHaveAccessibleDescription(/Ibrahim Latheef$/);
  // The state is in its colour.
  expect(small.element().textContent).toBe('1');
  expect(small.element().querySelectorAll('span')).toHaveLength(1);
  // A larger window has room for more.
  await page.viewport(2200, 1600);
  await expect.element(small).toHaveTextContent('1Saved797.150′Ibrahim L.');
});

it('[R23.3] shows the whole plan and each state in a word on a tablet', async () => {
  const places: Place[] = [];
  for (const slot of ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11'])
    places.push(newPlace('Table', slot, places));
  useApp.setState({ floor: { version: 1, sections: [], places } });
  await useBills.getState().checkIn('Table', '11');
  const [width, height] = [1024 - 84, 768];
  await page.viewport(width, height);
  await showAt('/billing/floor', <FloorScreen />);
  const last = page.getByRole('button', { name: 'Table 11, Checked in', exact: true });
  await expect.element(last).toHaveTextContent('11AChecked in');
  const words = [...last.element().querySelectorAll('span')];
  expect(words.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)).toEqual([]);
  const plan = last.element().parentElement as HTMLElement;
  expect(plan.getBoundingClientRect().right).toBeLessThanOrEqual(width);
  await page.viewport(820 - 84, 1180);
  await expect.poll(() => plan.getBoundingClientRect().right).toBeLessThanOrEqual(820 - 84);
});

it('names the waiter on a tablet, of a late table of another waiter too, and cuts nothing', async () => {
  const places = ['1', '2', '3', '4', '5'].map((slot, at) => ({
    ...newPlace('Table', slot, []),
    x: 16 + at * 160,
    width: 144,
    height: 144,
    shape: at % 2 ? ('Round' as const) : ('Square' as const),
    rotation: slot === '5' ? (45 as const) : (0 as const),
  }));
  useApp.setState({ floor: { version: 1, sections: [], places } });
  const waiter = { waiterId: 9, waiterName: 'Abdulla Shareef Mohamed', createdByName: 'Abdulla Shareef Mohamed' };
  const createdAt = new Date(tillNow() - 190 * 60_000).toISOString();
  for (const slot of ['1', '2', '3', '4', '5']) {
    await useBills.getState().checkIn('Table', slot);
    showBill(slot, { status: 'Saved', total: 104_544, covers: 6, ...waiter });
  }
  showBill('2', { total: 1_234_567 });
  for (const slot of ['3', '4']) showBill(slot, { isMasked: true, total: 0, covers: 0, createdAt });
  await showAt('/billing/floor', <FloorScreen />);
  const board = page.getByRole('group', { name: 'Floor' }).first();
  const seen = () =>
    board
      .getByRole('button')
      .elements()
      .map((one) => one.textContent);
  await page.viewport(1024 - 84, 768);
  await expect
    .poll(seen)
    .toEqual([
      '1Saved1,045.44Abdulla M.',
      '2Saved12,345.67Abdulla',
      '3TakenAbdulla M.',
      '4TakenAbdulla',
      '5Saved1,045.44Abdulla',
    ]);
  const cut = () =>
    board
      .getByRole('button')
      .elements()
      .flatMap((button) => [...button.querySelectorAll('span')].map((word) => ({ button, word })))
      .filter(({ button, word }) => word.scrollWidth > word.clientWidth || word.offsetHeight > button.clientHeight)
      .map(({ word }) => word.textContent);
  expect(cut()).toEqual([]);
  await page.viewport(820 - 84, 1180);
  await expect
    .poll(seen)
    .toEqual(['1AMSaved1,045.44', '2AMSaved', '3TakenAbdulla', '4TakenAbdulla', '5AMSaved1,045.44']);
  expect(cut()).toEqual([]);
  const late = page.getByRole('button', { name: 'Table 3, Taken, Abdulla Shareef Mohamed', exact: true });
  await expect.element(late).toHaveAccessibleDescription('late, 3 hours');
  // On a desktop a late one says so too.
  await page.viewport(1280 - 84, 800);
  await expect.element(late).toHaveTextContent('3Takenlate · 3 hAbdulla M.');
  expect(cut()).toEqual([]);
});

it('keeps many sections within a phone: the tiles are whole, and the sections scroll', async () => {
  const places = ['1', '2', '3', '4'].map((slot) => newPlace('Table', slot, []));
  const sections = ['Terrace', 'Garden', 'Roof', 'Beach', 'Pool bar'].map((name, at) => ({ id: at + 1, name }));
  useApp.setState({ floor: { version: 1, sections, places } });
  await page.viewport(390, 844);
  await showAt('/billing/floor', <FloorScreen />);
  await expect.element(page.getByRole('button', { name: /^Table 4,/ })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(390);
  const right = page
    .getByRole('button')
    .elements()
    .map((one) => one.getBoundingClientRect().right);
  expect(Math.max(...right)).toBeLessThanOrEqual(390);
  // The section that was chosen at the last visit is in sight.
  await page.getByRole('tab', { name: 'Pool bar' }).click();
  clear();
  await showAt('/billing/floor', <FloorScreen />);
  const chosen = page.getByRole('tab', { name: 'Pool bar', selected: true });
  await expect.poll(() => chosen.element().getBoundingClientRect().right).toBeLessThanOrEqual(390);
});

it('[R23.4] shows the tables of one person or section, and keeps that choice for the next visit', async () => {
  const places = [newPlace('Table', '1', [])];
  const other = { ...newPlace('Table', '2', places), sectionId: 1 };
  useApp.setState({ floor: { version: 1, sections: [{ id: 1, name: 'Terrace' }], places: [...places, other] } });
  await useBills.getState().checkIn('Table', '1');
  const shown = () => page.getByRole('group', { name: 'Floor' }).first().getByRole('button');
  await showAt('/billing/floor', <FloorScreen />);
  await expect.poll(() => shown().elements().length).toBe(2);
  await page.getByRole('tab', { name: 'My tables' }).click();
  await expect.poll(() => shown().elements().length).toBe(1);
  await expect.element(shown()).toHaveAccessibleName(/^Table 1,/);
  await page.getByRole('tab', { name: 'Terrace' }).click();
  await expect.element(shown()).toHaveAccessibleName(/^Table 2,/);
  clear();
  await showAt('/billing/floor', <FloorScreen />);
  await expect.element(shown()).toHaveAccessibleName(/^Table 2,/);
});

it('[R23.6] hands a section with its open tables to another waiter, whose tables they are from then on', async () => {
  const server = fakeServer();
  const sent: unknown[] = [];
  const [one, two] = [newPlace('Table', '1', []), newPlace('Table', '2', [])].map((place) => ({
    ...place,
    sectionId: 1,
  }));
  const planOf = (waiter: object) => ({
    sections: [{ id: 1, name: 'Terrace', ...waiter }],
    places: [one, two] as Place[],
  });
  server.handler = ({ path, body }) => {
    if (path === '/bis/bills/waiters')
      return {
        body: [
          { id: 7, name: 'Aisha' },
          { id: 9, name: 'Ibrahim' },
        ],
      };
    if (path === '/bis/floor') return { body: { version: 2, ...planOf({ waiterId: 9, waiterName: 'Ibrahim' }) } };
    if (path !== '/bis/bill/hand') return undefined;
    sent.push(body);
    return {
      body: [...server.bills.values()].map((bill) => ({
        ...bill,
        version: bill.version + 1,
        waiterId: 9,
        waiterName: 'Ibrahim',
      })),
    };
  };
  const realFetch = globalThis.fetch;
  globalThis.fetch = server.fetch;
  const stopSender = startSender();
  useApp.setState({ floor: { version: 1, ...planOf({ waiterId: 7, waiterName: 'Aisha' }) } });
  const { user } = useSession.getState();
  if (!user) throw new Error('Nobody is signed in');
  useSession.setState({ user: { ...user, permissions: [...user.permissions, 'bill.transfer.server'] } });
  const opened = await useBills.getState().checkIn('Table', '1');
  if (!opened.ok) throw new Error(opened.refusal.message);
  expect(await billSent(opened.value.key, 5000)).toBe(true);
  await showAt('/billing/floor', <FloorScreen />);
  const shown = () => page.getByRole('group', { name: 'Floor' }).first().getByRole('button');
  // A free table of their section is one of their tables.
  await page.getByRole('tab', { name: 'My tables' }).click();
  await expect.poll(() => shown().elements().length).toBe(2);
  await page.getByRole('tab', { name: 'Terrace' }).click();
  await expect.element(page.getByText('Terrace is served by Aisha')).toBeVisible();
  await page.getByRole('button', { name: 'Hand over Terrace' }).click();
  await page.getByRole('button', { name: 'Ibrahim' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hand over', exact: true }).click();
  await expect.element(page.getByText('Terrace is served by Ibrahim').first()).toBeVisible();
  expect(sent).toEqual([{ sectionId: 1, toUserId: 9 }]);
  expect(useApp.getState().floor.version).toBe(2);
  await page.getByRole('tab', { name: 'My tables' }).click();
  await expect.element(page.getByText('You have no open tables.', { exact: false })).toBeVisible();
  stopSender();
  globalThis.fetch = realFetch;
});

it('comes back with the keyboard to the place that was opened last', async () => {
  const places: Place[] = [];
  for (const slot of ['1', '2', '3']) places.push(newPlace('Table', slot, places));
  useApp.setState({ floor: { version: 1, sections: [], places } });
  const stops = () =>
    page
      .getByRole('group', { name: 'Floor' })
      .first()
      .getByRole('button')
      .elements()
      .flatMap((one) => ((one as HTMLElement).tabIndex === 0 ? [one.getAttribute('aria-label')] : []));
  for (const name of ['Table 3, Free', 'Table 2, Free']) {
    await showAt('/billing/floor', <FloorScreen />);
    await page.getByRole('button', { name }).click();
    clear();
    await showAt('/billing/floor', <FloorScreen />);
    await expect.poll(stops).toEqual([name]);
    clear();
  }
});

it('[R23.1] says where to draw the plan when there is none', async () => {
  await showAt('/billing/floor', <FloorScreen />);
  await expect.element(page.getByRole('heading', { name: 'Draw your floor plan' })).toBeVisible();
});
