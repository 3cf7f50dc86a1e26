/** A line by day, or columns by hour, with the compared period as a dashed line. */
import {
  baseOption,
  type Chart,
  type ChartFrame,
  type ChartOption,
  gridOf,
  labelAxis,
  unitName,
  valueAxis,
} from './chart.ts';
import type { PlotPoint, TimePlot } from './plot.ts';

/** Lines of more points have no dots. */
const maxDots = 31;

const pointText = ({ label, value, before }: PlotPoint, { unit, words }: TimePlot): string =>
  `${label} · ${unit.text(value)}${before === null ? '' : ` · ${words.before} ${unit.text(before)}`}`;

function valueSeries({ kind, points, unit }: TimePlot, { look, textSize }: ChartFrame): ChartOption {
  const values = points.map(({ value }) => value / unit.divisor);
  if (kind === 'line')
    return {
      type: 'line',
      data: values,
      showSymbol: values.length <= maxDots,
      symbol: 'circle',
      symbolSize: textSize * 0.5,
      lineStyle: { color: look.main, width: textSize / 5 },
      itemStyle: { color: look.main },
      emphasis: { scale: 2 },
      silent: true,
    };
  const most = Math.max(...values);
  return {
    type: 'bar',
    data: values.map((value) => ({ value, itemStyle: { color: value === most ? look.main : look.soft } })),
    barCategoryGap: '28%',
    barMaxWidth: textSize * 4,
    emphasis: { itemStyle: { color: look.main } },
    silent: true,
  };
}

/** Returns the chart of values along time. */
export function timeChart(plot: TimePlot, frame: ChartFrame): Chart {
  const { points, unit } = plot;
  const { width, textSize, isMirrored, look } = frame;
  const compared = points.map(({ before }) => (before === null ? null : before / unit.divisor));
  const before: ChartOption = {
    type: 'line',
    data: compared,
    showSymbol: false,
    lineStyle: { color: look.before, width: textSize / 6, type: 'dashed' },
    itemStyle: { color: look.before },
    silent: true,
  };
  return {
    width,
    height: textSize * 18,
    nearest: 'x',
    marks: points.map((point, index) => ({
      text: pointText(point, plot),
      at: [index, point.value / unit.divisor],
      series: 0,
      index,
    })),
    option: {
      ...baseOption(frame),
      grid: gridOf({ top: textSize * 2.2, bottom: textSize * 0.4 }),
      graphic: [unitName(unit.name, frame)],
      xAxis: {
        ...labelAxis(
          points.map(({ label }) => label),
          frame,
        ),
        inverse: isMirrored,
      },
      yAxis: { ...valueAxis(unit, frame), position: isMirrored ? 'right' : 'left' },
      series: [valueSeries(plot, frame), ...(compared.some((value) => value !== null) ? [before] : [])],
    },
  };
}
