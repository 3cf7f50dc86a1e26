/** Reads which pages stand in the write-ahead log of an embedded store, and which table they are of. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const walHeader = 32;
const frameHeader = 24;

/** Returns the numbers of the pages in a log since it last began again, as they were written. Later frames of an earlier round have another salt. */
export function pagesInLog(path: string): number[] {
  const log = readFileSync(path);
  const size = frameHeader + log.readUInt32BE(8);
  const salt = log.subarray(16, 24);
  const pages: number[] = [];
  for (let at = walHeader; at + size <= log.length && log.subarray(at + 8, at + 16).equals(salt); at += size)
    pages.push(log.readUInt32BE(at));
  return pages;
}

/** Returns a function that names the table of a page. A page of an index counts for its table; 'other' are the head of the file and free pages. */
export function tableOfPage(folder: string): (page: number) => string {
  const database = new DatabaseSync(join(folder, 'atoll.db'), { readOnly: true });
  const rows = database
    .prepare('select pageno as page, tbl_name as name from dbstat join sqlite_master using (name)')
    .all() as { page: number; name: string }[];
  database.close();
  const names = new Map(rows.map(({ page, name }) => [page, name]));
  return (page) => names.get(page) ?? 'other';
}
