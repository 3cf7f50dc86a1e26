/** An entry of the history as people read it. */
import type { AuditEntry } from '@atoll/domain/contract/audit';
import { formatAmount } from '@atoll/domain/money/money';
import { findScreen } from '@atoll/domain/nav/nav';
import { type Change, changesOf, type Leaf } from '@atoll/domain/report/changes';
import { historyActions } from '@atoll/domain/report/history-actions';
import { historySubjects } from '@atoll/domain/report/reports';
import { allResources } from '@atoll/domain/resources/registry';
import { dayAndTime } from '../../locale/instant.ts';
import { joined } from '../../locale/joined.ts';
import { labelText } from '../../locale/label.ts';
import { t } from '../../locale/locale.ts';
import { sentenceText } from '../../locale/sentence.ts';
import { pathTo } from '../../ui/route-path.ts';

/** What the history tells of. */
const auditSubjects = [...new Set([...historySubjects, ...allResources.map(({ name }) => name)])];

/** What can be chosen among, in the language of the screen and its order. */
const choicesOf = (words: readonly { readonly value: string; readonly word: string }[]) =>
  words
    .map(({ value, word }) => ({ value, label: labelText(word) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
export const subjectChoices = () => choicesOf(auditSubjects.map((value) => ({ value, word: value })));
export const actionChoices = () => choicesOf(historyActions.map((value) => ({ value, word: spaced(value) })));

/** Amounts of what is no entity: bills, shifts, accounts, stock. */
const amounts =
  /^(total|subTotal|amount|discountAmount|serviceCharge|gst|tip|balance|openingBalance|expected|counted|difference|price|sellingPrice|costPrice|tendered|change|due|roundingAmount|priceDelta)$/;
const instants = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

const fieldOf = (subject: string, name: string) =>
  allResources.find((one) => one.name === subject)?.fields.find(({ key }) => key === name);

/** 'openingBalance' as 'Opening balance'. */
export const spaced = (name: string): string => {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** What was done, in words. */
export function actionText({ subject, action }: Pick<AuditEntry, 'subject' | 'action'>): string {
  const said = subject === 'Bill' ? t(`service.events.${action}` as 'service.events.Paid', '') : '';
  return said || labelText(spaced(action));
}

/** What changed: the field's own label, or its name in words, under that of the line that it belongs to. */
export function changeName(subject: string, { path }: Change): string {
  return path
    .map((name, at) =>
      at === 1 && path.length === 3 ? name : labelText(fieldOf(subject, name)?.label ?? spaced(name)),
    )
    .join(' › ');
}

/** A value before or after; nothing is a dash. */
export function leafText(subject: string, { path }: Change, value: Leaf, timezone: string): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return t(value ? 'resource.yes' : 'resource.no');
  const name = path.at(-1) ?? '';
  if (typeof value === 'number')
    return fieldOf(subject, name)?.kind === 'money' || amounts.test(name) ? formatAmount(value) : String(value);
  return instants.test(value) ? dayAndTime(value, timezone) : value;
}

/** What of a record is its own bookkeeping: an entry says it by itself. */
const ownKeeping = /^(id|key|version|modifiedAt|modifiedBy|modified_at|modified_by)$/;
const mostChanges = 4;

/** What changed in one line, in the words of the screen: 'Status: Saved → Paid · Total: 12.00'; the rest stands where the entry opens. */
export function changeText({ subject, before, after }: AuditEntry, timezone: string): string {
  const changes = changesOf(before, after).filter(({ path }) => !ownKeeping.test(path.at(-1) ?? ''));
  const said = changes.slice(0, mostChanges).map((change) => {
    const is = leafText(subject, change, change.is, timezone);
    const values = change.was === null ? [is] : [leafText(subject, change, change.was, timezone), is];
    return `${changeName(subject, change)}: ${sentenceText(values.join(' → '))}`;
  });
  return joined([...said, changes.length > mostChanges ? '…' : null]);
}

/** Where the record of an entry is shown to somebody with these permissions; null: it has no view, or not for them. */
export function recordPath({ subject, key, before, after }: AuditEntry, permissions: readonly string[]): string | null {
  const name = subject === 'Stock' ? 'View Inventory Log' : `View ${subject}`;
  const screen =
    findScreen(name) ?? (subject === 'Setting' || subject === 'Outlet' ? findScreen('Settings') : undefined);
  if (!screen || !screen.anyOf?.some((one) => permissions.includes(one))) return null;
  const idOf = (state: unknown): unknown => (state as { readonly id?: unknown } | null)?.id;
  const id = idOf(after) ?? idOf(before);
  return pathTo(screen.name as 'Settings', { id: typeof id === 'number' ? id : key });
}
