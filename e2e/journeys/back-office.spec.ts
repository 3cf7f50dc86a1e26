import { expect, type Locator, type Page, test } from '@playwright/test';
import { BackOffice } from '../pages/back-office.ts';
import { Till } from '../pages/till.ts';
import { noFaults as noFaultsOf } from '../support/axe.ts';
import { closePages } from '../support/close-pages.ts';
import { type Product, startProduct } from '../support/product.ts';
import { isLong, some, themes } from '../support/sample.ts';

let product: Product;
/** All tests use one page of the Admin: none of them is about a sign-in. */
let page: Page;
test.beforeAll(async ({ browser }) => {
  product = await startProduct();
  page = await (await browser.newContext()).newPage();
  const till = new Till(page, product);
  await till.open();
  await till.signInAs('admin@atoll.test');
});
test.afterAll(async ({ browser }) => {
  await closePages(browser);
  await product.close();
});

interface Entity {
  readonly title: string;
  readonly one: string;
  readonly path: string;
  /** Fills the required fields besides the name. */
  readonly fill?: (office: BackOffice, form: Locator) => Promise<void>;
}

const box = (form: Locator, name: string) => form.getByRole('textbox', { name, exact: true });

const entities: readonly (Entity & { readonly requirement: string })[] = [
  { requirement: 'R2.18', title: 'Menus', one: 'Menu', path: '/menu/menus' },
  {
    requirement: 'R2.19',
    title: 'Categories',
    one: 'Category',
    path: '/menu/category',
    fill: (office, form) => office.choose(form, 'Menus', 'All'),
  },
  {
    requirement: 'R2.20',
    title: 'Menu Items',
    one: 'Menu Item',
    path: '/menu/menu-items',
    fill: async (office, form) => {
      await office.choose(form, 'Categories', 'Sweets');
      await form.getByRole('button', { name: 'Add Size' }).click();
      const size = form.getByRole('group', { name: 'Size 1' });
      await box(size, 'Size').fill('Regular');
      await box(size, 'Price').fill('45.50');
    },
  },
  {
    requirement: 'R2.29',
    title: 'Modifiers',
    one: 'Modifier Group',
    path: '/menu/modifiers',
    fill: async (_, form) => {
      await form.getByRole('button', { name: 'Add Option' }).click();
      await box(form.getByRole('group', { name: 'Option 1' }), 'Name').fill('Extra');
    },
  },
  {
    requirement: 'R2.17',
    title: 'Inventory',
    one: 'Inventory Item',
    path: '/inventory',
    fill: async (office, form) => {
      await office.choose(form, 'Category', 'Food');
      await office.choose(form, 'Unit', 'kg');
    },
  },
  { requirement: 'R2.22', title: 'Storages', one: 'Storage', path: '/storage' },
  {
    requirement: 'R2.17',
    title: 'Vendors',
    one: 'Vendor',
    path: '/vendors',
    fill: (_, form) => box(form, 'Phone').fill('7771234'),
  },
  {
    requirement: 'R2.16',
    title: 'Customers',
    one: 'Customer',
    path: '/customers',
    fill: (_, form) => box(form, 'Phone').fill('7774321'),
  },
  {
    requirement: 'R2.17',
    title: 'Accounts',
    one: 'Account',
    path: '/account',
    fill: (office, form) => office.choose(form, 'Account type', 'Personal'),
  },
  { requirement: 'R2.29', title: 'Delivery Zones', one: 'Zone', path: '/delivery/zones' },
  { requirement: 'R21.1', title: 'Customer Groups', one: 'Customer Group', path: '/menu/customer-groups' },
];

