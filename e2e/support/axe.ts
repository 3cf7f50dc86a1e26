/** What an accessibility checker finds on a screen, a line each. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Expects the checker to find nothing, in the whole page or in a part of it. */
export async function noFaults(page: Page, name: string, part = 'body'): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .include(part)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(
    violations.map((each) => `${name}: ${each.id} ${each.nodes.map((node) => node.target.join(' ')).join(', ')}`),
  ).toEqual([]);
}
