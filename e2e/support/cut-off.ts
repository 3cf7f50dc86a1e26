/** Content that is cut off on a screen, in the sizes that staff use. */
import type { Page } from '@playwright/test';

export const sizes = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
] as const;

/** Waits until the screen is still: two frames are drawn, all animations except endless ones have ended, and no place is closed to a second press. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const moving = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    // A removed element never finishes its animation.
    await Promise.all(moving.map((one) => one.finished.catch(() => undefined)));
    await frame();
    while (document.querySelector('[data-second-press]')) await frame();
  });
}

/**
 * Returns what is beyond the edges. Content of an element that scrolls sideways by design can be reached by scrolling;
 * a screen as a whole, with its heading, must never scroll sideways.
 */
export async function cutOff(page: Page): Promise<string[]> {
  await atRest(page);
  return page.evaluate(() => {
    const wide = document.documentElement.scrollWidth;
    const cut = [...document.querySelectorAll('button, a, input, select, textarea, h1, h2')].filter((element) => {
      const box = element.getBoundingClientRect();
      if (box.width === 0 || box.height === 0) return false;
      for (let up = element.parentElement; up; up = up.parentElement) {
        const { overflowX } = getComputedStyle(up);
        if (up.querySelector('h1')) continue;
        if ((overflowX === 'auto' || overflowX === 'scroll') && up.scrollWidth > up.clientWidth + 1) return false;
      }
      const isHidden =
        element.closest('.visually-hidden, [aria-hidden="true"]') || element.getAttribute('href') === '#screen';
      return !isHidden && (box.right > innerWidth + 1 || box.left < -1);
    });
    return [
      ...(wide > innerWidth ? [`the page is ${wide} wide`] : []),
      ...cut.map((element) => `${element.tagName} ${element.textContent ?? ''}`.slice(0, 80)),
    ];
  });
}

/** Returns what is cut off in any of the sizes, and from right to left in the first. */
export async function cutInSizes(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const fault of await cutOff(page)) faults.push(`at ${size.width}: ${fault}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  const turn = (dir: 'rtl' | 'ltr') => page.evaluate((to) => document.documentElement.setAttribute('dir', to), dir);
  await turn('rtl');
  for (const fault of await cutOff(page)) faults.push(`from right to left: ${fault}`);
  await turn('ltr');
  return faults;
}
