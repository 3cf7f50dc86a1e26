import { afterEach, expect, it } from 'vitest';
import { clear, show } from '../hook/testing.tsx';
import { Whole } from './whole.tsx';

afterEach(clear);

/** Returns the texts that are kept whole, and how many lines each takes in a narrow place. */
async function kept(text: string): Promise<(readonly [string, number])[]> {
  await show(
    <p style={{ inlineSize: '1em', overflowWrap: 'anywhere' }}>
      <Whole>{text}</Whole>
    </p>,
  );
  await expect.poll(() => document.querySelector('p')?.textContent).toBe(text);
  return [...document.querySelectorAll('p span')].map((span) => [span.textContent, span.getClientRects().length]);
}

it('keeps numbers and dates with hyphens in one line, and no other text', async () => {
  expect(await kept('Invoice AC-2026-001531 of 20-Nov-2026 19:42')).toEqual([
    ['AC-2026-001531', 1],
    ['20-Nov-2026', 1],
  ]);
  expect(await kept('Pay-as-you-go, sugar-free')).toEqual([]);
  expect(await kept('019aa5c0-0000-7000-8000-00000000aaaa')).toEqual([]);
});
