/** Horizontal bars, a row each: the name, the value, the bar below, and a tick where the compared period stood. */
import { ticksOf, tickText } from './axis.ts';
import type { BarsPlot, PlotUnit } from './plot.ts';
import { linear } from './scale.ts';
import { type Frame, fitted, type Mark, type Scene, type Shape, textWidth } from './scene.ts';

/** Returns the axis below horizontal bars, and the place of a value on it. */
export function lowerAxis(ticks: readonly number[], unit: PlotUnit, { width, textSize }: Frame, bottom: number) {
  const end = width - textWidth(tickText(ticks.at(-1) ?? 0), { width, textSize }) / 2;
  const place = linear(ticks[0] ?? 0, ticks.at(-1) ?? 1, textSize * 0.6, end);
  const shapes = ticks.flatMap((tick): Shape[] => [
    {
      shape: 'path',
      tone: tick === 0 ? 'faint' : 'grid',
      points: [
        [place(tick), textSize * 1.6],
        [place(tick), bottom],
      ],
    },
    { shape: 'text', x: place(tick), y: bottom + textSize * 1.2, text: tickText(tick), align: 'middle', tone: 'faint' },
  ]);
  shapes.push({ shape: 'text', x: 0, y: textSize, text: unit.name, align: 'start', tone: 'faint' });
  return { shapes, x: (value: number): number => place(value / unit.divisor) };
}

/** Returns the scene of bars. */
export function barsScene({ points, unit, words }: BarsPlot, frame: Frame): Scene {
  const { width, textSize } = frame;
  const row = textSize * 2.5;
  const bottom = textSize * 1.8 + row * points.length;
  const ticks = ticksOf(
    points.flatMap(({ value, before }) => [value, before ?? 0]),
    unit,
  );
  const axis = lowerAxis(ticks, unit, frame, bottom);
  const zero = axis.x(0);
  const shapes: Shape[] = [];
  const marks: Mark[] = [];
  for (const [index, { label, value, before }] of points.entries()) {
    const y = textSize * 1.8 + row * index;
    const text = unit.text(value);
    const x = axis.x(value);
    const name = fitted(label, width - textWidth(text, frame) - textSize * 2, frame);
    shapes.push(
      { shape: 'text', x: zero + textSize * 0.4, y: y + textSize * 1.1, text: name, align: 'start', tone: 'ink' },
      { shape: 'text', x: width, y: y + textSize * 1.1, text, align: 'end', tone: 'ink' },
      {
        shape: 'rect',
        x: Math.min(x, zero),
        y: y + textSize * 1.45,
        width: Math.max(1, Math.abs(x - zero)),
        height: textSize * 0.55,
        tone: index === 0 ? 'main' : 'soft',
      },
    );
    if (before !== null)
      shapes.push({
        shape: 'path',
        tone: 'before',
        points: [
          [axis.x(before), y + textSize * 1.25],
          [axis.x(before), y + textSize * 2.2],
        ],
      });
    const compared = before === null ? '' : ` · ${words.before} ${unit.text(before)}`;
    marks.push({ x: 0, y, width, height: row, text: `${label} · ${text}${compared}` });
  }
  return { width, height: bottom + textSize * 1.8, shapes: [...axis.shapes, ...shapes], marks };
}
