/** Finds card numbers in free texts, the same for forms, calls and imports. Source: R36.14. */
import { hasCardNumber } from '../payment/card-number.ts';
import { fieldOf, findText, type TextPath } from './plain-text.ts';

/** Names of fields in which people type free text. Others hold codes, phone or account numbers, which look like card numbers at times. */
const freeTextFields: ReadonlySet<string> = new Set([
  'accountName',
  'address',
  'allergies',
  'area',
  'bankName',
  'body',
  'buttonLabel',
  'category',
  'company',
  'contactName',
  'contactPerson',
  'department',
  'description',
  'differenceReason',
  'discountReason',
  'imageText',
  'jobTitle',
  'kitchenName',
  'label',
  'landmark',
  'legalName',
  'line',
  'message',
  'method',
  'name',
  'nameLocal',
  'note',
  'notes',
  'payee',
  'priceNote',
  'priceReason',
  'reason',
  'receiptFooter',
  'receiptHeader',
  'reference',
  'riderName',
  'subCategory',
  'tagline',
  'tags',
  'text',
  'title',
  'voidReason',
  'words',
]);

/** Returns the path of the first free text with a card number in a value of a call; null when there is none. */
export const findCardNumber = (value: unknown): TextPath | null =>
  findText(value, (text, path) => text.length >= 13 && isFreeText(path) && hasCardNumber(text));

/** Returns whether people may type free text there: in a field for it, or in the key or value of what a bill is marked with. */
const isFreeText = (path: TextPath): boolean => freeTextFields.has(fieldOf(path)) || path.includes('meta');

/** Returns whether the text of a field contains a card number, where the field is one for free text. */
export const hasCardNumberIn = (field: string, text: string): boolean =>
  freeTextFields.has(field) && hasCardNumber(text);
