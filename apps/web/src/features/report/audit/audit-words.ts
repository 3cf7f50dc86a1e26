/** Formats entries of the history as readable text. */
import type { AuditEntry } from '@atoll/domain/contract/outlet/audit';
import { findScreen } from '@atoll/domain/nav/nav';
import { historyActions } from '@atoll/domain/report/history-actions';
import { historySubjects } from '@atoll/domain/report/reports';
import { spacedName } from '@atoll/domain/report/spaced-name';
import { type HistoryLine, historyLines } from '@atoll/domain/resources/history-lines';
import { allResources } from '@atoll/domain/resources/registry';
import { actionKey, isAction } from '../../../approval/action-words.ts';
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
export const actionChoices = () => choicesOf(historyActions.map((value) => ({ value, word: spacedName(value) })));

/** Returns the localized name of an action. */
export function actionText({ subject, action }: Pick<AuditEntry, 'subject' | 'action'>): string {
  const eventText = subject === 'Bill' ? t(`service.events.${action}` as 'service.events.Paid', '') : '';
  return eventText || labelText(spacedName(action));
}

const maxChanges = 4;

/** Returns a line for each changed field of an entry, localized: amounts in MVR, times of the outlet, names of fields and records. */
export function linesOf(entry: AuditEntry, timezone: string): HistoryLine[] {
  return historyLines(entry, {
    label: (text) => (isAction(text) ? t(actionKey(text)) : labelText(text)),
    instant: (iso) => dayAndTime(iso, timezone),
    yes: t('resource.yes'),
    no: t('resource.no'),
    // An older server sends no names.
    names: entry.names ?? {},
  });
}

/** Returns the name of an entry's record; that of a setting is made of its key. */
export const recordText = ({ subject, key, record }: AuditEntry): string =>
  subject === 'Setting' ? labelText(spacedName(key)) : (record ?? '');

/**
 * Returns what changed in one line, localized: 'Status: Saved → Paid · Total: MVR 12.00'. Further changes are shown when
 * the entry is opened.
 */
export function changeText(entry: AuditEntry, timezone: string): string {
  const lines = linesOf(entry, timezone);
  const texts = lines.slice(0, maxChanges).map(({ field, was, is }) => {
    const values = was === null ? [is ?? '–'] : [was, is ?? '–'];
    return `${field}: ${sentenceText(values.join(' → '))}`;
  });
  return joinedList([...texts, lines.length > maxChanges ? '…' : null]);
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
