/** Points by two figures: popularity to the far side, margin upwards, and a cross that makes four corners. */
import { baseOption, type Chart, type ChartFrame, gridOf, labelOf, unitName, valueAxis } from './chart.ts';
import type { PlanePlot } from './plot.ts';

/** Names of points are left out where there are more: touching a point says its name. */
const maxNames = 40;

/** Returns the names of the four corners, each in its corner. */
function cornersOf({ corners }: PlanePlot, frame: ChartFrame): object[] {
  const { textSize, look, isMirrored } = frame;
  const [topFar, bottomFar, topNear, bottomNear] = corners;
  const corner = (text: string, isFar: boolean, isTop: boolean) => ({
    type: 'text',
    silent: true,
    z: 5,
    ...(isTop ? { top: textSize * 2.4 } : { bottom: textSize * 4 }),
    ...(isFar === isMirrored ? { left: textSize * (isFar ? 0.8 : 5) } : { right: textSize * (isFar ? 0.8 : 5) }),
    style: { text, fill: look.faint, font: `${textSize}px ${look.font}` },
  });
  return [
    corner(topFar, true, true),
    corner(bottomFar, true, false),
    corner(topNear, false, true),
    corner(bottomNear, false, false),
  ];
}

/** Returns the chart of a plane. */
export function planeChart(plot: PlanePlot, frame: ChartFrame): Chart {
  const { points, unit, xUnit, cross } = plot;
  const { width, textSize, isMirrored, look } = frame;
  const places = points.map(({ x, y }) => [x / xUnit.divisor, y / unit.divisor] as const);
  const farthest = Math.max(...places.map(([x]) => x));
  return {
    width,
    height: textSize * 26,
    nearest: 'both',
    marks: points.map(({ label, group, x, y }, index) => ({
      text: `${label} · ${group} · ${xUnit.text(x)} ${xUnit.name} · ${unit.text(y)}`,
      at: places[index] ?? [0, 0],
      series: 0,
      index,
    })),
    option: {
      ...baseOption(frame),
      grid: gridOf({
        top: textSize * 2.2,
        bottom: textSize * 2,
        ...(isMirrored ? { left: textSize * 0.8 } : { right: textSize * 0.8 }),
      }),
      graphic: [
        unitName(unit.name, frame),
        {
          ...unitName(xUnit.name, { ...frame, isMirrored: !isMirrored }),
          top: undefined,
          bottom: textSize * 0.2,
        },
        ...cornersOf(plot, frame),
      ],
      xAxis: { ...valueAxis(xUnit, frame), splitLine: { show: false }, inverse: isMirrored },
      yAxis: { ...valueAxis(unit, frame), position: isMirrored ? 'right' : 'left' },
      series: [
        {
          type: 'scatter',
          data: places.map((value, index) => ({
            value,
            label: {
              show: index < maxNames,
              formatter: labelOf(points[index]?.label ?? ''),
              // Names of the last points stand before them, inside the chart.
              position: value[0] > farthest * 0.7 === isMirrored ? 'right' : 'left',
            },
          })),
          symbolSize: textSize * 0.8,
          itemStyle: { color: look.main },
          label: {
            color: look.ink,
            fontSize: textSize,
            width: width * 0.25,
            overflow: 'truncate',
          },
          labelLayout: { hideOverlap: true },
          emphasis: { scale: 1.8 },
          silent: true,
          markLine: {
            symbol: 'none',
            label: { show: false },
            silent: true,
            lineStyle: { color: look.before, type: 'dashed', width: 1 },
            data: [{ xAxis: cross.x / xUnit.divisor }, { yAxis: cross.y / unit.divisor }],
          },
        },
      ],
    },
  };
}
