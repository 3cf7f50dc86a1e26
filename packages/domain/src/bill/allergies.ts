/** What the guests of a bill must not eat. Source: R23.22, R35.76, docs/rules.md#allergies. */
import type { Bill } from './bill.ts';

/** Returns allergies as they were typed in several places: what stands between commas, each once, whatever its case. */
export function joinAllergies(texts: readonly (string | undefined)[]): string {
  const parts = texts.flatMap((text) => text?.split(/[,،]/) ?? []).map((part) => part.trim());
  const known = new Map<string, string>();
  for (const part of parts) if (part !== '' && !known.has(part.toLowerCase())) known.set(part.toLowerCase(), part);
  return [...known.values()].join(', ');
}

/** Returns the allergies of a bill, of its customer and of its delivery; '' without any. */
export const billAllergies = ({
  allergies,
  customer,
  delivery,
}: Pick<Bill, 'allergies' | 'customer' | 'delivery'>): string =>
  joinAllergies([allergies, customer?.allergies, delivery?.allergies]);

/** Returns the allergies of bills whose guests sit together, as a field of a bill; none when nobody typed any. */
export function sharedAllergies(...bills: readonly Pick<Bill, 'allergies'>[]): Pick<Bill, 'allergies'> {
  const allergies = joinAllergies(bills.map((bill) => bill.allergies));
  return allergies ? { allergies } : {};
}
