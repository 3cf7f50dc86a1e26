import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clear, show } from '../hook/testing.tsx';
import { Input } from './input.tsx';
import { inputKinds, type NumberKind, type TextKind } from './input-kinds.ts';

afterEach(clear);

const texts: readonly (readonly [
  kind: TextKind,
  what: string,
  type: string | null,
  inputMode: string | null,
  autoComplete: string,
])[] = [
  ['text', 'a line of text', null, null, 'off'],
  ['email', 'an e-mail address', 'email', 'email', 'off'],
  ['phone', 'a telephone number', 'tel', 'tel', 'off'],
  ['url', 'a web address', 'url', 'url', 'off'],
  ['secret', 'a password', 'password', null, 'new-password'],
];

describe.each(texts)('input of the kind %s', (kind, what, type, inputMode, autoComplete) => {
  const field = () => page.getByRole('textbox', { name: 'Field' });
  const attribute = (name: string) => field().element().getAttribute(name);

  it(`[R11.1] [R11.9] accepts ${what}; shows an asterisk when required`, async () => {
    const onBlur = vi.fn();
    function Field() {
      const [value, setValue] = useState('');
      return (
        <Input
          kind={kind}
          label="Field"
          required
          placeholder="Here"
          value={value}
          onChange={setValue}
          onBlur={onBlur}
        />
      );
    }
    await show(<Field />);
    await expect.element(page.getByText('*')).toBeInTheDocument();
    expect(attribute('type')).toBe(type);
    expect(attribute('inputmode')).toBe(inputMode);
    expect(attribute('autocomplete')).toBe(autoComplete);
    await expect.element(field()).toHaveAttribute('placeholder', 'Here');
    await field().fill('abc');
    await expect.element(field()).toHaveValue('abc');
    (field().element() as HTMLElement).blur();
    expect(onBlur).toHaveBeenCalledOnce();
  });

  it('links its message, and accepts no typing when disabled', async () => {
    await show(<Input kind={kind} label="Field" disabled error="Field is required" value="" onChange={vi.fn()} />);
    await expect.element(field()).toHaveAccessibleDescription('Field is required');
    await expect.element(field()).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field()).toBeDisabled();
  });
});

interface FieldProps {
  readonly kind: NumberKind;
  readonly start?: number | null;
  readonly signed?: boolean;
  readonly onValue?: (value: number | null) => void;
}

function Field({ start = null, onValue, ...rest }: FieldProps) {
  const [value, setValue] = useState<number | null>(start);
  return (
    <>
      <Input
        {...rest}
        label="Number"
        required
        value={value}
        onChange={(next: number | null) => {
          setValue(next);
          onValue?.(next);
        }}
      />
      <button type="button" onClick={() => setValue(1000)}>
        Set
      </button>
    </>
  );
}

const number = () => page.getByRole('textbox', { name: 'Number' });

describe('input of an integer', () => {
  it('[R11.1] accepts whole numbers only', async () => {
    const onValue = vi.fn();
    await show(<Field kind="integer" onValue={onValue} />);
    await number().fill('30');
    expect(onValue).toHaveBeenLastCalledWith(30);
    onValue.mockClear();
    await number().fill('3.5');
    await number().fill('-1');
    expect(onValue).not.toHaveBeenCalled();
    await userEvent.tab();
    await expect.element(number()).toHaveAttribute('inputmode', 'numeric');
  });

  it('accepts a minus when it is signed, with a keyboard that has one', async () => {
    const onValue = vi.fn();
    await show(<Field kind="integer" signed onValue={onValue} />);
    await number().fill('-18');
    expect(onValue).toHaveBeenLastCalledWith(-18);
    await expect.element(number()).toHaveAttribute('inputmode', 'text');
  });
});

