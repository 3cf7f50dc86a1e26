/** Formats entries of the history as readable text. */
import type { AuditEntry } from '@atoll/domain/contract/outlet/audit';
import { formatAmount } from '@atoll/domain/money/money';
import { findScreen } from '@atoll/domain/nav/nav';
import { type Change, changesOf, type Leaf } from '@atoll/domain/report/changes';
import { historyActions } from '@atoll/domain/report/history-actions';
import { historySubjects } from '@atoll/domain/report/reports';
import { allResources } from '@atoll/domain/resources/registry';
import { dayAndTime } from '../../../locale/instant.ts';
import { joinedList } from '../../../locale/joined-list.ts';
import { labelText } from '../../../locale/label.ts';
import { t } from '../../../locale/locale.ts';
import { sentenceText } from '../../../locale/sentence.ts';
import { pathTo } from '../../../ui/overlay/route-path.ts';

/** Subjects that the history records. */
const auditSubjects = [...new Set([...historySubjects, ...allResources.map(({ name }) => name)])];

/** Returns choices with localized labels, sorted in the language of the screen. */
const choicesOf = (words: readonly { readonly value: string; readonly word: string }[]) =>
  words
    .map(({ value, word }) => ({ value, label: labelText(word) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
export const subjectChoices = () => choicesOf(auditSubjects.map((value) => ({ value, word: value })));
export const actionChoices = () => choicesOf(historyActions.map((value) => ({ value, word: spaced(value) })));

/** Fields that are amounts in subjects without a definition: bills, shifts, accounts, stock. */
const amounts =
  /^(total|subTotal|amount|discountAmount|serviceCharge|gst|tip|balance|openingBalance|expected|counted|difference|price|sellingPrice|costPrice|tendered|change|due|roundingAmount|priceDelta)$/;
const instants = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

const fieldOf = (subject: string, name: string) =>
  allResources.find((one) => one.name === subject)?.fields.find(({ key }) => key === name);

/** Returns 'openingBalance' as 'Opening balance'. */
export const spaced = (name: string): string => {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Returns the localized name of an action. */
export function actionText({ subject, action }: Pick<AuditEntry, 'subject' | 'action'>): string {
  const eventText = subject === 'Bill' ? t(`service.events.${action}` as 'service.events.Paid', '') : '';
  return eventText || labelText(spaced(action));
}

/** Returns what changed: the field's label, or its name as words, after that of the row it belongs to. */
export function changeName(subject: string, { path }: Change): string {
  return path
    .map((name, index) =>
      index === 1 && path.length === 3 ? name : labelText(fieldOf(subject, name)?.label ?? spaced(name)),
    )
    .join(' › ');
}

/** Returns a value before or after as text; nothing is a dash. */
export function leafText(subject: string, { path }: Change, value: Leaf, timezone: string): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return t(value ? 'resource.yes' : 'resource.no');
  const name = path.at(-1) ?? '';
  if (typeof value === 'number')
    return fieldOf(subject, name)?.kind === 'money' || amounts.test(name) ? formatAmount(value) : String(value);
  return instants.test(value) ? dayAndTime(value, timezone) : value;
}

/** Bookkeeping fields of a record: the entry itself already says the same. */
const bookkeepingFields = /^(id|key|version|modifiedAt|modifiedBy|modified_at|modified_by)$/;
const maxChanges = 4;

/**
 * Returns what changed in one line, localized: 'Status: Saved → Paid · Total: 12.00'. Further changes are shown when
 * the entry is opened.
 */
export function changeText({ subject, before, after }: AuditEntry, timezone: string): string {
  const changes = changesOf(before, after).filter(({ path }) => !bookkeepingFields.test(path.at(-1) ?? ''));
  const texts = changes.slice(0, maxChanges).map((change) => {
    const is = leafText(subject, change, change.is, timezone);
    const values = change.was === null ? [is] : [leafText(subject, change, change.was, timezone), is];
    return `${changeName(subject, change)}: ${sentenceText(values.join(' → '))}`;
  });
  return joinedList([...texts, changes.length > maxChanges ? '…' : null]);
}

/**
 * Returns the path that shows the record of an entry to somebody with these permissions, or null when it has no view or
 * not for them.
 */
export function recordPath({ subject, key, before, after }: AuditEntry, permissions: readonly string[]): string | null {
  const name = subject === 'Stock' ? 'View Inventory Log' : `View ${subject}`;
  const screen =
    findScreen(name) ?? (subject === 'Setting' || subject === 'Outlet' ? findScreen('Settings') : undefined);
  if (!screen || !screen.anyOf?.some((one) => permissions.includes(one))) return null;
  const idOf = (state: unknown): unknown => (state as { readonly id?: unknown } | null)?.id;
  const id = idOf(after) ?? idOf(before);
  return pathTo(screen.name as 'Settings', { id: typeof id === 'number' ? id : key });
}
