/** Compares shifts, their cash events and their Z reports with the history and the bills. Source: R36.21, docs/rules.md#x-and-z. */
import { formatMoney } from '@atoll/domain/money/money';
import {
  addBill,
  addCash,
  addExchange,
  countDifference,
  emptyTotals,
  type ShiftTotals,
} from '@atoll/domain/shift/shift';
import type { Kysely } from 'kysely';
import type { Database, ShiftRow } from '../../apps/server/src/platform/store/schema/schema.ts';
import type { Store } from '../../apps/server/src/platform/store/store.ts';
import { billPages } from './bill-pages.ts';
import { compareCash, compareDrawer } from './cash.ts';
import { compareColumns } from './columns.ts';
import { compareSums, sumsOfShift } from './figures.ts';
import { attempt, type Findings } from './findings.ts';
import { type Note, notesOf, numberIn, writtenIn } from './notes.ts';

type Readable = Pick<Store, 'readOutlet'>;
type StoredShift = NonNullable<Awaited<ReturnType<typeof readShift>>>;

/** Compares all shifts of an outlet. */
export async function compareShifts(store: Readable, outletId: number, findings: Findings): Promise<void> {
  for (let last = 0; ; ) {
    const shift = await store.readOutlet(outletId, (db) => readShift(db, outletId, last, findings));
    if (shift === undefined) return;
    compareShift(shift, findings);
    last = shift.row.id;
  }
}

