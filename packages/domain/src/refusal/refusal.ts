import type { Named, Sentence } from './sentence.ts';

/**
 * The only catalogue of refusals, with their HTTP status and the message that a person reads.
 * A refusal is expected and typed; a fault is thrown and logged. Source: docs/rules.md#refusals, docs/rules.md#errors.
 */
const catalogue = {
  // 400, 413, 415, 429: the request itself
  malformed: [400, 'Atoll could not read this request. Reload the page and try again'],
  pageSizeUnknown: [400, 'Choose another page size'],
  tooLarge: [413, 'This is too large. Make it smaller and try again'],
  mediaTypeUnknown: [415, 'Send this as JSON'],
  tooMany: [429, 'Too many attempts. Wait a moment and try again'],
  foreignHost: [
    421,
    'Atoll does not know this address. Use the address of the server, or set PUBLIC_URL on the server',
  ],
  busy: [429, 'Many people are signing in. Try again in a moment'],
  // 401, 403, 404, 423: the caller
  notSignedIn: [401, 'Unauthorized'],
  credentialsWrong: [401, 'Wrong email or password'],
  factorNeeded: [401, 'Type the code of your authenticator app'],
  factorMissing: [401, 'Your Admin wants a second factor. Set it up to sign in'],
  factorWrong: [401, 'Wrong code. Wait for the next one and try again'],
  passcodeUnset: [409, 'Set a passcode in your profile first'],
  factorIsOn: [409, 'The second factor is on already'],
  factorDemanded: [409, 'Your Admin wants you to have a second factor'],
  passcodeWrong: [401, 'Wrong passcode'],
  sessionEnded: [401, 'You were signed out on this device. Sign in again'],
  deviceForeign: [401, 'This sign-in belongs to another device. Sign in with your password'],
  proofOld: [401, 'The clock of this device is wrong. Set it and try again'],
  locked: [401, 'This screen is locked. Enter your passcode'],
  passcodeLocked: [423, 'Too many wrong passcodes. Sign in with your password'],
  joinCodeInvalid: [401, 'The code is not valid any more'],
  resetLinkInvalid: [422, 'This link was used or is too old. Ask for a new one'],
  forbidden: [403, 'Unauthorized'],
  outletForbidden: [403, 'Unauthorized'],
  approvalNeeded: [403, 'This needs approval'],
  passwordNeeded: [403, 'Type your password to go on'],
  ownerCodeWrong: [403, 'Wrong owner code. The server shows it when it starts'],
  grantForbidden: [403, 'You cannot grant a permission you do not have'],
  approverLocked: [423, 'Too many wrong passcodes. They can approve on their own device'],
  servedByOther: [403, 'This table is served by somebody else. Ask them to hand it over'],
  notFound: [404, 'Not found'],
  // mostly 422: the content of the request
  invalid: [422, 'Please check the highlighted fields'],
  slotTypeUnknown: [422, 'This outlet does not use this slot type. Choose another one'],
  slotOutOfRange: [422, 'This slot does not exist. Choose another one'],
  menuItemUnknown: [422, 'This item is not on the menu'],
  sizeUnknown: [422, 'This item does not have this size. Choose another one'],
  imageUnreadable: [422, 'Atoll cannot use this image. Choose a PNG, JPEG or WebP of at most 2 MB'],
  attachmentUnreadable: [422, 'Atoll cannot use this file. Choose a PDF, PNG, JPEG or WebP of at most 10 MB'],
  passwordWrong: [422, 'Wrong password'],
  approverPasscodeWrong: [422, 'Wrong passcode'],
  entriesMissing: [422, 'The approver must see what is sent. Reload this page, then ask again'],
  approverUnfit: [422, 'This person cannot approve it. Choose somebody else'],
  settingUnknown: [422, 'Setting not found'],
  couponInvalid: [409, 'This coupon is not valid now'],
  pointsShort: [409, 'The customer has too few points for this reward'],
  keyReused: [422, 'Atoll already received this with other values. Reload the page and try again'],
  cardNumber: [422, 'Atoll does not store card numbers. Enter the slip number instead'],
  paymentMethodUnknown: [422, 'This payment method is not available. Choose another one'],
  currencyRate: [409, 'The exchange rate has changed. Check the amount.'],
  creditOff: [409, 'Sales on account are off. Choose another payment method'],
  coversMissing: [409, 'Enter the number of guests first'],
  referenceMissing: [422, 'Reference is required'],
  printJobMissing: [422, 'The print job of the bill is missing. Print the bill again'],
  // mostly 409: the current state does not allow it
  alreadyCheckedIn: [409, 'Already checked in'],
  notCheckedIn: [409, 'Check in first'],
  noShiftActive: [409, 'No Shift Active'],
  shiftOpen: [409, 'A shift is already open'],
  shiftClosed: [409, 'This shift is closed'],
  importRunning: [409, 'Another import is running. Wait until it ends, then try again'],
  openBills: [409, 'Some bills are still open. Settle them first'],
  ridersHoldCash: [409, 'A rider must still hand in cash. Settle the orders that they delivered'],
  billClosed: [409, 'This bill is already paid'],
  billVoid: [409, 'This bill was voided'],
  billChanged: [409, 'Bill updated from server'],
  paymentShort: [409, 'The payments are less than the bill. Add a payment'],
  overpaid: [409, 'Only cash can be more than the amount due'],
  joinedSlotTaken: [409, 'This table is taken. Merge the bills first'],
  tooManyJoined: [422, 'One bill can hold at most 8 tables'],
  slotOccupied: [409, 'The slot is taken. Choose another one'],
  itemsSent: [409, 'The kitchen already has some items. Void the bill instead'],
  setPart: [409, 'Swap this part, or void the whole set'],
  itemSaved: [409, 'You cannot change a saved item. Void it instead'],
  versionOld: [409, 'Somebody else changed this. Check it and try again'],
  floorChanged: [409, 'Somebody else changed the plan'],
  billPrinted: [409, 'The bill was printed. Void it instead'],
  sellerIncomplete: [409, 'Enter the address and TIN of the outlet in Settings first'],
  notPaid: [409, 'Only a paid bill can be refunded'],
  refundOfRefund: [409, 'This bill is already a refund'],
  nothingToRefund: [409, 'There is nothing to refund'],
  refundTooLarge: [409, 'This is more than you can still refund. Enter less'],
  refundAboveMethod: [409, 'This is more than was paid this way. Give the rest in cash'],
  paymentNotCorrectable: [409, 'You can correct only a payment of a paid bill, not of a refund'],
  paymentCorrected: [409, 'Somebody already corrected this payment. Open the bill again'],
  orderClosed: [409, 'This order is closed'],
  advanceTooLarge: [409, 'More was paid ahead than the bill costs'],
  walletShort: [409, 'There is not enough on the card'],
  walletBlocked: [409, 'This card is blocked'],
  walletOffline: [409, 'Without the server a card pays less'],
  walletUnknown: [404, 'This card is not known here'],
  checksFull: [409, 'A slot can have at most nine checks. Settle one first'],
  nothingToPay: [409, 'There is nothing to pay'],
  noItemsToPrint: [409, 'No items to print'],
  billPrinterMissing: [409, 'Please set a printer for bill printing'],
  ticketPrinterMissing: [409, 'Please set a printer for Ticket printing'],
  ticketSkipped: [409, 'Ticker printing skipped'],
  duplicate: [409, 'This already exists. Use another name or code'],
  inUse: [409, 'This is still in use. Remove it there first'],
  approvalInvalid: [409, 'This approval is no longer valid. Ask for a new one'],
  approvalEnded: [409, 'This request has ended. Your answer was not used'],
  ownAccount: [409, 'You cannot deactivate yourself'],
  lastAdmin: [409, 'At least one Admin must remain'],
  userHasShift: [409, 'This person has an open shift. Close it first'],
  alreadyStarted: [409, 'Atoll already has an owner. Sign in'],
  notDemo: [409, 'There is no demo data to leave'],
  isPractice: [409, 'This is practice already'],
  notInPractice: [409, 'This is not part of practice. Leave practice to do it'],
  ticketState: [409, 'The kitchen can no longer change this ticket'],
  notDelivery: [409, 'This bill is not a delivery or takeaway'],
  deliveryStep: [409, 'This step is not possible for the order now. Open the order again to see its state'],
  deliveryEnded: [409, 'This delivery is finished'],
  stationUnknown: [409, 'This device does not print for others. Choose it in Settings, Printers'],
  billNotSaved: [409, 'The server does not have this bill yet. Print it again in a moment'],
  drawerUnknown: [409, 'The drawer opens only for a payment, for cash in or out, or with ‘Open drawer’'],
  printStationMissing: [409, 'Print server not accessible'],
  zoneUnknown: [422, 'Delivery zone not found'],
  riderUnknown: [422, 'Rider not found'],
  phoneInvalid: [422, 'Use at least 5 digits for the phone, without letters'],
  notEmployed: [422, 'This person does not work here. Choose somebody else'],
  reasonMissing: [422, 'Reason is required'],
  serverClockWrong: [409, 'The clock of the server is wrong'],
  backupElsewhere: [409, 'Back up this data with the tools of its database'],
  backupForeign: [422, 'This file is not a backup of Atoll. Choose another file'],
  backupPassphrase: [422, 'Wrong passphrase'],
  backupDamaged: [422, 'This backup is damaged. Download it again, or choose another one'],
  backupNewer: [422, 'A newer version of Atoll made this backup. Update the server first'],
  backupTooLarge: [413, 'This backup is too large to upload. Restore it on the server itself'],
  backupFailed: [503, 'The backup failed. Check that the disk has free space'],
  offsiteTarget: [422, 'The target did not take a test file'],
  offsiteHostKey: [409, 'Compare the key of the target, then accept it'],
  offsiteHostKeyChanged: [
    409,
    'The target shows another key than before. Nothing was sent. Ask who manages it, then test the target again',
  ],
  offsitePassphrase: [422, 'This is not the passphrase'],
  offsiteBusy: [409, 'A copy is under way'],
  offsiteUnset: [409, 'Choose a target and a passphrase first'],
  offsiteElsewhere: [409, 'Copy this data elsewhere with the tools of its database'],
  // stock
  unitUnknown: [422, 'This item does not use this unit. Choose another one'],
  recipeCycle: [422, 'A recipe cannot contain itself'],
  stateForbids: [409, 'This step is not possible now. Open it again to see its state'],
  stockShort: [409, 'There is not enough stock'],
  aboveOnHand: [409, 'This is more than is on hand'],
  nothingCounted: [409, 'Count at least one item first'],
  totalDiffers: [409, 'The total differs from the vendor’s invoice. Check the lines, or accept the difference'],
  ownRequest: [403, 'Somebody else must approve this request'],
  listTooLong: [422, 'This list is too long to sort by this column. Filter or search it, or choose fewer days'],
  releaseOld: [409, 'Load the new version'],
  storeRestored: [425, 'The server was restored from a backup. This device sends its changes again'],
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
