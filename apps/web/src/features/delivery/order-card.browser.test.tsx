import type { Bill } from '@atoll/domain/bill/bill';
import { emptyBill } from '@atoll/domain/bill/new-bill';
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clear, show } from '../../ui/hook/testing.tsx';
import { OrderCard } from './order-card.tsx';
import { OrderDetails } from './order-details.tsx';
import type { AskedStep } from './step.ts';

afterEach(clear);

const terms = { serviceChargePct: 0, gstPct: 8, gstMode: 'Exclusive', gstOnServiceCharge: true } as const;
const now = '2026-03-04T08:00:00.000Z';
const order = (slot: string, more: Partial<Bill> = {}): Bill => ({
  ...emptyBill({ key: `bill-${slot}`, type: 'Delivery', slot, terms, now, user: null }),
  id: Number(slot),
  number: Number(slot),
  isOpen: true,
  deliveryStatus: 'Pending',
  ...more,
});

async function showCards(bills: readonly Bill[], at = Date.parse(now)) {
  const done: string[] = [];
  await show(
    <ul>
      {bills.map((bill) => (
        <li key={bill.key}>
          <OrderCard
            bill={bill}
            now={at}
            timezone="Indian/Maldives"
            isDragged={false}
            onOpen={(opened) => done.push(`open ${opened.slot}`)}
            onStep={(step: AskedStep) => done.push(`${step.to} ${step.bill.slot}`)}
            onDrag={() => undefined}
          />
        </li>
      ))}
    </ul>,
  );
  return done;
}

const card = (slot: string) => page.getByRole('article', { name: `Delivery ${slot}, bill ${slot}` });

it('[R2.15] moves an order on by button and arrow key, opens it with Enter, and changes the focus with arrow up and down', async () => {
  const done = await showCards([order('1'), order('2', { deliveryStatus: 'Ready' })]);
  await card('1')
    .getByRole('button', { name: /^Accept: / })
    .click();
  (card('1').getByRole('button').first().element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{Enter}{ArrowDown}{ArrowRight}{ArrowUp}{Enter}');
  expect(done).toEqual(['Accepted 1', 'Accepted 1', 'open 1', 'OutForDelivery 2', 'open 1']);
});

it('[R2.15] shows that an order is late and how much to collect', async () => {
  await showCards([order('1', { total: 12_345 })], Date.parse(now) + 46 * 60_000);
  await expect.element(card('1').getByText('13:45 · late')).toBeVisible();
  await expect.element(card('1').getByText('Collect MVR 123.45')).toBeVisible();
});

it('says of a refunded order what lists say of its bill, on its card and in its details', async () => {
  const paid: Partial<Bill> = { isOpen: false, status: 'Complete' };
  const orders = [
    order('1', { ...paid, refundState: 'Full' }),
    order('2', { ...paid, refundState: 'Partial' }),
    order('3', paid),
    order('4', { isOpen: false, status: null, isVoid: true }),
  ];
  await showCards(orders);
  const money = /^(Paid|Refunded|Partly refunded)$/;
  await expect.element(card('1').getByText(money)).toHaveTextContent('Refunded');
  await expect.element(card('2').getByText(money)).toHaveTextContent('Partly refunded');
  await expect.element(card('3').getByText(money)).toHaveTextContent('Paid');
  await expect.element(card('4').getByText(money)).not.toBeInTheDocument();
  clear();
  const [all, part] = orders;
  await show(
    <>
      {all && <OrderDetails bill={all} />}
      {part && <OrderDetails bill={part} />}
    </>,
  );
  await expect.element(page.getByText('Refunded', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Partly refunded', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Paid', { exact: true })).not.toBeInTheDocument();
});
