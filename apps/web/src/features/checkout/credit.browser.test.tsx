import type { Bill } from '@atoll/domain/bill/bill';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useConnection } from '../../api/connection.ts';
import { useBills } from '../../bills/bills.ts';
import { useApp } from '../../sync/app-store.ts';
import { burger, openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { TenderBill } from './tender-bill.tsx';

const bill = () => Object.values(useBills.getState().bills).find((one) => one.slot === '4') as Bill;
const method = (name: RegExp) => page.getByRole('radio', { name });
/** Responses of the server by a part of the address; any other call fails. */
const answers = new Map<string, () => Response | Promise<Response>>();
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', 'x-store': 's1' } });

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  answers.clear();
  vi.stubGlobal('fetch', async (url: string) => {
    for (const [part, answer] of answers) if (String(url).includes(part)) return answer();
    throw new TypeError('Failed to fetch');
  });
  const settings = [{ key: 'PaymentMethods', value: '', values: ['Cash', 'HouseAccount'] }];
  useApp.setState({ settings: [...useApp.getState().settings, ...settings] });
  await useBills.getState().checkIn('Table', '4');
  useBills.getState().addItem(bill().key, { menuItem: burger, size: burger.sizes[0] as never });
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

/** Shows the checkout of a bill of this customer. */
async function checkout(customerId: number): Promise<void> {
  if (customerId > 0)
    useBills.getState().setCustomer(bill().key, { id: customerId, key: 'c', name: 'Nadia', phone: '', tin: '' });
  await showAt('/', <TenderBill bill={bill()} onPaid={() => undefined} />);
  await expect.element(method(/^Cash/)).toBeVisible();
}

it('[R35.20] offers a house account only for a customer whose account has credit left', async () => {
  answers.set('/fin/account/credit/5', () => json({ hasAccount: true, hasCredit: true }));
  answers.set('/fin/account/credit/6', () => json({ hasAccount: true, hasCredit: false }));
  await checkout(0);
  expect(method(/House account/).elements()).toHaveLength(0);
  await checkout(5);
  await expect.element(method(/House account/)).toBeEnabled();
  for (const answer of [
    { hasAccount: true, hasCredit: false },
    { hasAccount: false, hasCredit: false },
  ]) {
    const asked = vi.fn(() => json(answer));
    answers.set('/fin/account/credit/6', asked);
    await checkout(6);
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    // Until the answer has been shown.
    for (let i = 0; i < 20; i += 1) await new Promise(requestAnimationFrame);
    expect(method(/House account/).elements()).toHaveLength(0);
  }
});

it.each([true, false])(
  'moves no other method when the answer about a house account comes late: credit %s',
  async (hasCredit) => {
    const asked = vi.fn<(answer: () => void) => void>();
    answers.set('/fin/account/credit/7', async () => {
      await new Promise<void>(asked);
      return json({ hasAccount: true, hasCredit });
    });
    await checkout(7);
    const place = () => {
      const { left, top, width } = method(/^Cash/).element().getBoundingClientRect();
      return [left, top, width];
    };
    const before = place();
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    for (const [answer] of asked.mock.calls) answer();
    if (hasCredit) await expect.element(method(/House account/)).toBeEnabled();
    else for (let i = 0; i < 5; i += 1) await new Promise(requestAnimationFrame);
    expect(place()).toEqual(before);
    expect(method(/House account/).elements()).toHaveLength(hasCredit ? 1 : 0);
  },
);

it('[R35.20] says on the button that a payment on account needs the server, and takes none without it', async () => {
  answers.set('/fin/account/credit/5', () => json({ hasAccount: true, hasCredit: true }));
  await checkout(5);
  await expect.element(method(/House account/)).toBeEnabled();
  useConnection.setState({ isOnline: false });
  await expect.element(method(/House account.*Needs the server/)).toBeDisabled();
  const payments = [{ key: crypto.randomUUID(), method: 'HouseAccount' as const, amount: bill().total }];
  const outcome = await useBills.getState().pay(bill().key, { payments });
  expect(outcome).toMatchObject({ state: 'refused', reason: { message: 'A payment on account needs the server' } });
});

it('[R35.20] shows the details of a refused payment at the payment', async () => {
  answers.set('/fin/account/credit/5', () => json({ hasAccount: true, hasCredit: true }));
  const { pay } = useBills.getState();
  const reason = { message: 'Unauthorized', details: 'Reef Divers would be 12.00 over its credit limit' };
  useBills.setState({ pay: async () => ({ state: 'refused', reason, bill: bill(), due: null }) as never });
  await checkout(5);
  await method(/House account/).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(`${reason.message}. ${reason.details}`);
  useBills.setState({ pay });
});
