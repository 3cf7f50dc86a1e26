import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clear, show } from '../hook/testing.tsx';
import { Segmented } from './segmented.tsx';

afterEach(() => {
  document.documentElement.dir = 'ltr';
  clear();
});

const items = ['Table', 'Delivery', 'Takeaway'].map((value) => ({ value, label: value }));

function Types() {
  const [value, setValue] = useState('Table');
  return <Segmented label="Slot type" items={items} value={value} onChange={setValue} />;
}

const tab = (name: string) => page.getByRole('tablist', { name: 'Slot type' }).getByRole('tab', { name });

it('renders a tablist, and chooses a segment by a tap', async () => {
  await show(<Types />);
  await tab('Takeaway').click();
  await expect.element(tab('Takeaway')).toHaveAttribute('aria-selected', 'true');
  await expect.element(tab('Table')).toHaveAttribute('aria-selected', 'false');
});

it('moves with the arrow keys and wraps around', async () => {
  await show(<Types />);
  await tab('Table').click();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(tab('Takeaway')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(tab('Delivery')).toHaveAttribute('aria-selected', 'true');
});

it('moves in reading direction from right to left', async () => {
  await show(<Types />);
  document.documentElement.dir = 'rtl';
  await tab('Table').click();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(tab('Delivery')).toHaveAttribute('aria-selected', 'true');
});
