import type { Bill } from '@atoll/domain/bill/bill';
import { codeHash, newCode, shownCode, soldCardOf } from '@atoll/domain/wallet/code';
import { offlineName } from '@atoll/domain/wallet/offline';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { emit } from '../../api/event.ts';
import { BillTotals } from '../../bill/bill-totals.tsx';
import { useBills } from '../../bills/bills.ts';
import { type EnteredWallet, holdCard } from '../../cash/wallet/hold-card.ts';
import {
  findOffline,
  forgetKept,
  type KeptWallet,
  keepWallets,
  payTaking,
  startKeeping,
} from '../../cash/wallet/kept-wallets.ts';
import { tillNow } from '../../clock/till-clock.ts';
import { useOutbox } from '../../outbox/outbox.ts';
import { useCardCodes } from '../../printing/card/card-codes.ts';
import { uuidv7 } from '../../session/id.ts';
import { keepCopy } from '../../storage/copy.ts';
import { useApp } from '../../sync/app-store.ts';
import { burger, openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { SellCard } from '../bill/sell-card.tsx';
import { TenderBill } from './tender-bill.tsx';

const bill = () => Object.values(useBills.getState().bills).find((one) => one.slot === '4') as Bill;
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const method = (name: string) => page.getByRole('radio', { name });
const code = newCode(Uint8Array.from({ length: 12 }, (_, index) => index * 5));
const calls: { url: string; method: string; body: Record<string, unknown> | null }[] = [];
const answered = (body: unknown) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json', 'x-store': 's1' } });
/** The same card as the till keeps it for when the server is away. */
const name = offlineName(codeHash(code));
const known = { id: 5, name, last4: code.slice(-4), kind: 'GiftCard', balance: 32_000, isBlocked: false } as const;
let kept: KeptWallet = known;
/** Since when the till asked for what changed; null for all. */
const asked: (string | null)[] = [];
/** What changed. */
let since: { wallets: readonly KeptWallet[]; gone: readonly number[] } = { wallets: [], gone: [] };
let age = 0;
let isAway = false;
let kind: 'GiftCard' | 'StoreCredit' | 'Deposit' = 'GiftCard';
/** What the card of the server has left, laari. */
let left = 3200;

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  calls.length = 0;
  asked.length = 0;
  left = 3200;
  isAway = false;
  kind = 'GiftCard';
  age = 0;
  kept = known;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : null;
    if (String(url).includes('/fin/wallets/offline')) {
      asked.push(new URL(String(url), location.href).searchParams.get('since'));
      const at = new Date(tillNow() - age).toISOString();
      return answered(asked.at(-1) === null ? { at, wallets: [kept] } : { at, ...since });
    }
    calls.push({ url: String(url), method: init.method ?? 'GET', body });
    if (isAway || !String(url).includes('/fin/wallet/hold')) throw new TypeError('Failed to fetch');
    const held = { id: 5, kind, last4: '7K2Q', left, held: Math.min(left, Number(body?.['amount'])) };
    const answer = init.method === 'DELETE' ? { key: 'k' } : held;
    return answered(answer);
  });
  useApp.setState({ features: ['Wallets'] });
  await useBills.getState().checkIn('Table', '4');
  // 50.00, with service charge and GST 59.40.
  useBills.getState().addItem(bill().key, { menuItem: burger, size: burger.sizes[0] as never });
});
afterEach(() => {
  clear();
  forgetKept();
  useApp.setState({ features: [] });
  vi.unstubAllGlobals();
});

const checkout = () => showAt('/', <TenderBill bill={bill()} onPaid={() => undefined} />);

it('pays with a gift card what is left on it, and asks for the rest', async () => {
  await checkout();
  await method('Gift card').click();
  const field = page.getByRole('textbox', { name: 'Card code' });
  await field.fill('7K2Q');
  await press('Check');
  await expect.element(page.getByRole('alert')).toMatchTextContent('This code is not complete');
  expect(calls).toEqual([]);
  await field.fill(shownCode(code).toLowerCase());
  await press('Check');
  await expect.element(page.getByText('MVR 32.00 left')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('32');
  await press('Add payment');
  await expect.element(page.getByRole('list', { name: 'Payments' })).toMatchTextContent(/Gift card7K2QMVR 32\.00/);
  const [payment] = useBills.getState().drafts[bill().key]?.payments ?? [];
  const holdKey = calls[0]?.body?.['key'];
  expect(payment).toMatchObject({ method: 'GiftCard', amount: 3200, wallet: { id: 5, last4: '7K2Q', holdKey } });
  expect(JSON.stringify(useBills.getState().drafts)).not.toContain(code);
  await press('Remove payment');
  await vi.waitFor(() =>
    expect(calls.at(-1)).toMatchObject({ method: 'DELETE', url: expect.stringContaining(String(holdKey)) }),
  );
});

it('[R22.3] offers the usual method for what a card leaves, and the same method after a payment by another', async () => {
  await checkout();
  await method('Gift card').click();
  await page.getByRole('textbox', { name: 'Card code' }).fill(code);
  await press('Check');
  await press('Add payment');
  await expect.element(method('Cash')).toBeChecked();
  await expect.element(page.getByRole('button', { name: '27.40', exact: true })).toBeVisible();
  await method('Card').last().click();
  await page.getByRole('textbox', { name: 'Amount' }).fill('7.40');
  await press('Add payment');
  await expect.element(page.getByText('20.00').first()).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'Card', exact: true })).toBeChecked();
});

