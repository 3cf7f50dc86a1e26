/** Detects card numbers, so that no card data is stored anywhere. Source: docs/rules.md#card-numbers. */

/**
 * Returns whether a text contains a card number: 13 to 19 digits that pass the Luhn check, in one run or in runs separated by single
 * blanks or dashes. Other digits before or after them do not matter.
 */
export function hasCardNumber(text: string): boolean {
  for (const [chain] of text.matchAll(/\d+(?:[ \u00a0-]\d+)*/g)) {
    const runs = chain.split(/[ \u00a0-]/);
    for (let from = 0; from < runs.length; from += 1) {
      let digits = '';
      for (let to = from; to < runs.length && digits.length <= 19; to += 1) {
        digits += runs[to] as string;
        if (digits.length >= 13 && digits.length <= 19 && passesLuhn(digits)) return true;
      }
    }
  }
  return false;
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    let digit = Number(digits[digits.length - 1 - index]);
    if (index % 2 === 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2;
    sum += digit;
  }
  return sum % 10 === 0;
}
