/** What went wrong, as one line of text for a log or a details field. */
export function faultText(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
