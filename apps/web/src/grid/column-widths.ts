/** Widths of the columns of a list. Source: R35.58. */

/** What a column needs, in px. */
export interface ColumnNeed {
  /** Shows its longest content whole. */
  readonly full: number;
  /** It is never made narrower; equal to `full` for amounts, dates and marks. */
  readonly least: number;
}

/**
 * Returns the widths in px that fill `room`. Columns share what is left over in proportion to their content. Where room is missing,
 * columns of long texts give way down to `least`; the sum is more than `room` when even that is not enough.
 */
export function columnWidths(needs: readonly ColumnNeed[], room: number): readonly number[] {
  const full = needs.reduce((sum, need) => sum + need.full, 0);
  if (full <= room) return needs.map((need) => Math.floor((need.full * room) / Math.max(1, full)));
  const spare = needs.reduce((sum, need) => sum + need.full - need.least, 0);
  const share = spare === 0 ? 0 : Math.min(1, (full - room) / spare);
  return needs.map((need) => Math.max(need.least, Math.floor(need.full - (need.full - need.least) * share)));
}
