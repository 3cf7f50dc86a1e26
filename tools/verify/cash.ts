/** Compares the cash events of a shift with the history. Source: docs/rules.md#cash-events. */
import { formatMoney } from '@atoll/domain/money/money';
import type { Selectable } from 'kysely';
import type { CashEventTable, DrawerOpeningTable } from '../../apps/server/src/platform/store/schema/schema.ts';
import { compareColumns } from './columns.ts';
import type { Findings } from './findings.ts';
import { type Note, numberIn, textIn, writtenIn } from './notes.ts';

type CashRow = Selectable<CashEventTable>;

const wayOf = (kind: string | undefined): string => (kind === 'In' ? 'cash in' : 'cash out');

/**
 * Compares the events of a shift with its entries: by key, and for entries of an earlier release, which have none, by kind, amount and reason. What
 * then remains is compared in the order of time.
 */
export function compareCash(rows: readonly CashRow[], notes: readonly Note[], shift: string, findings: Findings): void {
  const left = new Set(notes);
  const take = (row: CashRow, isOf: (note: Note) => boolean): boolean => {
    const note = [...left].find(isOf);
    if (note === undefined) return false;
    left.delete(note);
    compareEvent(row, note, shift, findings);
    return true;
  };
  for (const _ of rows) findings.checked('cash event');
  const keyless = rows.filter((row) => !take(row, ({ after }) => after['key'] === row.key));
  const isOld = ({ after }: Note): boolean => after['key'] === undefined;
  const changed = keyless.filter((row) => !take(row, (note) => isOld(note) && isSame(row, note)));
  for (const row of changed)
    if (!take(row, isOld))
      findings.differs(`${shift}: ${wayOf(row.kind)} of ${formatMoney(row.amount)} is not in the history`);
  for (const { after } of left)
    findings.differs(
      `${shift}: ${wayOf(textIn(after, 'kind'))} of ${formatMoney(numberIn(after, 'amount') ?? 0)} is missing`,
    );
}

const isSame = ({ kind, amount, reason }: CashRow, { after }: Note): boolean =>
  after['kind'] === kind && after['amount'] === amount && (after['reason'] ?? reason) === reason;

function compareEvent(row: CashRow, note: Note, shift: string, findings: Findings): void {
  const { kind, amount } = row;
  const { after } = note;
  const name = `${shift}: ${wayOf(textIn(after, 'kind'))} of ${formatMoney(numberIn(after, 'amount') ?? 0)}`;
  findings.amount(`${name}: amount`, { stored: amount, expected: numberIn(after, 'amount') });
  findings.value(`${name}: kind`, { stored: kind, expected: textIn(after, 'kind') });
  const written = writtenIn(note, 'cash_event');
  if (written !== undefined) {
    const { amount: _amount, kind: _kind, ...rest } = written;
    return compareColumns(name, row, rest, findings);
  }
  for (const column of ['type', 'reason'] as const) {
    const noted = textIn(after, column);
    if (noted !== undefined) findings.value(`${name}: ${column}`, { stored: row[column], expected: noted });
  }
}

type OpeningRow = Selectable<DrawerOpeningTable>;

/** Compares the openings of the drawer without a sale with their entries: those of earlier releases by reason, which is all that they have. */
export function compareDrawer(
  rows: readonly OpeningRow[],
  notes: readonly Note[],
  shift: string,
  findings: Findings,
): void {
  const left = new Set(notes.filter(({ action }) => action === 'DrawerOpened'));
  const keyOf = (note: Note): unknown => writtenIn(note, 'drawer_opening')?.['key'];
  for (const row of rows) {
    const all = [...left];
    const note =
      all.find((one) => keyOf(one) === row.key) ??
      all.find((one) => keyOf(one) === undefined && one.after['reason'] === row.reason);
    const name = `${shift}: opening of the drawer (${row.reason})`;
    if (note === undefined) findings.differs(`${name} is not in the history`);
    else {
      left.delete(note);
      compareColumns(name, row, writtenIn(note, 'drawer_opening') ?? {}, findings);
    }
  }
  for (const { after } of left)
    findings.differs(`${shift}: opening of the drawer (${textIn(after, 'reason')}) is missing`);
}
