/** Returns the message of an error, without its stack, for a log or the details of a refusal. */
export function faultText(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
