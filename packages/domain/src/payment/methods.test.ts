import { expect, it } from 'vitest';
import { chosenMethods, defaultMethods, givesChange, methodLabel, paymentMethods } from './methods.ts';

it('offers cash, card and bank transfer until an outlet chooses its methods', () => {
  expect(defaultMethods).toEqual(['Cash', 'Card', 'BankTransfer']);
});

it('lets settings choose every method but store credit, which goes with wallets', () => {
  expect(paymentMethods.filter((method) => !chosenMethods.includes(method))).toEqual(['StoreCredit', 'Deposit']);
});

it('gives change for cash only', () => {
  expect(paymentMethods.filter(givesChange)).toEqual(['Cash']);
});

it('returns the English name of a known method, and an unknown method unchanged', () => {
  expect(methodLabel('MobileWallet')).toBe('Mobile wallet');
  expect(methodLabel('Cheque')).toBe('Cheque');
});
