/** Detects card numbers, so that no card data is stored anywhere. Source: R36.14, docs/rules.md#card-numbers. */

/**
 * Returns whether a text contains a card number: 13 to 19 digits of any script that pass the Luhn check, in one run or in runs separated by
 * single blanks or dashes. Behind other separators than letters they must also begin as the numbers of a card company do, because dates, amounts and
 * phone numbers stand beside each other too. Other digits before or after them do not matter.
 */
export function hasCardNumber(text: string): boolean {
  const plain = withPlainDigits(text);
  if (plain.replaceAll(/\D/g, '').length < 13) return false;
  return (
    hasNumberIn(plain, /\d+(?:[ -]\d+)*/g, passesLuhn) ||
    hasNumberIn(plain, /\d+(?:[^\p{L}\d]+\d+)*/gu, (digits) => isOfCardCompany(digits) && passesLuhn(digits))
  );
}

/** Returns the text with the digits 0 to 9 for those of all scripts, blanks and dashes of one kind, and without characters that nobody sees. */
function withPlainDigits(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}|\p{Cf}/gu, '')
    .replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => String(valueOf(digit)))
    .replaceAll(/\p{Zs}/gu, ' ')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-');
}

/** Returns the value of a digit of any script. The ten digits of a script follow each other, and no other digit stands before them. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}

/** Returns whether runs of digits that stand beside each other in a chain make a number that `isCard` takes. */
function hasNumberIn(text: string, chains: RegExp, isCard: (digits: string) => boolean): boolean {
  for (const [chain] of text.matchAll(chains)) {
    const runs = chain.match(/\d+/g) ?? [];
    for (let from = 0; from < runs.length; from += 1) {
      let digits = '';
      for (let to = from; to < runs.length && digits.length <= 19; to += 1) {
        digits += runs[to] as string;
        if (digits.length >= 13 && digits.length <= 19 && isCard(digits)) return true;
      }
    }
  }
  return false;
}

/** How the numbers of card companies begin, with their lengths: Visa, Mastercard and Mir, American Express, Diners, JCB, Discover, UnionPay, Maestro, RuPay. */
const companies =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2(?:20[0-4]|22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11,16}|35(?:2[89]|[3-8]\d)\d{12,15}|(?:6011|64[4-9]\d|65\d\d)\d{12,15}|62\d{14,17}|(?:5018|5020|5038|5893|6304|6759|676[1-3])\d{9,15}|(?:508\d|60\d\d|8[12]\d\d)\d{12})$/;

const isOfCardCompany = (digits: string): boolean => companies.test(digits);

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    let digit = Number(digits[digits.length - 1 - index]);
    if (index % 2 === 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2;
    sum += digit;
  }
  return sum % 10 === 0;
}
