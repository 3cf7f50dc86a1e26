/** Problems that an accessibility checker finds on a screen, one a line. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The standards to check. */
const standards = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Returns what the checker finds in the whole page or in a part of it. */
export async function faultsOf(page: Page, name: string, part?: string): Promise<string[]> {
  const checker = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).withTags(standards);
  // A page with a single frame is checked in place; the results of several frames are combined in a separate page,
  // which is slower.
  checker.setLegacyMode(page.frames().length === 1);
  if (part) checker.include(part);
  const { violations } = await checker.analyze();
  return violations.map((each) => `${name}: ${each.id} ${each.nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/** Expects the checker to find nothing. */
export async function noFaults(page: Page, name: string, part?: string): Promise<void> {
  expect(await faultsOf(page, name, part)).toEqual([]);
}
