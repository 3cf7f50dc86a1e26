import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clear, show } from '../hook/testing.tsx';
import { DatePicker } from './date-picker.tsx';

afterEach(clear);

function Field({ start = null, onBlur }: { start?: string | null; onBlur?: () => void }) {
  const [value, setValue] = useState<string | null>(start);
  return (
    <>
      <DatePicker label="Due" today="2020-01-02" value={value} onChange={setValue} onBlur={onBlur} />
      <button type="button" style={{ marginBlockStart: 420 }}>
        Elsewhere
      </button>
    </>
  );
}

const field = () => page.getByRole('combobox', { name: 'Due' });
const calendar = () => page.getByRole('group', { name: 'Calendar' });

it('[R11.7] shows the calendar on focus and hides it after a choice', async () => {
  await show(<Field />);
  await expect.element(field()).toHaveAttribute('placeholder', 'eg. 13 Jan, 2020');
  expect(calendar().query()).toBeNull();
  field().element().focus();
  await expect.element(calendar()).toBeVisible();
  await page.getByRole('button', { name: '13 Jan, 2020' }).click();
  await expect.element(field()).toHaveValue('13 Jan, 2020');
  expect(calendar().query()).toBeNull();
});

it('hides the calendar on Escape and on blur, and reports the blur', async () => {
  const onBlur = vi.fn();
  await show(<Field onBlur={onBlur} />);
  await field().click();
  await userEvent.keyboard('{Escape}');
  expect(calendar().query()).toBeNull();
  expect(onBlur).not.toHaveBeenCalled();
  await field().click();
  await page.getByRole('button', { name: 'Elsewhere' }).click();
  expect(calendar().query()).toBeNull();
  expect(onBlur).toHaveBeenCalledOnce();
});

it('clears the date with its button and with the keyboard', async () => {
  await show(<Field start="2020-01-13" />);
  await page.getByRole('button', { name: 'Clear Due' }).click();
  await expect.element(field()).toHaveValue('');
  await userEvent.keyboard('{ArrowDown}');
  await userEvent.keyboard('{ArrowRight}{Enter}');
  await expect.element(field()).toHaveValue('3 Jan, 2020');
  await userEvent.keyboard('{Delete}');
  await expect.element(field()).toHaveValue('');
});

it('[R35.21] shows the whole calendar of a field at the bottom of a drawer', async () => {
  await show(
    <section aria-label="Drawer" style={{ blockSize: 480, overflow: 'auto' }}>
      <div style={{ blockSize: 420 }} />
      <Field />
    </section>,
  );
  await expect.element(field()).toBeInTheDocument();
  const drawer = page.getByRole('region', { name: 'Drawer' }).element();
  drawer.scrollTop = 20;
  field().element().focus({ preventScroll: true });
  await expect.element(calendar()).toBeVisible();
  const { bottom } = calendar().element().getBoundingClientRect();
  expect(bottom).toBeLessThanOrEqual(drawer.getBoundingClientRect().bottom);
});
