/**
 * The part of the server’s log that the hub writes to; errors are logged as `err`. It never logs a URL, because that
 * may hold a ticket.
 */
export interface HubLog {
  debug(details: object, text: string): void;
  info(details: object, text: string): void;
  warn(details: object, text: string): void;
  error(details: object, text: string): void;
}
