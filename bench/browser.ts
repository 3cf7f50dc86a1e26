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

const prefix = 'bench: shown after ';

/** The times that pages told. Asking a page would have it run the scripts of the test tool while it starts. */
const told = new WeakMap<Page, { ms: number | undefined; take: (ms: number) => void }>();

/** Has a page tell when something is first painted, which is in the frame after it came into the page. */
export async function watch(page: Page, selector: string): Promise<void> {
  const known = { ms: undefined as number | undefined, take: (_ms: number): void => undefined };
  told.set(page, known);
  page.on('console', (message) => {
    if (!message.text().startsWith(prefix)) return;
    known.ms = Number(message.text().slice(prefix.length));
    known.take(known.ms);
  });
  await page.addInitScript(
    ([wanted, words]) => {
      const seen = new MutationObserver(() => {
        if (!document.querySelector(wanted)) return;
        seen.disconnect();
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => {
            globalThis.shownMs = performance.now();
            console.debug(words + globalThis.shownMs);
          };
          channel.port2.postMessage(null);
        });
      });
      seen.observe(document, { childList: true, subtree: true });
    },
    [selector, prefix] as const,
  );
}

/** Waits until it is painted; returns the ms since the navigation began. */
export async function shown(page: Page): Promise<number> {
  const known = told.get(page);
  if (!known) throw new Error('This page is not watched');
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const limit = setTimeout(() => reject(new Error('What is watched was not shown')), 30_000);
  known.take = resolve;
  if (known.ms !== undefined) resolve(known.ms);
  const ms = await promise.finally(() => clearTimeout(limit));
  known.ms = undefined;
  return ms;
}
