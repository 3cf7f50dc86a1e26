import { expect, type Locator, test } from '@playwright/test';
import { BackOffice } from '../pages/back-office.ts';
import { Till } from '../pages/till.ts';
import { noFaults } from '../support/axe.ts';
import { type Product, startProduct } from '../support/product.ts';

const box = (form: Locator, name: string) => form.getByRole('textbox', { name, exact: true });

let product: Product;

test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.close());

test('a set is made in the office, sold on the till without the server, printed by parts, and swapped [R21.25] [R21.27]', async ({
  page,
  context,
}) => {
  const till = new Till(page, product);
  await till.open();
  await till.signInAs('admin@atoll.test');
  await till.ensureShift();
  const office = new BackOffice(page, product.url);
  await office.open('/menu/sets', 'Sets');
  await page.getByRole('button', { name: 'New', exact: true }).first().click();
  const group = office.dialog('Create Choice Group');
  await box(group, 'Name').first().fill('Sweet');
  for (const [place, name] of ['Coconut Cake', 'Roshi'].entries()) {
    await group.getByRole('button', { name: 'Add Choice' }).click();
    const row = group.getByRole('group', { name: `Choice ${place + 1}` });
    await office.choose(row, 'Item', name);
    if (place === 1) await box(row, 'Extra').fill('5');
  }
  await office.save(group);
  await expect(office.row('Sweet')).toBeVisible();

  await office.open('/menu/menu-items', 'Menu Items');
  await page.getByRole('button', { name: 'New', exact: true }).first().click();
  const item = office.dialog('Create Menu Item');
  await box(item, 'Name').first().fill('Sweet Set');
  await office.choose(item, 'Categories', 'Sweets');
  await item.getByRole('button', { name: 'Add Size' }).click();
  const size = item.getByRole('group', { name: 'Size 1' });
  await box(size, 'Size').fill('Regular');
  await box(size, 'Price').fill('99');
  await item.getByText('More', { exact: true }).click();
  await item.getByRole('switch', { name: 'Set menu' }).click();
  await office.choose(item, 'Parts of the set', 'Sweet');
  await office.save(item);

  await expect(office.row('Sweet Set')).toBeVisible();
  await page.reload();
  await till.openSlot('Table', 7);
  await till.checkIn();
  await page.getByRole('searchbox', { name: 'Find an item' }).fill('Sweet Set');
  const tile = page.getByRole('group', { name: 'Items' }).getByRole('button', { name: /^Sweet Set MVR/ });
  await expect(tile).toBeVisible();
  await context.setOffline(true);
  await till.tap(tile);
  const choose = page.getByRole('dialog', { name: 'Choose Sweet Set' });
  await till.tap(choose.getByRole('button', { name: 'Coconut Cake' }));
  await till.tap(choose.getByRole('button', { name: 'Add · MVR 99.00' }));
  await expect(till.bill.getByRole('button', { name: 'Swap Coconut Cake' })).toBeVisible();
  await context.setOffline(false);
  await till.save();
  await expect(till.total('Subtotal')).toHaveText('99.00');

  // The kitchen gets the new part below the name of its set.
  await till.tap(till.bill.getByRole('button', { name: 'Swap Coconut Cake' }));
  await till.tap(page.getByRole('dialog').getByRole('button', { name: /^Roshi/ }));
  await expect(till.bill.getByRole('button', { name: 'Swap Roshi' })).toBeVisible();
  await expect(till.total('Subtotal')).toHaveText('104.00');
  await expect.poll(() => product.kitchen.tickets.join('\n')).toMatch(/\[Sweet Set\]/);

  // Price Test asks for the same, by the keyboard alone.
  await office.open('/menu/price-test', 'Price Test');
  const basket = page.getByRole('region', { name: 'Basket' });
  await box(basket, 'Add an item').fill('Sweet Set');
  await basket.getByRole('button', { name: 'Sweet Set', exact: true }).press('Enter');
  await expect(basket.getByText('Choose first: Sweet')).toBeVisible();
  await basket.getByRole('button', { name: 'Remove Sweet Set' }).focus();
  for (const _ of ['Coconut Cake', 'Roshi']) await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  const result = page.getByRole('region', { name: 'Bill' });
  await expect(result.getByText('104.00').first()).toBeVisible();
  await noFaults(page, 'Price Test');
});
