import type { Bill } from '@atoll/domain/bill/bill';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import type { SettingEntry } from '@atoll/domain/outlet/settings';
import type { PaymentMethod } from '@atoll/domain/payment/methods';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useConnection } from '../../api/connection.ts';
import { useBills } from '../../bills/bills.ts';
import { useOutbox } from '../../outbox/outbox.ts';
import { useApp } from '../../sync/app-store.ts';
import { burger, openTill } from '../../sync/testing/till.ts';
import { clear, showAt, staffSizes } from '../../ui/hook/testing.tsx';
import { SplitDialog } from '../bill/bill-items/split-dialog.tsx';
import { forgetEntered } from './kept-entry.ts';
import { TenderBill } from './tender-bill.tsx';

const bill = () => Object.values(useBills.getState().bills).find((one) => one.slot === '4') as Bill;
const onPaid = vi.fn();
const payments = () => page.getByRole('list', { name: 'Payments' });
const choose = (name: string) => page.getByRole('radio', { name }).click();
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
/** The payment that waits in the outbox. */
const sent = () => useOutbox.getState().entries.find(({ kind }) => kind === 'pay')?.body as Record<string, unknown>;

function set(...settings: readonly (SettingEntry & { value?: string })[]): void {
  useApp.setState(({ settings: before }) => ({ settings: [...before, ...settings] as never }));
}

/** Shows the checkout in the height that the shell leaves of a screen. */
async function checkout(height = 736, width?: number): Promise<void> {
  await showAt(
    '/',
    <div style={{ blockSize: height, inlineSize: width }}>{<TenderBill bill={bill()} onPaid={onPaid} />}</div>,
  );
}

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  onPaid.mockReset();
  useConnection.setState({ isOnline: false });
  await useBills.getState().checkIn('Table', '4');
  // 50.00, with service charge and GST 59.40.
  useBills.getState().addItem(bill().key, { menuItem: burger, size: burger.sizes[0] as never });
});
afterEach(clear);