test('an Admin creates, edits, exports and deletes records [R2.16] [R2.17] [R2.18] [R2.19] [R2.20] [R2.22] [R2.25] [R2.26]', async () => {
  test.setTimeout(300_000);
  const office = new BackOffice(page, product.url);
  for (const { title, one, path, fill } of some(entities, 5)) {
    await test.step(title, async () => {
      const name = `New ${one}`.slice(0, 30);
      await office.open(path, title);
      await page.getByRole('button', { name: 'New', exact: true }).first().click();
      const create = office.dialog(`Create ${one}`);
      await box(create, 'Name').first().fill(name);
      await fill?.(office, create);
      await office.save(create);

      await office.row(name).first().click();
      const view = office.dialog(`View ${one}`);
      await expect(view.getByText(name, { exact: true })).toBeVisible();
      expect(new URL(page.url()).pathname).toMatch(new RegExp(`^${path}/view/\\d+$`));
      await view.getByRole('button', { name: 'Edit', exact: true }).click();
      const edit = office.dialog(`Edit ${one}`);
      await box(edit, 'Name').first().fill(`${name} 2`);
      await office.save(edit);
      await expect(office.row(`${name} 2`)).toBeVisible();

      await office.row(`${name} 2`).getByRole('checkbox').first().check();
      await expect(page.getByText('Selected 1')).toBeVisible();
      const chosen = await office.export('Export selected');
      expect(chosen.name).toMatch(new RegExp(`^${title} \\d{4}-\\d\\d-\\d\\d\\.csv$`));
      expect(chosen.text).toContain(`${name} 2`);
      await office.row(`${name} 2`).getByRole('checkbox').first().uncheck();
      const all = await office.export('Export All');
      expect(all.text.split('\r\n').length).toBeGreaterThan(2);

      await office.row(`${name} 2`).getByRole('button', { name: 'Row actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      const remove = office.dialog(`Delete ${one}`);
      await expect(remove.getByText('Are you sure you want to delete this item?')).toBeVisible();
      await remove.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(remove).toBeHidden();
      await expect(office.row(`${name} 2`)).toHaveCount(0);
    });
  }
});

// The walk over all screens checks lists and forms in each run.
if (isLong)
  test('axe finds nothing on lists, cards, details and forms, light and dark, and a record opens by its address [R2.25]', async () => {
    test.setTimeout(180_000);
    const office = new BackOffice(page, product.url);
    const noFaults = async (name: string) => {
      for (const theme of themes) {
        await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
        await noFaultsOf(page, `${name} ${theme}`);
      }
    };
    await office.open('/menu/menu-items?s=10', 'Menu Items');
    await expect(office.row('Ice Cream')).toBeVisible();
    await noFaults('list');
    await page.getByRole('button', { name: 'Card view' }).click();
    await noFaults('cards');
    await page.getByRole('button', { name: 'Table view' }).click();
    await page.goto(`${product.url}/menu/menu-items/view/3?s=10`);
    await expect(office.dialog('View Menu Item').getByRole('term').first()).toBeVisible();
    await noFaults('view');
    await page.goto(`${product.url}/menu/menu-items/edit/3?s=10`);
    const edit = office.dialog('Edit Menu Item');
    await edit.getByText('More', { exact: true }).click();
    await edit.getByRole('combobox', { name: 'Categories' }).click();
    await noFaults('form');
    await page.goto(`${product.url}/account/view/1?s=10`);
    await expect(office.dialog('View Account').getByRole('heading', { name: 'Statement' })).toBeVisible();
    await noFaults('ledger');
    await page.goto(`${product.url}/customers/1/bills?s=10`);
    await expect(office.dialog('Bills')).toBeVisible();
    await noFaults('bills');
  });

test('the bills of a customer open in a modal with one of them above it; the row has the sold-out switch [R2.16]', async () => {
  test.setTimeout(120_000);
  const office = new BackOffice(page, product.url);
  await office.open('/customers/view/1', 'Customers');
  await office.dialog('View Customer').getByRole('link', { name: 'Bills' }).click();
  await expect(office.dialog('Bills')).toBeVisible();
  await office.dialog('Bills').getByRole('button', { name: 'Close' }).click();
  await expect(office.dialog('View Customer')).toBeVisible();
  await office.open('/menu/menu-items', 'Menu Items');
  const available = page.getByRole('switch', { name: 'Cola is available' });
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/bis/menu/item/update') && answer.ok());
  await available.uncheck();
  await saved;
  await page.reload();
  await expect(available).not.toBeChecked();
  expect(new URL(page.url()).pathname).toBe('/menu/menu-items');
});

test('merges duplicates, exports and erases customers, pays an account, copies a vendor, stores a file [R14.2] [R2.16] [R2.21]', async () => {
  test.setTimeout(120_000);
  const office = new BackOffice(page, product.url);
  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };

  await test.step('two records of one person become one', async () => {
    await office.open('/customers', 'Customers');
    for (const [name, phone] of [
      ['Ibrahim Waheed', '7799001'],
      ['Ibrahim Wahid', '+9607799001'],
    ] as const) {
      await page.getByRole('button', { name: 'New', exact: true }).click();
      const create = office.dialog('Create Customer');
      await box(create, 'Name').fill(name);
      await box(create, 'Phone').fill(phone);
      await office.save(create);
    }
    await choose('Find duplicates');
    const duplicates = office.dialog('Likely duplicates');
    await duplicates.getByRole('button', { name: 'Merge Ibrahim Wahid, Ibrahim Waheed' }).click();
    const merge = office.dialog('Merge customers');
    await expect(merge.getByRole('radio', { name: /Ibrahim Waheed/ })).toBeChecked();
    await expect(merge.getByText('Not kept: Name Ibrahim Wahid')).toBeVisible();
    await merge.getByRole('button', { name: 'Merge', exact: true }).click();
    await expect(merge).toBeHidden();
    await expect(duplicates.getByText('No two customers share a phone, an email or a name.')).toBeVisible();
    await duplicates.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(office.row('Ibrahim Wahid')).toHaveCount(0);
  });

  await test.step('they get a file of what is kept, and are forgotten', async () => {
    await office.row('Ibrahim Waheed').click();
    const view = office.dialog('View Customer');
    const waiting = page.waitForEvent('download');
    await view.getByRole('button', { name: 'Export personal data' }).click();
    const file = await waiting;
    expect(file.suggestedFilename()).toMatch(/^Personal data C\d+ \d{4}-\d\d-\d\d\.json$/);
    await view.getByRole('button', { name: 'Erase personal data' }).click();
    const erase = office.dialog('Erase personal data');
    await box(erase, 'Reason').fill('They asked for it');
    await erase.getByRole('button', { name: 'Erase personal data' }).click();
    await expect(view).toBeHidden();
    await expect(office.row('Ibrahim Waheed')).toHaveCount(0);
  });

  await test.step('a payment on a house account, with its receipt', async () => {
    await office.open('/account', 'Accounts');
    await office.row('House').first().click();
    const view = office.dialog('View Account');
    await view.getByRole('button', { name: 'Take payment' }).click();
    const pay = page.getByRole('dialog', { name: /^Payment of / });
    await pay.getByRole('tab', { name: 'Card' }).click();
    await box(pay, 'Amount').fill('125.50');
    await box(pay, 'Reference').fill('Slip 88');
    await pay.getByRole('button', { name: 'Take payment' }).click();
    // They owe less.
    await pay.getByRole('button', { name: 'Take it all' }).click();
    const receipt = page.getByRole('dialog', { name: /^Payment receipt / });
    await expect(receipt.getByText('MVR 125.50')).toBeVisible();
    await receipt.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(view.getByRole('row').filter({ hasText: 'Slip 88' })).toContainText('−125.50');
  });

  await test.step('a vendor is copied to the other outlet', async () => {
    await office.open('/vendors', 'Vendors');
    await page.getByRole('button', { name: 'New', exact: true }).click();
    const create = office.dialog('Create Vendor');
    await box(create, 'Name').fill('Outer Reef Fish');
    await box(create, 'Phone').fill('7701234');
    await office.save(create);
    const take = async () => {
      await office.row('Outer Reef Fish').getByRole('checkbox').check();
      await choose('Copy to outlet…');
    };
    await take();
    const copy = office.dialog('Copy 1 of Vendors');
    await expect(copy.getByText('1 is new there.')).toBeVisible();
    await copy.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(page.getByText('Atoll Store: 1 copied, 0 replaced, 0 kept')).toBeVisible();
    await choose('Copy to outlet…');
    await expect(copy.getByText('1 already exists there: Outer Reef Fish')).toBeVisible();
    await copy.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('an invoice keeps its attached file, which can be saved from its view', async () => {
    await office.open('/invoices', 'Invoices');
    await page.getByRole('button', { name: 'New', exact: true }).click();
    const create = office.dialog('Create Invoice');
    await office.choose(create, 'Vendor', 'Outer Reef Fish');
    await box(create, 'Vendor’s number').fill('P-1');
    await create.getByRole('tab', { name: 'Expense' }).click();
    await office.choose(create, 'Account', 'Freight');
    await box(create, 'Quantity').fill('1');
    await box(create, 'Unit price').fill('250');
    await create.getByText('More', { exact: true }).click();
    const pdf = { name: 'scan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') };
    await create.getByLabel('Add a file').setInputFiles({ ...pdf, buffer: Buffer.from('not a PDF') });
    await expect(create.getByText(/^Atoll cannot use this file/)).toBeVisible();
    await create.getByLabel('Add a file').setInputFiles(pdf);
    await expect(box(create, 'Name of file 1')).toHaveValue('scan');
    await create.getByRole('button', { name: 'Save', exact: true }).click();
    const view = office.dialog('View Invoice');
    const waiting = page.waitForEvent('download');
    await view.getByRole('button', { name: 'Save scan' }).click();
    expect((await waiting).suggestedFilename()).toBe('scan.pdf');
  });
});

test('a published price list changes tiles and lines of the till, also without the server [R21.1] [R21.2]', async () => {
  const till = new Till(page, product);
  await till.ensureShift();
  const office = new BackOffice(page, product.url);
  await till.goTo('/menu/prices');
  await page.getByRole('button', { name: 'New', exact: true }).first().click();
  const create = office.dialog('Create Price List');
  await box(create, 'Name').first().fill('Sweet hour');

  await create.getByRole('button', { name: 'Clear Status' }).click();
  await office.choose(create, 'Status', 'Published');
  await create.getByRole('button', { name: 'Add Price' }).click();
  const row = create.getByRole('group', { name: 'Price 1' });
  await office.choose(row, 'Category', 'Sweets');
  await box(row, 'Percent').fill('-20');
  await office.save(create);
  await expect(office.row('Sweet hour')).toBeVisible();

  await till.openSlot('Table', 9);
  await till.checkIn();
  const find = page.getByRole('searchbox', { name: 'Find an item' });
  await find.fill('Coconut');
  const tile = page.getByRole('group', { name: 'Items' }).getByRole('button', { name: 'Coconut Cake MVR 32.00' });
  await expect(tile).toContainText('40.00');
  await page.context().setOffline(true);
  await till.tap(tile);
  await expect(till.bill.getByText('Sweet hour, 40.00 → 32.00')).toBeVisible();
  await page.context().setOffline(false);
  await till.save();
  await expect(till.bill.getByText('Sweet hour, 40.00 → 32.00')).toBeVisible();
  await expect(till.total('Subtotal')).toHaveText('32.00');

  // A promotion of the same office: every second cake is free, planned by the till, and printed.
  await till.goTo('/menu/promotions');
  await page.getByRole('button', { name: 'New', exact: true }).first().click();
  const promote = office.dialog('Create Promotion');
  await box(promote, 'Name').first().fill('Second cake free');
  await promote.getByRole('button', { name: 'Clear Type' }).click();
  await office.choose(promote, 'Type', 'Buy and get');
  await promote.getByRole('button', { name: 'Clear Status' }).click();
  await office.choose(promote, 'Status', 'Published');
  await box(promote, 'Percent off').fill('100');
  await promote.getByText('More', { exact: true }).click();
  await box(promote, 'Buy').fill('1');
  await box(promote, 'Get').fill('1');
  await office.save(promote);
  await expect(office.row('Second cake free')).toBeVisible();
  await till.openSlot('Table', 9);
  await find.fill('Coconut');
  await page.context().setOffline(true);
  await till.tap(tile);
  await expect(till.bill.getByText('−32.00')).toBeVisible();
  await page.context().setOffline(false);
  await till.save();
  await expect(till.total('Subtotal')).toHaveText('32.00');
});
