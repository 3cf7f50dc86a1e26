/** The four digits that unlock a till. Source: docs/rules.md#passcode. */

/** Answers whether a passcode is among those that are guessed first: repeats like 1111, 1234 and 4321. */
export function isWeakPasscode(passcode: string): boolean {
  return passcode === '1234' || passcode === '4321' || new Set(passcode).size === 1;
}
