/** Stacked horizontal bars with a legend: how a figure is made up of parts. */
import { ticksOf } from './axis.ts';
import type { StackPlot } from './plot.ts';
import { type Frame, fitted, type Mark, type Scene, type Shape, type Tone, textWidth } from './scene.ts';
import { lowerAxis } from './scene-bars.ts';

const tones = ['series0', 'series1', 'series2', 'series3'] as const satisfies readonly Tone[];
const toneOf = (index: number): Tone => tones[index % tones.length] as Tone;

/** Returns the legend from left to right, in as many lines as it needs, and its height. */
function legendOf(parts: readonly string[], frame: Frame, top: number): { shapes: Shape[]; height: number } {
  const { textSize, width } = frame;
  const shapes: Shape[] = [];
  let x = 0;
  let y = top;
  for (const [index, name] of parts.entries()) {
    const wide = textWidth(name, frame) + textSize * 3;
    if (x > 0 && x + wide > width) {
      x = 0;
      y += textSize * 1.8;
    }
    shapes.push(
      { shape: 'rect', x, y: y - textSize * 0.85, width: textSize, height: textSize, tone: toneOf(index) },
      { shape: 'text', x: x + textSize * 1.4, y, text: name, align: 'start', tone: 'ink' },
    );
    x += wide;
  }
  return { shapes, height: y - top + textSize * 1.8 };
}

/** Returns the scene of stacked bars. */
export function stackScene({ bars, parts, unit }: StackPlot, frame: Frame): Scene {
  const { width, textSize } = frame;
  const row = textSize * 2.5;
  const bottom = textSize * 1.8 + row * bars.length;
  const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + Math.max(0, value), 0);
  const axis = lowerAxis(
    ticksOf(
      bars.map(({ values }) => sumOf(values)),
      unit,
    ),
    unit,
    frame,
    bottom,
  );
  const shapes: Shape[] = [];
  const marks: Mark[] = [];
  for (const [index, { label, values }] of bars.entries()) {
    const y = textSize * 1.8 + row * index;
    const text = unit.text(values.reduce((sum, value) => sum + value, 0));
    const name = fitted(label, width - textWidth(text, frame) - textSize * 2, frame);
    shapes.push(
      { shape: 'text', x: axis.x(0) + textSize * 0.4, y: y + textSize * 1.1, text: name, align: 'start', tone: 'ink' },
      { shape: 'text', x: width, y: y + textSize * 1.1, text, align: 'end', tone: 'ink' },
    );
    let from = 0;
    for (const [part, value] of values.entries()) {
      if (value <= 0) continue;
      const x = axis.x(from);
      const tone = toneOf(part);
      shapes.push({
        shape: 'rect',
        x,
        y: y + textSize * 1.45,
        width: axis.x(from + value) - x,
        height: textSize * 0.65,
        tone,
      });
      from += value;
    }
    const said = parts.map((part, place) => `${part} ${unit.text(values[place] ?? 0)}`).join(' · ');
    marks.push({ x: 0, y, width, height: row, text: `${label} · ${text} (${said})` });
  }
  const legend = legendOf(parts, frame, bottom + textSize * 3);
  return {
    width,
    height: bottom + textSize * 2 + legend.height,
    shapes: [...axis.shapes, ...shapes, ...legend.shapes],
    marks,
  };
}
