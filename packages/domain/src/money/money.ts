/** Money: integer laari, 100 to the rufiyaa. Created only by `laari` and `parseMoney`, shown only by `formatMoney` and `formatAmount`. Source: docs/rules.md#money. */
declare const laariBrand: unique symbol;

/** An amount in laari. It is a plain number at run time. */
export type Laari = number & { readonly [laariBrand]: true };

/** Returns `n` as laari. Throws for anything but a safe integer, because a fraction of a laari is a bug. */
export function laari(n: number): Laari {
  if (!Number.isSafeInteger(n)) throw new RangeError(`not a whole number of laari: ${n}`);
  return (n === 0 ? 0 : n) as Laari;
}

const amountPattern = /^([-−]?)(\d*|\d{1,3}(?:[, ]\d{3})+)(?:\.(\d{0,2}))?$/;

/**
 * Returns the laari of an amount typed in rufiyaa: '1,234.5', 'MVR 1 234.50', '.5'. Surrounding spaces and 'MVR' are allowed.
 * Returns null for what is not an amount: more than two decimals, a comma that does not separate thousands ('1,5'), non-ASCII digits.
 */
export function parseMoney(text: string): Laari | null {
  const plain = text
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim()
    .replace(/^([-−]?) ?MVR ?/i, '$1')
    .replace(/ ?MVR$/i, '');
  const match = amountPattern.exec(plain);
  if (!match) return null;
  const [, sign, whole = '', cents = ''] = match;
  const digits = whole.replace(/[, ]/g, '');
  if (digits === '' && cents === '') return null;
  const amount = Number(digits + cents.padEnd(2, '0')) * (sign ? -1 : 1);
  return Number.isSafeInteger(amount) ? laari(amount) : null;
}

/**
 * Returns laari as rufiyaa with thousands separators and two decimals, without the currency: '1,234.50', '−0.05' with the sign of
 * mathematics, as quantities have it. Files for other programs write a hyphen instead.
 */
export function formatAmount(amount: number): string {
  const value = laari(amount);
  const digits = String(Math.abs(value)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${value < 0 ? '−' : ''}${whole}.${digits.slice(-2)}`;
}

/** Returns laari as shown on screen and paper: 'MVR 1,234.50', with a plain space. */
export function formatMoney(amount: number, currency = 'MVR'): string {
  return `${currency} ${formatAmount(amount)}`;
}
