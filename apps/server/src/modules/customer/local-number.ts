/** Local phone numbers have seven digits; what precedes them is the country code. */
const localDigits = 7;

/** Returns the local part of a phone number, however it was typed; '' when it is too short. */
export function localNumber(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.length >= localDigits ? digits.slice(-localDigits) : '';
}
