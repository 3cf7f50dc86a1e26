import type { Bill } from '@atoll/domain/bill/bill';
import { applyTotals } from '@atoll/domain/bill/new-bill';
import { inState } from '@atoll/domain/bill/states';
import { billOf, line } from '@atoll/domain/bill/testing/bills';
import { formatMoney, laari } from '@atoll/domain/money/money';
import type { MethodAmount } from '@atoll/domain/payment/pay-out';
import type { Payment } from '@atoll/domain/payment/payment';
import { readCode, soldCardOf } from '@atoll/domain/wallet/code';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useApp } from '../../sync/app-store.ts';
import { fakeServer } from '../../sync/testing/fake-server.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { RefundDialog } from './refund-bill.tsx';

const five = [1, 2, 3, 4, 5].map((n) =>
  line(`k${n}`, { index: n, size: 'Regular', name: `Dish ${n}`, qty: n, sellingPrice: 1000 * n }),
);
const paid: Bill = { ...inState(applyTotals(billOf(five)), 'Complete'), id: 7 };
const left = paid.items.map(({ key, qty }) => ({ key, qty }));
let sent: unknown;
let calls = 0;
type Sent = { readonly payments: readonly { readonly credit?: { readonly card?: { hash: string; last4: string } } }[] };
const cardSent = () => (sent as Sent).payments[0]?.credit?.card;
const refusal = { status: 409, body: { reason: 'versionOld', message: 'Somebody else changed this', code: 409 } };
let answer: { status: number; body: unknown } = refusal;
const amount = (of: Bill) => page.getByText(formatMoney(laari(of.total)), { exact: true });

beforeEach(async () => {
  await openTill();
  sent = undefined;
  calls = 0;
  answer = refusal;
  useApp.setState({ settings: [{ key: 'VoidReasons', values: ['Cold', 'Wrong dish'] }] as never });
  const server = fakeServer();
  globalThis.fetch = server.fetch;
  server.handler = ({ body }) => {
    sent = body;
    calls += 1;
    return answer;
  };
  await showAt(
    '/billing/history/view/7',
    <RefundDialog bill={paid} left={left} owed={paid.total} onDone={() => {}} onClose={() => {}} />,
  );
});
afterEach(() => clear());

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

it('refunds one dish of five with four taps: Refund of the bill, the dish, a reason and Refund; all of them with All', async () => {
  await expect.element(page.getByText('MVR 0.00', { exact: true })).toBeVisible();
  await press('Dish 3');
  await expect
    .element(page.getByRole('button', { name: 'Dish 3', exact: true }))
    .toHaveAttribute('aria-pressed', 'true');
  await expect
    .element(amount(applyTotals(billOf([line('x', { size: 'Regular', sellingPrice: 3000, qty: 3 })]))))
    .toBeVisible();
  await press('Cold');
  await press('Refund');
  await vi.waitFor(() => expect(sent).toMatchObject({ items: [{ key: 'k3', qty: 3 }], reason: 'Cold' }));
  await press('Dish 3');
  await page.getByRole('button', { name: 'Increase' }).nth(2).click();
  await expect.element(amount(applyTotals(billOf([line('x', { size: 'Regular', sellingPrice: 3000 })])))).toBeVisible();
  await press('All');
  await expect.element(amount(paid)).toBeVisible();
  await press('None');
  await expect.element(page.getByText('MVR 0.00', { exact: true })).toBeVisible();
});

it('takes the whole of a bill with one line, and every line of others is chosen by a person', async () => {
  const one: Bill = { ...paid, ...applyTotals(billOf(five.slice(2, 3))), id: 7, status: 'Complete' };
  await showAt(
    '/billing/history/view/7',
    <RefundDialog bill={one} left={[{ key: 'k3', qty: 3 }]} owed={one.total} onDone={() => {}} onClose={() => {}} />,
  );
  await expect.element(amount(one)).toBeVisible();
});

