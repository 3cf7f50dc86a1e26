/** What stands on a report's pages: texts alone, so that it can be drawn on another thread. */

export interface PaperColumn {
  readonly label: string;
  /** Figures stand at the end of their column and are never cut. */
  readonly isFigure: boolean;
}

export interface Paper {
  readonly title: string;
  /** The outlet's name, and beneath it what its papers say of it. */
  readonly outlet: readonly string[];
  /** Range, as of when, filters: a line each. */
  readonly lines: readonly string[];
  readonly columns: readonly PaperColumn[];
  readonly rows: readonly (readonly string[])[];
  /** Rows of sums beneath. */
  readonly sums: readonly (readonly string[])[];
  /** Said instead of rows when there are none. */
  readonly nothing: string;
  /** 'Page 1 of 3'. */
  readonly page: string;
  /** Columns run from the right. */
  readonly isRightToLeft: boolean;
}

/** A text goes in the direction of its first letter. */
export const isRightToLeft = (text: string): boolean =>
  /^\P{L}*[\p{Script=Thaana}\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text);
