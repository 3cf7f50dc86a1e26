/** Months of the archive as files: one line for each row, compressed. Source: R34.16. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream, renameSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import type pg from 'pg';
import { sha256Of } from '../../../disk/file-hash.ts';
import { withShortLocks } from '../short-locks.ts';
import { type ArchivedTable, archivedNames } from './archived.ts';
import { addMonth, listMonths, monthTable } from './months.ts';

const rowsAtOnce = 500;

export interface MonthFile {
  readonly file: string;
  readonly sha256: string;
  readonly rows: number;
}

/** Writes the rows of a month into a file, reads the file back, and removes the month from the database. */
export async function detachMonth(client: pg.Client, month: string, file: string, now: number): Promise<MonthFile> {
  if (!(await listMonths(client)).includes(month)) throw new Error(`The archive has no month ${month}`);
  const written = await writeFile(client, month, file);
  if ((await sha256Of(file)) !== written.sha256) throw new Error(`${file} is not as it was written`);
  await withShortLocks(client, `the archive of ${month}`, async () => {
    // Bills that came in or were taken back in the meantime would be lost.
    if ((await countRows(client, month)) !== written.rows)
      throw new Error(`The month ${month} changed while it was written. Try again.`);
    for (const table of archivedNames)
      await client.query(`alter table public.archived_${table} detach partition ${monthTable(table, month)};
        drop table ${monthTable(table, month)}`);
    await client.query(
      'insert into detached_month (month, file, sha256, row_count, detached_at) values ($1, $2, $3, $4, $5)',
      [month, file, written.sha256, written.rows, now],
    );
  });
  return written;
}

/** Puts the rows of a file back. Throws when it is not the file that was written. */
export async function attachMonth(client: pg.Client, month: string, file?: string): Promise<MonthFile> {
  const { rows } = await client.query<MonthFile>(
    'select file, sha256, row_count as rows from detached_month where month = $1',
    [month],
  );
  const [known] = rows;
  if (!known) throw new Error(`The month ${month} is not detached`);
  const path = file ?? known.file;
  if ((await sha256Of(path)) !== known.sha256) throw new Error(`${path} is not the file that was written for ${month}`);
  await addMonth(client, month, async () => {
    for await (const [table, lines] of batchesOf(path))
      await client.query(
        `insert into ${monthTable(table, month)} select * from json_populate_recordset(null::${monthTable(table, month)}, $1::json)`,
        [`[${lines.join(',')}]`],
      );
    await client.query('delete from detached_month where month = $1', [month]);
  });
  return { ...known, file: path };
}

async function writeFile(client: pg.Client, month: string, file: string): Promise<MonthFile> {
  const hash = createHash('sha256');
  let rows = 0;
  async function* lines(): AsyncGenerator<string> {
    await client.query('begin isolation level repeatable read read only');
    for (const table of archivedNames) {
      await client.query(
        `declare month_rows no scroll cursor for select row_to_json(kept)::text as line from ${monthTable(table, month)} kept`,
      );
      for (;;) {
        const page = await client.query<{ line: string }>(`fetch ${rowsAtOnce} from month_rows`);
        if (page.rows.length === 0) break;
        rows += page.rows.length;
        // A document may have line breaks between its members; none of its texts has one.
        yield page.rows.map(({ line }) => `${table}\t${line.replaceAll('\n', ' ')}\n`).join('');
      }
      await client.query('close month_rows');
    }
    await client.query('commit');
  }
  try {
    await pipeline(
      Readable.from(lines()),
      createZstdCompress(),
      hashing(hash),
      createWriteStream(`${file}.new`, { mode: 0o600, flush: true }),
    );
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  renameSync(`${file}.new`, file);
  return { file, sha256: hash.digest('hex'), rows };
}

const hashing = (hash: Hash): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });

async function countRows(client: pg.Client, month: string): Promise<number> {
  let rows = 0;
  for (const table of archivedNames) {
    await client.query(`lock table ${monthTable(table, month)} in access exclusive mode`);
    rows += Number(
      (await client.query<{ count: number }>(`select count(*) as count from ${monthTable(table, month)}`)).rows[0]
        ?.count,
    );
  }
  return rows;
}

/** Returns the rows of a file, some hundred of one table at a time. */
async function* batchesOf(file: string): AsyncGenerator<[ArchivedTable, string[]]> {
  let [table, lines]: [string, string[]] = ['', []];
  for await (const line of createInterface({ input: createReadStream(file).pipe(createZstdDecompress()) })) {
    const of = line.slice(0, line.indexOf('\t'));
    if (lines.length > 0 && (of !== table || lines.length >= rowsAtOnce)) {
      yield [table as ArchivedTable, lines];
      lines = [];
    }
    table = of;
    lines.push(line.slice(of.length + 1));
  }
  if (lines.length > 0) yield [table as ArchivedTable, lines];
}
