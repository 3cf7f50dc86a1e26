/** A till as a person uses it: by the names of the screens. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Product } from '../support/product.ts';
import { goTo } from '../support/visit.ts';

export class Till {
  readonly page: Page;
  readonly product: Product;
  /** The number of taps so far. */
  taps = 0;

  constructor(page: Page, product: Product) {
    this.page = page;
    this.product = product;
  }

  async tap(target: Locator): Promise<void> {
    await target.click();
    this.taps += 1;
  }

  /** Opens the app. The server sends the port of the print server. */
  async open(path = '/'): Promise<void> {
    await this.page.goto(this.product.url + path);
  }

  /** Goes to a screen: inside the app where somebody is signed in, else by loading the page. */
  async goTo(path: string): Promise<void> {
    await goTo(this.page, this.product.url, path);
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  /** Signs in as one of the demo users that the login page offers. */
  async signIn(name: RegExp): Promise<void> {
    await expect(this.page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await this.tap(this.button(name));
    await expect(this.page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  }

  /** Signs in with email and password, and waits for the shell. */
  async signInAs(email: string, password = 'atoll-demo'): Promise<void> {
    await this.page.getByLabel('Email').fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.tap(this.button('Log in'));
    await expect(this.page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  }

  /** Starts a shift on New Sale. */
  async startShift(openingBalance = '500'): Promise<void> {
    await this.page.getByLabel('Opening balance').fill(openingBalance);
    await this.tap(this.button('Start Shift'));
    await expect(this.bill).toBeVisible();
  }

  /** Starts a shift when none is open. */
  async ensureShift(): Promise<void> {
    await this.goTo('/billing/new-sale');
    const start = this.button('Start Shift');
    const open = this.page.getByRole('heading', { name: 'A shift is open' });
    await expect(start.or(open)).toBeVisible();
    if (await start.isVisible()) await this.startShift();
  }

  get bill(): Locator {
    return this.page.getByRole('region', { name: 'Bill', exact: true });
  }

  get lines(): Locator {
    return this.bill.getByRole('list', { name: 'Items on the bill' }).getByRole('listitem');
  }

  /** The heading above unsaved items. */
  get unsaved(): Locator {
    return this.bill.getByText('Not saved yet', { exact: true });
  }

  /** Returns the slot's button: 'Table 2, Free'. */
  slot(name: string): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^${name}, `) });
  }

  async openSlot(type: string, slot: number): Promise<void> {
    await this.goTo(`/billing/new/${type}/${slot}`);
    await expect(this.bill.getByRole('heading', { name: `${type} ${slot}` })).toBeVisible();
  }

  async checkIn(): Promise<void> {
    await this.tap(this.bill.getByRole('button', { name: 'Check In' }));
    await expect(this.bill.getByText('Checked in')).toBeVisible();
  }

  /** Finds an item that has one size by search, and adds it. */
  async add(name: string): Promise<void> {
    await this.page.getByRole('searchbox', { name: 'Find an item' }).fill(name);
    await this.tap(
      this.page.getByRole('group', { name: 'Items' }).getByRole('button', { name: new RegExp(`^${name} MVR`) }),
    );
    await this.page.getByRole('searchbox', { name: 'Find an item' }).fill('');
  }

  async save(): Promise<void> {
    await this.tap(this.bill.getByRole('button', { name: 'Save', exact: true }));
    await expect(this.unsaved).toHaveCount(0);
  }

  /** Returns the amount beside a label of the totals: '118.80'. */
  total(label: string): Locator {
    return this.bill.locator('dt', { hasText: new RegExp(`^${label}( |$)`) }).locator('xpath=following-sibling::dd[1]');
  }
}
