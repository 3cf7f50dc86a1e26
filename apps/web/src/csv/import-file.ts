/** A CSV file as a person chose it: decoded by the encoding that its bytes have (R35.54). */
import type { ImportResult } from '@atoll/domain/contract/platform/import-shape';
import { csvRow, undefuse } from '@atoll/domain/grid/csv';
import { createCsvReader } from '@atoll/domain/grid/csv-reader';
import { encodingOf, type TextEncoding } from '@atoll/domain/grid/text-encoding';
import { sentenceText } from '../locale/sentence.ts';

/** Maximum size of a file that the server takes, in bytes. */
export const maxImportBytes = 64 * 1024 * 1024;
/** Bytes that surely hold the heading. */
const headBytes = 200_000;

/** Returns the encoding of the start of a file, which may end within a character. */
function encodingOfStart(bytes: Uint8Array): TextEncoding {
  const found = [0, 1, 2, 3].map((cut) => encodingOf(bytes.subarray(0, Math.max(0, bytes.length - cut))));
  return found.find((one) => one !== 'windows-1252') ?? 'windows-1252';
}

/** Returns the text of a file. */
export async function readText(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

/** Returns the cells of the first row with text. */
export async function readHeading(file: Blob): Promise<readonly string[]> {
  const isWhole = file.size <= headBytes;
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const reader = createCsvReader();
  const text = new TextDecoder(encodingOfStart(bytes)).decode(bytes, { stream: true });
  const rows = [...reader.push(text), ...(isWhole ? reader.end() : [])];
  return rows.find((cells) => cells.some((cell) => cell.trim() !== '')) ?? [];
}

/** Returns the faulty rows of a file as a file of their own: the same columns, and last the mistakes of each row under `label`. */
export function faultyRows(text: string, bad: ImportResult['bad'], label: string): string {
  const reader = createCsvReader();
  const rows = [...reader.push(text), ...reader.end()].map((cells) => cells.map(undefuse));
  const heading = rows.find((cells) => cells.some((cell) => cell.trim() !== '')) ?? [];
  const lines = bad.map(({ row, errors }) => {
    const cells = rows[row - 1] ?? [];
    const empty = Array.from({ length: Math.max(0, heading.length - cells.length) }, () => '');
    return csvRow([
      ...cells,
      ...empty,
      Object.values(errors)
        .map((error) => sentenceText(error))
        .join(' · '),
    ]);
  });
  return `\uFEFF${csvRow([...heading, label])}${lines.join('')}`;
}
