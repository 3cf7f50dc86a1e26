import { expect, type Page, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { type Product, startProduct } from '../support/product.ts';
import { outOfReachInSizes } from '../support/reach.ts';

// The app itself must load without the network.
test.use({ serviceWorkers: 'allow' });

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  await product.close();
});

/** Returns what the browser tells a screen reader of the page: roles, names, descriptions and keys. */
async function spoken(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter(({ ignored, name }) => !ignored && name?.value)
    .map(({ role, name, description, properties = [] }) => {
      const keys = properties.find((one) => one.name === ('keyshortcuts' as string))?.value.value;
      const more = [description?.value ? `: ${description.value}` : '', keys ? `, ${keys}` : ''];
      return `${role?.value} ${name?.value}${more.join('')}`;
    });
}

test('[R23.2][R23.4] draws 12 tables by keyboard; after a reload without the network one tap opens a table', async ({
  page,
}) => {
  const till = new Till(page, product);
  await till.open();
  await till.signInAs('admin@atoll.test');
  await till.ensureShift();

  await till.goTo('/settings?section=floor');
  const tray = page.getByRole('region', { name: 'Not on the plan yet' });
  await tray.getByRole('button', { name: 'Table 1', exact: true }).focus();
  for (let table = 1; table <= 12; table += 1) await page.keyboard.press('Enter');
  const canvas = page.getByRole('group', { name: 'Floor plan' });
  await expect(canvas.getByRole('button')).toHaveCount(12);

  // Table 12 is alone in the second row: two steps down, one larger, turned once.
  const last = canvas.getByRole('button', { name: 'Table 12' });
  await last.focus();
  await expect(last).toHaveAttribute('aria-description', '24 from the left, 168 from the top');
  for (const key of ['ArrowDown', 'ArrowDown', 'Shift+ArrowRight', 'r']) await page.keyboard.press(key);
  await expect(last).toHaveAttribute('aria-description', '24 from the left, 184 from the top');
  await expect(last).toHaveAttribute('style', /rotate: 45deg/);
  await page.keyboard.press('Delete');
  await expect(canvas.getByRole('button')).toHaveCount(11);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(canvas.getByRole('button')).toHaveCount(12);

  // By pointer too, and not onto another one.
  const third = await canvas.getByRole('button', { name: 'Table 3', exact: true }).boundingBox();
  if (!third) throw new Error('Table 3 is not on the plan');
  await page.mouse.move(third.x + 20, third.y + 20);
  await page.mouse.down();
  await page.mouse.move(third.x + 20, third.y + 220, { steps: 4 });
  await page.mouse.up();
  await expect(canvas.getByRole('button', { name: 'Table 3', exact: true })).toHaveAttribute(
    'aria-description',
    /^312 from the left, [3-9]\d\d from the top$/,
  );

  await page.getByRole('button', { name: 'Add section' }).click();
  await page.getByRole('textbox', { name: 'Name of section 1' }).fill('Terrace');
  await last.focus();
  await page.getByRole('combobox', { name: 'Section', exact: true }).click();
  await page.getByRole('option', { name: 'Terrace' }).click();
  await page.getByRole('combobox', { name: 'Waiter of Terrace' }).selectOption('Ibrahim Nasheed');
  expect(await outOfReachInSizes(page)).toEqual([]);
  // Leaving asks first.
  await page.getByRole('navigation', { name: 'Settings sections' }).getByRole('button', { name: 'Payments' }).click();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await page.getByRole('button', { name: 'Save plan' }).click();
  await expect(page.getByText('Floor plan saved')).toBeVisible();

  await till.openSlot('Table', 5);
  await till.checkIn();
  await till.add('Mas Riha');
  await till.save();
  await page.getByRole('link', { name: 'Floor' }).click();
  const board = page.getByRole('group', { name: 'Floor', exact: true }).first();
  await expect(board.getByRole('button')).toHaveCount(12);
  const fifth = board.getByRole('button', { name: /^Table 5, Saved, / });
  await expect(fifth).toBeVisible();
  // By keyboard alone, with what the browser tells a screen reader: the board is one stop after its view.
  const heard = await spoken(page);
  expect(heard.filter((one) => one.startsWith('button Table'))).toHaveLength(12);
  expect(heard).toContain('group Floor, Shift+F10');
  expect(heard).toContain('button Table 1, Free: 4 seats');
  expect(heard.find((one) => one.startsWith('button Table 5,'))).toMatch(
    /^button Table 5, Saved, MVR [\d.]+: \d+ minutes?, Aminath Shifa$/,
  );
  await page.getByRole('tab', { name: 'Plan' }).focus();
  await page.keyboard.press('Tab');
  await expect(board.getByRole('button', { name: /^Table 1,/ })).toBeFocused();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
  await expect(fifth).toBeFocused();
  await page.keyboard.press('Shift+F10');
  const menu = page.getByRole('dialog', { name: 'Table 5' });
  await expect(menu.getByRole('button', { name: 'Hand over' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(fifth).toBeFocused();
  expect(await outOfReachInSizes(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Tiles' }).click();
  expect(await outOfReachInSizes(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Plan' }).click();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

  await product.killServer();
  await page.reload();
  await expect(board.getByRole('button')).toHaveCount(12);
  await page.getByRole('tab', { name: 'Terrace' }).click();
  await expect(board.getByRole('button')).toHaveCount(1);
  await page.reload();
  await expect(board.getByRole('button')).toHaveCount(1);
  await page.getByRole('tab', { name: 'My tables' }).click();
  await expect(board.getByRole('button')).toHaveAccessibleName(/^Table 5, Saved/);
  await page.getByRole('tab', { name: 'All', exact: true }).click();

  // Arrows lead to the nearest place, and Enter opens it.
  await board.getByRole('button', { name: /^Table 1,/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(board.getByRole('button', { name: /^Table 2,/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(till.bill.getByRole('heading', { name: 'Table 2' })).toBeVisible();
  await page.goBack();
  await board.getByRole('button', { name: /^Table 5,/ }).click();
  await expect(till.lines.filter({ hasText: 'Mas Riha' })).toHaveCount(1);
});
