/** Phone numbers as they are compared. Triggers of the table store them so beside those that people typed (migration 86). Source: docs/rules.md#customers. */

/** Local phone numbers have seven digits; what precedes them is the country code. */
const localDigits = 7;

/** Returns the local part of a phone number, however it was typed; '' when it is too short. */
export function localNumber(phone: unknown): string {
  const digits = typeof phone === 'string' ? phone.replace(/\D/g, '') : '';
  return digits.length >= localDigits ? digits.slice(-localDigits) : '';
}
