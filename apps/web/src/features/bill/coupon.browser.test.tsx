import type { Outlet } from '@atoll/domain/outlet/outlet';
import { codeHash, newCode, shownCode } from '@atoll/domain/wallet/code';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useBills } from '../../bills/bills.ts';
import { loadEngine } from '../../bills/price/line-price.ts';
import { useOutbox } from '../../outbox/outbox.ts';
import { useApp } from '../../sync/app-store.ts';
import { type FakeServer, fakeServer } from '../../sync/testing/fake-server.ts';
import { burger, openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { ToastHost } from '../../ui/overlay/toast-host.tsx';
import { BillWork } from './bill-work.tsx';

const code = newCode(Uint8Array.from({ length: 12 }, (_, place) => place * 7));
const single = newCode(Uint8Array.from({ length: 12 }, (_, place) => place * 5 + 1));
const category = { id: 1, name: 'Food', nameLocal: '', color: '', gstMode: null, sort: 1, menuItems: [burger] };
const promotion = {
  id: 4,
  name: 'Friends',
  priority: 0,
  combines: 'OnePerUnit',
  type: 'BillOff',
  percent: 20,
} as const;
let server: FakeServer;

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  await loadEngine();
  server = fakeServer();
  globalThis.fetch = server.fetch;
  const codes = [{ promotionId: 4, hashes: [codeHash(code)] }];
  useApp.setState({
    menus: [{ id: 1, name: 'All', categories: [category] }],
    prices: { version: 2, lists: [], changes: [], promotions: [{ ...promotion, trigger: 'Coupon' }], codes },
  });
  await useBills.getState().checkIn('Table', '4');
  const outlet = useApp.getState().outlet as Outlet;
  await showAt('/billing/new/Table/4', <BillWork outlet={outlet} place={{ type: 'Table', slot: '4' }} />);
  await page.getByRole('button', { name: /^Lagoon Burger/ }).click();
});
afterEach(() => {
  useApp.setState({ prices: { version: 0, lists: [], changes: [] } });
  clear();
});
const bill = () => Object.values(useBills.getState().bills).find(({ slot }) => slot === '4');
const type = async (text: string) => {
  await page.getByRole('button', { name: 'Coupon' }).click();
  await page.getByLabelText('Code').fill(text);
  await page.getByRole('button', { name: 'Use coupon' }).click();
};

it('[R21.19] without the server a shared code counts, a single-use one is refused in words, and a wrong letter is named', async () => {
  server.network = 'dead';
  expect(bill()?.subTotal).toBe(5000);
  await type(`${shownCode(code).slice(0, -1)}U`);
  await expect.element(page.getByText('This code is not complete')).toBeVisible();
  await page.getByLabelText('Code').fill(shownCode(single));
  await page.getByRole('button', { name: 'Use coupon' }).click();
  await expect.element(page.getByText('Single-use coupons need the server')).toBeVisible();
  expect(bill()?.coupons).toBeUndefined();
  await page.getByLabelText('Code').fill(shownCode(code).toLowerCase());
  await page.getByRole('button', { name: 'Use coupon' }).click();
  await expect.poll(() => bill()?.subTotal).toBe(4000);
  await expect.element(page.getByText('Friends')).toBeVisible();
  expect(bill()?.coupons).toEqual([{ key: codeHash(code), promotionId: 4, last4: code.slice(-4) }]);
});

it('[R21.19] asks the server about a single-use code by its hash, and sends the coupon with the save', async () => {
  let isTaken = true;
  server.handler = ({ path }) => {
    if (!path.startsWith('/bis/prices/coupon')) return undefined;
    const refusal = { status: 409, body: { reason: 'couponInvalid', message: 'This coupon is not valid now' } };
    return isTaken ? refusal : { body: { promotionId: 4, last4: single.slice(-4) } };
  };
  await type(single);
  await expect.element(page.getByText('This coupon is not valid now')).toBeVisible();
  isTaken = false;
  await page.getByRole('button', { name: 'Use coupon' }).click();
  await expect.poll(() => bill()?.subTotal).toBe(4000);
  await useBills.getState().save(bill()?.key ?? '');
  const [entry] = useOutbox.getState().entries.filter(({ body }) => body['coupons']);
  expect(entry?.body).toMatchObject({ coupons: [{ key: codeHash(single) }], applied: [{ promotionId: 4 }] });
  expect(JSON.stringify(useOutbox.getState().entries)).not.toContain(single);
  expect(JSON.stringify(server.seen)).not.toContain(single);
});

it('[R21.19] says of a coupon that takes nothing off that it does, and names no reward among the codes on the bill', async () => {
  await showAt(
    '/billing/new/Table/4',
    <>
      <ToastHost />
      <BillWork outlet={useApp.getState().outlet as Outlet} place={{ type: 'Table', slot: '4' }} />
    </>,
  );
  const { prices } = useApp.getState();
  const better = { ...promotion, id: 5, name: 'Free 40', percent: 80, trigger: 'Reward', pointsCost: 50 } as const;
  useApp.setState({ prices: { ...prices, promotions: [...(prices.promotions ?? []), better] } });
  const key = bill()?.key ?? '';
  useBills.getState().change(key, { coupons: [{ key: 'r', promotionId: 5, last4: '', points: 50 }] });
  await expect.poll(() => bill()?.subTotal).toBe(1000);
  await page.getByRole('button', { name: 'Coupon' }).click();
  await expect.element(page.getByLabelText('Code')).toBeVisible();
  expect(page.getByText('On this bill').elements()).toEqual([]);
  await page.getByLabelText('Code').fill(shownCode(code));
  await page.getByRole('button', { name: 'Use coupon' }).click();
  await expect.element(page.getByText('Friends takes nothing off this bill now')).toBeVisible();
  await page.getByRole('button', { name: 'Coupon' }).click();
  await expect.element(page.getByText(`On this bill: ··${code.slice(-4)}`, { exact: true })).toBeVisible();
});
