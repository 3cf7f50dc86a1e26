import { expect, it } from 'vitest';
import { defaultMethods, givesChange, methodLabel, paymentMethods } from './methods.ts';

it('offers cash, card and bank transfer until an outlet chooses its methods', () => {
  expect(defaultMethods).toEqual(['Cash', 'Card', 'BankTransfer']);
});

it('gives change for cash only', () => {
  expect(paymentMethods.filter(givesChange)).toEqual(['Cash']);
});

it('names each method in English, and any other text as it is', () => {
  expect(methodLabel('MobileWallet')).toBe('Mobile wallet');
  expect(methodLabel('Cheque')).toBe('Cheque');
});
