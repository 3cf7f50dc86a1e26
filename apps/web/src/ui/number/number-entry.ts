/** Number entry key by key, as text; shared by the pad and the keyboard. */

export type PadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '00' | '.' | 'back' | 'clear';

export interface NumberShape {
  /** Digits after the point; 0: no point. */
  readonly decimals: number;
  /** Digits before the point. */
  readonly digits: number;
}

export const moneyShape: NumberShape = { decimals: 2, digits: 7 };
/** Percentages with two decimals, in basis points. */
export const percentShape: NumberShape = { decimals: 2, digits: 3 };
export const quantityShape: NumberShape = { decimals: 3, digits: 6 };
export const wholeShape: NumberShape = { decimals: 0, digits: 5 };

/** Returns the text after a key; a key that would not result in a number of the shape changes nothing. */
export function pressKey(text: string, key: PadKey, shape: NumberShape): string {
  if (key === 'clear') return '';
  if (key === 'back') return text.slice(0, -1);
  if (key === '.') {
    if (shape.decimals === 0 || text.includes('.')) return text;
    return text === '' ? '0.' : `${text}.`;
  }
  const next = text === '0' ? key : text + key;
  if (next === '00') return '0';
  if (isNumberText(next, shape)) return next;
  // '00' where only one more digit fits.
  return key === '00' && isNumberText(`${text}0`, shape) ? `${text}0` : text;
}

/** Returns whether the text is a number of the shape, or the start of one. */
export function isNumberText(text: string, shape: NumberShape): boolean {
  const match = /^(\d*)(?:\.(\d*))?$/.exec(text);
  if (!match) return false;
  const [, whole = '', fraction] = match;
  if (whole.length > shape.digits) return false;
  if (fraction === undefined) return true;
  return shape.decimals > 0 && fraction.length <= shape.decimals;
}

/**
 * Returns typed or pasted text with a point before its fraction: keyboards of many languages have a comma there. Commas between
 * thousands go: '1,5' is 1.5; '1,234.50' and, with two decimals, '1,234' have a thousand.
 */
export function withPoint(text: string, { decimals }: Pick<NumberShape, 'decimals'>): string {
  const plain = text.trim();
  const [, fraction, ...more] = plain.split(',');
  const isPoint = decimals > 0 && fraction !== undefined && more.length === 0 && !plain.includes('.');
  return isPoint && fraction.length <= decimals ? plain.replace(',', '.') : plain.replaceAll(',', '');
}

/**
 * Returns what a field keeps of text that is being typed. A comma that may be a point stays a comma until what follows decides: '1,' is on the way to
 * '1,5' and to '1,000'.
 */
export function keptWhileTyped(text: string, shape: Pick<NumberShape, 'decimals'>): string {
  const typed = text.trim();
  const plain = withPoint(typed, shape);
  return plain === typed.replace(',', '.') ? typed : plain;
}

/** Returns the number in units of the last decimal (laari for money), or null for text that is not a number yet. */
export function numberFromText(text: string, shape: NumberShape): number | null {
  const plain = withPoint(text, shape);
  if (!isNumberText(plain, shape) || !/\d/.test(plain)) return null;
  const [whole = '', fraction = ''] = plain.split('.');
  return Number(whole || '0') * 10 ** shape.decimals + Number(fraction.padEnd(shape.decimals, '0') || '0');
}

/** Returns the text of a number in units of the last decimal; trailing zeros are left out unless `full`. */
export function textFromNumber(units: number | null, shape: NumberShape, full = false): string {
  if (units === null) return '';
  const scale = 10 ** shape.decimals;
  const whole = Math.trunc(units / scale);
  const fraction = shape.decimals === 0 ? '' : String(Math.abs(units % scale)).padStart(shape.decimals, '0');
  const kept = full
    ? fraction
    : /^0*$/.test(fraction)
      ? ''
      : shape.decimals === 2
        ? fraction
        : fraction.replace(/0+$/, '');
  return kept ? `${whole}.${kept}` : String(whole);
}