it('[R35.28] keeps the whole number pad in sight beside a payment, four methods, a currency and quick cash', async () => {
  set(
    { key: 'PaymentMethods', value: '', values: ['Cash', 'Card', 'BankTransfer', 'MobileWallet'] },
    { key: 'Currencies', value: '', values: ['USD:1542'] },
  );
  useBills.getState().setShares(bill().key, { parts: 2 });
  useBills.getState().setPayments(bill().key, [{ key: 'a', method: 'Card', amount: 2970, reference: '' }]);
  await checkout();
  await expect.element(page.getByText('Part 2 of 2')).toBeVisible();
  const pad = page.getByRole('button', { name: '0', exact: true });
  await expect.element(pad).toBeVisible();
  await expect.element(page.getByRole('group', { name: 'Currency' })).toBeVisible();
  const actions = page.getByRole('button', { name: 'Add payment' }).element().getBoundingClientRect();
  expect(pad.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(actions.top);
  const { left, top, width, height } = pad.element().getBoundingClientRect();
  for (const y of [top + 2, top + height - 2])
    expect(document.elementFromPoint(left + width / 2, y)?.textContent).toBe('0');
});

it('keeps every key of the number pad whole at 1024 × 768 beside two parts, one of them foreign, and four methods', async () => {
  await page.viewport(1024, 768);
  set(
    { key: 'PaymentMethods', value: '', values: ['Cash', 'Card', 'BankTransfer', 'MobileWallet'] },
    { key: 'Currencies', value: '', values: ['USD:1542'] },
    { key: 'RoundCash', value: '5:nearest' },
  );
  const part = { key: 'a', method: 'Card' as const, amount: 1000, reference: '' };
  const foreign = { ...part, key: 'b', method: 'Cash' as const, amount: 1542 };
  const currency = { code: 'USD', units: 100, rate: 1542 };
  useBills.getState().setPayments(bill().key, [part, { ...foreign, currency }]);
  await checkout(708);
  await expect.element(page.getByRole('group', { name: 'Currency' })).toBeVisible();
  const keys = [...document.querySelectorAll('[data-pad] button')];
  expect(keys).toHaveLength(12);
  for (const key of keys) {
    const { left, width, top, bottom } = key.getBoundingClientRect();
    for (const y of [top + 2, bottom - 2])
      expect(key.contains(document.elementFromPoint(left + width / 2, y))).toBe(true);
  }
});

it('[R35.28] keeps payments visible with method, currency and remove button beside four methods and a currency', async () => {
  set(
    { key: 'PaymentMethods', value: '', values: ['Cash', 'Card', 'BankTransfer', 'MobileWallet'] },
    { key: 'Currencies', value: '', values: ['USD:1542'] },
  );
  const part = (key: string, method: PaymentMethod, amount: number) => ({ key, method, amount, reference: '' });
  useBills
    .getState()
    .setPayments(bill().key, [
      part('a', 'Card', 1000),
      part('b', 'BankTransfer', 500),
      part('c', 'MobileWallet', 500),
      { ...part('d', 'Cash', 1542), currency: { code: 'USD', units: 100, rate: 1542 } },
    ]);
  await checkout();
  await expect.element(page.getByRole('group', { name: 'Currency' })).toBeVisible();
  const rows = payments().getByRole('listitem');
  expect(rows.elements().map((row) => row.textContent)).toEqual([
    'CardMVR 10.00',
    'Bank transferMVR 5.00',
    'Mobile walletMVR 5.00',
    'CashUSD 1.00MVR 15.42',
  ]);
  for (const control of [...rows.getByRole('button', { name: 'Remove payment' }).elements(), ...rows.elements()]) {
    const { left, top, width, height, bottom } = control.getBoundingClientRect();
    expect(bottom).toBeLessThan(736);
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    expect(hit === control || control.contains(hit)).toBe(true);
  }
  await rows.getByRole('button', { name: 'Remove payment' }).last().click();
  expect(rows.elements()).toHaveLength(3);
});

it('[R35.92] pays once when 20 clicks on Pay arrive in one task', async () => {
  await checkout();
  await expect.element(page.getByRole('button', { name: 'Pay', exact: true })).toBeEnabled();
  const button = page.getByRole('button', { name: 'Pay', exact: true }).element() as HTMLButtonElement;
  for (let click = 0; click < 20; click += 1) button.click();
  await vi.waitFor(() => expect(onPaid).toHaveBeenCalled());
  const paid = useOutbox.getState().entries.filter(({ kind }) => kind === 'pay');
  expect(paid.map(({ body }) => (body as { payments: unknown[] }).payments)).toEqual([
    [expect.objectContaining({ method: 'Cash', amount: 5940 })],
  ]);
});

it('[R35.29] rounds the rest that is paid in cash after a card', async () => {
  set({ key: 'RoundCash', value: '100:nearest' });
  await checkout();
  await choose('Card');
  await page.getByRole('textbox', { name: 'Amount' }).fill('20');
  await press('Add payment');
  await expect.element(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('39.40');
  await choose('Cash');
  await expect.element(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('39');
  await press('Pay');
  await vi.waitFor(() => expect(onPaid).toHaveBeenCalledWith(0));
  expect(sent()).toMatchObject({
    roundingAmount: -40,
    payments: [
      { method: 'Card', amount: 2000 },
      { method: 'Cash', amount: 3900 },
    ],
  });
});

it('rounds the part of a shared bill that is paid in cash, and leaves the difference to the next', async () => {
  set({ key: 'RoundCash', value: '100:nearest' });
  useBills.getState().setShares(bill().key, { parts: 2 });
  await checkout();
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await choose('Card');
  await expect.element(amount).toHaveValue('29.70');
  await choose('Cash');
  await expect.element(amount).toHaveValue('30');
  await press('Take this part');
  await expect.element(page.getByText('Part 2 of 2')).toBeVisible();
  await expect.element(amount).toHaveValue('29');
});

it('shows the cash rounding beside what is due, while cash is chosen', async () => {
  set({ key: 'RoundCash', value: '100:nearest' });
  await checkout();
  const figures = () =>
    [...page.getByRole('region', { name: 'Payment' }).element().querySelectorAll('dl > div')].map(
      (each) => each.textContent,
    );
  await choose('Cash');
  await expect.poll(figures).toEqual(['Paid0.00', 'Rounding−0.40', 'Due59.00', 'Change0.00']);
  await choose('Card');
  await expect.poll(figures).toEqual(['Paid0.00', 'Due59.40', 'Change0.00']);
});

it('[R35.35] pays with a quick cash amount at once in a shop, and only enters it elsewhere until the setting is on', async () => {
  const sum = page.getByRole('group', { name: 'Quick cash' }).getByRole('button', { name: '100', exact: true });
  await checkout();
  await sum.click();
  await expect.element(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('100');
  expect(sent()).toBeUndefined();
  useApp.setState(({ outlet }) => ({ outlet: { ...(outlet as Outlet), businessType: 'Retail' } }));
  set({ key: 'QuickCashPays', value: 'Never' });
  await checkout();
  await sum.click();
  expect(sent()).toBeUndefined();
  useApp.setState(({ settings }) => ({ settings: settings.filter(({ key }) => key !== 'QuickCashPays') }));
  await checkout();
  await sum.click();
  await vi.waitFor(() => expect(onPaid).toHaveBeenCalledWith(4060));
  expect(sent()).toMatchObject({ payments: [{ method: 'Cash', amount: 5940, tendered: 10_000 }] });
});

it('[R35.21] shows the whole number pad on a low screen with four or five methods, foreign money and quick cash', async () => {
  const methods = ['Cash', 'Card', 'BankTransfer', 'MobileWallet', 'Voucher'];
  for (const [width, height, count] of [
    [1024, 768, 4],
    [1280, 800, 5],
  ] as const) {
    await page.viewport(width, height);
    useApp.setState({ settings: [] });
    set(
      { key: 'PaymentMethods', value: '', values: methods.slice(0, count) },
      { key: 'Currencies', value: '', values: ['USD:1542', 'EUR:1675'] },
      { key: 'QuickCash', value: '', values: ['10000', '50000', '100000'] },
    );
    await checkout(height - 60);
    const zero = page.getByRole('button', { name: '0', exact: true });
    await expect.element(zero).toBeVisible();
    const actions = page.getByRole('button', { name: 'Pay', exact: true }).element().getBoundingClientRect();
    expect(zero.element().getBoundingClientRect().bottom, `${width}`).toBeLessThanOrEqual(actions.top);
    const { left, top, width: wide, height: high } = zero.element().getBoundingClientRect();
    expect(high).toBeGreaterThanOrEqual(44);
    expect(zero.element().contains(document.elementFromPoint(left + wide / 2, top + high - 2))).toBe(true);
    clear();
  }
});

const amountField = () => page.getByRole('textbox', { name: 'Amount' });

it('[R35.22] keeps an amount that was typed and not added for its bill when Checkout is left, and no bare choice', async () => {
  set({ key: 'TipPresets', value: '', values: ['1000'] });
  await checkout();
  await choose('Card');
  await amountField().fill('20');
  await page.getByRole('textbox', { name: 'Reference' }).fill('slip 7');
  await press('Other tip');
  await page.getByRole('textbox', { name: 'Other tip' }).fill('5');
  clear();
  await checkout();
  await expect.element(amountField()).toHaveValue('20');
  await expect.element(page.getByRole('radio', { name: 'Card' })).toBeChecked();
  await expect.element(page.getByRole('textbox', { name: 'Reference' })).toHaveValue('slip 7');
  await expect.element(page.getByRole('textbox', { name: 'Other tip' })).toHaveValue('5');
  // Added, it is the bill's, and what is left is asked for.
  await press('Add payment');
  await expect.element(amountField()).toHaveValue('44.40');
  clear();
  await checkout();
  await expect.element(amountField()).toHaveValue('44.40');
  await expect.element(page.getByRole('radio', { name: 'Cash' })).toBeChecked();
});

it('keeps the tip beside a payment that was taken, when Checkout is left and after a reload', async () => {
  set({ key: 'TipPresets', value: '', values: ['1000', '2000'] });
  await checkout();
  await press('20');
  await choose('Card');
  await amountField().fill('50');
  await press('Add payment');
  clear();
  // A reload keeps what the till has stored, and nothing of the page.
  forgetEntered(bill().key);
  await checkout();
  const tip = page.getByRole('group', { name: 'Tip' }).getByRole('button', { name: '20', exact: true });
  await expect.element(tip).toHaveAttribute('aria-pressed', 'true');
  await expect.element(amountField()).toHaveValue('29.40');
  await press('10');
  await press('Remove payment');
  await expect.element(amountField()).toHaveValue('69.40');
  await press('Pay');
  await vi.waitFor(() => expect(sent()).toMatchObject({ tip: 1000 }));
});

it('[R35.22] keeps a typed amount for its own bill only, and asks for the whole amount of another', async () => {
  await checkout();
  await amountField().fill('20');
  clear();
  await useBills.getState().checkIn('Table', '5');
  const other = Object.values(useBills.getState().bills).find((one) => one.slot === '5') as Bill;
  useBills.getState().addItem(other.key, { menuItem: burger, size: burger.sizes[0] as never });
  const theirs = () => useBills.getState().bills[other.key] as Bill;
  await showAt('/', <TenderBill bill={theirs()} onPaid={onPaid} />);
  await expect.element(amountField()).toHaveValue('59.40');
  clear();
  await checkout();
  await expect.element(amountField()).toHaveValue('20');
});

it('starts over on the number pad for every payment of a bill, whatever was typed before', async () => {
  await checkout();
  await choose('Card');
  for (const digit of ['2', '0']) await press(digit);
  await press('Add payment');
  await expect.element(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('39.40');
  for (const digit of ['1', '0']) await press(digit);
  await expect.element(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('10');
  await press('Add payment');
  // The rest is what the next person types, too.
  for (const digit of ['2', '9', 'Decimal point', '4']) await press(digit);
  await choose('Bank transfer');
  for (const digit of ['9']) await press(digit);
  await expect.element(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('9');
  await press('Add payment');
  expect(useBills.getState().drafts[bill().key]?.payments.map(({ amount }) => amount)).toEqual([2000, 1000, 900]);
});

it('[R35.30] takes equal parts of a bill that is saved, and forgets them when it is paid', async () => {
  await useBills.getState().save(bill().key);
  expect(useBills.getState().drafts).toEqual({});
  await showAt('/', <SplitDialog bill={bill()} onClose={() => undefined} />);
  await page.getByRole('tab', { name: 'Equal parts' }).click();
  await press('Pay in parts');
  await checkout();
  await expect.element(page.getByText('Part 1 of 2')).toBeVisible();
  await press('Take this part');
  await expect.element(page.getByText('Part 2 of 2')).toBeVisible();
  await press('Pay');
  await vi.waitFor(() => expect(onPaid).toHaveBeenCalledWith(0));
  expect(sent()).toMatchObject({ payments: [{ amount: 2970 }, { amount: 2970 }] });
  expect(useBills.getState().drafts).toEqual({});
});

it('[R35.30] takes equal parts of one whole bill, one payment after another', async () => {
  await showAt('/', <SplitDialog bill={bill()} onClose={() => undefined} />);
  await page.getByRole('tab', { name: 'Equal parts' }).click();
  await page.getByRole('button', { name: '7', exact: true }).click();
  await press('Pay in parts');
  await checkout();
  for (let part = 1; part <= 6; part += 1) {
    await expect.element(page.getByText(`Part ${part} of 7`)).toBeVisible();
    await press('Take this part');
  }
  await expect.element(page.getByText('Part 7 of 7')).toBeVisible();
  await press('Pay');
  await vi.waitFor(() => expect(onPaid).toHaveBeenCalledWith(0));
  const amounts = (sent()['payments'] as { amount: number }[]).map(({ amount }) => amount);
  expect(amounts).toEqual([849, 849, 849, 849, 848, 848, 848]);
  expect(bill().items.map(({ qty }) => qty)).toEqual([1]);
});

it('[R35.30] takes exactly the amount of a part, with change in cash, or the whole rest instead', async () => {
  await showAt('/', <SplitDialog bill={bill()} onClose={() => undefined} />);
  await page.getByRole('tab', { name: 'By amount' }).click();
  await page.getByRole('textbox', { name: 'Amount of the first part' }).fill('20.01');
  await press('Pay in parts');
  await checkout();
  await page.getByRole('textbox', { name: 'Amount' }).fill('50');
  await press('Take this part');
  await expect.element(payments().getByText('MVR 50.00')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('39.39');
  await press('Take all that is left');
  expect(page.getByText(/^Part/).elements()).toHaveLength(0);
  await press('Pay');
  // The first payer has got theirs.
  await vi.waitFor(() => expect(onPaid).toHaveBeenCalledWith(0));
  expect(sent()).toMatchObject({ payments: [{ amount: 2001, tendered: 5000 }, { amount: 3939 }] });
});

it.each([
  ['Equal parts', 'equal', { parts: 2 }],
  ['By amount', 'amount', { amount: 2001 }],
])('[R35.30] cuts the items of a bill into checks only where ‘The items’ is chosen: %s', async (name, how, choice) => {
  const { split } = useBills.getState();
  const cut = vi.fn(async () => ({ ok: true as const, value: bill() }));
  onTestFinished(() => void useBills.setState({ split }));
  useBills.setState({ split: cut });
  useConnection.setState({ isOnline: true });
  await showAt('/', <SplitDialog bill={bill()} onClose={() => undefined} />);
  await page.getByRole('tab', { name }).click();
  await expect.element(page.getByRole('button', { name: 'Pay in parts' })).toBeVisible();
  await page.getByRole('tab', { name: 'The items' }).click();
  expect(page.getByRole('button', { name: 'Pay in parts' }).elements()).toHaveLength(0);
  if (how === 'amount') await page.getByRole('textbox', { name: 'Amount of the new check' }).fill('20.01');
  await press('Split');
  await vi.waitFor(() => expect(cut.mock.calls).toEqual([[bill().key, choice, expect.anything()]]));
  expect(useBills.getState().drafts[bill().key]?.shares).toBeUndefined();
});

it('shows each payer of a shared bill their own change, not the change that another one got', async () => {
  useBills.getState().setShares(bill().key, { parts: 2 });
  await checkout();
  const change = () => page.getByText('Change', { exact: true }).element().nextElementSibling?.textContent;
  await page.getByRole('textbox', { name: 'Amount' }).fill('50');
  await vi.waitFor(() => expect(change()).toBe('20.30'));
  await press('Take this part');
  await expect.element(payments().getByText('Change 20.30')).toBeVisible();
  expect(change()).toBe('0.00');
  await page.getByRole('textbox', { name: 'Amount' }).fill('40');
  await vi.waitFor(() => expect(change()).toBe('10.30'));
  await press('Pay');
  await vi.waitFor(() => expect(onPaid).toHaveBeenCalledWith(1030));
  expect(sent()).toMatchObject({ payments: [{ tendered: 5000 }, { tendered: 4000 }] });
});

it('keeps its buttons in one line beside the long name of a customer at 1024 pixels', async () => {
  useBills.getState().setCustomer(bill().key, { name: 'Lagoon Dive Centre of Hulhumalé', phone: '3314409' } as never);
  await page.viewport(1024, 768);
  // Beside the sidebar.
  await checkout(708, 940);
  await expect.element(page.getByText(/Lagoon Dive Centre/).first()).toBeVisible();
  for (const name of ['Discount', 'Back to the bill'])
    expect(page.getByText(name, { exact: true }).element().getBoundingClientRect().height, name).toBeLessThan(50);
});

it('[R35.28] keeps four methods in one row, and a payment button in one line, on a tablet and a phone', async () => {
  set({ key: 'PaymentMethods', value: '', values: ['Cash', 'Card', 'BankTransfer', 'MobileWallet'] });
  for (const width of [1280, 820, 390]) {
    await page.viewport(width, 844);
    await checkout(780);
    await expect.element(page.getByRole('radio', { name: 'Cash' })).toBeVisible();
    const boxes = page
      .getByRole('radio')
      .elements()
      .map((one) => one.getBoundingClientRect().top);
    expect([boxes.length, new Set(boxes).size], `${width} px`).toEqual([4, 1]);
    const add = page.getByRole('button', { name: 'Add payment' }).element();
    const range = document.createRange();
    range.selectNodeContents(document.createTreeWalker(add, NodeFilter.SHOW_TEXT).nextNode() as Text);
    expect(new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size, `${width} px`).toBe(1);
  }
  await page.viewport(1280, 800);
});

it('[R35.21] leaves every key of the number pad free above the payment buttons on a phone, before a payment is entered', async () => {
  await page.viewport(390, 844);
  const all = ['Cash', 'Card', 'BankTransfer', 'MobileWallet'];
  for (const methods of [all.slice(0, 2), all]) {
    useApp.setState({ settings: [] });
    set(
      { key: 'PaymentMethods', value: '', values: methods },
      { key: 'Currencies', value: '', values: methods.length > 2 ? ['USD:1542', 'EUR:1675'] : [] },
    );
    await checkout(720);
    await expect.element(page.getByRole('button', { name: '0', exact: true })).toBeVisible();
    const keys = [...document.querySelectorAll('[data-pad] button')];
    expect(keys).toHaveLength(12);
    const pay = page.getByRole('button', { name: 'Pay', exact: true }).element().getBoundingClientRect();
    for (const key of keys) {
      const { left, top, bottom, width, height } = key.getBoundingClientRect();
      expect(bottom, key.textContent ?? '').toBeLessThanOrEqual(pay.top);
      expect(height).toBeGreaterThanOrEqual(44);
      expect(key.contains(document.elementFromPoint(left + width / 2, top + height - 2))).toBe(true);
    }
    clear();
  }
  await page.viewport(1280, 800);
});

it('shows what is due, method, currency, amount, keys and Pay without scrolling on a low phone', async () => {
  set(
    { key: 'PaymentMethods', value: '', values: ['Cash', 'Card', 'BankTransfer', 'MobileWallet'] },
    { key: 'Currencies', value: '', values: ['USD:1542', 'EUR:1675'] },
  );
  for (const [width, height] of [
    [360, 640],
    [390, 664],
  ] as const) {
    await page.viewport(width, height);
    await checkout(height - 124);
    await expect.element(page.getByRole('group', { name: 'Currency' })).toBeVisible();
    const buttons = ['Discount', 'Add payment', 'Pay'].map((name) => page.getByRole('button', { name, exact: true }));
    const shown = [
      ...document.querySelectorAll('[data-pad] button, [role="group"][aria-label="Currency"] button'),
      ...page.getByRole('radio').elements(),
      ...[...buttons, page.getByRole('link', { name: 'Back to the bill' })].map((each) => each.element()),
    ];
    expect(shown).toHaveLength(12 + 3 + 4 + 4);
    for (const one of [...shown, amountField().element(), page.getByText('Due', { exact: true }).element()]) {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const name = `${width}: ${one.textContent}`;
      expect([left >= 0, right <= width, top >= 0, bottom <= height - 124], name).toEqual([true, true, true, true]);
      if (shown.includes(one)) expect(bottom - top, name).toBeGreaterThanOrEqual(44);
      for (const y of [top + 2, bottom - 2]) {
        const at = document.elementFromPoint((left + right) / 2, y);
        expect(one.contains(at) || one.parentElement?.contains(at), name).toBe(true);
      }
    }
    // What follows by scrolling is as wide as the screen.
    const { scrollWidth, clientWidth } = document.querySelector('[data-drawer]') as HTMLElement;
    expect([document.documentElement.scrollWidth <= width, scrollWidth <= clientWidth]).toEqual([true, true]);
    clear();
  }
  await page.viewport(1280, 800);
});

it('keeps every key of the number pad free on a phone beside parts that were paid, four methods and two currencies', async () => {
  set(
    { key: 'PaymentMethods', value: '', values: ['Cash', 'Card', 'BankTransfer', 'MobileWallet'] },
    { key: 'Currencies', value: '', values: ['USD:1542', 'EUR:1675'] },
    { key: 'TipPresets', value: '', values: ['1000', '2000'] },
  );
  const part = { key: 'a', method: 'Card' as const, amount: 1000, reference: '' };
  const dollar = { key: 'b', method: 'Cash' as const, amount: 1542, reference: '' };
  useBills.getState().setPayments(bill().key, [part, { ...dollar, currency: { code: 'USD', units: 100, rate: 1542 } }]);
  for (const [width, height] of [
    [390, 844],
    [360, 640],
  ] as const) {
    await page.viewport(width, height);
    await checkout(height - 124);
    for (const currency of ['MVR', 'USD']) {
      const choice = page.getByRole('group', { name: 'Currency' }).getByRole('button', { name: currency });
      // Above the keys, where the screen scrolls.
      await choice.click();
      await expect.element(choice).toHaveAttribute('aria-pressed', 'true');
      document.querySelector('[data-drawer]')?.scrollTo(0, 0);
      const keys = [...document.querySelectorAll('[data-pad] button'), amountField().element()];
      expect(keys).toHaveLength(13);
      const due = page.getByText('Due', { exact: true }).element().getBoundingClientRect();
      const [edge = 0] = keys.map((key) => key.getBoundingClientRect().top).sort((a, b) => a - b);
      expect([due.top >= 0, due.bottom <= edge]).toEqual([true, true]);
      for (const key of keys) {
        const box = key.getBoundingClientRect();
        for (const y of [box.top + 2, box.bottom - 2])
          expect(
            key.contains(document.elementFromPoint(box.left + box.width / 2, y)),
            `${height} ${key.textContent}`,
          ).toBe(true);
        expect(box.height).toBeGreaterThanOrEqual(44);
      }
    }
    clear();
  }
  await page.viewport(1280, 800);
});

it('shows what is due in the chosen foreign currency and its rate, and what the entered cash is worth', async () => {
  set({ key: 'Currencies', value: '', values: ['USD:1542'] });
  for (const [width, height] of staffSizes) {
    await page.viewport(width, height);
    await checkout(height - 64);
    await page.getByRole('button', { name: 'USD', exact: true }).click();
    // 59.40 / 15.42, rounded up.
    await expect.element(page.getByText('Due USD 3.86')).toBeVisible();
    await expect.element(page.getByText('USD 1.00 = MVR 15.42')).toBeVisible();
    const pad = page.getByRole('button', { name: '4', exact: true });
    const before = pad.element().getBoundingClientRect().top;
    await pad.click();
    await expect.element(page.getByText('= MVR 61.68', { exact: true })).toBeVisible();
    expect(pad.element().getBoundingClientRect().top, `${width} px`).toBe(before);
    clear();
  }
  await page.viewport(1280, 800);
  await checkout();
  await press('Pay');
  await vi.waitFor(() => expect(onPaid).toHaveBeenCalledWith(228));
});

it('asks once about a change that is probably a typing mistake, and pays only after that', async () => {
  await checkout();
  await amountField().fill('9999999');
  await press('Pay');
  const dialog = page.getByRole('dialog', { name: 'Change of MVR 9,999,939.60?' });
  await expect.element(dialog).toBeVisible();
  expect(sent()).toBeUndefined();
  await press('Correct the amount');
  await expect.element(dialog).not.toBeInTheDocument();
  await press('Pay');
  await press('Give this change');
  await vi.waitFor(() => expect(onPaid).toHaveBeenCalledWith(999_993_960));
  expect(sent()).toMatchObject({ payments: [{ method: 'Cash', amount: 5940, tendered: 999_999_900 }] });
});

it('says why a split by an amount is off as soon as the amount is not below the total', async () => {
  await showAt('/', <SplitDialog bill={bill()} onClose={() => undefined} />);
  await page.getByRole('tab', { name: 'By amount' }).click();
  const why = page.getByText('Enter less than MVR 59.40, the total of the bill');
  for (const as of ['Parts of one bill', 'Separate checks']) {
    const tab = page.getByRole('tab', { name: as });
    if (tab.elements().length > 0) await tab.click();
    await page.getByRole('textbox').first().fill('60');
    await expect.element(why).toBeVisible();
    await page.getByRole('textbox').first().fill('20');
    await expect.element(why).not.toBeInTheDocument();
  }
});

it('shows messages beside the payments of the checkout, and aligns amounts and change at their end', async () => {
  useBills
    .getState()
    .setPayments(bill().key, [{ key: 'a', method: 'Cash', amount: 1000, tendered: 12_300, reference: '' }] as never);
  await checkout();
  await expect.element(payments()).toBeVisible();
  const panel = page.getByRole('region', { name: 'Payment' }).or(page.getByRole('region')).elements().at(-1) as Element;
  const { left } = panel.getBoundingClientRect();
  await vi.waitFor(() =>
    expect(document.documentElement.style.getPropertyValue('--toasts-beside')).toBe(`${innerWidth - left}px`),
  );
  const sum = payments().getByText('MVR 123.00');
  const change = payments().getByText(/^Change/);
  await expect.element(change).toBeVisible();
  const range = document.createRange();
  range.selectNodeContents(sum.element());
  expect(Math.round(range.getBoundingClientRect().right)).toBe(
    Math.round(change.element().getBoundingClientRect().right),
  );
  clear();
  expect(document.documentElement.style.getPropertyValue('--toasts-beside')).toBe('');
});
