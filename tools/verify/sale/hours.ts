/** Compares the sums of each hour with the bills that say in which hour they were paid. Source: docs/rules.md#daily-sums. */
import type { Bill } from '@atoll/domain/bill/bill';
import { countedSubTotal } from '../../../apps/server/src/modules/bill/service.ts';
import type { SaleHourTable } from '../../../apps/server/src/platform/store/schema/schema.ts';
import { compareColumns } from '../columns.ts';
import type { Findings } from '../findings.ts';
import { type Note, numberIn, writtenIn } from '../notes.ts';

type Sums = Omit<SaleHourTable, 'outlet_id' | 'business_date' | 'hour' | 'type'>;

const none: Sums = {
  bills: 0,
  covers: 0,
  sub_total: 0,
  discount: 0,
  service_charge: 0,
  gst: 0,
  total: 0,
  rounding: 0,
  tip: 0,
};

/**
 * The hour in which each bill was paid, by the id of the bill, and in which a payment was corrected with rounding, by the key of the correction. Bills of an
 * earlier release recorded none.
 */
export type PaidHours = Map<number | string, number>;

/** Adds the hour that the entry of a payment, or of its correction, has. */
export function addHour(hours: PaidHours, of: number | string, note: Note): void {
  const hour = numberIn(writtenIn(note, 'sale_hour') ?? {}, 'hour');
  if (hour !== undefined) hours.set(of, hour);
}

/** Sums of the completed bills of a day by hour and type. */
export class HourSums {
  readonly #hours: PaidHours;
  readonly #sums = new Map<string, Sums>();
  /** Whether the hour of each bill is known: only the outlet's time zone of that day tells those of an earlier release. */
  #isWhole = true;

  constructor(hours: PaidHours) {
    this.#hours = hours;
  }

  /** Adds a completed bill. */
  add(bill: Bill): void {
    const hour = this.#hours.get(bill.id ?? 0);
    if (hour === undefined) {
      this.#isWhole = false;
      return;
    }
    const place = `${hour} ${bill.type}`;
    const sum = this.#sums.get(place) ?? none;
    const count = bill.refundOfId === null ? 1 : 0;
    this.#sums.set(place, {
      bills: sum.bills + count,
      covers: sum.covers + count * bill.covers,
      sub_total: sum.sub_total + countedSubTotal(bill),
      discount: sum.discount + bill.discount,
      service_charge: sum.service_charge + bill.serviceCharge,
      gst: sum.gst + bill.gst,
      total: sum.total + bill.total,
      rounding: sum.rounding + bill.roundingAmount,
      tip: sum.tip + bill.tip,
    });
  }

  /** Adds the cash rounding of a correction of a payment. */
  addRounding(key: string, type: string, rounding: number): void {
    const hour = this.#hours.get(key);
    if (hour === undefined) {
      this.#isWhole = false;
      return;
    }
    const place = `${hour} ${type}`;
    const sum = this.#sums.get(place) ?? none;
    this.#sums.set(place, { ...sum, rounding: sum.rounding + rounding });
  }

  /** Compares the stored rows of the day. */
  compare(rows: readonly SaleHourTable[], name: string, findings: Findings): void {
    if (!this.#isWhole) return;
    const left = new Map(this.#sums);
    for (const row of rows) {
      const place = `${row.hour} ${row.type}`;
      compareColumns(nameOf(name, place), row, left.get(place) ?? none, findings, 'the bills say');
      left.delete(place);
    }
    for (const place of left.keys()) findings.differs(`${nameOf(name, place)}: sums are missing`);
  }
}

/** Returns 'day 2026-07-01, hour 19, Table'. */
function nameOf(day: string, place: string): string {
  const [hour, type] = place.split(' ');
  return `${day}, hour ${hour}, ${type}`;
}
