/** Phone numbers as they are compared and stored beside those that people typed. Source: docs/rules.md#customers. */
import type { Values } from '../../resource/row.ts';

/** Local phone numbers have seven digits; what precedes them is the country code. */
const localDigits = 7;

/** Returns the local part of a phone number, however it was typed; '' when it is too short. */
export function localNumber(phone: unknown): string {
  const digits = typeof phone === 'string' ? phone.replace(/\D/g, '') : '';
  return digits.length >= localDigits ? digits.slice(-localDigits) : '';
}

/** Returns the columns with the plain numbers of a customer. */
export const numberColumns = ({ phone, phone2 }: Values) => ({
  phone_no: localNumber(phone),
  phone2_no: localNumber(phone2),
});
