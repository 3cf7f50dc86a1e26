import { expect, it } from 'vitest';
import { isPhoneText } from './phone.ts';

it.each(['', ' ', '7771234', '+960 777-1234', '(960) 777 1234', '12345'])('accepts the phone number “%s”', (text) => {
  expect(isPhoneText(text)).toBe(true);
});

it.each(['abc??', '777 12ab', '1234', '+-() ', '7771234;9'])('refuses the phone number “%s”', (text) => {
  expect(isPhoneText(text)).toBe(false);
});
