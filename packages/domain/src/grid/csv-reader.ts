/** CSV read as it arrives. Source: RFC 4180, as spreadsheets write it. */

export interface CsvReader {
  /** Answers the rows that are whole with this piece. */
  push(text: string): string[][];
  /** Answers what is left at the end of the file. */
  end(): string[][];
}

/**
 * Makes a reader of one file: cells between commas (between semicolons or tabs when the heading has those and no comma), quoted where they hold
 * one, line ends of any kind, a byte order mark at the beginning. Empty lines are rows with one empty cell.
 */
export function createCsvReader(): CsvReader {
  let separator = '';
  let held = '';
  let cell = '';
  let row: string[] = [];
  let isQuoted = false;
  let isBegun = false;

  const readSigns = (text: string, isEnd: boolean): string[][] => {
    const rows: string[][] = [];
    let at = 0;
    for (; at < text.length; at += 1) {
      const sign = text[at] as string;
      // Whether a quote ends the cell or a line end is one sign or two is known with the sign after it.
      if ((sign === '"' || sign === '\r') && at + 1 === text.length && !isEnd) break;
      if (isQuoted) {
        if (sign !== '"') cell += sign;
        else if (text[at + 1] === '"') {
          cell += '"';
          at += 1;
        } else isQuoted = false;
      } else if (sign === '"' && cell === '') isQuoted = true;
      else if (sign === separator) {
        row.push(cell);
        cell = '';
      } else if (sign === '\n' || sign === '\r') {
        if (sign === '\r' && text[at + 1] === '\n') at += 1;
        rows.push([...row, cell]);
        row = [];
        cell = '';
      } else cell += sign;
    }
    held = text.slice(at);
    return rows;
  };

  const read = (piece: string, isEnd: boolean): string[][] => {
    let text = held + piece;
    if (!isBegun) {
      const end = text.search(/[\r\n]/);
      if (end < 0 && !isEnd && text.length < 100_000) {
        held = text;
        return [];
      }
      isBegun = true;
      text = text.replace(/^\uFEFF/, '');
      const heading = end < 0 ? text : text.slice(0, end);
      separator = [',', ';', '\t'].find((one) => heading.includes(one)) ?? ',';
    }
    return readSigns(text, isEnd);
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
