import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { listServer } from '../../resource/testing/list-server.ts';
import { showScreens, signInWith } from '../../resource/testing/show-screens.tsx';
import { openTill } from '../../sync/testing/till.ts';
import { clear } from '../../ui/hook/testing.tsx';
import { pointsRuleScreens } from './points-screens.tsx';

beforeEach(async () => {
  await page.viewport(1280, 900);
  sessionStorage.clear();
  await openTill();
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

it('the form of a points rule asks for no amount, items or order types for a signup, and sends none', async () => {
  const server = listServer();
  signInWith(['Prices', 'price.manage']);
  await showScreens('/wallets/points-rules/create', '/wallets/points-rules', pointsRuleScreens);
  const dialog = page.getByRole('dialog', { name: 'Create Points Rule' });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Welcome');
  await dialog.getByRole('textbox', { name: 'For each', exact: true }).fill('10');
  await dialog.getByText('More', { exact: true }).click();
  await expect.element(dialog.getByRole('combobox', { name: 'Counts for' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Clear Kind' }).click();
  await dialog.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Signup', exact: true }).click();
  await expect.element(dialog.getByRole('combobox', { name: 'Counts for' })).not.toBeInTheDocument();
  for (const name of ['For each', 'Items', 'Categories'])
    expect(dialog.getByLabelText(name, { exact: true }).query()).toBeNull();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await vi.waitFor(() => expect(server.last('POST')?.body).toMatchObject({ kind: 'Signup', per: null }));
});
