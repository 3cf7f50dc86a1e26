/** The browser that shows the app in measurements. */
import type { Page } from '@playwright/test';

/** How it is started: without network calls of its own. */
export const browserArgs = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Chromium refuses its sandbox to root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

interface Person {
  readonly email: string;
  readonly password: string;
}

/** Signs somebody in, and waits for the first screen. */
export async function signInAt(page: Page, url: string, person: Person | undefined): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Email').fill(person?.email ?? '');
  await page.getByLabel('Password', { exact: true }).fill(person?.password ?? '');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}
