/** Horizontal bars, a row each: the name, the bar, the value, and a tick where the compared period stood. */
import {
  baseOption,
  type Chart,
  type ChartFrame,
  type ChartOption,
  gridOf,
  labelAxis,
  labelOf,
  textWidth,
  unitName,
  valueAxis,
} from './chart.ts';
import type { BarsPlot, PlotUnit } from './plot.ts';

/** Returns the axes of horizontal bars, the first row on top, with room for the figures behind the bars. */
export function rowAxes(labels: readonly string[], figures: readonly string[], unit: PlotUnit, frame: ChartFrame) {
  const { width, textSize, isMirrored, look } = frame;
  const names = labelAxis(labels, frame);
  const end = Math.max(0, ...figures.map((text) => textWidth(text, textSize))) + textSize;
  return {
    grid: { top: textSize * 1.8, ...(isMirrored ? { left: end } : { right: end }) },
    xAxis: { ...valueAxis(unit, frame), inverse: isMirrored },
    yAxis: {
      ...names,
      inverse: true,
      position: isMirrored ? 'right' : 'left',
      axisLabel: { color: look.ink, fontSize: textSize, width: width * 0.3, overflow: 'truncate', interval: 0 },
    },
  };
}

/** The height of a row in sizes of the text. */
export const rowHeight = 2.5;
/** The figures below the rows in sizes of the text. */
export const figuresHeight = 1.8;

/** Returns the label of a value behind its bar. */
export const figureLabel = (text: string, { look, textSize, isMirrored }: ChartFrame): ChartOption => ({
  show: true,
  position: isMirrored ? 'left' : 'right',
  formatter: labelOf(text),
  color: look.ink,
  fontSize: textSize,
});

/** Returns the chart of bars. */
export function barsChart({ points, unit, words }: BarsPlot, frame: ChartFrame): Chart {
  const { width, textSize, look } = frame;
  const axes = rowAxes(
    points.map(({ label }) => label),
    points.map(({ value }) => unit.text(value)),
    unit,
    frame,
  );
  const before = points.flatMap((point, index) =>
    point.before === null ? [] : [[point.before / unit.divisor, index] as const],
  );
  return {
    width,
    height: textSize * (1.8 + rowHeight * points.length + figuresHeight),
    nearest: 'y',
    marks: points.map(({ label, value, before: was }, index) => ({
      text: `${label} · ${unit.text(value)}${was === null ? '' : ` · ${words.before} ${unit.text(was)}`}`,
      at: [value / unit.divisor, index],
      series: 0,
      index,
    })),
    option: {
      ...baseOption(frame),
      grid: gridOf({ ...axes.grid, bottom: textSize * 0.4 }),
      graphic: [unitName(unit.name, frame)],
      xAxis: axes.xAxis,
      yAxis: axes.yAxis,
      series: [
        {
          type: 'bar',
          data: points.map(({ value }, index) => ({
            value: value / unit.divisor,
            itemStyle: { color: index === 0 ? look.main : look.soft },
            label: figureLabel(unit.text(value), frame),
          })),
          barWidth: '50%',
          emphasis: { itemStyle: { color: look.main } },
          silent: true,
        },
        ...(before.length > 0
          ? [
              {
                type: 'scatter',
                data: before,
                symbol: 'rect',
                symbolSize: [textSize * 0.2, textSize * 1.7],
                itemStyle: { color: look.before },
                silent: true,
                z: 3,
              },
            ]
          : []),
      ],
    },
  };
}
