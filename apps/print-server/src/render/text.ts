/** Renders lines as plain text: for text printers, the preview and the golden files of the tests. */
import type { Cell, Line, TextLine } from '../document/flow.ts';
import { textWidth } from '../document/text.ts';

/** Returns one line of text of at most `columns`; a double line is spread over the same width. */
export function composeLine(line: TextLine, columns: number): string {
  const width = line.double ? Math.floor(columns / 2) : columns;
  let text = '';
  let at = 0;
  for (const cell of line.cells) {
    const start = startOf(cell, width, columns);
    text += ' '.repeat(Math.max(0, start - at)) + cell.text;
    at = Math.max(at, start) + textWidth(cell.text);
  }
  return text.trimEnd();
}

/** Returns the column where the text of a cell starts; a double line in single size keeps its margins and centres. */
function startOf(cell: Cell, width: number, columns: number): number {
  const taken = textWidth(cell.text);
  if (cell.align === 'right') return columns - (width - cell.at - cell.width) - taken;
  if (cell.align === 'left') return cell.at;
  return cell.width === width ? Math.floor((columns - taken) / 2) : cell.at + Math.floor((cell.width - taken) / 2);
}

/** Returns the document as text, one line each. */
export function renderText(lines: readonly Line[], columns: number): string {
  return lines.map((line) => `${textOf(line, columns)}\n`).join('');
}

function textOf(line: Line, columns: number): string {
  if (line.kind === 'text') return composeLine(line, columns);
  if (line.kind === 'logo') return '';
  const room = columns - 7;
  const data = line.data.length > room ? `${line.data.slice(0, room - 1)}~` : line.data;
  const text = `[QR: ${data}]`;
  return ' '.repeat(Math.floor((columns - text.length) / 2)) + text;
}
