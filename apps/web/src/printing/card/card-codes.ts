/** Codes of gift cards that this till made: kept on it until their slips are printed, and nowhere else. Source: R22.2, docs/rules.md#wallets. */
import { create } from 'zustand';

const codesKey = 'atoll.card-codes';
const kept = 100;

/** Codes by key of the line that sells the card, oldest first. */
type Codes = Readonly<Record<string, string>>;

const read = (): Codes => JSON.parse(localStorage.getItem(codesKey) ?? '{}') as Codes;

export const useCardCodes = create<Codes>()(read);

function write(codes: Codes): void {
  localStorage.setItem(codesKey, JSON.stringify(codes));
  useCardCodes.setState(codes, true);
}

/** Keeps the code of a card that is sold by a line. */
export const keepCode = (lineKey: string, code: string): void =>
  write(Object.fromEntries([...Object.entries(read()), [lineKey, code] as const].slice(-kept)));

/** Forgets the code of a card whose slip was printed. */
export function forgetCode(lineKey: string): void {
  const { [lineKey]: _, ...others } = read();
  write(others);
}
