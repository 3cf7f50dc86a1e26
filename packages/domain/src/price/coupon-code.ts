/** The codes of coupons: 12 letters and a check letter, `XXXX-XXXX-XXXX-C`. Source: R21.19, docs/rules.md#coupons. */

/** Digits and letters without I, L, O and U, which look like others. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const base = letters.length;
const bodyLength = 12;

/** Returns the check letter of a code without one (Luhn mod 32): one wrong letter, or two neighbours that changed places, are found. */
function checkLetter(body: string): string {
  let sum = 0;
  for (const [place, letter] of [...body].toReversed().entries()) {
    const value = letters.indexOf(letter) * (place % 2 === 0 ? 2 : 1);
    sum += Math.floor(value / base) + (value % base);
  }
  return letters[(base - (sum % base)) % base] as string;
}

/** Returns a typed or scanned code as 13 letters, or null when letters are missing or wrong. O counts as 0, I and L as 1; dashes and spaces do not count. */
export function readCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  const isWhole = code.length === bodyLength + 1 && [...code].every((letter) => letters.includes(letter));
  return isWhole && checkLetter(code.slice(0, -1)) === code.at(-1) ? code : null;
}

/** Returns a code as people read it. */
export const shownCode = (code: string): string => (code.match(/.{1,4}/g) ?? []).join('-');

/** Returns the code of 12 random bytes. */
export function codeOf(random: Uint8Array): string {
  if (random.length !== bodyLength) throw new Error('A code is made of 12 bytes');
  // 256 is a multiple of 32, so that each letter is as likely.
  const body = [...random].map((byte) => letters[byte % base]).join('');
  return body + checkLetter(body);
}
