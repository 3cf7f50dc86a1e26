/** Formats values for display, by the kind of their field. Source: R10.1. */
import { formatInstant } from '@atoll/domain/date/format';
import type { FieldDefinition } from '@atoll/domain/form/field';
import { formatAmount } from '@atoll/domain/money/money';
import { nameKeyOf } from '@atoll/domain/resources/column';
import { localizeDate, recordDate } from '../locale/instant.ts';
import { labelText } from '../locale/label.ts';
import { t } from '../locale/locale.ts';

/** Returns the value to display for a record's field: names in place of ids. */
export function displayValueOf(field: FieldDefinition, record: Readonly<Record<string, unknown>>): unknown {
  return record[field.kind === 'reference' || field.kind === 'references' ? nameKeyOf(field) : field.key];
}

/**
 * Returns a value as text; 'N/A' for none. Fields with 'date' in their name are dates: 13-Jan-2020. `isBrief` leaves a list's rows with their first
 * amount only, as a column has room for.
 */
export function formatField(field: FieldDefinition, value: unknown, timezone: string, isBrief = false): string {
  if (value === null || value === undefined || value === '') return t('ui.notAvailable');
  if (Array.isArray(value)) {
    if (value.length === 0) return t('ui.notAvailable');
    const fields = (field.fields ?? []).filter(
      ({ key, isHidden }) => !isHidden && (value.length > 1 || !field.tellApart?.includes(key)),
    );
    return value
      .map((one) =>
        typeof one === 'object'
          ? rowText(isBrief ? briefOf(fields) : fields, one as Record<string, unknown>, timezone)
          : choiceText(field, String(one)),
      )
      .join(', ');
  }
  if (typeof value === 'boolean') return t(value ? 'resource.yes' : 'resource.no');
  if (field.kind === 'money') return formatAmount(value as number);
  if (field.kind === 'percent') return `${value as number} %`;
  if (field.kind === 'dateTime') return localizeDate(formatInstant(value as string, timezone));
  const text = String(value as string | number);
  if (field.kind === 'choice') return choiceText(field, text);
  const isDate = field.kind === 'date' || /date/i.test(field.key);
  return isDate && /^\d{4}-\d\d-\d\d/.test(text) ? recordDate(text) : text;
}

/** Returns a choice of a definition in the language of the screen; other texts are unchanged. */
const choiceText = (field: FieldDefinition, value: string): string =>
  field.options?.includes(value) ? labelText(value) : value;

/** Returns the fields of a row up to its first amount; all where there is none. */
function briefOf(fields: readonly FieldDefinition[]): readonly FieldDefinition[] {
  const first = fields.findIndex(({ kind }) => kind === 'money');
  return first < 0 ? fields : fields.slice(0, first + 1);
}

/** Returns one row of a list as a line: 'Small 30.00 Cost 12.00', 'Friday 17:00–19:00'. An amount after the first one has its label. */
function rowText(fields: readonly FieldDefinition[], row: Readonly<Record<string, unknown>>, timezone: string): string {
  const parts = fields.map((part) => ({ part, value: displayValueOf(part, row) }));
  const present = parts.filter(({ value }) => value !== undefined && value !== null && value !== '' && value !== false);
  const first = fields.find(({ kind }) => kind === 'money');
  return present
    .map(({ part, value }) => {
      if (part.kind === 'boolean') return part.label;
      const text = formatField(part, value, timezone);
      return part.kind === 'money' && part !== first ? `${part.label} ${text}` : text;
    })
    .join(' ')
    .replace(/(\d\d:\d\d) (?=\d\d:\d\d$)/, '$1–');
}
