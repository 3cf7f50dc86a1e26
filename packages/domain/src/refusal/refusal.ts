import type { Named, Sentence } from './sentence.ts';

/**
 * The only catalogue of refusals, with their HTTP status and the message that a person reads.
 * A refusal is expected and typed; a fault is thrown and logged. Source: docs/rules.md#refusals, docs/rules.md#errors.
 */
const catalogue = {
  // 400, 413, 415: the request itself
  malformed: [400, 'The request could not be read'],
  pageSizeUnknown: [400, 'This page size is not offered'],
  tooLarge: [413, 'This is too large to be taken'],
  mediaTypeUnknown: [415, 'Send this as JSON'],
  tooMany: [429, 'Too many tries. Wait a moment and try again'],
  // 401, 403, 404, 423: the caller
  notSignedIn: [401, 'Unauthorized'],
  credentialsWrong: [401, 'Email or password is not right'],
  passcodeWrong: [401, 'Passcode is not right'],
  sessionEnded: [401, 'You were signed out on this device. Sign in again'],
  passcodeLocked: [423, 'Too many wrong passcodes. Sign in with your password'],
  resetLinkInvalid: [422, 'This link is used up or too old. Ask for a new one'],
  forbidden: [403, 'Unauthorized'],
  outletForbidden: [403, 'Unauthorized'],
  approvalNeeded: [403, 'Somebody who may do this has to approve it'],
  grantForbidden: [403, 'Nobody can give what they do not have'],
  approverLocked: [423, 'Too many wrong passcodes. They can approve on their own device'],
  notFound: [404, 'This is not here'],
  // 422: the content of the request
  invalid: [422, 'Some of this is not right'],
  slotTypeUnknown: [422, 'This outlet has no such slot type'],
  slotOutOfRange: [422, 'This slot does not exist'],
  menuItemUnknown: [422, 'This item is not on the menu'],
  sizeUnknown: [422, 'This item has no such size'],
  imageUnreadable: [422, 'This picture cannot be used. Send a PNG, JPEG or WebP of at most 2 MB'],
  attachmentUnreadable: [422, 'This file cannot be used. Send a PDF, PNG, JPEG or WebP of at most 10 MB'],
  passwordWrong: [422, 'Password is not right'],
  approverPasscodeWrong: [422, 'Passcode is not right'],
  approverUnfit: [422, 'This person cannot approve it'],
  settingUnknown: [422, 'There is no such setting'],
  keyReused: [422, 'This was sent before with other content'],
  cardNumber: [422, 'Card numbers are never kept here. Write the slip number instead'],
  paymentMethodUnknown: [422, 'This way of paying is not offered'],
  currencyRate: [409, 'This money is not taken at that rate'],
  creditOff: [409, 'Nothing is sold on account now'],
  coversMissing: [409, 'Say how many guests there are first'],
  referenceMissing: [422, 'A reference is needed'],
  printJobMissing: [422, 'Say which print job printed the bill'],
  // 409: the state does not allow it
  alreadyCheckedIn: [409, 'Already checked in'],
  notCheckedIn: [409, 'Check in first'],
  noShiftActive: [409, 'No Shift Active'],
  shiftOpen: [409, 'A shift is already open'],
  shiftClosed: [409, 'This shift is closed'],
  openBills: [409, 'Some bills are still open'],
  ridersHoldCash: [409, 'A rider still has cash to hand in. Settle the orders that they delivered'],
  billClosed: [409, 'This bill is already paid'],
  billVoid: [409, 'This bill was voided'],
  billChanged: [409, 'Bill updated from server'],
  paymentShort: [409, 'The payments do not cover the bill'],
  overpaid: [409, 'Only cash may be more than what is due'],
  slotOccupied: [409, 'The slot is taken'],
  itemsSent: [409, 'Something was already sent to the kitchen'],
  itemSaved: [409, 'A saved item is voided, not changed'],
  versionOld: [409, 'Somebody changed this meanwhile'],
  billPrinted: [409, 'The bill was printed. Void it instead'],
  notPaid: [409, 'Only a paid bill can be refunded'],
  refundOfRefund: [409, 'This is a refund already'],
  nothingToRefund: [409, 'There is nothing to refund'],
  refundTooLarge: [409, 'This is more than what is left to refund'],
  checksFull: [409, 'A slot holds nine checks at most'],
  nothingToPay: [409, 'There is nothing to pay'],
  noItemsToPrint: [409, 'No items to print'],
  billPrinterMissing: [409, 'Please set a printer for bill printing'],
  ticketPrinterMissing: [409, 'Please set a printer for Ticket printing'],
  ticketSkipped: [409, 'Ticker printing skipped'],
  duplicate: [409, 'There is one like this already'],
  inUse: [409, 'This is still in use'],
  approvalInvalid: [409, 'This approval is used up, too old or for something else'],
  ownAccount: [409, 'You cannot deactivate yourself'],
  lastAdmin: [409, 'There has to be one Admin at least'],
  userHasShift: [409, 'This person has an open shift. Close it first'],
  alreadyStarted: [409, 'This store has an owner already. Sign in'],
  notDemo: [409, 'There is no demo data here to leave'],
  ticketState: [409, 'The kitchen cannot do this with the ticket any more'],
  notDelivery: [409, 'This bill is neither a delivery nor a takeaway'],
  deliveryStep: [409, 'The delivery cannot take this step'],
  deliveryEnded: [409, 'This delivery is finished'],
  printStationMissing: [409, 'Print server not accessible'],
  zoneUnknown: [422, 'There is no such delivery zone'],
  riderUnknown: [422, 'There is no such rider'],
  reasonMissing: [422, 'Reason is required'],
  backupElsewhere: [409, 'This store is backed up by its own database'],
  backupFailed: [503, 'The backup could not be made. Is there room on the disk?'],
  // stock
  unitUnknown: [422, 'This item is not kept in that unit'],
  recipeCycle: [422, 'A recipe cannot contain itself'],
  stateForbids: [409, 'This step is not open now'],
  stockShort: [409, 'There is not enough on hand'],
  nothingCounted: [409, 'Nothing was counted yet'],
  totalDiffers: [409, 'The total differs from the vendor’s paper'],
  ownRequest: [403, 'Somebody else has to approve this request'],
  reportTooLong: [503, 'This report takes too long. Choose fewer days'],
  unavailable: [503, 'Not ready yet. Try again in a moment'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

/** The machine-readable name of a refusal, sent as `reason` in the API. */
export type RefusalReason = keyof typeof catalogue;

/** A message of a refusal: that of the catalogue, or another sentence. */
export type RefusalText = (typeof catalogue)[RefusalReason][1] | Sentence;

/** Messages by field path. */
export type FieldErrors = Record<string, RefusalText | Named>;

/** A refusal. `status` is the HTTP status, `errors` maps a field path to its message, `extra` fields are added to the response body. */
export interface Refusal {
  readonly reason: RefusalReason;
  readonly status: number;
  readonly message: RefusalText | Named;
  readonly details?: RefusalText | Named;
  readonly errors?: Readonly<FieldErrors>;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** Returns the refusal with the catalogue's message; `more` adds details, field errors, another message or extra fields of the response. */
export function refusal(reason: RefusalReason, more: Partial<Omit<Refusal, 'reason' | 'status'>> = {}): Refusal {
  const [status, message] = catalogue[reason];
  return { reason, status, message, ...more };
}

/** Every reason of the catalogue, for documentation and tests. */
export const refusalReasons = Object.keys(catalogue) as RefusalReason[];

/** A result that is either a value or a refusal. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

/** Returns a successful result. */
export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

/** Returns a refused result. */
export function refuse(reason: RefusalReason, more?: Partial<Omit<Refusal, 'reason' | 'status'>>): Result<never> {
  return { ok: false, refusal: refusal(reason, more) };
}
