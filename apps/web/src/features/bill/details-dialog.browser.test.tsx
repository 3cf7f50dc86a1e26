import type { Bill } from '@atoll/domain/bill/bill';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useBills } from '../../bills/bills.ts';
import { burger, openTill } from '../../sync/testing/till.ts';
import { clear, show } from '../../ui/hook/testing.tsx';
import { NoteDialog } from './bill-items/note-dialog.tsx';
import { DetailsDialog } from './details-dialog.tsx';

const onClose = vi.fn();
const bill = () => Object.values(useBills.getState().bills).find((one) => one.slot === '4') as Bill;

beforeEach(async () => {
  onClose.mockClear();
  await openTill();
  await useBills.getState().checkIn('Table', '4');
});
afterEach(clear);

it('refuses more guests than a bill can have, at the field, and keeps what was typed', async () => {
  await show(<DetailsDialog bill={bill()} onClose={onClose} />);
  const guests = page.getByRole('textbox', { name: 'Guests' });
  await guests.fill('500');
  await expect.element(guests).toHaveAccessibleDescription('Enter a number of guests from 1 to 99');
  await userEvent.keyboard('{Enter}');
  expect(onClose).not.toHaveBeenCalled();
  await expect.element(guests).toHaveValue('500');
  await guests.fill('12');
  await userEvent.keyboard('{Enter}');
  expect(onClose).toHaveBeenCalledOnce();
  expect(bill().covers).toBe(12);
});

it('keeps every word of a note that is longer than one note of the kitchen', async () => {
  useBills.getState().addItem(bill().key, { menuItem: burger, size: burger.sizes[0] as never });
  const [item] = bill().items;
  const onSave = vi.fn<(notes: readonly string[]) => void>();
  if (item) await show(<NoteDialog item={item} onSave={onSave} onClose={onClose} />);
  const words = Array.from({ length: 80 }, (_, n) => `word${n}`).join(' ');
  await page.getByRole('textbox', { name: 'Note' }).fill(`no ice\n${words}`);
  await page.getByRole('button', { name: 'Save' }).click();
  const [notes = []] = onSave.mock.lastCall ?? [];
  expect(notes[0]).toBe('no ice');
  expect(notes.slice(1).join(' ')).toBe(words);
  expect(notes.every((note) => note.length <= 200)).toBe(true);
});
