/** Conversion between stored values and values of the API. */

/** Returns a quantity, or a price in thousandths of a laari, as a number with at most 3 decimals. */
export const fromThousandths = (value: number): number => value / 1000;

/** Returns a number of the API in thousandths, rounded to a whole one. */
export const toThousandths = (value: number): number => Math.round(value * 1000);

/** Returns epoch ms as an ISO instant. */
export const instant = (at: number): string => new Date(at).toISOString();

const orNull = <T>(value: number | null, by: (value: number) => T): T | null => (value === null ? null : by(value));
export const qtyOrNull = (value: number | null): number | null => orNull(value, fromThousandths);
export const instantOrNull = (at: number | null): string | null => orNull(at, instant);
