/** Readable words for the keys in reports: payment methods, slot types, statuses, kinds of movements and of tax. Source: docs/rules.md#report-words. */
import { type DeliveryStatus, deliveryStatuses } from '../bill/bill-delivery.ts';
import { type GstMode, gstModes, type SlotTypeName, slotTypeNames } from '../outlet/outlet.ts';
import { methodLabel, paymentMethods } from '../payment/methods.ts';
import { type MovementType, movementTypes } from '../stock/movement.ts';
import type { ReportColumn } from './report.ts';
import { spacedName } from './spaced-name.ts';

/** What the report 'Sales by category' says about the fee of a delivery, which is no item of the menu. */
export const deliveryFeeCategory = 'Delivery fee';
/** What the report 'Sales by category' says about items of the menu without a category. */
export const noCategory = 'No category';
/** What the GST output statement says about a service charge that bears no GST. */
export const untaxedServiceCharge = 'Service charge without GST';

const cashWords: Readonly<Record<string, string>> = {
  PayIn: 'Cash in',
  PayOut: 'Cash out',
  Drop: 'Safe drop',
  TipOut: 'Tips paid out',
  AccountPayment: 'House account payment',
  VendorPayment: 'Vendor payment',
};
const gstWords: Readonly<Record<GstMode, string>> = {
  Inclusive: 'Prices include tax',
  Exclusive: 'Tax is added',
  Exempt: 'No tax',
};
const statusWord = (status: DeliveryStatus): string =>
  status === 'OutForDelivery' ? 'On the way' : status === 'PickedUp' ? 'Picked up' : status;
const movementWords: Partial<Record<MovementType, string>> = {
  CountAdjust: 'Count',
  ConvertIn: 'Converted in',
  ConvertOut: 'Converted out',
};

const wordsByKey: ReadonlyMap<string, string> = new Map([
  ...paymentMethods.map((method) => [method, methodLabel(method)] as const),
  ...slotTypeNames.map((type: SlotTypeName) => [type, type] as const),
  ...Object.entries(cashWords),
  ...gstModes.map((mode) => [mode, gstWords[mode]] as const),
  [untaxedServiceCharge, untaxedServiceCharge],
  ...deliveryStatuses.map((status) => [status, statusWord(status)] as const),
  ...movementTypes.map((type) => [type, movementWords[type] ?? spacedName(type)] as const),
]);

/** The English words of all keys and rows without a name, for translation. */
export const keyWords: readonly string[] = [...new Set([...wordsByKey.values(), deliveryFeeCategory, noCategory])];

/**
 * Returns a text of a column with `isWord` for the reader: translated, and for a key of the program its word. 'Table 5' and 'Cash USD' are a key
 * and a name: the key is translated, the name stays.
 */
export function wordText(
  { isKey }: Pick<ReportColumn, 'isKey'>,
  text: string,
  translate: (word: string) => string,
): string {
  if (!isKey || text === '') return translate(text);
  const word = wordsByKey.get(text);
  if (word !== undefined) return translate(word);
  const [key = '', ...name] = text.split(' ');
  const first = wordsByKey.get(key);
  if (first === undefined || name.length === 0) return translate(spacedName(text));
  return `${translate(first)} ${name.join(' ')}`;
}
