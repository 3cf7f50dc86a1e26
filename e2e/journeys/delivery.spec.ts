import { expect, type Locator, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { noFaults } from '../support/axe.ts';
import { cutInSizes } from '../support/cut-off.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  await product.close();
});

test('[R2.15] moves an order over the board by button, drag and key, and shows it in the history', async ({ page }) => {
  test.setTimeout(150_000);
  const till = new Till(page, product);
  await till.open();
  await till.signInAs('manager@atoll.test');
  await till.ensureShift();
  await till.goTo('/delivery');
  await expect(page).toHaveURL(/\/delivery\/manage$/);

  await till.button('New delivery').click();
  const dialog = page.getByRole('dialog', { name: 'Delivery details' });
  await dialog.getByLabel('Name').fill('Ibrahim Naseem');
  await dialog.getByLabel('Phone').fill('7771234');
  await dialog.getByLabel('Address').fill('Orchid Magu 12');
  await dialog.getByLabel('Fee').fill('25');
  await noFaults(page, 'delivery details');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(till.bill).toContainText('Orchid Magu 12');
  await expect(till.lines.filter({ hasText: 'Delivery fee' })).toContainText('25.00');
  await till.add('Garudhiya');
  await till.save();

  await till.goTo('/delivery/manage');
  const column = (name: string): Locator => page.getByRole('region', { name, exact: true });
  const card = page.getByRole('article', { name: /^Delivery 1, bill/ });
  await expect(column('Pending')).toContainText('Ibrahim Naseem');
  await card.getByRole('button', { name: /^Accept: / }).click();
  await expect(column('Accepted')).toContainText('Ibrahim Naseem');
  await card.dragTo(column('Preparing'));
  await expect(column('Preparing')).toContainText('Ibrahim Naseem');
  await card.getByRole('button').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(column('Ready')).toContainText('Ibrahim Naseem');
  await card.dragTo(column('Pending'));
  await expect(page.getByText('An order cannot go from Ready to Pending').first()).toBeVisible();

  await card.getByRole('button', { name: /^Send out: / }).click();
  const rider = page.getByRole('dialog', { name: 'Who delivers it?' });
  await rider.getByLabel('Rider').selectOption({ label: 'Mariyam Luiza' });
  await rider.getByRole('button', { name: 'Send out' }).click();
  await expect(column('On the way')).toContainText('Mariyam Luiza');

  const cut = await cutInSizes(page);
  await noFaults(page, 'board');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await noFaults(page, 'board in the dark');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));

  await card.getByRole('button').first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/delivery\/manage\/view\/\d+$/);
  const view = page.getByRole('dialog', { name: 'View Delivery' });
  await expect(view.getByRole('region', { name: 'What happened' })).toContainText('On the way');
  await noFaults(page, 'view of an order');
  await view.getByRole('button', { name: 'Mark delivered' }).click();
  await expect(view).toContainText('Delivered');
  await view.getByRole('button', { name: 'Close' }).click();
  await expect(column('Not paid')).toContainText('Ibrahim Naseem');
  await expect(card.getByRole('link', { name: /^Settle: / })).toBeVisible();

  // Cash that the rider took at the door is not in the drawer: the shift stays open until it is handed in.
  await till.goTo('/billing/shift/close');
  const riders = page.getByRole('region', { name: 'Riders’ cash' });
  await expect(riders.getByRole('row', { name: /Mariyam Luiza/ })).toContainText('81.00');
  await page.getByLabel('Counted cash').fill('500');
  await page.getByRole('checkbox', { name: /Carry open bills over/ }).check();
  await till.button('Close Shift').last().click();
  await expect(page.getByRole('alert')).toContainText('Mariyam Luiza: MVR 81.00');
  await page.getByRole('region', { name: 'Bills still open' }).getByRole('link', { name: 'Settle' }).first().click();
  await till.button('Pay').click();
  await expect(page.getByRole('status').filter({ hasText: 'Paid' })).toBeVisible();
  await till.goTo('/billing/shift/close');
  await expect(riders.getByRole('row', { name: /Mariyam Luiza/ })).toContainText('0.00');
  await expect(riders.getByRole('link')).toHaveCount(0);

  await till.goTo('/delivery/manage');
  await expect(column('Pending')).toBeVisible();
  await expect(card).toHaveCount(0);
  await till.goTo('/delivery/history');
  const row = page.getByRole('row', { name: /Ibrahim Naseem/ });
  await expect(row).toContainText('Delivered');
  cut.push(...(await cutInSizes(page)));
  expect(cut).toEqual([]);
  await row.click();
  await expect(page).toHaveURL(/\/delivery\/history\/view\/\d+/);
  const id = /view\/(\d+)/.exec(page.url())?.[1];
  await till.goTo(`/delivery/history/edit/${id}`);
  const edit = page.getByRole('dialog', { name: 'Edit Delivery' });
  await edit.getByLabel('Note for the rider').fill('Left at the gate');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toHaveCount(0);
  await till.goTo(`/delivery/history/delete/${id}`);
  await expect(page.getByText('This order is finished. You cannot delete it.')).toBeVisible();
});

test('[R2.15] voids the bill of a cancelled order with the reason', async ({ page }) => {
  const till = new Till(page, product);
  await till.open();
  await till.signInAs('manager@atoll.test');
  await till.ensureShift();
  await till.goTo('/delivery/manage');
  await till.button('New takeaway').click();
  await page.getByRole('dialog', { name: 'Takeaway details' }).getByRole('button', { name: 'Cancel' }).click();
  await till.add('Garudhiya');
  await till.save();
  await till.goTo('/delivery/manage');
  const card = page.getByRole('article', { name: /^Takeaway 1, bill/ });
  await card.getByRole('button').first().focus();
  await page.keyboard.press('Enter');
  const view = page.getByRole('dialog', { name: 'View Delivery' });
  await view.getByRole('button', { name: 'Cancel order' }).click();
  const why = page.getByRole('dialog', { name: 'Cancel order' });
  await why.getByRole('button', { name: 'Cancel order' }).click();
  await expect(why.getByText('Reason must be at least 3 characters long')).toBeVisible();
  await why.getByLabel('Reason').fill('Guest called');
  await why.getByRole('button', { name: 'Cancel order' }).click();
  await expect(why).toHaveCount(0);
  await expect(view).toContainText('Guest called');
  await till.goTo('/delivery/manage');
  await expect(page.getByRole('region', { name: 'Pending', exact: true })).toBeVisible();
  await expect(card).toHaveCount(0);
});
