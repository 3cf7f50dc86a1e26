/** A line by day, or columns by hour, with the compared period as a dashed line. */
import { roomForTicks, ticksOf, verticalAxis } from './axis.ts';
import type { PlotPoint, TimePlot } from './plot.ts';
import { type Frame, type Mark, type Scene, type Shape, textWidth } from './scene.ts';

const pointText = ({ label, value, before }: PlotPoint, { unit, words }: TimePlot): string =>
  `${label} · ${unit.text(value)}${before === null ? '' : ` · ${words.before} ${unit.text(before)}`}`;

/** Returns every how many points a label fits. */
function labelStep(labels: readonly string[], step: number, frame: Frame): number {
  const widest = Math.max(...labels.map((label) => textWidth(label, frame))) + frame.textSize;
  return Math.max(1, Math.ceil(widest / step));
}

/** Lines of more points have no dots. */
const maxDots = 31;

const dotsOf = (places: readonly (readonly [number, number])[], textSize: number): Shape[] =>
  places.length > maxDots
    ? []
    : places.map(([x, y]) => ({ shape: 'dot', x, y, radius: textSize * 0.25, tone: 'main' }));

/** Returns the scene of values along time. */
export function timeScene(plot: TimePlot, frame: Frame): Scene {
  const { points, unit } = plot;
  const { width, textSize } = frame;
  const height = textSize * 18;
  const ticks = ticksOf(
    points.flatMap(({ value, before }) => [value, before ?? 0]),
    unit,
  );
  const area = { left: roomForTicks(ticks, frame), right: width, top: textSize * 2.2, bottom: height - textSize * 1.8 };
  const axis = verticalAxis(ticks, unit, area, frame);
  const step = (area.right - area.left) / Math.max(1, points.length);
  const middle = (index: number): number => area.left + step * (index + 0.5);
  const most = Math.max(...points.map(({ value }) => value));
  const zero = axis.y(0);
  const labels = labelStep(
    points.map(({ label }) => label),
    step,
    frame,
  );
  const thick = Math.min(step * 0.72, textSize * 4);
  const values: Shape[] =
    plot.kind === 'columns'
      ? points.map(({ value }, index): Shape => {
          const y = axis.y(value);
          return {
            shape: 'rect',
            x: middle(index) - thick / 2,
            y: Math.min(y, zero),
            width: thick,
            height: Math.abs(zero - y),
            tone: value === most ? 'main' : 'soft',
          };
        })
      : [
          { shape: 'path', tone: 'main', points: points.map(({ value }, index) => [middle(index), axis.y(value)]) },
          ...dotsOf(
            points.map(({ value }, index) => [middle(index), axis.y(value)] as const),
            textSize,
          ),
        ];
  const before = points.flatMap((point, index) =>
    point.before === null ? [] : [[middle(index), axis.y(point.before)] as const],
  );
  const marks = points.map(
    (point, index): Mark => ({
      x: area.left + step * index,
      y: area.top,
      width: step,
      height: area.bottom - area.top,
      text: pointText(point, plot),
    }),
  );
  return {
    width,
    height,
    marks,
    shapes: [
      ...axis.shapes,
      ...values,
      ...(before.length > 1 ? [{ shape: 'path', tone: 'before', isDashed: true, points: before } as const] : []),
      ...points.flatMap(({ label }, index): Shape[] =>
        index % labels === 0
          ? [
              {
                shape: 'text',
                x: middle(index),
                y: height - textSize * 0.3,
                text: label,
                align: 'middle',
                tone: 'faint',
              },
            ]
          : [],
      ),
    ],
  };
}
