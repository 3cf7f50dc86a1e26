import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { clear, show } from '../hook/testing.tsx';
import { MultilineInput } from './multiline-input.tsx';

afterEach(clear);

it('[R11.1] accepts several lines, with a hint below', async () => {
  const onChange = vi.fn();
  function Field() {
    const [value, setValue] = useState('');
    return (
      <MultilineInput
        label="Note"
        hint="For the kitchen"
        value={value}
        onChange={(next) => {
          setValue(next);
          onChange(next);
        }}
      />
    );
  }
  await show(<Field />);
  const field = page.getByLabelText('Note');
  await field.fill('one\ntwo');
  expect(onChange).toHaveBeenLastCalledWith('one\ntwo');
  await expect.element(field).toHaveAccessibleDescription('For the kitchen');
});
