/** The content of a PDF report: texts and shapes only, so that another thread can draw it. */
import type { Chart } from '@atoll/domain/report/plot/chart';

export interface ContentColumn {
  readonly label: string;
  /** Whether the column has figures, which are aligned at its end and never cut. */
  readonly isFigure: boolean;
}

/** A plot for a page. */
export type PaperPlot = Pick<Chart, 'width' | 'height' | 'option'>;

export interface ReportContent {
  readonly title: string;
  /** The outlet's name, followed by its details. */
  readonly outlet: readonly string[];
  /** Range with time of the report, and filters, a line each. */
  readonly lines: readonly string[];
  /** The plot above the table, as wide as it, with texts of `plotTextSize`; null without one. */
  readonly plot: PaperPlot | null;
  readonly columns: readonly ContentColumn[];
  readonly rows: readonly (readonly string[])[];
  /** Rows of totals below the table. */
  readonly sums: readonly (readonly string[])[];
  /** Text shown instead of rows when there are none. */
  readonly nothing: string;
  /** Template of page numbers: 'Page {{page}} of {{pages}}'. */
  readonly page: string;
  /** Whether columns run from right to left. */
  readonly isRightToLeft: boolean;
}

/** Returns whether a text runs from right to left, by its first letter. */
export const isRightToLeft = (text: string): boolean =>
  /^\P{L}*[\p{Script=Thaana}\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text);
