/** Counts the taps that jobs take in the browser, and compares them with the table that tells people about them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from './process.ts';

/** A job, and the taps it takes at each size. */
export type TapTable = Readonly<Record<string, readonly number[]>>;

/** Counts every press of a pointer in the pages that it watches. */
export class TapCounter {
  private count = 0;
  private readonly found = new Map<string, number[]>();

  /** Counts the presses on a page from now on. */
  async watch(page: Page): Promise<void> {
    await page.exposeFunction('countTap', () => {
      this.count += 1;
    });
    await page.addInitScript(() => {
      const { countTap } = globalThis as unknown as { countTap: () => void };
      addEventListener('pointerdown', ({ isTrusted }) => isTrusted && countTap(), true);
    });
  }

  /** Does a job and keeps how many taps it took, in the order of the sizes. */
  async job(name: string, page: Page, work: () => Promise<unknown>): Promise<void> {
    const before = this.count;
    await work();
    // What the page has called arrives before the answer to this.
    await page.evaluate(() => undefined);
    this.found.set(name, [...(this.found.get(name) ?? []), this.count - before]);
  }

  get table(): TapTable {
    return Object.fromEntries(this.found);
  }
}

/** Returns the table of `docs/taps.md`. */
export function writtenTaps(): TapTable {
  const rows = readFileSync(join(root, 'docs/taps.md'), 'utf8').matchAll(/^\| ([^|]+) \|((?: \d+ \|)+)$/gm);
  return Object.fromEntries(
    [...rows].map(([, name = '', numbers = '']) => [
      name,
      numbers.split('|').flatMap((one) => (one.trim() ? [Number(one)] : [])),
    ]),
  );
}
