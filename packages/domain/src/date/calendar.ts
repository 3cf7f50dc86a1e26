/** The month grid of the calendar. Source: R11.8. */
import { addDays } from './business-day.ts';

export const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
/** Weeks start on Sunday. */
export const weekdayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

export interface CalendarCell {
  /** 'YYYY-MM-DD' */
  readonly date: string;
  readonly day: number;
  /** false for padding days of the previous or next month. */
  readonly isInMonth: boolean;
}

/** Returns the cells of a month (1…12), padded with days of the neighbouring months to 35, or to 42 when the month needs six weeks. */
export function calendarMonth(year: number, month: number): CalendarCell[] {
  const prefix = `${year}-${String(month).padStart(2, '0')}`;
  const first = `${prefix}-01`;
  const lead = new Date(`${first}T00:00:00Z`).getUTCDay();
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return Array.from({ length: lead + days > 35 ? 42 : 35 }, (_, index) => {
    const date = addDays(first, index - lead);
    return { date, day: Number(date.slice(8)), isInMonth: date.startsWith(prefix) };
  });
}

/** Returns a year and month plus a number of months. */
export function addMonths(year: number, month: number, by: number): { readonly year: number; readonly month: number } {
  const months = year * 12 + (month - 1) + by;
  return { year: Math.floor(months / 12), month: (((months % 12) + 12) % 12) + 1 };
}
