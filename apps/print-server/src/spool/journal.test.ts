import { appendFile, mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPrintRequest } from '../http/read.ts';
import { draftOf } from '../job-service.ts';
import { kotBody, paidBody } from '../testing/body.ts';
import { openJournal, readJournal, replaceFile } from './journal.ts';
import { openSpool } from './spool.ts';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atoll-journal-'));
  path = join(folder, 'journal.ndjson');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the print journal', () => {
  it('[R16.6] returns the appended records in order', async () => {
    const journal = await openJournal(path);
    await Promise.all([1, 2, 3].map((n) => journal.append({ n })));
    await journal.append({ n: 4 });
    await journal.close();
    expect(await readJournal(path)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('[R16.6] writes all waiting records with one flush', async () => {
    let flushes = 0;
    const journal = await openJournal(path, async (...args) => {
      const file = await open(...args);
      const datasync = file.datasync.bind(file);
      file.datasync = () => {
        flushes += 1;
        return datasync();
      };
      return file;
    });
    await Promise.all(Array.from({ length: 100 }, (_, n) => journal.append({ n })));
    expect(flushes).toBeLessThanOrEqual(2);
    await journal.close();
  });

  it('[R16.6] acknowledges a record only after its flush', async () => {
    const order: string[] = [];
    const journal = await openJournal(path, async (...args) => {
      const file = await open(...args);
      const datasync = file.datasync.bind(file);
      file.datasync = async () => {
        await datasync();
        order.push('flushed');
      };
      return file;
    });
    await journal.append({ n: 1 }).then(() => order.push('acknowledged'));
    expect(order).toEqual(['flushed', 'acknowledged']);
    await journal.close();
  });

  it('[R16.6] skips a last line that a crash left incomplete', async () => {
    await writeFile(path, '{"n":1}\n{"n":2}\n{"n":3,"te');
    expect(await readJournal(path)).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('[R16.6] refuses records on a full disk, leaves no partial line, and continues when there is room', async () => {
    let full = false;
    const journal = await openJournal(path, async (...args) => {
      const file = await open(...args);
      const write = file.write.bind(file) as (
        data: Uint8Array,
        at: number,
        length?: number,
      ) => Promise<{ bytesWritten: number }>;
      Object.assign(file, {
        async write(data: Uint8Array, at: number) {
          if (!full) return write(data, at);
          if (at > 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
          return write(data, 0, 5);
        },
      });
      return file;
    });
    await journal.append({ n: 1 });
    full = true;
    await expect(journal.append({ n: 2 })).rejects.toThrow('no space');
    expect(journal.trouble()).toMatch('no space');
    full = false;
    await journal.append({ n: 3 });
    expect(journal.trouble()).toBeNull();
    await journal.close();
    expect(await readFile(path, 'utf8')).toBe('{"n":1}\n{"n":3}\n');
  });

  it('[R16.6] keeps the order of records around a rewrite', async () => {
    const journal = await openJournal(path);
    const before = journal.append({ n: 1 });
    const rewrite = journal.rewrite(() => [{ n: 'all' }]);
    await Promise.all([before, rewrite]);
    await journal.append({ n: 2 });
    await journal.close();
    expect(await readJournal(path)).toEqual([{ n: 'all' }, { n: 2 }]);
  });

  it('replaces a file as a whole', async () => {
    await replaceFile(path, 'old');
    await replaceFile(path, 'new');
    expect(await readFile(path, 'utf8')).toBe('new');
  });
});

describe('the print spool', () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  const openIt = () =>
    openSpool(
      folder,
      () => now,
      (printer) => printer === 'Front',
      { days: 7, jobs: 50 },
    );
  const none = { copiesOf: () => 0 };
  const ticket = (key: string, more = {}) => draftOf(readPrintRequest(kotBody({ jobKey: key, ...more })), none);

  it('[R16.6] prints a job that was being sent at a crash again with a mark, except where it cannot print twice', async () => {
    const spool = await openIt();
    const kitchen = (await spool.accept(ticket('a'))).job;
    const front = (await spool.accept(ticket('b', { printerName: 'Front' }))).job;
    const done = (await spool.accept(ticket('c'))).job;
    await spool.change(kitchen, { state: 'sending', attempts: 1 });
    await spool.change(front, { state: 'sending', attempts: 1 });
    await spool.change(done, { state: 'printed' });
    await spool.close();
    const again = await openIt();
    expect(again.unfinished().map((job) => [job.id, job.doubtful])).toEqual([
      [kitchen.id, true],
      [front.id, false],
    ]);
    expect((await again.accept(ticket('c'))).duplicate).toBe(true);
    await again.close();
    const third = await openIt();
    expect(third.find(kitchen.id)?.doubtful).toBe(true);
    await third.close();
  });

  it('[R16.6] skips records of unknown kinds', async () => {
    const spool = await openIt();
    await spool.accept(ticket('a'));
    await spool.close();
    await appendFile(
      path,
      '{"t":"news"}\n{"t":"state","id":"nobody","state":"sent","reason":null,"attempts":1,"doubtful":false,"changedAt":1,"releasedAt":null}\nnull\n7\n',
    );
    const again = await openIt();
    expect(again.list()).toHaveLength(1);
    await again.close();
  });

  it('[R16.6] keeps finished jobs up to a number and an age, and unfinished ones without limit', async () => {
    const spool = await openIt();
    const waiting = (await spool.accept(ticket('waits'))).job;
    await spool.change(waiting, { state: 'waiting', reason: 'offline' });
    const old = (await spool.accept(ticket('old'))).job;
    await spool.change(old, { state: 'printed' });
    now += 7 * 86_400_000 + 1;
    const draft = ticket('one of many');
    const jobs = await Promise.all(Array.from({ length: 51 }, (_, n) => spool.accept({ ...draft, key: `n${n}` })));
    await Promise.all(jobs.map(({ job }) => spool.change(job, { state: 'printed' })));
    await spool.accept(ticket('last'));
    expect(spool.find(waiting.id)).toBeDefined();
    expect(spool.find(old.id)).toBeUndefined();
    expect(spool.list()).toHaveLength(50);
    await spool.close();
    const again = await openIt();
    expect(again.list()).toHaveLength(50);
    await again.close();
  });

  it('[R16.6] refuses a job that it cannot store, and accepts it when it is sent again', async () => {
    const spool = await openIt();
    await spool.close();
    await expect(spool.accept(ticket('a'))).rejects.toMatchObject({ reason: 'spool_full', code: 507 });
    expect(spool.list()).toEqual([]);
  });

  it('[R1.6] counts the copies of a bill', async () => {
    const spool = await openIt();
    const draft = draftOf(readPrintRequest(paidBody({}, { copyNo: 2 })), spool);
    await spool.accept(draft);
    expect(draft.copyNo).toBe(2);
    expect(draftOf(readPrintRequest(paidBody({}, { copyNo: 1, jobKey: 'x' })), spool).copyNo).toBe(3);
    expect(draftOf(readPrintRequest(paidBody()), spool).copyNo).toBe(0);
    await spool.close();
  });
});
