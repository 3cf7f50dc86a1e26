/** A heat map: a row for each weekday, a column for each hour, darker where the value is larger. */
import type { HeatPlot } from './plot.ts';
import { type Frame, type Mark, type Scene, type Shape, textWidth } from './scene.ts';

/** Returns the scene of a heat map. */
export function heatScene({ columns, rows, values, unit }: HeatPlot, frame: Frame): Scene {
  const { width, textSize } = frame;
  const left = Math.max(...rows.map((name) => textWidth(name, frame))) + textSize * 0.8;
  const top = textSize * 1.8;
  const cellWidth = (width - left) / Math.max(1, columns.length);
  const cellHeight = textSize * 2.2;
  const most = Math.max(1, ...values.flat());
  const widest = Math.max(...columns.map((name) => textWidth(name, frame))) + textSize * 0.6;
  const every = Math.max(1, Math.ceil(widest / cellWidth));
  const shapes: Shape[] = [
    { shape: 'text', x: 0, y: textSize, text: unit.name, align: 'start', tone: 'faint' },
    { shape: 'text', x: width, y: textSize, text: `0 – ${unit.text(most)}`, align: 'end', tone: 'faint' },
  ];
  const marks: Mark[] = [];
  for (const [row, name] of rows.entries()) {
    const y = top + row * cellHeight;
    shapes.push({ shape: 'text', x: 0, y: y + cellHeight * 0.66, text: name, align: 'start', tone: 'ink' });
    for (const [column, hour] of columns.entries()) {
      const value = values[row]?.[column] ?? 0;
      const cell = { x: left + column * cellWidth, y, width: cellWidth, height: cellHeight };
      shapes.push(
        {
          shape: 'rect',
          x: cell.x + 1,
          y: y + 1,
          width: cellWidth - 2,
          height: cellHeight - 2,
          tone: 'grid',
          level: 0.5,
        },
        ...(value > 0
          ? [
              {
                shape: 'rect',
                x: cell.x + 1,
                y: y + 1,
                width: cellWidth - 2,
                height: cellHeight - 2,
                tone: 'heat',
                level: 0.12 + 0.88 * (value / most),
              } as const,
            ]
          : []),
      );
      marks.push({ ...cell, text: `${name} ${hour} · ${unit.text(value)}` });
    }
  }
  const bottom = top + rows.length * cellHeight;
  for (const [column, hour] of columns.entries()) {
    if (column % every !== 0) continue;
    const x = left + (column + 0.5) * cellWidth;
    shapes.push({ shape: 'text', x, y: bottom + textSize * 1.3, text: hour, align: 'middle', tone: 'faint' });
  }
  return { width, height: bottom + textSize * 1.8, shapes, marks };
}
