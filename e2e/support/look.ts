/** A screen in every look that it has: five sizes, two themes, two directions of reading. */
import type { Page } from '@playwright/test';
import { faultsOf } from './axe.ts';
import { atRest, cutOff, sizes } from './cut-off.ts';
import { isLong, some, themes } from './sample.ts';

/** The directions that are looked at: both, or the one that is harder to get right. */
const directions = isLong ? (['ltr', 'rtl'] as const) : (['rtl'] as const);
const usual = { width: 1280, height: 800 };

/** Answers what is cut off in any size and direction, and what the checker finds in any theme and in the directions `checked`; a line each. */
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
    // What turned under the pointer would be told of in passing.
    await page.mouse.move(0, 0);
    for (const size of some(sizes, 2)) {
      await page.setViewportSize(size);
      for (const fault of await cutOff(page)) faults.push(`${name} at ${size.width} ${direction}: ${fault}`);
    }
    await page.setViewportSize(usual);
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
