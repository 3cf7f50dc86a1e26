/**
 * The specification's literal words that the data layer says. They are the keys of the catalogue too: who shows
 * them translates them.
 */
export const words = {
  unauthorized: 'Unauthorized',
  pleaseLogin: 'Please login to access this resource',
  notAuthorized: 'You are not authorized to access this resource',
  billUpdated: 'Bill updated from server',
  offline: 'You are offline',
  online: 'You are online',
  cannotSave: 'The server cannot save. Your work is kept on this device',
  savesAgain: 'The server saves again',
  printServerGone: 'Print server not accessible',
  noBillPrinter: 'Please set a printer for bill printing',
  noTicketPrinter: 'Please set a printer for Ticket printing',
  noItems: 'No items to print',
  ticketSkipped: 'Ticker printing skipped',
  alreadyCheckedIn: 'Already checked in',
  noShift: 'No Shift Active',
  voidTooLate: 'It was not voided: the line is on a bill that is paid',
  gone: 'This is not here',
  notServer: 'Something between this till and the server answered',
} as const;
