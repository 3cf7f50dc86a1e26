/** Stacked horizontal bars with a legend: how a figure is made up of parts. */
import { baseOption, type Chart, type ChartFrame, gridOf, textWidth, unitName } from './chart.ts';
import { figureLabel, figuresHeight, rowAxes, rowHeight } from './chart-bars.ts';
import type { StackPlot } from './plot.ts';

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Returns the number of lines that a legend needs. */
function legendLines(parts: readonly string[], { width, textSize }: ChartFrame): number {
  let lines = 1;
  let used = 0;
  for (const part of parts) {
    const wide = textWidth(part, textSize) + textSize * 3.5;
    if (used > 0 && used + wide > width) {
      lines += 1;
      used = 0;
    }
    used += wide;
  }
  return lines;
}

/** Returns the chart of stacked bars. */
export function stackChart({ bars, parts, unit }: StackPlot, frame: ChartFrame): Chart {
  const { width, textSize, look } = frame;
  const totals = bars.map(({ values }) => sumOf(values));
  const axes = rowAxes(
    bars.map(({ label }) => label),
    totals.map((total) => unit.text(total)),
    unit,
    frame,
  );
  const legend = (legendLines(parts, frame) * 2 + 0.4) * textSize;
  return {
    width,
    height: textSize * (1.8 + rowHeight * bars.length + figuresHeight) + legend,
    nearest: 'y',
    marks: bars.map(({ label, values }, index) => {
      const said = parts.map((part, place) => `${part} ${unit.text(values[place] ?? 0)}`).join(' · ');
      return {
        text: `${label} · ${unit.text(totals[index] ?? 0)} (${said})`,
        at: [(totals[index] ?? 0) / unit.divisor, index],
        series: 0,
        index,
      };
    }),
    option: {
      ...baseOption(frame),
      grid: gridOf({ ...axes.grid, bottom: legend + textSize * 0.4 }),
      graphic: [unitName(unit.name, frame)],
      legend: {
        data: parts,
        bottom: textSize * 0.3,
        ...(frame.isMirrored ? { right: 0 } : { left: 0 }),
        padding: 0,
        itemWidth: textSize,
        itemHeight: textSize,
        itemGap: textSize,
        selectedMode: false,
        icon: 'rect',
        textStyle: { color: look.ink, fontSize: textSize },
      },
      xAxis: axes.xAxis,
      yAxis: axes.yAxis,
      series: parts.map((part, place) => ({
        type: 'bar',
        name: part,
        stack: 'all',
        itemStyle: { color: look.parts[place % look.parts.length] },
        barWidth: '50%',
        silent: true,
        data: bars.map(({ values }, index) => {
          const value = Math.max(0, values[place] ?? 0) / unit.divisor;
          if (place < parts.length - 1) return value;
          return { value, label: figureLabel(unit.text(totals[index] ?? 0), frame) };
        }),
      })),
    },
  };
}
