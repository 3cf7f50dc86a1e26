import { expect, test } from '@playwright/test';
import { BackOffice } from '../pages/back-office.ts';
import { Till } from '../pages/till.ts';
import { noFaults } from '../support/axe.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  await product.close();
});

test('[R35.52] brings a changed export back: two prices changed, one item new, the rest unchanged, all shown before', async ({
  page,
}) => {
  const till = new Till(page, product);
  await till.open();
  await till.signInAs('admin@atoll.test');
  const office = new BackOffice(page, product.url);
  await office.open('/menu/menu-items', 'Menu Items');
  const { text } = await office.export('Export All');
  const lines = text.trim().split('\r\n');
  const rows = lines.length - 1;
  const importFile = async (name: string, content: string): Promise<void> => {
    await page.getByRole('button', { name: 'More actions' }).first().click();
    await page.getByRole('menuitem', { name: 'Import' }).click();
    await page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  };

  await importFile('same.csv', text);
  await expect(page.getByText('Nothing changes. The list already has all of this.')).toBeVisible();
  await expect(till.button('Import 0 rows')).toBeDisabled();
  await noFaults(page, 'nothing changes');
  await till.button('Cancel').click();

  const priced = lines.flatMap((line, index) => (/\| \d+\.\d\d/.test(line) ? [index] : [])).slice(0, 2);
  const changed = lines.map((line, index) =>
    priced.includes(index) ? line.replace(/\| \d+\.\d\d/, '| 1234.50') : line,
  );
  const heading = lines[0]?.replace(/^\uFEFF/, '').split(',') ?? [];
  const category = /,"?([^,;"]+)[^,]*,(Kitchen|Bar)/.exec(lines[1] ?? '')?.[1] ?? '';
  const added = heading.map(
    (label) => ({ Name: 'Reef Lime', Categories: category, Sizes: 'Regular | 30.00' })[label] ?? '',
  );
  await importFile('changed.csv', [...changed, added.join(',')].join('\r\n'));
  await expect(page.getByText(`1 new · 2 changed · ${rows - 2} unchanged`)).toBeVisible();
  const changes = page.getByRole('dialog').getByRole('listitem').filter({ hasText: '1234.50' });
  await expect(changes).toHaveCount(2);
  await expect(changes.first()).toHaveText(/Price, .+: \d+\.\d\d →becomes 1234\.50/);
  await noFaults(page, 'preview');
  await till.button('Import 3 rows').click();
  await expect(page.getByText('3 rows imported')).toBeVisible();

  const again = await office.export('Export All');
  expect(again.text.trim().split('\r\n')).toHaveLength(rows + 2);
  expect(again.text.match(/\| 1234\.50/g)).toHaveLength(2);
  expect(again.text).toContain('Reef Lime');
  await importFile('again.csv', again.text);
  await expect(page.getByText('Nothing changes. The list already has all of this.')).toBeVisible();
});

const sizes = [
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
];

test('[R35.54] names mistakes, missing categories and unknown columns of a shop list at every size, and imports the rest', async ({
  page,
}) => {
  const till = new Till(page, product);
  await till.open();
  await till.signInAs('admin@atoll.test');
  await new BackOffice(page, product.url).open('/menu/menu-items', 'Menu Items');
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Import' }).click();
  const csv =
    'sep=;\r\nSorte;Item;Price;Printer\r\nReef;Coconut Cake;1,234.50;Kitchen\r\nReef;;12;Bar\r\nReef;ކަޅު ސައި;-5;Bar\r\n\r\nReef;Lagoon Ice;12,50;Bar\r\nReef;Soursop Juice;45;bar\r\n';
  const dialog = page.getByRole('dialog');
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv, 'utf16le') });
  await dialog.getByText(/^Columns:/).click();
  await dialog.getByLabel('Sorte').selectOption('Categories');
  await dialog.getByLabel('Add 1 missing category').check();
  await expect(dialog.getByText('2 new · 0 changed · 0 unchanged · 3 with mistakes')).toBeVisible();
  await expect(dialog.getByText('Row 3 Name is required')).toBeVisible();
  await expect(dialog.getByText('Row 4 Price must be at least 0.00')).toBeVisible();
  await expect(dialog.getByText('Row 6 Price must be a number')).toBeVisible();
  for (const size of sizes) {
    await page.setViewportSize(size);
    const wide = await dialog.evaluate((box) => box.scrollWidth - box.clientWidth);
    expect(wide, `${size.width} px`).toBeLessThanOrEqual(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await test.info().attach(`import ${size.width} ${colorScheme}`, {
        body: await page.screenshot({ animations: 'disabled' }),
        contentType: 'image/png',
      });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await noFaults(page, 'mistakes');
  const waiting = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save these rows as a file' }).click();
  expect((await waiting).suggestedFilename()).toBe('Rows with mistakes.csv');
  await expect(till.button('Import 2 rows')).toBeDisabled();
  await dialog.getByLabel('Leave out these 3 rows').check();
  await till.button('Import 2 rows').click();
  await expect(page.getByText('2 rows imported')).toBeVisible();
  await expect(page.getByText('Coconut Cake').first()).toBeVisible();
});
