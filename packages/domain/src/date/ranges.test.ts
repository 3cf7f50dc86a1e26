import { describe, expect, it } from 'vitest';
import { dateRange, defaultRange, rangeInstants, rangeNames, reportRanges } from './ranges.ts';

const clock = { timezone: 'Indian/Maldives', businessDayCutoff: '04:00' };
const tuesday = Date.parse('2026-03-10T07:00:00Z');

describe('dateRange', () => {
  it('[R20.4] offers the eight ranges, Today by default', () => {
    expect(rangeNames).toEqual([
      'Today',
      'Weekly',
      'Monthly',
      'Last Month',
      'Quarterly',
      'Yearly',
      'Last Year',
      'Custom',
    ]);
    expect(defaultRange).toBe('Today');
  });

  it('[R35.65] offers reports Yesterday, Last 7 days and Last 30 days besides, in business days', () => {
    expect(reportRanges).toEqual([...rangeNames, 'Yesterday', 'Last 7 days', 'Last 30 days']);
    const early = Date.parse('2026-03-10T22:59:00Z');
    expect(dateRange('Yesterday', early, clock)).toEqual({ from: '2026-03-09', to: '2026-03-09' });
    expect(dateRange('Last 7 days', early, clock)).toEqual({ from: '2026-03-04', to: '2026-03-10' });
    expect(dateRange('Last 30 days', early, clock)).toEqual({ from: '2026-02-09', to: '2026-03-10' });
  });

  it.each([
    ['Today', '2026-03-10', '2026-03-10'],
    ['Weekly', '2026-03-08', '2026-03-10'],
    ['Monthly', '2026-03-01', '2026-03-10'],
    ['Last Month', '2026-02-01', '2026-02-28'],
    ['Quarterly', '2026-01-01', '2026-03-10'],
    ['Yearly', '2026-01-01', '2026-03-10'],
    ['Last Year', '2025-01-01', '2025-12-31'],
  ] as const)('[R20.4] %s goes from %s to %s', (range, from, to) => {
    expect(dateRange(range, tuesday, clock)).toEqual({ from, to });
  });

  it('[R20.4] uses business days: 03:59 on a Sunday still belongs to the previous week', () => {
    expect(dateRange('Weekly', Date.parse('2026-03-07T22:59:00Z'), clock)).toEqual({
      from: '2026-03-01',
      to: '2026-03-07',
    });
    expect(dateRange('Weekly', Date.parse('2026-03-07T23:00:00Z'), clock)).toEqual({
      from: '2026-03-08',
      to: '2026-03-08',
    });
  });

  it('computes Last Month in January and Quarterly in the last quarter', () => {
    const newYear = Date.parse('2026-01-02T07:00:00Z');
    expect(dateRange('Last Month', newYear, clock)).toEqual({ from: '2025-12-01', to: '2025-12-31' });
    expect(dateRange('Quarterly', Date.parse('2026-12-31T07:00:00Z'), clock).from).toBe('2026-10-01');
  });

  it('accepts a custom range with its ends in either order', () => {
    const ends = { from: '2026-02-01', to: '2026-01-01' };
    expect(dateRange('Custom', tuesday, clock, ends)).toEqual({ from: '2026-01-01', to: '2026-02-01' });
    expect(dateRange('Custom', tuesday, clock)).toEqual({ from: '2026-03-10', to: '2026-03-10' });
  });

  it('converts business days to instants, end excluded', () => {
    expect(rangeInstants({ from: '2026-03-10', to: '2026-03-10' }, clock)).toEqual({
      startMs: Date.parse('2026-03-09T23:00:00Z'),
      endMs: Date.parse('2026-03-10T23:00:00Z'),
    });
  });
});
