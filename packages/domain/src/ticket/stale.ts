/** Milliseconds after which a kitchen ticket does not go out by itself any more: what is cooked so late nobody waits for. A person may still print it. */
export const ticketStaleMs = 10 * 60_000;
