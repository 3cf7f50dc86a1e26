/**
 * The append-only file that stores the spool: one JSON record per line. One writer writes all waiting records together and then calls fdatasync.
 * The promise of a record resolves when the record would survive a power cut.
 */

import type { FileHandle } from 'node:fs/promises';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { faultText } from '../fault.ts';

export interface Journal {
  /** Resolves when the record is on disk. Rejects when it could not be written; it is then not tried again. */
  append(record: object): Promise<void>;
  /** Replaces the content of the file with these records. Appends before and after this call keep their order. */
  rewrite(records: () => readonly object[]): Promise<void>;
  /** Returns why the last write failed, or null when it succeeded. */
  trouble(): string | null;
  /** Returns the size of the file in bytes. */
  size(): number;
  close(): Promise<void>;
}

type Open = (path: string, flags: string, mode: number) => Promise<FileHandle>;

interface Waiting {
  readonly line: string;
  readonly done: () => void;
  readonly failed: (cause: unknown) => void;
}

/** Reads the records of a journal whose last line may be incomplete. */
export async function readJournal(path: string): Promise<object[]> {
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return '';
    throw cause;
  });
  return text.split('\n').flatMap((line) => {
    if (line === '') return [];
    try {
      const record: unknown = JSON.parse(line);
      return typeof record === 'object' && record !== null ? [record] : [];
    } catch {
      return []; // A crash cut this line off; it was never acknowledged.
    }
  });
}

/** Opens the journal for writing. Only its owner may read it, because it holds customers' names. */
export async function openJournal(path: string, openFile: Open = open): Promise<Journal> {
  let file = await openFile(path, 'a', 0o600);
  let size = (await file.stat()).size;
  let trouble: string | null = null;
  let waiting: Waiting[] = [];
  let writing: Promise<void> = Promise.resolve();
  let scheduled = false;

  async function flush(): Promise<void> {
    scheduled = false;
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    const bytes = Buffer.from(batch.map((one) => one.line).join(''));
    try {
      if (trouble !== null) await file.truncate(size);
      for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten;
      await file.datasync();
      size += bytes.length;
      trouble = null;
      for (const one of batch) one.done();
    } catch (cause) {
      trouble = faultText(cause);
      await file.truncate(size).catch(() => undefined); // Tried again before the next write.
      for (const one of batch) one.failed(cause);
    }
  }

  /** Runs the jobs of the single writer one after another. */
  function serially(work: () => Promise<void>): Promise<void> {
    const run = writing.then(work);
    writing = run.catch(() => undefined);
    return run;
  }

  return {
    append: (record) =>
      new Promise((done, failed) => {
        waiting.push({ line: `${JSON.stringify(record)}\n`, done, failed });
        if (scheduled) return;
        scheduled = true;
        void serially(flush);
      }),
    rewrite: (records) =>
      serially(async () => {
        const text = records()
          .map((record) => `${JSON.stringify(record)}\n`)
          .join('');
        await replaceFile(path, text, openFile);
        await file.close();
        file = await openFile(path, 'a', 0o600);
        size = Buffer.byteLength(text);
      }),
    trouble: () => trouble,
    size: () => size,
    close: () =>
      serially(async () => {
        await flush();
        await file.close();
      }),
  };
}

/** Writes a file so that after a crash it has the old content or the new one, complete. */
export async function replaceFile(path: string, content: string | Uint8Array, openFile: Open = open): Promise<void> {
  const temporary = `${path}.new`;
  const file = await openFile(temporary, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null); // Windows opens no folders; a rename is durable there.
  if (folder === null) return;
  await folder.sync().catch(() => undefined);
  await folder.close();
}
