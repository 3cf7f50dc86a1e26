/** Rules for email, password and passcode, defined only here. Source: R14.2, docs/rules.md#passcode. */
import * as z from 'zod/mini';

/** Characters. */
export const minPasswordLength = 8;
export const maxPasswordLength = 128;
export const maxEmailLength = 120;

/** Something, an @, and a domain with a dot. Whether the address exists is not checked. */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const passcodePattern = /^\d{4}$/;

const weakPasscodeMessage = 'Choose a passcode that is harder to guess';

/** Returns whether a passcode is exactly four digits. */
export const isPasscode = (text: string): boolean => passcodePattern.test(text);

/** Returns whether a passcode is among those that are guessed first: repeats like 1111, 1234 and 4321. */
export function isWeakPasscode(passcode: string): boolean {
  return passcode === '1234' || passcode === '4321' || new Set(passcode).size === 1;
}

/** Returns whether a new password is long enough. */
export const isLongEnough = (password: string): boolean => password.length >= minPasswordLength;

export const emailSchema = z
  .string()
  .check(z.trim(), z.maxLength(maxEmailLength), z.regex(emailPattern, 'Enter an email address like name@example.com'));
export const newPasswordSchema = z.string().check(z.minLength(minPasswordLength), z.maxLength(maxPasswordLength));
export const passcodeSchema = z.string().check(z.regex(passcodePattern, 'Passcode must be 4 digits'));
/** A passcode that somebody chooses; one that is easy to guess is refused. */
export const newPasscodeSchema = z.string().check(
  z.regex(passcodePattern, 'Passcode must be 4 digits'),
  z.refine((code) => !isWeakPasscode(code), weakPasscodeMessage),
);
