/** What an accessibility checker finds on a screen, a line each. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Answers what the checker finds, in the whole page or in a part of it. */
export async function faultsOf(page: Page, name: string, part?: string): Promise<string[]> {
  const checker = new AxeBuilder({ page });
  if (part) checker.include(part);
  const { violations } = await checker
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.map((each) => `${name}: ${each.id} ${each.nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/** Expects the checker to find nothing. */
export async function noFaults(page: Page, name: string, part?: string): Promise<void> {
  expect(await faultsOf(page, name, part)).toEqual([]);
}
