/** What an accessibility checker finds on a screen, a line each. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Expects the checker to find nothing. */
export async function noFaults(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(
    violations.map((each) => `${name}: ${each.id} ${each.nodes.map((node) => node.target.join(' ')).join(', ')}`),
  ).toEqual([]);
}