/** Returns the next shift after an id, with everything that belongs to it. */
async function readShift(db: Kysely<Database>, outletId: number, after: number, findings: Findings) {
  const row = await db
    .selectFrom('shift')
    .selectAll()
    .where('outlet_id', '=', outletId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const actions = ['Opened', 'CashIn', 'CashOut', 'DrawerOpened', 'Closed'];
  const notes = await notesOf(db, outletId, { subject: 'Shift', keys: [row.key], actions });
  const cash = await db
    .selectFrom('cash_event')
    .selectAll()
    .where('outlet_id', '=', outletId)
    .where('shift_id', '=', row.id)
    .orderBy('at')
    .execute();
  const openings = await db
    .selectFrom('drawer_opening')
    .selectAll()
    .where('outlet_id', '=', outletId)
    .where('shift_id', '=', row.id)
    .orderBy('at')
    .execute();
  const zs = await db
    .selectFrom('z_report')
    .selectAll()
    .where('outlet_id', '=', outletId)
    .where('shift_id', '=', row.id)
    .orderBy('number')
    .execute();
  let totals = emptyTotals(row.opening_balance);
  if (!row.is_open) {
    for await (const { is_open, doc } of billPages(db, outletId, ['shift_id', row.id]))
      if (!is_open)
        totals =
          (await attempt(findings, `shift ${row.number}: bill ${doc.number}`, () => addBill(totals, doc))) ?? totals;
    for (const event of cash) totals = addCash(totals, event);
    for (const exchange of await exchangesOf(db, outletId, row)) totals = addExchange(totals, exchange);
  }
  return { row, notes: notes.get(row.key) ?? [], cash, openings, zs, totals };
}

const exchangesOf = (db: Kysely<Database>, outletId: number, { id }: ShiftRow) =>
  db
    .selectFrom('payment_exchange')
    .select(['reversed', 'captured'])
    .where('outlet_id', '=', outletId)
    .where('shift_id', '=', id)
    .execute();

function compareShift(shift: StoredShift, findings: Findings): void {
  const { row, notes, cash, zs, openings } = shift;
  const name = `shift ${row.number}`;
  findings.checked('shift');
  const opened = notes.find(({ action }) => action === 'Opened');
  const opening = opened && numberIn(opened.after, 'openingBalance');
  if (opened === undefined) findings.differs(`${name}: the history has no start of it`);
  else if (opening === undefined) findings.notComparable('opening balance');
  else findings.amount(`${name}: cash at the start`, { stored: row.opening_balance, expected: opening });
  if (opened !== undefined) compareColumns(`${name}: its start`, row, writtenIn(opened, 'shift') ?? {}, findings);
  compareDrawer(openings, notes, name, findings);
  const moved = notes.filter(({ action }) => action === 'CashIn' || action === 'CashOut');
  compareCash(cash, moved, name, findings);
  const closed = notes.findLast(({ action }) => action === 'Closed');
  findings.value(`${name}: status`, { stored: row.status, expected: closed === undefined ? 'Open' : 'Closed' });
  if (closed !== undefined) return compareClose(shift, closed, findings);
  if (!row.is_open || row.closed_at !== null || row.closing !== null || row.totals !== null)
    findings.differs(`${name}: is closed, but the history has no closing of it`);
  for (const z of zs) findings.differs(`Z ${z.number} of ${name}: is not in the history`);
}

function compareClose({ row, zs, totals }: StoredShift, note: Note, findings: Findings): void {
  const name = `shift ${row.number}`;
  findings.checked('Z report');
  if (row.is_open || row.totals === null || row.closing === null)
    return findings.differs(`${name}: is not closed, the history says that it was`);
  const isWhole = Array.isArray(note.after['counted']);
  const number = numberIn(note.after, 'z');
  const z = zs.find((one) => number === undefined || one.number === number);
  if (z === undefined) findings.differs(`Z ${number ?? ''} of ${name}: is missing`);
  else {
    compareTotals(`Z ${z.number}`, z.totals, totals, { isWhole, findings });
    compareColumns(`Z ${z.number}`, z, writtenIn(note, 'z_report') ?? {}, findings);
  }
  compareColumns(`${name}: its end`, row, writtenIn(note, 'shift') ?? {}, findings);
  for (const other of zs) if (other !== z) findings.differs(`Z ${other.number} of ${name}: is not in the history`);
  compareTotals(name, row.totals, totals, { isWhole, findings });
  const total = numberIn(note.after, 'total');
  if (total !== undefined && z !== undefined)
    findings.amount(`Z ${z.number}: total of the day`, { stored: z.totals.total, expected: total });
  compareCounted(row.closing, note, totals, { name: `Z ${number ?? ''} of ${name}`, findings });
}

interface Place {
  readonly isWhole: boolean;
  readonly findings: Findings;
}

/** Compares the figures of a Z. An earlier release may have counted voids, gifts and GST by rate in another way. */
function compareTotals(name: string, stored: ShiftTotals, computed: ShiftTotals, { isWhole, findings }: Place): void {
  const says = 'the bills and the cash say';
  const figures = { stored: sumsOfShift(stored), expected: sumsOfShift(computed) };
  if (isWhole) return compareSums(name, figures, says, findings);
  const { firm, soft } = splitSoft(figures);
  compareSums(name, firm, says, findings);
  if (JSON.stringify([...soft.stored]) !== JSON.stringify([...soft.expected])) findings.notComparable('Z detail');
}

type Sums = ReturnType<typeof sumsOfShift>;

function splitSoft({ stored, expected }: { stored: Sums; expected: Sums }) {
  const isSoft = (label: string): boolean => /^(voids|gifts|guests|GST by rate)/.test(label);
  const part = (sums: Sums, wanted: boolean): Sums => new Map([...sums].filter(([label]) => isSoft(label) === wanted));
  return {
    firm: { stored: part(stored, false), expected: part(expected, false) },
    soft: { stored: part(stored, true), expected: part(expected, true) },
  };
}

type Closing = NonNullable<ShiftRow['closing']>;

function compareCounted(
  closing: Closing,
  note: Note,
  totals: ShiftTotals,
  { name, findings }: { name: string; findings: Findings },
): void {
  const difference = numberIn(note.after, 'difference');
  if (difference !== undefined) {
    findings.amount(`${name}: difference`, { stored: closing.difference, expected: difference });
    const counted = { stored: countDifference(closing.counted, totals), expected: difference };
    findings.amount(`${name}: difference of what was counted`, counted);
  }
  const noted = note.after['counted'];
  if (!Array.isArray(noted)) return findings.notComparable('counted sum');
  const listed = (all: Closing['counted']): string =>
    all.map(({ method, amount }) => `${method} ${formatMoney(amount)}`).join(' and ');
  const counted = { stored: listed(closing.counted), expected: listed(noted as Closing['counted']) };
  findings.value(`${name}: counted`, counted);
}
