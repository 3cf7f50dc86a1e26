/** Orders that a till makes without the server. */
import type { PlannedInstalment } from '@atoll/domain/bill/advance/order';
import type { Bill } from '@atoll/domain/bill/bill';
import { formatAmount, laari } from '@atoll/domain/money/money';
import { codeHash, newCode } from '@atoll/domain/wallet/code';
import { offlineName } from '@atoll/domain/wallet/offline';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useConnection, watchConnection } from '../../../api/connection.ts';
import { reportServer } from '../../../api/server-reachable.ts';
import { OutboxDrawer } from '../../../app/shell/outbox-drawer.tsx';
import { billAt, useBills } from '../../../bills/bills.ts';
import { noBills } from '../../../bills/state.ts';
import { findOffline, forgetKept, forgetTaken, takeNow } from '../../../cash/wallet/kept-wallets.ts';
import { tillNow } from '../../../clock/till-clock.ts';
import { recordDate } from '../../../locale/instant.ts';
import type { OutboxEntry } from '../../../outbox/entry.ts';
import { discard, reloadOutbox, useOutbox } from '../../../outbox/outbox.ts';
import { startSender } from '../../../outbox/sender.ts';
import { uuidv7 } from '../../../session/id.ts';
import { keepCopy } from '../../../storage/copy.ts';
import { useApp } from '../../../sync/app-store.ts';
import { businessDayHere } from '../../../sync/outlet-time.ts';
import { type FakeServer, fakeServer } from '../../../sync/testing/fake-server.ts';
import { burger, juice, openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { OrdersScreen } from '../../order/order-screens.tsx';
import { OrphanedItems } from '../bill-items/orphaned-items.tsx';
import { KeepForLater } from './keep-for-later.tsx';

const stops: (() => void)[] = [];
let server: FakeServer;

beforeAll(() => {
  stops.push(startSender(), watchConnection());
});
afterAll(() => {
  for (const stop of stops) stop();
});
beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  server = fakeServer();
  globalThis.fetch = server.fetch;
  useApp.setState({ features: ['Wallets'] });
});
afterEach(() => {
  clear();
  forgetKept();
  useApp.setState({ features: [] });
});

const bill = () => Object.values(useBills.getState().bills).find((one) => one.slot === '6' && one.isOpen) as Bill;
const kept = () => useOutbox.getState().entries.filter(({ kind }) => kind === 'order.create');
const away = () => {
  server.network = 'dead';
  reportServer(false);
  // Also where a call that began before is answered now.
  useConnection.setState({ isOnline: false });
};

/** A bill with a burger, in an unplugged till unless it is online, and the dialog that keeps it for later. */
async function openDialog(isOnline = false): Promise<Bill> {
  if (!isOnline) away();
  await useBills.getState().checkIn('Table', '6');
  useBills.getState().addItem(bill().key, { menuItem: burger, size: burger.sizes[0] as never });
  await showAt('/', <KeepForLater bill={bill()} onClose={() => undefined} />);
  await page.getByLabelText('Customer').fill('Nadia');
  await page.getByLabelText('Due').fill('2030-01-04T15:00');
  return bill();
}

it('[R22.12] keeps a bill for later with a part of it on a till without the server, once, and prints its slip and a provisional receipt', async () => {
  const { total, key } = await openDialog();
  await page.getByLabelText('Paid today').fill('10');
  const save = page.getByRole('button', { name: 'Save' });
  await save.dblClick();
  await expect.poll(() => kept().length).toBe(1);
  const [entry] = kept();
  expect(entry?.body).toMatchObject({ name: 'Nadia', amount: 1000, payments: [{ method: 'Cash', amount: 1000 }] });
  const number = String(entry?.about?.number);
  expect(number).toMatch(/^T\d+-\d+$/);
  expect(useBills.getState().bills[key]?.items ?? []).toEqual([]);
  expect(useBills.getState().drafts[key]?.items ?? []).toEqual([]);
  await expect.poll(() => server.printed.length).toBe(2);
  const slip = server.printed.find((one) => one.slip);
  expect(slip?.slip).toMatchObject({ large: number, note: expect.stringContaining('Provisional') });
  const paper = server.printed.find((one) => !one.slip);
  expect(paper?.bill).toMatchObject({ status: 'Complete', invoiceNumber: null, number, total: 1000, gst: 74 });
  clear();
  await showAt('/wallets/orders', <OrdersScreen />);
  const list = page.getByRole('region', { name: 'Not sent yet' });
  await expect.element(list).toMatchTextContent(new RegExp(`${number} · Nadia`));
  await expect.element(list).toMatchTextContent(new RegExp(`Paid MVR 10\\.00 / MVR ${(total / 100).toFixed(2)}`));
  // The server takes it when it is back.
  server.network = 'fine';
  server.handler = ({ path, body }) =>
    path === '/fin/order/create'
      ? { body: { id: 9, key: body['key'], version: 1, number: 'O-2611-0009', lines: [], advances: [] } }
      : path.startsWith('/fin/orders')
        ? { body: { items: [], count: 0, pageSize: 20, totalPages: 1 } }
        : undefined;
  reportServer(true);
  await expect.poll(() => kept().length).toBe(0);
  expect(server.seen.filter(({ path }) => path === '/fin/order/create')).toHaveLength(1);
  await expect.element(list).not.toBeInTheDocument();
  // The slot is free again.
  await expect.poll(() => useBills.getState().bills[key]?.isOpen ?? false).toBe(false);
});