it('names size and choices of each item, so that two sizes of a dish are told apart', async () => {
  const sized = (key: string, size: string) => line(key, { name: 'Reef fish', size, sellingPrice: 1000 });
  const two: Bill = { ...paid, ...applyTotals(billOf([sized('s', 'Small'), sized('l', 'Large')])), id: 7 };
  const parts = two.items.map(({ key, qty }) => ({ key, qty }));
  await showAt(
    '/billing/history/view/7',
    <RefundDialog bill={two} left={parts} owed={two.total} onDone={() => {}} onClose={() => {}} />,
  );
  await expect.element(page.getByText('Large', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Quantity of Reef fish · Small to refund' })).toBeVisible();
});

it('refunds nothing while no dish is chosen, and says so', async () => {
  await press('Refund');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Choose what to refund');
  await press('Dish 2');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  const said = page.getByText('Enter a reason of at least 3 letters');
  await press('Refund');
  await expect.element(said).toBeVisible();
  await press('Cold');
  await expect.element(said).not.toBeInTheDocument();
});

it('[R35.51] a refund without a reason says so at the field, and focuses it', async () => {
  await press('Dish 2');
  await press('Refund');
  const reason = page.getByRole('textbox', { name: 'Reason' });
  await expect.element(reason).toHaveFocus();
  await expect.element(reason).toHaveAccessibleDescription('Enter a reason of at least 3 letters');
});

it('asks for all or none only where there is more than one portion', async () => {
  await expect.element(page.getByRole('button', { name: 'All', exact: true })).toBeVisible();
  const one: Bill = { ...paid, ...applyTotals(billOf(five.slice(0, 1))), id: 7, status: 'Complete' };
  await showAt(
    '/billing/history/view/7',
    <RefundDialog bill={one} left={[{ key: 'k1', qty: 1 }]} owed={one.total} onDone={() => {}} onClose={() => {}} />,
  );
  await expect.element(amount(one)).toBeVisible();
  expect(page.getByRole('button', { name: /^(All|None)$/ }).elements()).toHaveLength(0);
});

it('is closed by Cancel, and not by a press outside of it or Escape', async () => {
  const onClose = vi.fn();
  await showAt(
    '/billing/history/view/7',
    <RefundDialog {...{ bill: paid, left, owed: paid.total, onClose }} onDone={() => {}} />,
  );
  await expect.element(page.getByRole('dialog', { name: 'Refund' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  document.elementFromPoint(2, 2)?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
  (document.elementFromPoint(2, 2) as HTMLElement).click();
  expect(onClose).not.toHaveBeenCalled();
  await press('Cancel');
  expect(onClose).toHaveBeenCalledOnce();
});

it('takes a part of a weight typed key by key, with a point or a comma, and no more than was sold', async () => {
  const box = page.getByRole('textbox', { name: /^Quantity of Dish 3/ });
  for (const typed of ['0.735', '0,735']) {
    await userEvent.clear(box);
    await userEvent.type(box, typed);
    await expect.element(box).toHaveValue('0.735');
    await expect
      .element(amount(applyTotals(billOf([line('x', { size: 'Regular', sellingPrice: 3000, qty: 0.735 })]))))
      .toBeVisible();
  }
  await userEvent.clear(box);
  await userEvent.type(box, '9');
  await expect.element(box).toHaveValue('3');
});

describe('a bill that was paid partly by card', () => {
  const pay = (method: Payment['method'], sum: number) =>
    ({ key: method, method, amount: sum, tendered: sum, change: 0, reference: '', status: 'Captured' }) as Payment;
  const card = paid.total - 4000;
  const byBoth: Bill = { ...paid, payments: [pay('Card', card), pay('Cash', 4000)] };
  const open = (byMethod?: readonly MethodAmount[]) =>
    showAt(
      '/billing/history/view/7',
      <RefundDialog {...{ bill: byBoth, left, owed: paid.total, byMethod }} onDone={() => {}} onClose={() => {}} />,
    );

  it('offers by card at most what was paid by card, says so, and gives the rest in cash', async () => {
    await open();
    await press('All');
    const limit = formatMoney(laari(card));
    const note = page.getByText(`At most ${limit} by Card. Give the other MVR 40.00 in cash.`);
    await expect.element(note).toBeVisible();
    await expect.element(amount(paid)).toBeVisible();
    await userEvent.type(page.getByRole('textbox', { name: 'Reason' }), 'Cold');
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    const payments = [
      { method: 'Card', amount: card },
      { method: 'Cash', amount: 4000 },
    ];
    await vi.waitFor(() => expect(sent).toMatchObject({ payments }));
    await page.getByRole('combobox', { name: 'Pay out by' }).selectOptions('Cash');
    await expect.element(note).not.toBeInTheDocument();
  });

  it('[R18.7] is one refund when the answer is lost and the person pays out by another method, and says how it was paid out', async () => {
    const keys = new Set<unknown>();
    const made = { ...inState(byBoth, 'Complete'), id: 8, total: -paid.total, roundingAmount: 0, refundOfId: 7 };
    const answers = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => ({ body: { ...made, payments: [pay('Card', -card), pay('Cash', -4000)] } }),
    ];
    const server = fakeServer();
    globalThis.fetch = server.fetch;
    server.handler = ({ path, body }) => {
      if (!path.endsWith('/bis/bill/refund')) return undefined;
      keys.add(body['key']);
      return answers.shift()?.();
    };
    const notified = vi.spyOn(useApp.getState(), 'notify');
    const onDone = vi.fn();
    await showAt(
      '/billing/history/view/7',
      <RefundDialog {...{ bill: byBoth, left, owed: paid.total, onDone }} onClose={() => {}} />,
    );
    await press('All');
    await press('Cold');
    await press('Refund');
    await expect.element(page.getByText(/^A refund of this bill was sent before/)).toBeVisible();
    await page.getByRole('combobox', { name: 'Pay out by' }).selectOptions('Cash');
    await press('Refund');
    await vi.waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(keys.size).toBe(1);
    const message = `The earlier refund was saved: ${formatMoney(laari(paid.total))} by Card, Cash. Pay out that, and nothing more.`;
    expect(notified).toHaveBeenCalledWith(expect.objectContaining({ message }));
  });

  it('offers no card when all that was paid by card was given back', async () => {
    await open([]);
    const how = page.getByRole('combobox', { name: 'Pay out by' });
    await expect.element(how).toHaveValue('Cash');
    expect(
      how
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Cash']);
  });
});

describe('with wallets', () => {
  const show = (of: Bill, more: Partial<Parameters<typeof RefundDialog>[0]> = {}) => {
    useApp.setState({ features: ['Wallets'] });
    clear();
    return showAt(
      '/billing/history/view/7',
      <RefundDialog bill={of} left={left} owed={of.total} onDone={onDone} onClose={() => {}} {...more} />,
    );
  };
  const onDone = vi.fn();
  afterEach(() => {
    useApp.setState({ features: [] });
    onDone.mockReset();
  });

  it('[R22.7] lists the cards to which a refund goes back, and how much of it to each', async () => {
    const wallets = [
      { last4: '7K2Q', method: 'GiftCard', amount: 1000 },
      { last4: '9ABC', method: 'GiftCard', amount: 100_000 },
    ] as const;
    await show(paid, { wallets });
    await press('All');
    const list = page.getByRole('list', { name: 'Back to the cards that paid' });
    await expect.element(list).toMatchTextContent(/MVR 10\.00 goes back to card 7K2Q.*goes back to card 9ABC/);
    await press('Cold');
    await press('Refund');
    await vi.waitFor(() => expect(sent).toMatchObject({ payments: [{ method: 'GiftCard', amount: paid.total }] }));
  });

  it('[R22.7] names as paid out only what does not go back to the cards', async () => {
    await show(paid, { wallets: [{ last4: '7K2Q', method: 'GiftCard', amount: 1000 }] });
    await press('All');
    await page.getByRole('combobox', { name: 'Pay out by' }).selectOptions('Cash');
    const rest = formatMoney(laari(paid.total - 1000));
    await expect.element(page.getByText('To pay out').element().parentElement).toHaveTextContent(`To pay out${rest}`);
  });

  it('[R22.9] gives store credit on a code that is shown, or on the wallet of the customer', async () => {
    await show(paid);
    await press('All');
    await page.getByLabelText('Pay out by').selectOptions('StoreCredit');
    await press('Cold');
    await press('Refund');
    await vi.waitFor(() => expect(sent).toMatchObject({ payments: [{ method: 'StoreCredit', amount: paid.total }] }));
    const first = cardSent();
    // Refused, and sent again: the same code.
    await press('Refund');
    await vi.waitFor(() => expect(calls).toBe(2));
    expect(cardSent()).toEqual(first);
    const wallet = { id: 5, last4: first?.last4 ?? '', left: paid.total };
    const back = { method: 'StoreCredit', key: 'p', amount: -paid.total, wallet };
    answer = { status: 200, body: { ...paid, id: 8, refundOfId: 7, payments: [back] } };
    await press('Refund');
    await expect.element(page.getByText('This is the code of the store credit.', { exact: false })).toBeVisible();
    const shown = readCode(page.getByRole('dialog').getByRole('strong').element().textContent ?? '') ?? '';
    expect(first).toEqual(soldCardOf(shown));
    expect(JSON.stringify(sent)).not.toContain(shown);
    expect(onDone).not.toHaveBeenCalled();
    await press('Close');
    await vi.waitFor(() => expect(onDone).toHaveBeenCalled());

    const guest = { id: 3, key: 'c', name: 'Aisha', phone: '' } as Bill['customer'];
    await show({ ...paid, id: 9, key: 'other', customerId: 3, customer: guest });
    await press('All');
    await page.getByLabelText('Pay out by').selectOptions('StoreCredit');
    await expect.element(page.getByRole('tab', { name: 'On the wallet of Aisha' })).toBeVisible();
    await press('Cold');
    await press('Refund');
    await vi.waitFor(() => expect(sent).toMatchObject({ billId: 9 }));
    expect((sent as Sent).payments[0]).toMatchObject({ method: 'StoreCredit', credit: {} });
    expect(cardSent()).toBeUndefined();
  });
});
