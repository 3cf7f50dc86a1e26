/** The vertical axis of a plot: ticks with lines across, and the unit above. */
import { plainText } from '../value-text.ts';
import type { PlotUnit } from './plot.ts';
import { linear, roundTicks } from './scale.ts';
import { type Frame, type Shape, textWidth } from './scene.ts';

/** Returns a tick as text: '1,500'. */
export const tickText = (tick: number): string => plainText(tick);

/** Returns the ticks of values in the unit's size. */
export const ticksOf = (values: readonly number[], { divisor, isWhole }: PlotUnit): number[] =>
  roundTicks(
    values.map((value) => value / divisor),
    isWhole,
  );

export interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Returns the left edge that leaves room for the texts of ticks. */
export const roomForTicks = (ticks: readonly number[], frame: Frame): number =>
  Math.max(...ticks.map((tick) => textWidth(tickText(tick), frame))) + frame.textSize * 0.8;

/** Returns lines and texts of the vertical axis, and the place of a value on it. */
export function verticalAxis(ticks: readonly number[], unit: PlotUnit, area: Area, frame: Frame) {
  const first = ticks[0] ?? 0;
  const place = linear(first, ticks.at(-1) ?? 1, area.bottom, area.top);
  const shapes: Shape[] = ticks.flatMap((tick): Shape[] => [
    {
      shape: 'path',
      tone: tick === 0 ? 'faint' : 'grid',
      points: [
        [area.left, place(tick)],
        [area.right, place(tick)],
      ],
    },
    {
      shape: 'text',
      x: area.left - frame.textSize * 0.5,
      y: place(tick) + frame.textSize * 0.35,
      text: tickText(tick),
      align: 'end',
      tone: 'faint',
    },
  ]);
  shapes.push({ shape: 'text', x: 0, y: frame.textSize, text: unit.name, align: 'start', tone: 'faint' });
  return { shapes, y: (value: number): number => place(value / unit.divisor) };
}
