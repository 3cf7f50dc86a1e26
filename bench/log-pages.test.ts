import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { pagesInLog, tableOfPage } from './log-pages.ts';

it('names the table of each page that a transaction writes, and counts its indexes with it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-log-pages-'));
  const database = new DatabaseSync(join(folder, 'atoll.db'));
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  database.exec(`pragma journal_mode = wal;
    create table bill (id integer primary key, total integer) strict; create index bill_by_total on bill (total);
    create table note (id integer primary key, text text) strict;
    insert into bill values (1, 100); insert into note values (1, 'a');`);
  const log = join(folder, 'atoll.db-wal');
  const before = pagesInLog(log).length;
  database.exec("begin; insert into bill values (2, 200); insert into note values (2, 'b'); commit");
  const written = pagesInLog(log).slice(before).map(tableOfPage(folder));
  expect(written.toSorted()).toEqual(['bill', 'bill', 'note']);
});
