import { expect, it } from 'vitest';
import { initials } from './avatar.tsx';
import { firstLetters } from './first-letters.ts';

it('takes letters and digits alone for the monogram of a name', () => {
  expect(initials('Grill (Malé)')).toBe('GM');
  expect(initials('Grill – & Co')).toBe('GC');
  expect(initials('“Nala”')).toBe('N');
  expect(initials('7 Eleven')).toBe('7E');
  expect(initials('–')).toBe('');
  expect(firstLetters('Chicken (spicy) curry')).toEqual(['C', 's', 'c']);
});