it('[R22.4] frees a card when another method is chosen, and names what was taken from cards when it holds one', async () => {
  await checkout();
  const enter = async () => {
    await method('Gift card').click();
    await page.getByRole('textbox', { name: 'Card code' }).fill(code);
    await press('Check');
    await expect.element(page.getByText('MVR 32.00 left')).toBeVisible();
    return calls.findLast(({ body }) => body?.['code'])?.body ?? {};
  };
  const { key: first, beside } = await enter();
  expect(beside).toEqual([]);
  await method('Cash').click();
  await vi.waitFor(() =>
    expect(calls.at(-1)).toMatchObject({ method: 'DELETE', url: expect.stringContaining(String(first)) }),
  );
  const { key: second } = await enter();
  await press('Add payment');
  await expect.element(method('Cash')).toBeChecked();
  expect((await enter())['beside']).toEqual([second]);
  expect(calls.filter((each) => each.method === 'DELETE')).toHaveLength(1);
});

it('keeps the quick amounts above the keys of a low phone, and the chosen method in sight while a card code is typed', async () => {
  await page.viewport(360, 640);
  await showAt(
    '/',
    <div style={{ blockSize: 640 - 124 }}>
      <TenderBill bill={bill()} onPaid={() => undefined} />
    </div>,
  );
  const isFree = (element: Element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const [above, below] = [top + 2, bottom - 2].map((y) => document.elementFromPoint((left + right) / 2, y));
    const box = element.closest('label') ?? element;
    return left >= 0 && right <= 360 && box.contains(above ?? null) && box.contains(below ?? null);
  };
  await expect.element(method('Cash')).toBeChecked();
  for (const name of ['59.40', '100'])
    expect(isFree(page.getByRole('button', { name, exact: true }).element())).toBe(true);
  for (const [name, label] of [
    ['Gift card', 'Card code'],
    ['Deposit', 'Card code'],
  ] as const) {
    await method(name).click();
    const field = page.getByRole('textbox', { name: label });
    await field.fill('7K2Q');
    await vi.waitFor(() => expect([isFree(method(name).element()), isFree(field.element())]).toEqual([true, true]));
  }
});

it('says at its field on a phone what is wrong with a code, and the next code takes its place', async () => {
  await page.viewport(390, 844);
  await showAt(
    '/',
    <div style={{ blockSize: 844 - 124, overflow: 'auto' }}>
      <TenderBill bill={bill()} onPaid={() => undefined} />
    </div>,
  );
  await method('Gift card').click();
  const field = page.getByRole('textbox', { name: 'Card code' });
  await field.fill('7K2Q');
  await press('Check');
  const fault = page.getByRole('alert');
  await expect.element(fault).toMatchTextContent('This code is not complete');
  const box = fault.element().getBoundingClientRect();
  expect(document.elementFromPoint(box.left + 4, (box.top + box.bottom) / 2)).toBe(fault.element());
  expect(box.top - field.element().getBoundingClientRect().bottom).toBeLessThan(80);
  await expect.element(field).toHaveFocus();
  const { selectionStart, selectionEnd } = field.element() as HTMLInputElement;
  expect([selectionStart, selectionEnd]).toEqual([0, 4]);
});

it('shows what is left on a card level with the button for another one', async () => {
  await checkout();
  await method('Gift card').click();
  await page.getByRole('textbox', { name: 'Card code' }).fill(code);
  await press('Check');
  const middle = (of: { element(): Element }) => {
    const { top, bottom } = of.element().getBoundingClientRect();
    return (top + bottom) / 2;
  };
  await expect.element(page.getByText('MVR 32.00 left')).toBeVisible();
  const other = middle(page.getByRole('button', { name: 'Other card' }));
  expect(Math.abs(middle(page.getByText('MVR 32.00 left')) - other)).toBeLessThan(2);
});

