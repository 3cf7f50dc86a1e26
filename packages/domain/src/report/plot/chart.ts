/** A plot as an option of the chart library (ECharts): plain data, so that screens and the thread of a PDF draw the same. Source: R35.79. */
import type { PlotUnit } from './plot.ts';

/** Colours and font of a chart, as the library reads them. */
export interface ChartLook {
  readonly ink: string;
  readonly faint: string;
  readonly grid: string;
  readonly main: string;
  readonly soft: string;
  readonly before: string;
  /** The parts of stacked bars. */
  readonly parts: readonly [string, string, string, string];
  readonly font: string;
}

/** The size of a chart; `textSize` is that of its labels. */
export interface ChartFrame {
  readonly width: number;
  readonly textSize: number;
  /** Whether it is for readers from right to left. */
  readonly isMirrored: boolean;
  readonly look: ChartLook;
}

export type ChartOption = Readonly<Record<string, unknown>>;

/** A value that is shown when its place is touched or reached by keyboard. */
export interface ChartMark {
  readonly text: string;
  /** The place on both axes: values in the unit, or indexes of labels. */
  readonly at: readonly [x: number, y: number];
  readonly series: number;
  readonly index: number;
}

export interface Chart {
  readonly width: number;
  readonly height: number;
  readonly option: ChartOption;
  readonly marks: readonly ChartMark[];
  /** The direction in which the nearest mark to a touch is found. */
  readonly nearest: 'x' | 'y' | 'both';
}

/** Returns the width of a text by the number of its characters: a chart needs no exact one. */
export const textWidth = (text: string, textSize: number): number => text.length * textSize * 0.6;

/** Returns what every chart has: no movement, and the look of its texts. The shapes take no clicks; the chart's place does. */
export const baseOption = ({ look, textSize }: ChartFrame): ChartOption => ({
  animation: false,
  textStyle: { fontFamily: look.font, fontSize: textSize, color: look.faint },
});

/** Returns a text as a label that the library shows letter for letter: its templates use braces. */
export const labelOf = (text: string): string => text.replaceAll('{', '(').replaceAll('}', ')');

/** Returns an axis of figures with the unit's name at its end. */
export const valueAxis = (unit: PlotUnit, { look, textSize }: ChartFrame): ChartOption => ({
  type: 'value',
  ...(unit.isWhole && { minInterval: 1 }),
  splitNumber: 4,
  axisLine: { show: false },
  axisTick: { show: false },
  axisLabel: { color: look.faint, fontSize: textSize, hideOverlap: true },
  splitLine: { lineStyle: { color: look.grid, width: 1 } },
});

/** Returns an axis of labels. */
export const labelAxis = (labels: readonly string[], { look, textSize }: ChartFrame): ChartOption => ({
  type: 'category',
  data: labels,
  axisLine: { lineStyle: { color: look.faint } },
  axisTick: { show: false },
  axisLabel: { color: look.faint, fontSize: textSize, hideOverlap: true },
});

/** Returns the name of a unit in the upper corner at the side of the first label. */
export const unitName = (name: string, { look, textSize, isMirrored }: ChartFrame): ChartOption => ({
  type: 'text',
  silent: true,
  // Half a line of room: letters above it would be cut.
  top: textSize * 0.5,
  ...(isMirrored ? { right: 0 } : { left: 0 }),
  style: { text: name, fill: look.faint, font: `${textSize}px ${look.font}` },
});

/** Returns the place of the axes inside the chart, including their labels. */
export const gridOf = (area: {
  readonly top: number;
  readonly bottom: number;
  readonly left?: number;
  readonly right?: number;
}): ChartOption => ({ left: 0, right: 0, ...area, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' });
