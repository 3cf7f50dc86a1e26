/** Compares the cash events of a shift with the history. Source: docs/rules.md#cash-events. */
import { formatMoney } from '@atoll/domain/money/money';
import type { Selectable } from 'kysely';
import type { CashEventTable } from '../../apps/server/src/platform/store/schema/schema.ts';
import type { Findings } from './findings.ts';
import { type Note, numberIn, textIn } from './notes.ts';

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

function compareEvent({ kind, amount, type }: CashRow, { after }: Note, shift: string, findings: Findings): void {
  const name = `${shift}: ${wayOf(textIn(after, 'kind'))} of ${formatMoney(numberIn(after, 'amount') ?? 0)}`;
  findings.amount(`${name}: amount`, { stored: amount, expected: numberIn(after, 'amount') });
  findings.value(`${name}: kind`, { stored: kind, expected: textIn(after, 'kind') });
  const noted = textIn(after, 'type');
  if (noted !== undefined) findings.value(`${name}: type`, { stored: type, expected: noted });
}
