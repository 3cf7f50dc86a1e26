import type { Browser } from '@playwright/test';

/** Closes what the tests of a file have opened: a page that stays open looks for its server, which is gone, until all journeys have ended. */
export async function closePages(browser: Browser): Promise<void> {
  for (const context of browser.contexts()) await context.close();
}