it('keeps the bill, its items and what was typed when the server refuses the order, and prints nothing', async () => {
  const { key } = await openDialog(true);
  server.handler = ({ path }) =>
    path === '/fin/order/create' ? { status: 409, body: { reason: 'overpaid', message: 'More than due' } } : undefined;
  await page.getByLabelText('Paid today').fill('10');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('More than due')).toBeVisible();
  await expect.element(page.getByLabelText('Customer')).toHaveValue('Nadia');
  expect(bill().items.map(({ name }) => name)).toEqual([burger.name]);
  expect([bill().key, kept(), server.printed]).toEqual([key, [], []]);
});

it('takes the items of a kept order off the bill when the till was reloaded before it noted that, also when another tab sent it', async () => {
  const { key } = await openDialog(true);
  await expect.poll(() => useOutbox.getState().entries).toEqual([]);
  away();
  const { drafts } = useBills.getState();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => kept().length).toBe(1);
  const [entry] = kept();
  // A till of an earlier release noted no end of the check-in.
  for (const { seq, kind } of useOutbox.getState().entries) if (kind === 'void') await discard(seq);
  const items = () => useBills.getState().bills[key]?.items.map(({ name }) => name);
  // The order is on the disk, and the draft there is that of before.
  useOutbox.setState({ entries: [] });
  useBills.setState({ drafts });
  useBills.getState().show(key);
  expect(items()).toEqual([burger.name]);
  await reloadOutbox();
  expect(items()).toEqual([]);
  expect(useBills.getState().drafts[key]).toBeUndefined();
  // This tab never saw it waiting.
  useBills.setState({ drafts });
  useBills.getState().show(key);
  useBills.getState().takeSent({ entry: entry as OutboxEntry, answer: {} });
  expect(items()).toEqual([]);
  // What was added since stays.
  useBills.setState({ drafts });
  useBills.getState().addItem(key, { menuItem: juice, size: juice.sizes[0] as never });
  useOutbox.setState({ entries: [] });
  await reloadOutbox();
  // Not of the bill, which a save of the draft of before may have reached.
  expect(useBills.getState().drafts[key]?.items.map(({ name }) => name)).toEqual([juice.name]);
});

it('lists an order that waits below the title, and opens it to its facts; one that the server refused says why there and under Needs attention', async () => {
  const { total } = await openDialog();
  await page.getByLabelText('Paid today').fill('10');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => kept().length).toBe(1);
  clear();
  await showAt('/wallets/orders', <OrdersScreen />);
  const list = page.getByRole('region', { name: 'Not sent yet' });
  const row = list.getByRole('button', { name: /Nadia/ });
  await expect.element(row).toBeVisible();
  const box = (one: typeof list) => one.element().getBoundingClientRect();
  expect(box(list).top).toBeGreaterThan(box(page.getByRole('heading', { name: 'Orders' })).bottom);
  expect(box(list).left).toBe(box(page.getByTestId('sheet')).left);
  await row.click();
  const facts = page.getByRole('dialog', { name: /^Order T/ });
  await expect.element(facts).toMatchTextContent(/Not sent yet.*Nadia.*Lagoon Burger/);
  await expect
    .element(facts)
    .toMatchTextContent(new RegExp(`Paid.*10\\.00.*Rest.*${((total - 1000) / 100).toFixed(2)}`));
  await facts.getByRole('button', { name: 'Close' }).click();
  server.network = 'fine';
  server.handler = ({ path }) =>
    path === '/fin/order/create'
      ? { status: 409, body: { reason: 'noStock', message: 'The cake is sold out' } }
      : undefined;
  reportServer(true);
  await expect.element(list).toMatchTextContent(/Needs attention.*The cake is sold out/);
  clear();
  await showAt('/', <OutboxDrawer title="Unsynced" opened onClose={() => undefined} />);
  const aside = page.getByRole('region', { name: 'Needs attention' });
  await expect.element(aside).toMatchTextContent(/New order · Table 6 · T.*MVR 10\.00.*The cake is sold out/);
});

