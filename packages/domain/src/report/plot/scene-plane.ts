/** Points by two figures: popularity to the right, margin upwards, and a cross that makes four corners. */
import { roomForTicks, ticksOf, tickText, verticalAxis } from './axis.ts';
import type { PlanePlot } from './plot.ts';
import { linear } from './scale.ts';
import { type Frame, fitted, type Mark, type Scene, type Shape, textWidth } from './scene.ts';

/** Names of points are left out where there are more: touching a point says its name. */
const maxNames = 40;

/** Returns the names beside points that do not cover another name. */
function namesOf(dots: readonly { x: number; y: number; label: string }[], frame: Frame): Shape[] {
  const near = frame.textSize * 0.4;
  const taken = dots.map(({ x, y }) => ({ left: x - near, right: x + near, y }));
  return dots.slice(0, maxNames).flatMap(({ x, y, label }): Shape[] => {
    const text = fitted(label, frame.width * 0.25, frame);
    const wide = textWidth(text, frame);
    const isBefore = x + wide + frame.textSize > frame.width;
    const left = isBefore ? x - wide - frame.textSize * 0.6 : x + frame.textSize * 0.6;
    const covers = taken.some(
      (one) => Math.abs(one.y - y) < frame.textSize * 1.1 && left < one.right && left + wide > one.left,
    );
    if (covers) return [];
    taken.push({ left, right: left + wide, y });
    return [{ shape: 'text', x: left, y: y + frame.textSize * 0.35, text, align: 'start', tone: 'ink' }];
  });
}

/** Returns the marks of points: name, class and both figures. */
function marksOf(
  { points, unit, xUnit }: PlanePlot,
  dots: readonly { readonly x: number; readonly y: number }[],
  size: number,
): Mark[] {
  return points.map(({ label, group, x, y }, index) => ({
    x: (dots[index]?.x ?? 0) - size,
    y: (dots[index]?.y ?? 0) - size,
    width: size * 2,
    height: size * 2,
    text: `${label} · ${group} · ${xUnit.text(x)} ${xUnit.name} · ${unit.text(y)}`,
  }));
}

/** Returns the scene of a plane. */
export function planeScene(plot: PlanePlot, frame: Frame): Scene {
  const { points, unit, xUnit, cross, corners } = plot;
  const { width, textSize } = frame;
  const height = textSize * 26;
  const yTicks = ticksOf(
    points.map(({ y }) => y),
    unit,
  );
  const xTicks = ticksOf(
    points.map(({ x }) => x),
    xUnit,
  );
  const area = {
    left: roomForTicks(yTicks, frame),
    right: width - textSize * 0.8,
    top: textSize * 2.2,
    bottom: height - textSize * 3.2,
  };
  const axis = verticalAxis(yTicks, unit, area, frame);
  const place = linear(xTicks[0] ?? 0, xTicks.at(-1) ?? 1, area.left + textSize * 0.6, area.right);
  const x = (value: number): number => place(value / xUnit.divisor);
  const dots = points.map((point) => ({ ...point, x: x(point.x), y: axis.y(point.y) }));
  const [topRight, bottomRight, topLeft, bottomLeft] = corners;
  const corner = (text: string, isRight: boolean, isTop: boolean): Shape => ({
    shape: 'text',
    x: isRight ? area.right : area.left + textSize * 0.4,
    y: isTop ? area.top + textSize * 1.1 : area.bottom - textSize * 0.5,
    text,
    align: isRight ? 'end' : 'start',
    tone: 'faint',
  });
  const crossX = x(cross.x);
  const crossY = axis.y(cross.y);
  return {
    width,
    height,
    marks: marksOf(plot, dots, textSize),
    shapes: [
      ...axis.shapes,
      ...xTicks.map(
        (tick): Shape => ({
          shape: 'text',
          x: place(tick),
          y: area.bottom + textSize * 1.4,
          text: tickText(tick),
          align: 'middle',
          tone: 'faint',
        }),
      ),
      { shape: 'text', x: area.right, y: height - textSize * 0.3, text: xUnit.name, align: 'end', tone: 'faint' },
      {
        shape: 'path',
        tone: 'before',
        isDashed: true,
        points: [
          [crossX, area.top],
          [crossX, area.bottom],
        ],
      },
      {
        shape: 'path',
        tone: 'before',
        isDashed: true,
        points: [
          [area.left, crossY],
          [area.right, crossY],
        ],
      },
      corner(topRight, true, true),
      corner(bottomRight, true, false),
      corner(topLeft, false, true),
      corner(bottomLeft, false, false),
      ...dots.map((dot): Shape => ({ shape: 'dot', x: dot.x, y: dot.y, radius: textSize * 0.4, tone: 'main' })),
      ...namesOf(dots, frame),
    ],
  };
}