it('takes no more from a gift card than it has, and nothing without its code', async () => {
  left = 1000;
  await checkout();
  await method('Gift card').click();
  await press('Add payment');
  await expect.element(page.getByRole('alert')).toMatchTextContent('Type or scan the card code');
  await page.getByRole('textbox', { name: 'Card code' }).fill(code);
  await press('Check');
  await page.getByRole('textbox', { name: 'Amount' }).fill('20');
  await press('Add payment');
  await expect.element(page.getByRole('alert')).toMatchTextContent('MVR 10.00 left');
  expect(useBills.getState().drafts[bill().key]?.payments ?? []).toEqual([]);
});

it('offers gift cards only where the outlet sells them', async () => {
  useApp.setState({ features: [] });
  await checkout();
  await expect.element(method('Cash')).toBeVisible();
  expect(method('Gift card').elements()).toEqual([]);
});

it('sells a gift card beside the total, by a code that stays on this till', async () => {
  await showAt('/', <SellCard bill={bill()} onClose={() => undefined} />);
  await page.getByRole('textbox', { name: 'Amount' }).fill('0.5');
  await press('Add');
  await expect.element(page.getByText('A gift card costs MVR 1.00 to MVR 100,000.00')).toBeVisible();
  await page.getByRole('textbox', { name: 'Amount' }).fill('500');
  await press('Add');
  await vi.waitFor(() => expect(bill().cardsSold).toBe(50_000));
  expect(bill().total).toBe(5940);
  const item = bill().items.find(({ card }) => card);
  const made = useCardCodes.getState()[item?.key ?? ''] ?? '';
  expect(item?.card).toEqual(soldCardOf(made));
  await showAt('/', <BillTotals bill={bill()} />);
  await expect.element(page.getByText('MVR 559.40')).toBeVisible();
  await useBills.getState().save(bill().key);
  expect(JSON.stringify(useOutbox.getState().entries)).not.toContain(made);
});

it('[R22.14] takes a deposit beside the total, and pays with the deposit of an order', async () => {
  await showAt('/', <SellCard bill={bill()} onClose={() => undefined} />);
  await page.getByRole('tab', { name: 'Deposit' }).click();
  await page.getByRole('textbox', { name: 'What for' }).fill('Crate');
  await page.getByRole('textbox', { name: 'Amount' }).fill('50');
  await press('Add');
  await vi.waitFor(() => expect(bill().cardsSold).toBe(5000));
  expect([bill().total, bill().gst]).toEqual([5940, 440]);
  const item = bill().items.find(({ card }) => card);
  expect(item).toMatchObject({ name: 'Deposit, Crate', card: { kind: 'Deposit', note: 'Crate' } });
  clear();
  kind = 'Deposit';
  const order = { key: '0197a9a0-0000-7000-8000-000000000001', number: 'O-2611-0001' };
  useBills.setState(({ bills }) => ({ bills: { ...bills, [bill().key]: { ...bill(), order } } }));
  await checkout();
  await method('Deposit').click();
  await press('Deposit of order O-2611-0001');
  await expect.element(page.getByText('MVR 32.00 left')).toBeVisible();
  expect(calls.at(-1)?.body).toMatchObject({ orderKey: order.key, billKey: bill().key });
  await press('Add payment');
  const [payment] = useBills.getState().drafts[bill().key]?.payments ?? [];
  expect(payment).toMatchObject({ method: 'Deposit', amount: 3200, wallet: { id: 5 } });
});

/** Opens Checkout without the server, with the balances that the till kept before, and enters the card. */
async function enterOffline(): Promise<void> {
  await keepWallets();
  isAway = true;
  await checkout();
  await method('Gift card').click();
  await page.getByRole('textbox', { name: 'Card code' }).fill(code);
  await press('Check');
}

it('[R22.5] pays with a card without the server up to the limit, less what this till took since', async () => {
  useApp.setState({ settings: [{ key: 'WalletOfflineLimit', value: '5000' }] });
  await enterOffline();
  await expect
    .element(page.getByText('This till may take up to MVR 50.00 from this card', { exact: false }))
    .toBeVisible();
  await press('Add payment');
  const [payment] = useBills.getState().drafts[bill().key]?.payments ?? [];
  expect(payment).toMatchObject({ amount: 5000, wallet: { id: 5, codeHash: codeHash(code) } });
  // What was entered counts before it is paid, and after it.
  await method('Gift card').click();
  await page.getByRole('textbox', { name: 'Card code' }).fill(code);
  await press('Check');
  const used = 'Without the server a card pays up to MVR 50.00';
  await expect.element(page.getByRole('alert')).toMatchTextContent(used);
  await method('Cash').click();
  await press('Pay');
  await vi.waitFor(() => expect(useOutbox.getState().entries.some(({ kind }) => kind === 'pay')).toBe(true));
  expect(await holdCard(code, 'another bill', 100)).toBe(used);
  expect(JSON.stringify(useOutbox.getState().entries)).not.toContain(code);
  // The server may send a balance that it has not heard of this payment from: it still counts.
  age = -3_600_000;
  await keepWallets();
  expect(await holdCard(code, 'another bill', 100)).toBe(used);
});