it('ends the check-in of which nothing is left while the server is away, also after a reload, and only while it is empty there', async () => {
  const { key } = await openDialog(true);
  await expect.poll(() => useOutbox.getState().entries).toEqual([]);
  away();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => kept().length).toBe(1);
  const isTaken = () => billAt(useBills.getState(), 'Table', '6') !== undefined;
  expect(isTaken()).toBe(false);
  // The till is loaded again: it has what is on its disk.
  const { server: known } = useBills.getState();
  useOutbox.setState({ entries: [] });
  useBills.setState({ ...noBills, outletId: 1, loaded: true, server: known });
  useBills.getState().show(key);
  expect(isTaken()).toBe(true);
  await reloadOutbox();
  expect(isTaken()).toBe(false);
  server.network = 'fine';
  server.handler = ({ path, body }) =>
    path === '/fin/order/create'
      ? { body: { id: 9, key: body['key'], version: 1, number: 'O-2611-0009', lines: [], advances: [] } }
      : undefined;
  reportServer(true);
  await expect.poll(() => useOutbox.getState().entries).toEqual([]);
  const ended = server.seen.filter(({ path }) => path === '/bis/bill/void').map(({ body }) => body);
  expect(ended).toEqual([{ billId: key, reason: 'Check in cancelled', checkInKey: key }]);
  expect([isTaken(), server.bills.get(key)?.isVoid]).toEqual([false, true]);
});

it('sets the items of a refused order aside when its money is given back, from where they go on another bill', async () => {
  await openDialog();
  await page.getByLabelText('Paid today').fill('10');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => kept().length).toBe(1);
  server.network = 'fine';
  server.handler = ({ path }) =>
    path === '/fin/order/create' ? { status: 409, body: { reason: 'noStock', message: 'Sold out' } } : undefined;
  reportServer(true);
  clear();
  await showAt('/', <OutboxDrawer title="Unsynced" opened onClose={() => undefined} />);
  const aside = page.getByRole('region', { name: 'Needs attention' });
  await aside.getByRole('button', { name: 'Refund' }).click();
  await expect.poll(kept).toEqual([]);
  clear();
  const opened = await useBills.getState().checkIn('Table', '7');
  const key = opened.ok ? opened.value.key : '';
  await showAt('/', <OrphanedItems place={{ type: 'Table', slot: '7' }} />);
  const bar = page.getByRole('status', { name: 'Needs attention' });
  await expect.element(bar).toMatchTextContent(/The server refused the order of Table 6 1 × Lagoon Burger/);
  await bar.getByRole('button', { name: 'Add them to this bill' }).click();
  expect(useBills.getState().bills[key]?.items.map(({ name, qty }) => [name, qty])).toEqual([[burger.name, 1]]);
  await expect.element(bar).not.toBeInTheDocument();
});

it('keeps a layaway with its dated instalments, of which the first is paid today, and prints them on its slip', async () => {
  const { total } = await openDialog();
  await page.getByRole('tab', { name: 'Layaway' }).click();
  await page.getByLabelText('Monthly instalments').fill('2');
  await page.getByLabelText('Paid today').fill('10');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => kept().length).toBe(1);
  const [entry] = kept();
  const { kind, plan, dueAt } = (entry?.body ?? {}) as { kind: string; plan: PlannedInstalment[]; dueAt: string };
  expect([kind, plan.length, plan[0]]).toEqual(['Layaway', 3, { date: businessDayHere(), amount: 1000 }]);
  expect(plan.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
  expect(dueAt.slice(0, 10)).toBe(plan[2]?.date);
  await expect.poll(() => server.printed.find((one) => one.slip)?.slip?.title).toBe('Layaway');
  const note = server.printed.find((one) => one.slip)?.slip?.note;
  const later = plan.slice(1).map(({ amount, date }) => `${formatAmount(laari(amount))} on ${recordDate(date)}`);
  expect(note).toContain(`Payment by instalments: 10.00 today, ${later.join(', ')}`);
});

it('takes a refundable deposit of an order without the server on a paper that bears no GST', async () => {
  await openDialog();
  await page.getByLabelText('Paid ahead as').selectOptions('Refundable');
  await page.getByLabelText('Paid today').fill('10');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => kept()[0]?.body).toMatchObject({ tax: 'Refundable', amount: 1000 });
  const paper = () => server.printed.find((one) => !one.slip)?.bill;
  const cards = [{ kind: 'Deposit', amount: 1000 }];
  await expect.poll(paper).toMatchObject({ gst: 0, total: 0, cards, items: [], payments: [{ amount: 1000 }] });
});

