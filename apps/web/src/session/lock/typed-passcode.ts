/**
 * The passcode with which this page was unlocked without the server. It is held in memory only, until the server has unlocked the session with
 * it or the screen locks. Source: R36.34, docs/rules.md#locked-session.
 */
let typed: { readonly email: string; readonly passcode: string } | null = null;

export function keepTyped(email: string, passcode: string): void {
  typed = { email, passcode };
}

/** Returns the passcode of a person who unlocked this page without the server; null when there is none. */
export const typedBy = (email: string): string | null => (typed?.email === email ? typed.passcode : null);

export function forgetTyped(): void {
  typed = null;
}
