/**
 * Prints a transfer notice on each printer whose stations prepare moved items: one slip, not the items again. Source: R35.39, docs/rules.md#moved-slip.
 */

import { billAllergies } from '@atoll/domain/bill/allergies';
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { courseOf, isHeld } from '@atoll/domain/bill/course';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import type { PrintSlip } from '@atoll/domain/contract/bill/print';
import { cutText } from '@atoll/domain/form/plain-text';
import { quantityOf } from '@atoll/domain/money/quantity';
import { findStation } from '@atoll/domain/outlet/station';
import { partsAt, stationCodes } from '@atoll/domain/ticket/item-parts';
import { isAutoPrintOn, stationPrinters } from '@atoll/domain/ticket/printers';
import { ticketStaleMs } from '@atoll/domain/ticket/stale';
import type { CourseMove } from '../bills/saved.ts';
import { tillNow, tillNowText } from '../clock/till-clock.ts';
import { t } from '../locale/locale.ts';
import { slotName } from '../locale/slot-name.ts';
import { settingsHere, stationsHere, useApp } from '../sync/app-store.ts';
import { type KeptNotice, keepNotice, type Place, replaceNotice } from './kept-notices.ts';
import { retryDelayMs } from './retry-delay.ts';
import { printSlip } from './slip.ts';

const nameOf = ({ type, slot }: Place): string => slotName(t, type, slot);

/** Returns from which course to which an item went; '' in a notice of another slot. */
function courseText(item: BillItem, { courses }: KeptNotice): string {
  const from = courses?.[item.key];
  return from === undefined ? '' : t('floor.courseMoved', { from, to: courseOf(item) });
}

/** Tells the kitchen that items wait in another course than on their ticket (R23.13). */
export async function printCourseNotice(bill: Bill, moves: readonly CourseMove[]): Promise<void> {
  const { key, type, slot, number } = bill;
  const courses = Object.fromEntries(moves.map((move) => [move.key, move.from]));
  const items = bill.items.filter((item) => isHeld(item) && courses[item.key] !== undefined);
  if (items.length === 0) return;
  const made = items.map((item) => `${item.key} ${courseOf(item)} ${item.placedAt ?? ''}`).join(' ');
  await printTransferNotice({
    key: `course ${key} ${made}`,
    outletId: useApp.getState().outletId ?? 0,
    bill: { key, type, slot, number },
    to: { type, slot },
    items,
    isWhole: false,
    courses,
    since: tillNowText(),
    state: 'due',
  });
}

/** Tells the kitchen of allergies that were typed after its tickets. New items name them on their own tickets. Source: R23.22. */
export async function printAllergyNotice(bill: Bill, newItems: readonly string[]): Promise<void> {
  const { key, type, slot, number } = bill;
  const allergies = billAllergies(bill);
  const items = bill.items.filter((item) => !item.isVoid && item.ticketIds.length > 0 && !newItems.includes(item.key));
  if (items.length === 0) return;
  await printTransferNotice({
    key: `allergies ${key} ${allergies}`,
    outletId: useApp.getState().outletId ?? 0,
    bill: { key, type, slot, number },
    to: { type, slot },
    items,
    isWhole: false,
    allergies,
    since: tillNowText(),
    state: 'due',
  });
}

/** Returns the slip of a notice with these rows. */
function slipOf({ bill, to, courses, allergies }: KeptNotice, rows: NonNullable<PrintSlip['rows']>): PrintSlip {
  const number = bill.number === null ? '' : t('bill.number', { n: bill.number });
  if (allergies) {
    const note = [t('bill.allergies', { allergies }), number].filter(Boolean).join(' · ');
    return { title: t('floor.allergies'), large: nameOf(bill), rows, note: cutText(note, 300) };
  }
  const large = courses ? nameOf(bill) : cutText(`${nameOf(bill)} -> ${nameOf(to)}`, 60);
  return { title: t('floor.moved'), large, rows, note: number };
}

/** Stores a notice of items that are on paper in the kitchen, and prints it. */
export async function printTransferNotice(notice: KeptNotice): Promise<void> {
  await keepNotice(notice);
  await printDueNotice(notice);
}

/**
 * Prints the slips of a stored notice, each once for its move; a print server that is away gets them when it is back, within the time in which
 * tickets are of use.
 */
export async function printDueNotice(notice: KeptNotice): Promise<void> {
  const { key, items, isWhole, since } = notice;
  const settings = settingsHere();
  const stations = stationsHere();
  const printersOf = (code: string): readonly string[] => stationPrinters(settings, findStation(stations, code));
  const printers = isAutoPrintOn(settings)
    ? new Set(stationCodes(items, stations).flatMap(printersOf).filter(Boolean))
    : [];
  const sent = [...printers].map(async (printer) => {
    const codes = stationCodes(items, stations).filter((code) => printersOf(code).includes(printer));
    const keys = new Set(codes.flatMap((code) => partsAt(items, code).map(({ item }) => item.key)));
    const own = items.filter(({ key }) => keys.has(key));
    if (own.length === 0) return;
    const rows = isWhole
      ? []
      : own.map((item) => ({
          label: cutText(`${quantityOf(item, 'x')} ${item.name}`, 60),
          value: courseText(item, notice),
        }));
    const slip = slipOf(notice, rows);
    const jobKey = derivedKey(`moved ${printer} ${key}`);
    await printUntilTaken(since, () => printSlip(printer, slip, { jobKey }));
  });
  await Promise.all(sent);
  await replaceNotice(key, []);
}

/** Sends a job until the print server has it, or until it is of no use. */
async function printUntilTaken(since: string, send: () => ReturnType<typeof printSlip>): Promise<void> {
  let waitedMs = Math.max(0, tillNow() - Date.parse(since));
  for (let made = 0; waitedMs < ticketStaleMs; made += 1) {
    const { state } = await send();
    if (state !== 'failed') return;
    const delay = retryDelayMs(made);
    waitedMs += delay;
    await new Promise((resolve) => setTimeout(resolve, delay));
  }
}