it('[R22.5] knows without the server a card that another till sold just now, and not one that was closed', async () => {
  await keepWallets();
  const sold = newCode(new Uint8Array(12).fill(9));
  since = { wallets: [{ ...known, id: 6, last4: '9999', name: offlineName(codeHash(sold)) }], gone: [known.id] };
  const stop = startKeeping();
  emit('wallets', undefined);
  emit('wallets', undefined);
  await vi.waitFor(async () => expect(await findOffline(codeHash(sold))).toMatchObject({ state: 'known' }));
  expect(asked).toEqual([null, expect.stringMatching(/^20/)]);
  isAway = true;
  expect(await holdCard(sold, 'a bill', 100)).toMatchObject({ id: 6, left: 10_000 });
  expect(await findOffline(codeHash(code))).toMatchObject({ state: 'unknown' });
  stop();
});

it('[R22.5] pays one of two bills with a card that was entered for both without the server', async () => {
  useApp.setState({ settings: [{ key: 'WalletOfflineLimit', value: '5000' }] });
  await enterOffline();
  await expect.element(page.getByText('This till may take up to MVR 50.00', { exact: false })).toBeVisible();
  const { checkIn, addItem, pay } = useBills.getState();
  const opened = await checkIn('Table', '5');
  const other = opened.ok ? opened.value.key : '';
  addItem(other, { menuItem: burger, size: burger.sizes[0] as never });
  const held = (await holdCard(code, other, 5940)) as EnteredWallet;
  const payments = [
    { key: uuidv7(), method: 'GiftCard', amount: held.left, wallet: held },
    { key: uuidv7(), method: 'Cash', amount: 940 },
  ] as const;
  expect(await payTaking(payments, () => pay(other, { payments }))).toMatchObject({ state: 'kept' });
  await press('Add payment');
  await method('Cash').click();
  await press('Pay');
  await expect.element(page.getByRole('alert')).toMatchTextContent('Without the server a card pays up to MVR 50.00');
  const paid = useOutbox.getState().entries.filter(({ kind }) => kind === 'pay');
  expect(paid.map(({ billKey }) => billKey)).toEqual([other]);
  expect(bill().isOpen).toBe(true);
});

it('says without the server why a card does not pay', async () => {
  const entered = async (): Promise<unknown> => {
    await keepCopy(1, 'wallets', undefined);
    forgetKept();
    isAway = false;
    await keepWallets();
    isAway = true;
    return holdCard(code, 'a bill', 100);
  };
  expect(await entered()).toMatchObject({ id: 5, left: 10_000 });
  age = 73 * 3_600_000;
  expect(await entered()).toBe('This till heard of the card more than 72 hours ago. It needs the server');
  age = 0;
  kept = { ...known, isBlocked: true };
  expect(await entered()).toBe('This card is blocked');
  kept = { ...known, balance: -100 };
  expect(await entered()).toBe('The card has MVR 0.00 left');
  kept = { ...known, name: 'another' };
  expect(await entered()).toBe('This till does not know this card. It needs the server');
});

it('[R22.9] pays with the store credit of the customer, without a code', async () => {
  const customer = { id: 3, key: 'c', name: 'Aisha', phone: '' } as Bill['customer'];
  const { bills } = useBills.getState();
  useBills.setState({ bills: { ...bills, [bill().key]: { ...bill(), customerId: 3, customer } } });
  kind = 'StoreCredit';
  await checkout();
  await method('Store credit').click();
  await press('Credit of Aisha');
  await expect.element(page.getByText('MVR 32.00 left')).toBeVisible();
  expect(calls[0]?.body).toMatchObject({ customerId: 3, amount: 5940 });
  expect(calls[0]?.body).not.toHaveProperty('code');
  await press('Add payment');
  const [payment] = useBills.getState().drafts[bill().key]?.payments ?? [];
  expect(payment).toMatchObject({ method: 'StoreCredit', amount: 3200, wallet: { id: 5 } });
});
