/** The data of plots. Source: R35.79. */

/** How the figures of an axis are read: `divisor` 100 for laari, and the unit's name. */
export interface PlotUnit {
  readonly name: string;
  readonly divisor: number;
  readonly isWhole: boolean;
  /** Returns a value as text, without the unit. */
  text(value: number): string;
}

export interface PlotPoint {
  readonly label: string;
  readonly value: number;
  /** The figure of the compared period; null without one. */
  readonly before: number | null;
}

/** Words of a plot in the reader's language. */
export interface PlotWords {
  readonly before: string;
}

interface Base {
  readonly unit: PlotUnit;
  readonly words: PlotWords;
}

/** Values along time: a line for days, columns for hours. The compared period is a dashed line. */
export interface TimePlot extends Base {
  readonly kind: 'line' | 'columns';
  readonly points: readonly PlotPoint[];
}
export interface BarsPlot extends Base {
  readonly kind: 'bars';
  readonly points: readonly PlotPoint[];
}
/** A table of cells, coloured by their value. */
export interface HeatPlot extends Base {
  readonly kind: 'heat';
  readonly columns: readonly string[];
  readonly rows: readonly string[];
  /** By row, then column. */
  readonly values: readonly (readonly number[])[];
}
/** Points by two figures, with a cross at the averages. */
export interface PlanePlot extends Base {
  readonly kind: 'plane';
  readonly points: readonly {
    readonly label: string;
    readonly x: number;
    readonly y: number;
    readonly group: string;
  }[];
  readonly xUnit: PlotUnit;
  readonly cross: { readonly x: number; readonly y: number };
  /** Names of the corners: top right, bottom right, top left, bottom left. */
  readonly corners: readonly [string, string, string, string];
}
export interface StackPlot extends Base {
  readonly kind: 'stack';
  readonly parts: readonly string[];
  readonly bars: readonly { readonly label: string; readonly values: readonly number[] }[];
}

export type Plot = TimePlot | BarsPlot | HeatPlot | PlanePlot | StackPlot;
