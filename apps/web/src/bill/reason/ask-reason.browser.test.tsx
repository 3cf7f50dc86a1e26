import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { clear, show } from '../../ui/hook/testing.tsx';
import { AskReason } from './ask-reason.tsx';

afterEach(clear);

it('says that a reason of two letters is too short, not that it is missing', async () => {
  const onConfirm = vi.fn();
  await show(
    <AskReason title="Reject" action="Reject" busy={false} onConfirm={onConfirm} onClose={() => undefined}>
      <p>The goods go back.</p>
    </AskReason>,
  );
  const press = () => page.getByRole('button', { name: 'Reject' }).click();
  const reason = page.getByRole('textbox', { name: 'Reason' });
  await expect.element(reason).toHaveFocus();
  await press();
  await expect.element(reason).toHaveAccessibleDescription('Reason is required');
  await reason.fill('no');
  await press();
  await expect.element(reason).toHaveAccessibleDescription('Reason must be at least 3 characters long');
  await reason.fill('not ours');
  await press();
  expect(onConfirm).toHaveBeenCalledExactlyOnceWith('not ours');
});
