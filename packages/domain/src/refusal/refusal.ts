import type { Named, Sentence } from './sentence.ts';
import type { serverRefusals } from './server-refusals.ts';

/**
 * The catalogue of refusals that a till may give by itself, with their HTTP status and the message that a person reads; those that the server alone
 * gives are in server-refusals.ts, and no till loads them.
 * A refusal is expected and typed; a fault is thrown and logged. Source: docs/rules.md#refusals, docs/rules.md#errors.
 */
export const tillRefusals = {
  // 400, 413, 415, 429: the request itself
  malformed: [400, 'Atoll could not read this request. Reload the page and try again'],
  pageSizeUnknown: [400, 'Choose another page size'],
  busy: [429, 'Many people are signing in. Try again in a moment'],
  // 401, 403, 404, 423: the caller
  factorNeeded: [401, 'Type the code of your authenticator app'],
  factorMissing: [401, 'Your Admin wants a second factor. Set it up to sign in'],
  factorWrong: [401, 'Wrong code. Wait for the next one and try again'],
  sessionEnded: [401, 'You were signed out on this device. Sign in again'],
  deviceForeign: [401, 'This sign-in belongs to another device. Sign in with your password'],
  proofOld: [401, 'The clock of this device is wrong. Set it and try again'],
  locked: [401, 'This screen is locked. Enter your passcode'],
  passcodeLocked: [423, 'Too many wrong passcodes. Sign in with your password'],
  joinCodeInvalid: [401, 'The code is not valid any more'],
  forbidden: [403, 'Unauthorized'],
  outletForbidden: [403, 'Unauthorized'],
  approvalNeeded: [403, 'This needs approval'],
  passwordNeeded: [403, 'Type your password to go on'],
  ownerCodeWrong: [403, 'Wrong owner code. The server shows it when it starts'],
  servedByOther: [403, 'This table is served by somebody else. Ask them to hand it over'],
  notFound: [404, 'Not found'],
  // mostly 422: the content of the request
  invalid: [422, 'Please check the highlighted fields'],
  slotTypeUnknown: [422, 'This outlet does not use this slot type. Choose another one'],
  slotOutOfRange: [422, 'This slot does not exist. Choose another one'],
  menuItemUnknown: [422, 'This item is not on the menu'],
  sizeUnknown: [422, 'This item does not have this size. Choose another one'],
  keyReused: [422, 'Atoll already received this with other values. Reload the page and try again'],
  cardNumber: [422, 'Atoll does not store card numbers. Enter the slip number instead'],
  // mostly 409: the current state does not allow it
  alreadyCheckedIn: [409, 'Already checked in'],
  notCheckedIn: [409, 'Check in first'],
  noShiftActive: [409, 'No Shift Active'],
  shiftOpen: [409, 'A shift is already open'],
  shiftClosed: [409, 'This shift is closed'],
  billClosed: [409, 'This bill is already paid'],
  billVoid: [409, 'This bill was voided'],
  billChanged: [409, 'Bill updated from server'],
  paymentShort: [409, 'The payments are less than the bill. Add a payment'],
  overpaid: [409, 'Only cash can be more than the amount due'],
  tooManyJoined: [422, 'One bill can hold at most 8 tables'],
  slotOccupied: [409, 'The slot is taken. Choose another one'],
  itemsSent: [409, 'The kitchen already has some items. Void the bill instead'],
  setPart: [409, 'Swap this part, or void the whole set'],
  itemSaved: [409, 'You cannot change a saved item. Void it instead'],
  floorChanged: [409, 'Somebody else changed the plan'],
  billPrinted: [409, 'The bill was printed. Void it instead'],
  notPaid: [409, 'Only a paid bill can be refunded'],
  refundOfRefund: [409, 'This bill is already a refund'],
  nothingToRefund: [409, 'There is nothing to refund'],
  refundTooLarge: [409, 'This is more than you can still refund. Enter less'],
  refundAboveMethod: [409, 'This is more than was paid this way. Give the rest in cash'],
  nothingToPay: [409, 'There is nothing to pay'],
  noItemsToPrint: [409, 'No items to print'],
  billPrinterMissing: [409, 'Please set a printer for bill printing'],
  ticketPrinterMissing: [409, 'Please set a printer for Ticket printing'],
  duplicate: [409, 'This already exists. Use another name or code'],
  approvalInvalid: [409, 'This approval is no longer valid. Ask for a new one'],
  ticketState: [409, 'The kitchen can no longer change this ticket'],
  notDelivery: [409, 'This bill is not a delivery or takeaway'],
  deliveryStep: [409, 'This step is not possible for the order now. Open the order again to see its state'],
  deliveryEnded: [409, 'This delivery is finished'],
  stationUnknown: [409, 'This device does not print for others. Choose it in Settings, Printers'],
  billNotSaved: [409, 'The server does not have this bill yet. Print it again in a moment'],
  drawerUnknown: [409, 'The drawer opens only for a payment, for cash in or out, or with ‘Open drawer’'],
  printStationMissing: [409, 'Print server not accessible'],
  reasonMissing: [422, 'Reason is required'],
  backupElsewhere: [409, 'Back up this data with the tools of its database'],
  offsiteHostKey: [409, 'Compare the key of the target, then accept it'],
  offsiteHostKeyChanged: [
    409,
    'The target shows another key than before. Nothing was sent. Ask who manages it, then test the target again',
  ],
  offsiteElsewhere: [409, 'Copy this data elsewhere with the tools of its database'],
  // stock
  unitUnknown: [422, 'This item does not use this unit. Choose another one'],
  recipeCycle: [422, 'A recipe cannot contain itself'],
  stateForbids: [409, 'This step is not possible now. Open it again to see its state'],
  aboveOnHand: [409, 'This is more than is on hand'],
  nothingCounted: [409, 'Count at least one item first'],
  totalDiffers: [409, 'The total differs from the vendor’s invoice. Check the lines, or accept the difference'],
  listTooLong: [422, 'This list is too long to sort by this column. Filter or search it, or choose fewer days'],
  releaseOld: [409, 'Load the new version'],
  unavailable: [503, 'Not ready yet. Try again in a moment'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

/** The machine-readable name of a refusal, sent as `reason` in the API. */
export type RefusalReason = TillReason | keyof typeof serverRefusals;

/** The reasons that a till may give by itself. */
export type TillReason = keyof typeof tillRefusals;

/** A message of a refusal: that of the catalogue, or another sentence. */
export type RefusalText =
  | (typeof tillRefusals)[TillReason][1]
  | (typeof serverRefusals)[keyof typeof serverRefusals][1]
  | Sentence;

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
export function refusal(reason: TillReason, more: Partial<Omit<Refusal, 'reason' | 'status'>> = {}): Refusal {
  const [status, message] = tillRefusals[reason];
  return { reason, status, message, ...more };
}

/** A result that is either a value or a refusal. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

/** Returns a successful result. */
export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

/** Returns a refused result. */
export function refuse(reason: TillReason, more?: Partial<Omit<Refusal, 'reason' | 'status'>>): Result<never> {
  return { ok: false, refusal: refusal(reason, more) };
}
