/** The recovery passphrase: its length, and words that are offered for it. Source: R31.37. */

export const minRecoveryPassphrase = 12;
export const maxRecoveryPassphrase = 200;

const consonants = 'bdfghjklmnprstvz';
const vowels = 'aeio';
const wordCount = 6;
const syllables = 3;
/** Random bytes that an offer takes: a syllable is six bits. */
export const offerBytes = wordCount * syllables;

/** Returns six words of three syllables, such as 'boneda', which are easy to write down in any language: 108 bits. */
export function offerPassphrase(random: Uint8Array): string {
  if (random.length < offerBytes) throw new Error('An offer needs more random bytes');
  const words = Array.from({ length: wordCount }, (_, word) =>
    Array.from({ length: syllables }, (__, n) => {
      const byte = random[word * syllables + n] ?? 0;
      return `${consonants[byte % 16] ?? ''}${vowels[(byte >> 4) % 4] ?? ''}`;
    }).join(''),
  );
  return words.join(' ');
}

/** Returns the passphrase as it is used: spaces at the ends, and several between words, do not count. */
export const plainPassphrase = (typed: string): string => typed.normalize('NFKC').trim().replaceAll(/\s+/g, ' ');
