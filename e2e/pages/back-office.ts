/** The back office as a person uses it: lists, drawers and forms, by the names of the screens. */
import { expect, type Locator, type Page } from '@playwright/test';
import { goTo } from '../support/visit.ts';

export class BackOffice {
  readonly page: Page;
  readonly url: string;

  constructor(page: Page, url: string) {
    this.page = page;
    this.url = url;
  }

  async open(path: string, title: string): Promise<void> {
    // A list that is open already begins again, without search and filter.
    const isOpen = new URL(this.page.url()).pathname === new URL(path, this.url).pathname;
    await (isOpen ? this.page.goto(this.url + path) : goTo(this.page, this.url, path));
    await expect(this.page.getByRole('heading', { name: title, exact: true }).first()).toBeVisible({
      timeout: 30_000,
    });
  }

  dialog(name: string): Locator {
    return this.page.getByRole('dialog', { name, exact: true });
  }

  row(text: string): Locator {
    return this.page.getByRole('row').filter({ hasText: text });
  }

  /** Types into the list's search, and waits until the list has only matching rows. */
  async search(text: string): Promise<void> {
    await this.page.getByRole('searchbox', { name: 'Search this list' }).fill(text);
    const body = this.page.getByRole('rowgroup').last();
    await expect(body.getByRole('row').filter({ hasNotText: text })).toHaveCount(0);
  }

  /** Chooses the entry of a dropdown that starts with the text. */
  async choose(within: Locator, label: string, text: string): Promise<void> {
    await within.getByRole('combobox', { name: label }).fill(text);
    await within
      .getByRole('option', { name: new RegExp(`^${text}`) })
      .first()
      .click();
  }

  async save(within: Locator): Promise<void> {
    await within.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(within).toBeHidden();
  }

  /** Exports a list; returns the file's name and text. */
  async export(button: 'Export All' | 'Export selected'): Promise<{ readonly name: string; readonly text: string }> {
    const waiting = this.page.waitForEvent('download');
    await this.page.getByRole('button', { name: button, exact: true }).click();
    const file = await waiting;
    const parts: Buffer[] = [];
    for await (const part of await file.createReadStream()) parts.push(part as Buffer);
    return { name: file.suggestedFilename(), text: Buffer.concat(parts).toString('utf8') };
  }
}