it('says at each field of a new order what is missing, and how much is left to pay', async () => {
  const { total } = await openDialog();
  const left = (amount: number) => page.getByText(`MVR ${(amount / 100).toFixed(2)} is left to pay`);
  await expect.element(left(total)).toBeVisible();
  await page.getByLabelText('Paid today').fill('10');
  await expect.element(left(total - 1000)).toBeVisible();
  await page.getByLabelText('Customer').fill('');
  await page.getByLabelText('Due').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByLabelText('Customer')).toHaveAccessibleDescription('Enter the name of the customer');
  await expect.element(page.getByLabelText('Due')).toHaveAccessibleDescription('Enter when it is due');
  await expect.element(page.getByLabelText('Paid today')).not.toBeInvalid();
  await page.getByRole('tab', { name: 'Layaway' }).click();
  await page.getByLabelText('Monthly instalments').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  const count = page.getByLabelText('Monthly instalments');
  await expect.element(count).toHaveAccessibleDescription('Enter how many instalments follow, or choose Order');
  expect(kept()).toEqual([]);
});

it('[R22.15] takes a fault away with the change that fixes it, and asks for no instalments of what is paid too much', async () => {
  await openDialog();
  const field = (label: string) => page.getByLabelText(label);
  const [name, phone, paid] = [field('Customer'), field('Phone'), field('Paid today')];
  await name.fill('');
  await phone.fill('nonsense');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(name).toHaveAccessibleDescription('Enter the name of the customer');
  await expect.element(phone).toHaveAccessibleDescription('Phone must have 7 to 15 digits, like +960 777 1234');
  await name.fill('Nadia');
  await phone.fill('777 1234');
  await expect.element(name).not.toBeInvalid();
  await expect.element(phone).not.toBeInvalid();
  await page.getByRole('tab', { name: 'Layaway' }).click();
  const count = page.getByLabelText('Monthly instalments');
  await expect.element(count).not.toBeInvalid();
  await count.fill('999');
  await expect.element(count).toHaveAccessibleDescription('Monthly instalments must be at most 23');
  await count.fill('3');
  await paid.fill('5000');
  await expect.element(paid).toBeInvalid();
  await expect.element(count).not.toBeInvalid();
  expect(kept()).toEqual([]);
});

it('keeps no order for a time that is over, and says so at the field', async () => {
  await openDialog();
  await page.getByLabelText('Due').fill('2020-01-04T15:00');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByLabelText('Due')).toHaveAccessibleDescription('This time is over. Enter a later one');
  expect(kept()).toEqual([]);
});

it('keeps no items that went to the kitchen or came from another till since the dialog opened', async () => {
  const { key } = await openDialog();
  useBills.getState().addItem(key, { menuItem: burger, size: burger.sizes[0] as never });
  await useBills.getState().save(key);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('The bill changed. Close this and look at it again.')).toBeVisible();
  expect([kept(), bill().items.length > 0]).toEqual([[], true]);
});

it('[R22.5] takes a gift card for the first part without the server, up to the limit', async () => {
  const code = newCode(Uint8Array.from({ length: 12 }, (_, index) => index * 3));
  const card = { id: 5, name: offlineName(codeHash(code)), last4: code.slice(-4), kind: 'GiftCard', balance: 3000 };
  await keepCopy(1, 'wallets', {
    kept: { at: new Date(tillNow()).toISOString(), wallets: [{ ...card, isBlocked: false }] },
    taken: [],
  });
  await openDialog();
  await page.getByLabelText('Payment method').selectOptions('GiftCard');
  await page.getByLabelText('Card code').fill(code);
  await page.getByRole('button', { name: 'Check' }).click();
  await expect.element(page.getByLabelText('Paid today')).toHaveValue('30');
  // In the meantime another bill takes what the card has.
  const other = [{ key: uuidv7(), amount: 3000, wallet: { id: 5 } }];
  await takeNow(other);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('The card has MVR 0.00 left')).toBeVisible();
  expect(kept()).toEqual([]);
  await forgetTaken(other);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => kept()[0]?.body)
    .toMatchObject({
      amount: 3000,
      payments: [{ method: 'GiftCard', amount: 3000, wallet: { id: 5, codeHash: codeHash(code) } }],
    });
  expect(JSON.stringify(kept())).not.toContain(code);
  const paper = () => server.printed.find((one) => !one.slip)?.bill;
  const wallet = { last4: card.last4, left: 0 };
  await expect.poll(paper).toMatchObject({ total: 3000, payments: [{ method: 'GiftCard', amount: 3000, wallet }] });
  // What it took is spent on this till.
  expect(await findOffline(codeHash(code))).toMatchObject({ left: 0 });
});
