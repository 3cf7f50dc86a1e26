/** Codes of gift cards and coupons: 12 random letters and a check letter, `XXXX-XXXX-XXXX-C`. Source: docs/rules.md#wallet-codes. */
import { sha256 } from './sha-256.ts';

/** Digits and capital letters without I, L, O and U, which look like others. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const size = 12;

/** Returns the check letter of 12 letters (Luhn mod 32): it finds each wrong letter, and two that were exchanged. */
function checkLetter(code: string): string {
  let sum = 0;
  for (let index = code.length - 1, factor = 2; index >= 0; index -= 1, factor = 3 - factor) {
    const product = letters.indexOf(code[index] as string) * factor;
    sum += Math.floor(product / letters.length) + (product % letters.length);
  }
  return letters[(letters.length - (sum % letters.length)) % letters.length] as string;
}

/** Returns a new code without hyphens. `random` are at least 12 random bytes. */
export function newCode(random: Uint8Array): string {
  const code = Array.from(random.slice(0, size), (byte) => letters[byte % letters.length]).join('');
  return code + checkLetter(code);
}

/** Returns a typed or scanned code without hyphens, or null when it is not complete: a wrong letter, one too few or too many. */
export function readCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  if (code.length !== size + 1 || [...code].some((letter) => !letters.includes(letter))) return null;
  return code[size] === checkLetter(code.slice(0, size)) ? code : null;
}

/** Returns a code as it is printed. */
export const shownCode = (code: string): string => (code.match(/.{1,4}/g) ?? []).join('-');

/** Returns the hash of a code. It stands for a coupon, and proves without the server that a card's code is known: nothing keeps it of a card. */
export const codeHash = (code: string): string => sha256(code);

/** Returns what is kept of a card, from the hash of its code. Who reads it on the bill that sold the card, on a till or in the store cannot pay with it. */
export const cardHash = (hash: string): string => sha256(hash);

/** Returns the last 4 letters of a code, which name its card on paper and screens. */
export const last4 = (code: string): string => code.slice(-4);

/** Returns what a bill that sells a card says of its code. */
export const soldCardOf = (code: string): { hash: string; last4: string } => ({
  hash: cardHash(codeHash(code)),
  last4: last4(code),
});
