/**
 * English messages that code without screens (calls, outbox, bills, printing) passes to the screens. The code that shows a message translates it: the
 * text is its key in the catalogue of each language. Many are literal messages of the specification.
 */
export const words = {
  unauthorized: 'Unauthorized',
  pleaseLogin: 'Please login to access this resource',
  notAuthorized: 'You are not authorized to access this resource',
  billUpdated: 'Bill updated from server',
  offline: 'You are offline',
  online: 'You are online',
  cannotSave: 'The server cannot save. This device keeps your work',
  savesAgain: 'The server saves again',
  printServerGone: 'Print server not accessible',
  noStation: 'Start the print server here, or choose a device that prints for others in Settings, Printers',
  noBillPrinter: 'Please set a printer for bill printing',
  noTicketPrinter: 'Please set a printer for Ticket printing',
  noItems: 'No items to print',
  ticketSkipped: 'Ticker printing skipped',
  alreadyCheckedIn: 'Already checked in',
  noShift: 'No Shift Active',
  voidTooLate: 'Not voided: the bill of this item is already paid. Refund it instead',
  gone: 'Not found',
  needsServer: 'This needs the server. Try again when you are online.',
  accountNeedsServer: 'A payment on account needs the server',
  notServer: 'The answer did not come from the Atoll server',
} as const;
