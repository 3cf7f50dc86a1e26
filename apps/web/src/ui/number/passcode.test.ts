import { expect, it } from 'vitest';
import { isPasscodeStart, passcodeAfter } from './passcode.ts';

it('accepts up to four digits as the start of a passcode', () => {
  for (const text of ['', '0', '0042']) expect(isPasscodeStart(text)).toBe(true);
  for (const text of ['12345', '12a', '1.2', ' 1']) expect(isPasscodeStart(text)).toBe(false);
});

it('keeps the zeros at the start of a passcode', () => {
  expect((['0', '0', '4', '2'] as const).reduce(passcodeAfter, '')).toBe('0042');
});

it('removes the last digit of a passcode on Backspace, and ignores the decimal point and Clear', () => {
  expect(passcodeAfter('12', 'back')).toBe('1');
  expect(passcodeAfter('12', '.')).toBe('12');
  expect(passcodeAfter('12', 'clear')).toBe('12');
});
