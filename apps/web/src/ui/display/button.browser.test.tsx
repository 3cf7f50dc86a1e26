import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clear, show } from '../hook/testing.tsx';
import { Button } from './button.tsx';

afterEach(clear);

it('keeps its name for screen readers while it is busy, and shows a ring in place of its text', async () => {
  await show(
    <Button icon="printer" busy>
      Print bill
    </Button>,
  );
  const button = page.getByRole('button', { name: 'Print bill' });
  await expect.element(button).toBeVisible();
  expect(button.element().getAttribute('aria-busy')).toBe('true');
  const [icon, text, ring] = button.element().children;
  const opacityOf = (part: Element | undefined) => part && getComputedStyle(part).opacity;
  expect([icon, text, ring].map(opacityOf)).toEqual(['0', '0', '1']);
});
