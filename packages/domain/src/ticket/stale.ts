/** Age in milliseconds after which a kitchen ticket is not sent automatically, because nobody waits for the food any longer. It can still be printed by hand. */
export const ticketStaleMs = 10 * 60_000;
