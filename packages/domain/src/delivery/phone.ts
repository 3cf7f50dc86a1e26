/** Phone numbers of deliveries. Source: docs/rules.md#deliveries. */

/** The fewest digits of a phone number; hotlines are short. */
const minDigits = 5;

/** Returns whether a text is empty or can be dialled: at least five digits, and otherwise only + - ( ) and spaces. */
export function isPhoneText(text: string): boolean {
  const typed = text.trim();
  return typed === '' || (/^[+\d\s()-]+$/.test(typed) && typed.replace(/\D/g, '').length >= minDigits);
}
