/** Local numbers have seven digits; what stands before them is the country's. */
const localDigits = 7;

/** Answers the local part of a phone number however it was typed; '' for what is too short to be one. */
export function localNumber(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.length >= localDigits ? digits.slice(-localDigits) : '';
}