describe('input of a quantity', () => {
  it('[R11.1] accepts three decimals and negative values', async () => {
    const onValue = vi.fn();
    await show(<Field kind="quantity" onValue={onValue} />);
    await number().fill('-0.125');
    expect(onValue).toHaveBeenLastCalledWith(-0.125);
    await number().fill('0.1');
    expect(onValue).toHaveBeenLastCalledWith(0.1);
    onValue.mockClear();
    await number().fill('0.0001');
    expect(onValue).not.toHaveBeenCalled();
  });

  it('refuses a minus when it is not signed', async () => {
    const onValue = vi.fn();
    await show(<Field kind="quantity" signed={false} onValue={onValue} />);
    await number().fill('-1');
    expect(onValue).not.toHaveBeenCalled();
    await expect.element(number()).toHaveAttribute('inputmode', 'decimal');
  });

  it('keeps an incomplete number', async () => {
    await show(<Field kind="quantity" />);
    await number().click();
    await userEvent.keyboard('12.');
    await expect.element(number()).toHaveValue('12.');
    await userEvent.tab();
    await expect.element(number()).toHaveValue('12');
  });
});

describe('input of a percentage', () => {
  it('[R11.1] accepts a plain percentage with two decimals', async () => {
    const onValue = vi.fn();
    await show(<Field kind="percent" start={8} onValue={onValue} />);
    await expect.element(number()).toHaveValue('8');
    await number().fill('12.55');
    expect(onValue).toHaveBeenLastCalledWith(12.55);
    await number().fill('12.555');
    expect(onValue).toHaveBeenLastCalledWith(12.55);
    const suffixed = number().element().closest('[data-suffix]') as Element;
    expect(getComputedStyle(suffixed, '::after').content).toBe('"%"');
    // The sign stands in the field also where the label takes several lines, or an error stands below.
    const { top, bottom } = number().element().getBoundingClientRect();
    expect(suffixed.getBoundingClientRect()).toMatchObject({ top, bottom });
    await userEvent.tab();
    await expect.element(number()).toHaveValue('12.55');
  });
});

describe('input of an amount of money', () => {
  it('[R11.1] accepts rufiyaa and returns laari', async () => {
    const onValue = vi.fn();
    await show(<Field kind="money" onValue={onValue} />);
    await expect.element(number()).toHaveAttribute('placeholder', '0.00');
    await number().fill('45.5');
    expect(onValue).toHaveBeenLastCalledWith(4550);
    await userEvent.tab();
    await expect.element(number()).toHaveValue('45.50');
    await number().fill('1,234.56');
    expect(onValue).toHaveBeenLastCalledWith(123456);
    await number().fill('');
    expect(onValue).toHaveBeenLastCalledWith(null);
  });

  it('rejects text that is no amount', async () => {
    const onValue = vi.fn();
    await show(<Field kind="money" start={100} onValue={onValue} />);
    await expect.element(number()).toHaveValue('1.00');
    await number().fill('1.005');
    await number().fill('-3');
    await number().fill('abc');
    expect(onValue).not.toHaveBeenCalled();
  });

  it('shows a value that is set from outside', async () => {
    await show(<Field kind="money" start={250} />);
    await page.getByRole('button', { name: 'Set' }).click();
    await expect.element(number()).toHaveValue('10.00');
  });
});

it('turns off the suggestions of the browser for every number', async () => {
  const kinds = (Object.keys(inputKinds) as (keyof typeof inputKinds)[]).filter(
    (kind) => inputKinds[kind].value === 'number',
  );
  for (const kind of kinds) {
    await show(<Field kind={kind as NumberKind} />);
    await expect.element(number()).toHaveAttribute('autocomplete', 'off');
  }
});

it('reads money with a comma between thousands that is typed key by key', async () => {
  const onValue = vi.fn();
  await show(<Field kind="money" onValue={onValue} />);
  await number().click();
  await userEvent.keyboard('1,500');
  expect(onValue).toHaveBeenLastCalledWith(150_000);
  await userEvent.clear(number());
  await userEvent.keyboard('1,5');
  expect(onValue).toHaveBeenLastCalledWith(150);
  (number().element() as HTMLElement).blur();
  await expect.element(number()).toHaveValue('1.50');
});
