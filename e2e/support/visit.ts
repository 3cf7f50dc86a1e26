/** Moves between screens inside the app, as a link does. */
import type { Screen } from '@atoll/domain/nav/nav';
import { expect, type Page } from '@playwright/test';

/** Goes to a screen: inside the app where somebody is signed in, which costs a fraction of what loading the page costs; else by loading the page. */
export async function goTo(page: Page, url: string, path: string): Promise<void> {
  if (await page.getByRole('navigation', { name: 'Main' }).isVisible())
    await page.evaluate((to) => window.history.pushState({}, '', to), path);
  else await page.goto(url + path);
}

/** Returns the selector of what shows that a screen is open. */
export const sight = (screen: Screen): string =>
  screen.overlay && screen.name !== 'Select Size' ? '[role="dialog"]' : 'main h1, main h2';

/** What a visit waits for: the title of the window, visible content, and the address when it differs from the target. */
interface Visit {
  readonly to: string;
  readonly title?: string;
  readonly sees?: string;
  readonly at?: string;
}

/**
 * Navigates inside the app, as a link does, and waits in the page itself, because a walk has hundreds of steps. Throws
 * with what was missing.
 */
export async function visit(page: Page, step: Visit): Promise<void> {
  const missed = await page.evaluate(async ({ to, title, sees, at }) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    const until = performance.now() + 10_000;
    const isSeen = (selector: string) =>
      [...document.querySelectorAll(selector)].some((element) => element.checkVisibility() && element.textContent);
    const here = () => location.pathname + location.search;
    for (;;) {
      const missing = [
        title === undefined || document.title === `${title} · Atoll` ? '' : `the title is '${document.title}'`,
        sees === undefined || isSeen(sees) ? '' : `there is no ${sees}`,
        at === undefined || here() === at ? '' : `the address is ${here()}`,
      ].filter(Boolean);
      if (missing.length === 0) return '';
      if (performance.now() > until) return missing.join(', ');
      await new Promise((next) => setTimeout(next, 8));
    }
  }, step);
  expect(missed, `${step.to} ${step.title ?? ''}`).toBe('');
}
