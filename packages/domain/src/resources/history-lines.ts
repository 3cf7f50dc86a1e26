/** Entries of the history as lines that an owner can read. Source: R35.57, docs/rules.md#audit. */
import { formatDate } from '../date/format.ts';
import type { FieldDefinition } from '../form/field.ts';
import { formatMoney } from '../money/money.ts';
import { isSettingKey, settingDefinitions } from '../outlet/settings.ts';
import { type Change, changesOf, type Leaf } from '../report/changes.ts';
import { spacedName } from '../report/spaced-name.ts';
import { plainText } from '../report/value-text.ts';
import { allResources } from './registry.ts';
import { user } from './user.ts';

export interface HistoryEntry {
  readonly subject: string;
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** How texts are written for the reader. */
export interface HistoryTexts {
  label(text: string): string;
  instant(iso: string): string;
  readonly yes: string;
  readonly no: string;
  /** Names of records by `referenceKey`. */
  readonly names: Readonly<Record<string, string>>;
}

/** A changed field with its old and new value; null is an empty value. */
export interface HistoryLine {
  readonly field: string;
  readonly was: string | null;
  readonly is: string | null;
}

/** Bookkeeping of a record: the entry itself says the same. */
const bookkeeping = /^(id|key|version|index|changed|modifiedAt|modifiedBy|modified_at|modified_by)$/;
/** Amounts in subjects without a definition: bills, shifts, accounts, purchases. */
const amounts =
  /^(total|subTotal|amount|discountAmount|serviceCharge|gst|tip|balance|openingBalance|price|sellingPrice|costPrice|tendered|change|due|paid|roundingAmount|priceDelta|unitPrice|lineTotal|otherCharges|vendorTotal|creditLimit|fee|carried|worth|unsynced|limit)$/;
/** Amounts of a shift; a stock count has quantities of the same name. */
const shiftAmounts = /^(expected|counted|difference)$/;
/** Quantities that are stored as thousandths. */
const thousandths = /^(qty|onHand)$/;
const instants = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const dates = /^\d{4}-\d\d-\d\d$/;
/** Fields with a permission, or several. */
const permissionNames = /^permissions?$/;
const keys = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** Tables of the records that fields of subjects without a definition refer to. */
const references: Readonly<Record<string, string>> = {
  itemId: 'inventory_item',
  inventoryItemId: 'inventory_item',
  menuItemId: 'menu_item',
  storageId: 'storage',
  fromStorageId: 'storage',
  toStorageId: 'storage',
  storage_id: 'storage',
  vendorId: 'vendor',
  customerId: 'customer',
  accountId: 'account',
  financialAccountId: 'account',
  categoryId: 'category',
  userId: 'app_user',
  waiterId: 'app_user',
  riderId: 'app_user',
  createdBy: 'app_user',
  billId: 'bill',
};

/** Returns the name under which a record is in `HistoryTexts.names`. */
export const referenceKey = (table: string, ref: string | number): string => `${table}:${ref}`;

/** Returns the definition of a field of a subject; that of a list's field for a longer path. */
function fieldAt(subject: string, path: readonly string[]): FieldDefinition | undefined {
  const fields: readonly FieldDefinition[] =
    subject === 'User' ? user.fields : (allResources.find(({ name }) => name === subject)?.fields ?? []);
  const first = fields.find(({ key }) => key === path[0]);
  return path.length < 2 ? first : first?.fields?.find(({ key }) => key === path.at(-1));
}

/** Returns the table that a field refers to, or undefined. */
function tableAt(subject: string, path: readonly string[]): string | undefined {
  const field = fieldAt(subject, path);
  return field ? field.entity : references[path.at(-1) ?? ''];
}

/** Returns whether the entry says nothing about a field afterwards: a note of a bill has only what it tells. */
const isLeftOut = ({ subject, after }: Pick<HistoryEntry, 'subject' | 'after'>, { path }: Change): boolean =>
  subject === 'Bill' && typeof after === 'object' && after !== null && !((path[0] ?? '') in after);

const changesIn = (entry: Pick<HistoryEntry, 'subject' | 'before' | 'after'>): Change[] =>
  changesOf(entry.before, entry.after).filter(
    (change) => !bookkeeping.test(change.path.at(-1) ?? '') && !isLeftOut(entry, change),
  );

const partsOf = (value: Leaf): string[] => (value === null ? [] : String(value).split(', '));

export interface Reference {
  readonly table: string;
  /** An id, or the key of a bill. */
  readonly ref: string;
}

/** Returns the records that the values of an entry refer to, so that their names can be read. */
export function referencesIn(entry: HistoryEntry): Reference[] {
  return changesIn(entry).flatMap(({ path, was, is }) => {
    const table = tableAt(entry.subject, path);
    return [...partsOf(was), ...partsOf(is)].flatMap((ref) => {
      if (keys.test(ref)) return { table: 'bill', ref };
      return table !== undefined && /^[1-9]\d{0,14}$/.test(ref) ? { table, ref } : [];
    });
  });
}

/** Returns a setting's value as text. */
function settingText(key: string, value: string, { yes, no }: HistoryTexts): string {
  const kind = isSettingKey(key) ? settingDefinitions[key].kind : 'text';
  if (kind === 'switch') return value === 'true' ? yes : no;
  if ((kind === 'money' || kind === 'amounts') && value !== '')
    return value
      .split(', ')
      .map((one) => (Number.isSafeInteger(Number(one)) ? formatMoney(Number(one)) : one))
      .join(', ');
  return value;
}

/** Returns a value as text; null for an empty value, and for keys of records that have no name. */
function valueText({ subject, key }: HistoryEntry, { path }: Change, value: Leaf, texts: HistoryTexts): string | null {
  if (value === null) return null;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  const field = fieldAt(subject, path);
  const table = tableAt(subject, path);
  const named = partsOf(value).map((ref) => {
    if (keys.test(ref)) return texts.names[referenceKey('bill', ref)] ?? '';
    if (table === undefined) return ref;
    return ref === '0' ? '' : (texts.names[referenceKey(table, ref)] ?? ref);
  });
  const text = named.filter((one) => one !== '').join(', ');
  if (text === '') return null;
  if (table !== undefined || text !== String(value)) return text;
  if (subject === 'Setting' && path.length === 1) return settingText(key, text, texts);
  const name = path.at(-1) ?? '';
  const isMoney = field
    ? field.kind === 'money'
    : amounts.test(name) || (subject === 'Shift' && shiftAmounts.test(name));
  if (typeof value === 'number' && (subject === 'Stock' || subject === 'Recipe') && thousandths.test(name))
    return plainText(value / 1000);
  if (typeof value === 'number' && name.endsWith('Bp')) return `${plainText(value / 100)} %`;
  if (typeof value === 'number')
    return isMoney && Number.isSafeInteger(value) ? formatMoney(value) : field?.kind === 'percent' ? `${text} %` : text;
  if (instants.test(text)) return texts.instant(text);
  if (dates.test(text)) return formatDate(text);
  if (subject === 'Bill' && name === 'status') return texts.label(spacedName(text));
  if (permissionNames.test(name)) return named.map((one) => texts.label(one)).join(', ');
  return field?.kind === 'choice' ? texts.label(text) : text;
}

/** Fields whose own names say too little. */
export const historyFieldWords: Readonly<Record<string, string>> = {
  gst: 'GST',
  gstPct: 'GST rate',
  qty: 'Quantity',
  sentQty: 'Quantity sent to the kitchen',
};

/** Returns the name of a field: the labels of its path. A list's row has its own name, which is not translated unless it is a
 * payment method or a permission. */
function fieldText(subject: string, { path }: Change, { label }: HistoryTexts): string {
  return path
    .map((name, index) => {
      if (index !== 1 || path.length < 3)
        return label(fieldAt(subject, path.slice(0, index + 1))?.label ?? historyFieldWords[name] ?? spacedName(name));
      if (permissionNames.test(path[0] ?? '')) return label(name);
      return path[0] === 'payments' ? label(spacedName(name)) : name;
    })
    .join(' › ');
}

/** Returns a line for each changed field of an entry; values that nobody can read, such as keys, are left out. */
export function historyLines(entry: HistoryEntry, texts: HistoryTexts): HistoryLine[] {
  return changesIn(entry).flatMap((change): HistoryLine[] => {
    const was = valueText(entry, change, change.was, texts);
    const is = valueText(entry, change, change.is, texts);
    return was === is ? [] : [{ field: fieldText(entry.subject, change, texts), was, is }];
  });
}
