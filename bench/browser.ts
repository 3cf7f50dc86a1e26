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

declare global {
  /** When the watched element was first painted, in ms since the navigation began. */
  var shownMs: number | undefined;
}

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

/** Notes when something is first painted, in the frame after it was in the page. */
export async function watch(page: Page, selector: string): Promise<void> {
  await page.addInitScript((wanted) => {
    const look = (): void => {
      if (!document.querySelector(wanted)) return void requestAnimationFrame(look);
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {
          globalThis.shownMs = performance.now();
        };
        channel.port2.postMessage(null);
      });
    };
    look();
  }, selector);
}

/** Waits until it is painted; returns the ms since the navigation began. */
export async function shown(page: Page): Promise<number> {
  const handle = await page.waitForFunction(() => globalThis.shownMs);
  return (await handle.jsonValue()) ?? Number.NaN;
}
