/** A heat map: a row for each weekday, a column for each hour, darker where the value is larger. */
import { baseOption, type Chart, type ChartFrame, labelAxis, textWidth, unitName } from './chart.ts';
import type { HeatPlot } from './plot.ts';

/** Heights of a row, and of what is above and below the rows, in sizes of the text. */
const rowHeight = 2.2;
const topHeight = 1.8;
const hoursHeight = 1.8;

/** Returns the chart of a heat map. */
export function heatChart({ columns, rows, values, unit }: HeatPlot, frame: ChartFrame): Chart {
  const { width, textSize, isMirrored, look } = frame;
  const most = Math.max(1, ...values.flat());
  const cells = rows.flatMap((name, row) =>
    columns.map((hour, column) => ({ row, column, name, hour, value: values[row]?.[column] ?? 0 })),
  );
  const scale = {
    type: 'text',
    silent: true,
    top: textSize * 0.5,
    ...(isMirrored ? { left: 0 } : { right: 0 }),
    style: { text: `0 – ${unit.text(most)}`, fill: look.faint, font: `${textSize}px ${look.font}` },
  };
  const names = labelAxis(rows, frame);
  // The cells are as large as their place, so the room for names is counted here instead of by the library.
  const room = Math.max(...rows.map((name) => textWidth(name, textSize))) + textSize;
  const size = [(width - room) / Math.max(1, columns.length) - 2, textSize * rowHeight - 2];
  return {
    width,
    height: textSize * (topHeight + rowHeight * rows.length + hoursHeight),
    nearest: 'both',
    marks: cells.map(({ row, column, name, hour, value }, index) => ({
      text: `${name} ${hour} · ${unit.text(value)}`,
      at: [column, row],
      series: 0,
      index,
    })),
    option: {
      ...baseOption(frame),
      grid: {
        top: textSize * topHeight,
        bottom: textSize * hoursHeight,
        left: isMirrored ? 0 : room,
        right: isMirrored ? room : 0,
        outerBoundsMode: 'none',
      },
      graphic: [unitName(unit.name, frame), scale],
      xAxis: { ...labelAxis(columns, frame), axisLine: { show: false }, inverse: isMirrored },
      yAxis: {
        ...names,
        axisLine: { show: false },
        axisLabel: { color: look.ink, fontSize: textSize, interval: 0 },
        inverse: true,
        position: isMirrored ? 'right' : 'left',
      },
      series: [
        {
          type: 'scatter',
          symbol: 'rect',
          symbolSize: size,
          data: cells.map(({ row, column, value }) => ({
            value: [column, row],
            itemStyle:
              value > 0
                ? { color: look.main, opacity: 0.12 + (0.88 * value) / most }
                : { color: look.grid, opacity: 0.5 },
          })),
          emphasis: { scale: false, itemStyle: { borderColor: look.ink, borderWidth: 2 } },
          silent: true,
        },
      ],
    },
  };
}
