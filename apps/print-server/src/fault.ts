/** Returns the message of an error as one line for a log or a details field. */
export function faultText(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
