/**
 * Runs the reads of reports on a separate thread, one after another. The thread starts with the first read and ends when
 * nothing was read for a minute; another one replaces it when it fails. A statement cannot be interrupted: a thread that must end still finishes its statement.
 * Only `maxEnding` threads may be in that state.
 */
import type { Kysely } from 'kysely';
import { refused } from '../../errors/refused.ts';
import type { Database } from '../schema/schema.ts';
import { StoreUnavailable } from '../unavailable.ts';
import { publicError } from './failure.ts';
import { ReadingThread, ThreadLost } from './reading-thread.ts';

const maxEnding = 2;
/** A thread without work gives its memory back after this time. */
const maxIdleMs = 60_000;

export class ReportReader {
  readonly #path: string;
  readonly #limitMs: number;
  readonly #tooLong: 'reportTooLong' | 'listTooLong';
  #idle: NodeJS.Timeout | undefined;
  /** Reads without an answer. */
  waiting = 0;
  #thread: ReadingThread | null = null;
  /** Threads that are ending. */
  readonly #ending = new Set<Promise<void>>();
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  /** `tooLong` is the refusal of a read that takes longer than `limitMs`. */
  constructor(path: string, limitMs: number, tooLong: 'reportTooLong' | 'listTooLong' = 'reportTooLong') {
    this.#path = path;
    this.#limitMs = limitMs;
    this.#tooLong = tooLong;
  }

  /** Runs a read in its own snapshot. Refused: `tooLong`. When the thread fails, the read is tried once more. */
  read<T>(read: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    this.waiting += 1;
    clearTimeout(this.#idle);
    const answer = this.#last
      .then(() => this.#within(read))
      .catch((error: unknown) => {
        if (!(error instanceof ThreadLost) || this.#isClosed) throw error;
        return this.#within(read);
      })
      .catch((error: unknown) => {
        throw error instanceof ThreadLost && !this.#isClosed ? new StoreUnavailable('away', error) : publicError(error);
      });
    this.#last = answer.catch(() => undefined).finally(() => this.#rest());
    return answer;
  }

  #rest(): void {
    this.waiting -= 1;
    if (this.waiting > 0 || this.#isClosed) return;
    this.#idle = setTimeout(() => this.#drop(), maxIdleMs).unref();
  }

  async #within<T>(read: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    const thread = this.#ready();
    await thread.run('begin');
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.#drop();
        reject(refused(this.#tooLong));
      }, this.#limitMs);
    });
    try {
      return await Promise.race([read(thread.db), tooLong]);
    } finally {
      clearTimeout(timer);
      // A failed read may have ended its transaction already.
      if (thread.lost === null) await thread.run('rollback').catch(() => undefined);
    }
  }

  #ready(): ReadingThread {
    if (this.#isClosed) throw new Error('The store is closed');
    if (this.#thread?.lost) this.#drop();
    if (this.#ending.size >= maxEnding) throw refused(this.#tooLong);
    this.#thread ??= new ReadingThread(this.#path);
    return this.#thread;
  }

  #drop(): void {
    if (this.#thread === null) return;
    const ended = this.#thread.end();
    this.#thread = null;
    this.#ending.add(ended);
    void ended.finally(() => this.#ending.delete(ended));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    this.#drop();
    await Promise.all(this.#ending);
  }
}

/** Several such threads; a read goes to the one with the least work, and the later ones start only when the first are busy. */
export class ReportReaders {
  readonly #readers: readonly ReportReader[];

  constructor(count: number, ...parts: ConstructorParameters<typeof ReportReader>) {
    this.#readers = Array.from({ length: count }, () => new ReportReader(...parts));
  }

  read<T>(read: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    const least = this.#readers.reduce((best, one) => (one.waiting < best.waiting ? one : best));
    return least.read(read);
  }

  async close(): Promise<void> {
    await Promise.all(this.#readers.map((one) => one.close()));
  }
}
