/** The part of the server’s log that the hub writes to; an error stands under `err`. Never given a URL: it may hold a ticket. */
export interface HubLog {
  debug(details: object, text: string): void;
  info(details: object, text: string): void;
  warn(details: object, text: string): void;
  error(details: object, text: string): void;
}
