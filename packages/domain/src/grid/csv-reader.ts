/** Streaming CSV reader. Source: RFC 4180, as spreadsheets write it. */

export interface CsvReader {
  /** Returns the rows that this piece of the file completes. */
  push(text: string): string[][];
  /** Returns the remaining rows at the end of the file. */
  end(): string[][];
}

/**
 * Creates a reader for one file. Cells are separated by commas (by semicolons or tabs when the heading has those and no comma) and may be quoted.
 * Accepts any kind of line end, and a byte order mark at the start. Empty lines are rows with one empty cell.
 */
export function createCsvReader(): CsvReader {
  let separator = '';
  let pending = '';
  let cell = '';
  let row: string[] = [];
  let isQuoted = false;
  let isStarted = false;

  const readChars = (text: string, isEnd: boolean): string[][] => {
    const rows: string[][] = [];
    let index = 0;
    for (; index < text.length; index += 1) {
      const char = text[index] as string;
      // The next character decides whether a quote ends the cell, and whether a line end has one or two characters.
      if ((char === '"' || char === '\r') && index + 1 === text.length && !isEnd) break;
      if (isQuoted) {
        if (char !== '"') cell += char;
        else if (text[index + 1] === '"') {
          cell += '"';
          index += 1;
        } else isQuoted = false;
      } else if (char === '"' && cell === '') isQuoted = true;
      else if (char === separator) {
        row.push(cell);
        cell = '';
      } else if (char === '\n' || char === '\r') {
        if (char === '\r' && text[index + 1] === '\n') index += 1;
        rows.push([...row, cell]);
        row = [];
        cell = '';
      } else cell += char;
    }
    pending = text.slice(index);
    return rows;
  };

  const read = (piece: string, isEnd: boolean): string[][] => {
    let text = pending + piece;
    if (!isStarted) {
      const end = text.search(/[\r\n]/);
      if (end < 0 && !isEnd && text.length < 100_000) {
        pending = text;
        return [];
      }
      isStarted = true;
      text = text.replace(/^\uFEFF/, '');
      const heading = end < 0 ? text : text.slice(0, end);
      separator = [',', ';', '\t'].find((one) => heading.includes(one)) ?? ',';
    }
    return readChars(text, isEnd);
  };

  return {
    push: (text) => read(text, false),
    end: () => {
      const rows = read('', true);
      if (cell !== '' || row.length > 0) rows.push([...row, cell]);
      return rows;
    },
  };
}
