import type { Bill } from '@atoll/domain/bill/bill';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { BillSummary } from '../../bill/bill-summary.tsx';
import { useBills } from '../../bills/bills.ts';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { ToastHost } from '../../ui/overlay/toast-host.tsx';
import { TenderBill } from '../checkout/tender-bill.tsx';
import { TransferDialog } from './bill-items/transfer-dialog.tsx';
import { BillWork } from './bill-work.tsx';

const outlet = () => useApp.getState().outlet as Outlet;
const bill = () => Object.values(useBills.getState().bills).find((one) => one.slot === '4') as Bill;

/** Signs in with an access token that has `permissions`, and `approvable` only with an approval. */
function signInWith(permissions: readonly string[], approvable: readonly string[]): void {
  const claims = btoa(JSON.stringify({ Permission: permissions, Approval: approvable }));
  const { user } = useSession.getState();
  if (user) useSession.setState({ user: { ...user, token: `h.${claims}.s`, permissions } });
}

async function order(): Promise<void> {
  await showAt('/billing/new/Table/4', <BillWork outlet={outlet()} place={{ type: 'Table', slot: '4' }} />);
  await page.getByRole('button', { name: 'Check In' }).click();
  await page.getByRole('button', { name: /^Lagoon Burger/ }).click();
}

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
});
afterEach(clear);

it('[R17.1] offers a price override only to users who may set one, alone or with an approval', async () => {
  signInWith(['New Bill', 'bill.open'], []);
  await order();
  await page.getByRole('button', { name: 'Change Lagoon Burger' }).click();
  const tabs = page.getByRole('dialog').getByRole('tab');
  await expect.element(tabs.first()).toBeVisible();
  expect(tabs.elements().map((tab) => tab.textContent)).toEqual(['Quantity', 'Discount', 'Complimentary']);
  signInWith(['New Bill', 'bill.open'], ['price.override']);
  await expect.element(page.getByRole('dialog').getByRole('tab', { name: 'Price' })).toBeVisible();
});

it('[R15.10] [R17.1] shows who may merge bills before the user tries to', async () => {
  signInWith(['New Bill', 'bill.open'], []);
  await order();
  const dialog = (mayMerge: boolean) => (
    <TransferDialog
      bill={bill()}
      slotTypes={outlet().slotTypes}
      isTaken={(_, slot) => slot === '5'}
      isOnline
      mayMerge={mayMerge}
      onMove={async () => undefined}
      onClose={() => undefined}
    />
  );
  await showAt('/billing/new/Table/4', dialog(false));
  await expect.element(page.getByRole('tablist', { name: 'What to transfer' })).toBeVisible();
  const target = page.getByRole('button', { name: 'Table 5, Taken' });
  await target.click();
  await expect.element(page.getByText('You may not do this: Merge bills. Ask a manager.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Merge' })).toBeDisabled();
  await showAt('/billing/new/Table/4', dialog(true));
  await target.click();
  await expect.element(page.getByRole('button', { name: 'Merge' })).toBeEnabled();
});

it('shows the full price of a void item including its modifiers', async () => {
  await order();
  const [item] = bill().items;
  if (!item) throw new Error('nothing was ordered');
  const modifiers = [{ groupId: 1, name: 'Cheese', qty: 1, priceDelta: 1000 }] as unknown as typeof item.modifiers;
  await showAt('/', <BillSummary bill={{ ...bill(), items: [{ ...item, qty: 2, modifiers, isVoid: true }] }} />);
  await expect.element(page.getByText('120.00')).toBeVisible();
});

it('[R17.1] [R35.20] offers Checkout and Pay only to people who may take payments, or with an approval', async () => {
  signInWith(['New Bill', 'bill.open'], []);
  await order();
  const checkout = page.getByRole('button', { name: 'Checkout' });
  await expect.element(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  expect(checkout.elements()).toEqual([]);
  signInWith(['New Bill', 'bill.open'], ['bill.pay']);
  await expect.element(checkout).toBeVisible();
  clear();
  signInWith(['New Bill', 'bill.open'], []);
  await showAt('/', <TenderBill bill={bill()} onPaid={() => undefined} />);
  await expect.element(page.getByText('You may not do this: Take payments. Ask a manager.')).toBeVisible();
  expect(page.getByRole('button', { name: 'Pay', exact: true }).elements()).toEqual([]);
});

it('says on the bill that there is nothing to pay, with no items or only void ones, and stays there', async () => {
  const work = <BillWork outlet={outlet()} place={{ type: 'Table', slot: '4' }} />;
  const where = await showAt(
    '/billing/new/Table/4',
    <>
      {work}
      <ToastHost />
    </>,
  );
  await page.getByRole('button', { name: 'Check In' }).click();
  const checkout = page.getByRole('button', { name: 'Checkout' });
  const said = page.getByRole('alert').filter({ hasText: 'There is nothing to pay' });
  await checkout.click();
  await expect.element(said).toBeVisible();
  await said.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(said).not.toBeInTheDocument();
  await page.getByRole('button', { name: /^Lagoon Burger/ }).click();
  useBills.setState(({ bills }) => {
    const open = bill();
    return {
      bills: { ...bills, [open.key]: { ...open, items: open.items.map((item) => ({ ...item, isVoid: true })) } },
    };
  });
  await checkout.click();
  await expect.element(said).toBeVisible();
  expect(where()).toBe('/billing/new/Table/4');
});

it.each([1280, 1024])(
  'shows ‘Cancel Check In’ in two lines at most at %i px, and no button wider than its words',
  async (width) => {
    await page.viewport(width, width === 1280 ? 800 : 768);
    signInWith(['New Bill', 'bill.open', 'bill.transfer.server', 'menu.86'], []);
    await showAt(
      '/billing/new/Table/4',
      <div style={{ inlineSize: width - 84 }}>
        <BillWork outlet={outlet()} place={{ type: 'Table', slot: '4' }} />
      </div>,
    );
    await page.getByRole('button', { name: 'Check In' }).click();
    const cancel = page.getByRole('button', { name: 'Cancel Check In' });
    await expect.element(cancel).toBeVisible();
    const { parentElement: actions } = cancel.element();
    expect(actions?.hasAttribute('data-odd')).toBe(true);
    const range = document.createRange();
    range.selectNodeContents(cancel.element());
    expect(new Set([...range.getClientRects()].map(({ top }) => top)).size).toBeLessThanOrEqual(2);
    for (const { scrollWidth, clientWidth } of actions?.querySelectorAll('button') ?? [])
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    expect(actions?.scrollWidth).toBe(actions?.clientWidth);
  },
);
