/** Card numbers never enter: no card data is kept anywhere. Source: docs/rules.md#card-numbers. */

/**
 * Answers whether a text holds a card number: 13 to 19 digits that pass the Luhn check, in one run or in runs parted by single
 * blanks or dashes, with other digits before or after them too.
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
  for (let place = 0; place < digits.length; place += 1) {
    let digit = Number(digits[digits.length - 1 - place]);
    if (place % 2 === 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2;
    sum += digit;
  }
  return sum % 10 === 0;
}
