/** A screen in all its looks: five sizes, two themes, two reading directions. */
import type { Page } from '@playwright/test';
import { faultsOf } from './axe.ts';
import { atRest, cutOff, sizes } from './cut-off.ts';
import { isLong, some, themes } from './sample.ts';

/** The directions to check: both, or only the more difficult one. */
const directions = isLong ? (['ltr', 'rtl'] as const) : (['rtl'] as const);
const defaultSize = { width: 1280, height: 800 };

/**
 * Returns what is cut off in any size and direction, and what the checker finds in any theme and in the directions
 * `checked`, one a line.
 */
export async function faultsInLooks(
  page: Page,
  name: string,
  checked: readonly string[] = directions,
): Promise<string[]> {
  const faults: string[] = [];
  const set = (attribute: string, value: string) =>
    page.evaluate(([key = '', to = '']) => document.documentElement.setAttribute(key, to), [attribute, value]);
  const before = await page.evaluate(() => document.documentElement.dataset['theme'] ?? 'light');
  for (const direction of directions) {
    await set('dir', direction);
    // An element that changes under the pointer would show its hover state.
    await page.mouse.move(0, 0);
    for (const size of some(sizes, 2)) {
      await page.setViewportSize(size);
      for (const fault of await cutOff(page)) faults.push(`${name} at ${size.width} ${direction}: ${fault}`);
    }
    await page.setViewportSize(defaultSize);
    for (const theme of checked.includes(direction) ? themes : []) {
      await set('data-theme', theme);
      await atRest(page);
      faults.push(...(await faultsOf(page, `${name} ${theme} ${direction}`)));
    }
    await set('data-theme', before);
  }
  await set('dir', 'ltr');
  return faults;
}
