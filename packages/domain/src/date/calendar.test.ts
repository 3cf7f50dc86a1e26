import { describe, expect, it } from 'vitest';
import { addMonths, calendarMonth, monthNames, weekdayNames } from './calendar.ts';
import { formatDate, formatInstant, formatPickedDate, formatTime, pickedDatePlaceholder } from './format.ts';

describe('calendarMonth', () => {
  it('[R11.8] starts weeks on Sunday and uses short English names', () => {
    expect(weekdayNames[0]).toBe('Sun');
    expect(monthNames).toHaveLength(12);
    expect(monthNames[8]).toBe('Sep');
  });

  it.each([
    [2026, 3, 35, '2026-03-01', '2026-04-04'],
    [2026, 5, 42, '2026-04-26', '2026-06-06'],
    [2026, 1, 35, '2025-12-28', '2026-01-31'],
    [2026, 2, 35, '2026-02-01', '2026-03-07'],
    [2024, 2, 35, '2024-01-28', '2024-03-02'],
    [2026, 8, 42, '2026-07-26', '2026-09-05'],
  ])('[R11.8] pads %d-%d to %d cells', (year, month, cells, first, last) => {
    const grid = calendarMonth(year, month);
    expect(grid).toHaveLength(cells);
    expect([grid[0]?.date, grid.at(-1)?.date]).toEqual([first, last]);
    expect(grid.filter((cell) => cell.isInMonth)).toHaveLength(new Date(Date.UTC(year, month, 0)).getUTCDate());
  });

  it('addMonths moves across the end of the year', () => {
    expect(addMonths(2026, 1, -1)).toEqual({ year: 2025, month: 12 });
    expect(addMonths(2026, 12, 1)).toEqual({ year: 2027, month: 1 });
    expect(addMonths(2026, 6, -18)).toEqual({ year: 2024, month: 12 });
  });
});

describe('formats', () => {
  it('[R10.1] writes dates as DD-MMM-yyyy', () => {
    expect(formatDate('2020-01-13')).toBe('13-Jan-2020');
    expect(formatDate('2020-09-03')).toBe('03-Sep-2020');
  });

  it('[R11.7] writes a picked date like 13 Jan, 2020', () => {
    expect(formatPickedDate('2020-01-13')).toBe('13 Jan, 2020');
    expect(formatPickedDate('2020-09-03')).toBe('3 Sep, 2020');
    expect(pickedDatePlaceholder).toBe('eg. 13 Jan, 2020');
  });

  it('writes instants in the timezone of the outlet', () => {
    expect(formatInstant('2026-03-10T20:05:00Z', 'Indian/Maldives')).toBe('11-Mar-2026 01:05');
    expect(formatTime(Date.parse('2026-03-10T07:00:00Z'), 'Indian/Maldives')).toBe('12:00');
  });
});
