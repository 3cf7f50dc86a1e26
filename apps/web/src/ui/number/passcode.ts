/** Entry of a passcode, by keyboard or pad. */
import { type PadKey, pressKey } from './number-entry.ts';

export const passcodeLength = 4;

/** Returns whether the text is a passcode or the start of one. */
export const isPasscodeStart = (text: string): boolean => /^\d{0,4}$/.test(text);

/** Returns the passcode after a key of the pad. Unlike a number, it may start with zeros. */
export const passcodeAfter = (passcode: string, key: PadKey): string =>
  key === 'back' ? passcode.slice(0, -1) : passcode + pressKey('', key, { decimals: 0, digits: 1 });
