import { describe, expect, it } from 'vitest';
import {
  keptWhileTyped,
  moneyShape,
  numberFromText,
  type PadKey,
  pressKey,
  quantityShape,
  textFromNumber,
  wholeShape,
  withPoint,
} from './number-entry.ts';

const type = (keys: string, shape = moneyShape) =>
  keys.split(' ').reduce((text, key) => pressKey(text, key as PadKey, shape), '');

describe('number entry', () => {
  it('types an amount with at most two decimals', () => {
    expect(type('1 2 . 5 0 9')).toBe('12.50');
    expect(type('. 5')).toBe('0.5');
    expect(type('1 . . 5')).toBe('1.5');
  });

  it('removes leading zeros of the typed number', () => {
    expect(type('0 0 7')).toBe('7');
    expect(type('00 00')).toBe('0');
  });

  it('accepts as much of a double zero as fits', () => {
    expect(type('1 . 00')).toBe('1.00');
    expect(type('1 . 5 00')).toBe('1.50');
  });

  it('stops at the largest amount', () => {
    expect(type('9 9 9 9 9 9 9 9')).toBe('9999999');
  });

  it('deletes key by key and clears', () => {
    expect(type('1 2 back back back')).toBe('');
    expect(type('1 2 clear 3')).toBe('3');
  });

  it('reads laari exactly, without binary fractions', () => {
    expect(numberFromText('1,234.05', moneyShape)).toBe(123405);
    expect(numberFromText('0.1', moneyShape)).toBe(10);
    expect(numberFromText('8.2', moneyShape)).toBe(820);
    expect(numberFromText('', moneyShape)).toBeNull();
    expect(numberFromText('.', moneyShape)).toBeNull();
    expect(numberFromText('1.5', quantityShape)).toBe(1500);
    expect(numberFromText('1.5', wholeShape)).toBeNull();
  });

  it('reads a comma as the point of keyboards that have no other, and between thousands', () => {
    expect(numberFromText('1,5', quantityShape)).toBe(1500);
    expect(numberFromText('1,234', quantityShape)).toBe(1234);
    expect(numberFromText('1,50', moneyShape)).toBe(150);
    expect(numberFromText('1,234', moneyShape)).toBe(123400);
    expect(numberFromText('1,234,567.5', moneyShape)).toBe(123456750);
    expect(numberFromText('12,000', wholeShape)).toBe(12000);
    expect(withPoint('1,', moneyShape)).toBe('1.');
  });

  it('keeps a comma while it is open whether it is a point or stands between thousands', () => {
    const keys = (text: string, shape = moneyShape) =>
      [...text].reduce((kept, key) => keptWhileTyped(kept + key, shape), '');
    expect(keys('1,')).toBe('1,');
    expect(keys('1,50')).toBe('1,50');
    expect(keys('1,000')).toBe('1000');
    expect(keys('2,906.25')).toBe('2906.25');
    expect(keys('1,234,567.5')).toBe('1234567.5');
    expect(keys('1,234', quantityShape)).toBe('1,234');
  });

  it('writes units back as text', () => {
    expect(textFromNumber(123405, moneyShape)).toBe('1234.05');
    expect(textFromNumber(50000, moneyShape)).toBe('500');
    expect(textFromNumber(1050, moneyShape)).toBe('10.50');
    expect(textFromNumber(0, moneyShape, true)).toBe('0.00');
    expect(textFromNumber(1500, quantityShape)).toBe('1.5');
    expect(textFromNumber(null, moneyShape)).toBe('');
  });
});
