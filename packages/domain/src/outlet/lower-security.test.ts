import { expect, it } from 'vitest';
import { lowersSecurity } from './lower-security.ts';

const set = (key: string, value?: string) => [value === undefined ? { key } : { key, value }];

it.each([
  ['ManagersNeedSecondFactor', 'true', 'false'],
  ['ManagersNeedSecondFactor', 'true', undefined],
  ['IdleLockSeconds', '60', '3600'],
  ['IdleLockSeconds', '60', undefined],
  ['MaxCashDifference', '5000', '5001'],
  ['MaxCashDifference', '0', undefined],
  ['PriceWindowHours', undefined, '168'],
  ['WalletOfflineLimit', undefined, '10001'],
  ['BlindClose', 'true', 'false'],
])('[R36.7] changing %s from %s to %s lowers security', (key, before, after) => {
  expect(lowersSecurity(set(key, before), set(key, after))).toBe(true);
  expect(lowersSecurity(set(key, after), set(key, before))).toBe(false);
});

it('[R36.7] settings that protect nothing, unchanged ones and those that are not written lower nothing', () => {
  const strict = [...set('ManagersNeedSecondFactor', 'true'), ...set('IdleLockSeconds', '60')];
  expect(lowersSecurity(strict, strict)).toBe(false);
  expect(lowersSecurity(strict, set('BillCopies', '2'))).toBe(false);
  expect(lowersSecurity(strict, [])).toBe(false);
});

it('[R36.7] a setting that is written twice counts with its last value', () => {
  const [before, off, on] = ['true', 'false', 'true'].map((value) => set('BlindClose', value));
  expect(lowersSecurity(before ?? [], [...(on ?? []), ...(off ?? [])])).toBe(true);
  expect(lowersSecurity(before ?? [], [...(off ?? []), ...(on ?? [])])).toBe(false);
});
