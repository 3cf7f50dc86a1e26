/** Lines as plain text: what text printers write, what the preview shows, what the tests hold golden. */
import type { Cell, Line, TextLine } from '../document/flow.ts';
import { textWidth } from '../document/text.ts';

/** One line of text no wider than `columns`; a double line is spread over the same width. */
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

/** The column where a cell's text begins; on a double line drawn in single size, margins are kept and centres too. */
function startOf(cell: Cell, width: number, columns: number): number {
  const taken = textWidth(cell.text);
  if (cell.align === 'right') return columns - (width - cell.at - cell.width) - taken;
  if (cell.align === 'left') return cell.at;
  return cell.width === width ? Math.floor((columns - taken) / 2) : cell.at + Math.floor((cell.width - taken) / 2);
}

/** The paper as text, one line each. */
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
