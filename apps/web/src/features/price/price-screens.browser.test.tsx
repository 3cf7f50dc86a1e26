import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { listServer } from '../../resource/testing/list-server.ts';
import { showScreens, signInWith } from '../../resource/testing/show-screens.tsx';
import { openTill } from '../../sync/testing/till.ts';
import { clear } from '../../ui/hook/testing.tsx';
import { choiceGroupScreens, priceChangeScreens, priceListScreens, promotionScreens } from './price-screens.tsx';

beforeEach(async () => {
  await page.viewport(1280, 900);
  await openTill();
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

it.each([
  ['No price lists yet', '/menu/prices', priceListScreens],
  ['No promotions yet', '/menu/promotions', promotionScreens],
  ['No price changes yet', '/menu/price-changes', priceChangeScreens],
  ['No sets yet', '/menu/sets', choiceGroupScreens],
] as const)('an empty list of rules for prices says ‘%s’, and offers New', async (title, path, screens) => {
  listServer();
  signInWith(['Prices', 'price.manage']);
  await showScreens(path, path, screens);
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'New' }).first()).toBeVisible();
});
