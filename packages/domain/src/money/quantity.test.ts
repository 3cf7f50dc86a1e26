import { describe, expect, it } from 'vitest';
import { isQuantityUnusual, quantityOf, quantityText, weighedText } from './quantity.ts';

describe('quantities', () => {
  it('[R35.40] shows a weight with three decimals and its unit, a count without', () => {
    expect([quantityText(0.35, 'kg'), quantityText(1, 'kg'), quantityText(-0.35, 'kg')]).toEqual([
      '0.350 kg',
      '1.000 kg',
      '-0.350 kg',
    ]);
    expect([quantityText(2), quantityText(0.5), quantityText(0.1 + 0.2)]).toEqual(['2', '0.5', '0.3']);
    expect([quantityOf({ qty: 2 }), quantityOf({ qty: 0.35, unit: 'kg' })]).toEqual(['2 ×', '0.350 kg']);
  });

  it('[R35.40] shows the price per unit of a weight with its modifiers, never below zero', () => {
    const fish = { qty: 0.35, unit: 'kg', sellingPrice: 1600, modifiers: [] };
    expect(weighedText(fish)).toBe('0.350 kg × 16.00');
    expect(weighedText({ ...fish, modifiers: [{ priceDelta: 250 }] })).toBe('0.350 kg × 18.50');
    expect(weighedText({ ...fish, modifiers: [{ priceDelta: -2000 }] })).toBe('0.350 kg × 0.00');
    expect(weighedText({ ...fish, unit: undefined })).toBe('');
  });
});

it('calls weights above a full sack and more than 500 portions unusual', () => {
  expect([1.5, 50, 50.001, 1500].map((qty) => isQuantityUnusual(qty, 'kg'))).toEqual([false, false, true, true]);
  expect([1, 500, 501].map((qty) => isQuantityUnusual(qty))).toEqual([false, false, true]);
});
