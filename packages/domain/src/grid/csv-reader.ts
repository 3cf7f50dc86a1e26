/** Streaming CSV reader. Source: RFC 4180, as spreadsheets write it. */

export interface CsvReader {
  /** Returns the rows that this piece of the file completes. */
  push(text: string): string[][];
  /** Returns the remaining rows at the end of the file. */
  end(): string[][];
  /** Returns whether the file ended inside a quoted cell: its last row holds everything after that quote. */
  isUnclosed(): boolean;
}

/** Enough text to find the first line that is not empty. */
const headLength = 100_000;
const separators = [',', ';', '\t'] as const;

/** Returns the separator that stands most often outside of quotes in a line; the comma when none does. */
function separatorOf(line: string): string {
  const plain = line.replace(/"[^"]*"?/g, '');
  const counts = separators.map((one) => plain.split(one).length - 1);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

/**
 * Returns the separator of a file and the text after Excel's line 'sep=;', which names it; spreadsheets do not show that line. Returns null when more
 * text is needed.
 */
function readHead(text: string, isEnd: boolean): { readonly separator: string; readonly rest: string } | null {
  const plain = text.replace(/^\uFEFF/, '');
  const line = /[^\r\n]*\S[^\r\n]*(?=[\r\n])/.exec(plain)?.[0];
  if (line === undefined && !isEnd && plain.length < headLength) return null;
  const named = /^"?sep=(.)"?[ \t,;]*(\r\n|\r|\n|$)/i.exec(plain);
  if (named && (isEnd || named[0].length < plain.length))
    return { separator: named[1] as string, rest: plain.slice(named[0].length) };
  return named && !isEnd ? null : { separator: separatorOf(line ?? plain), rest: plain };
}

/**
 * Creates a reader for one file. Cells may be quoted. The line 'sep=;' names their separator; without it, it is the comma, semicolon or tab that the
 * first line with text has most often. Accepts any kind of line end, and a byte order mark at the start. Empty lines are rows with one empty cell.
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
      const head = readHead(text, isEnd);
      if (!head) {
        pending = text;
        return [];
      }
      isStarted = true;
      separator = head.separator;
      text = head.rest;
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
    isUnclosed: () => isQuoted,
  };
}
