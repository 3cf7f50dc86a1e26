/** A thread with a read-only connection, as a query builder sees it. */
import { Worker } from 'node:worker_threads';
import type { CompiledQuery, DatabaseConnection, Kysely, QueryResult } from 'kysely';
import { currentCall, noteStatement } from '../../trace/call.ts';
import { sumTables } from '../outlet/sale-sums.ts';
import type { Database } from '../schema/schema.ts';
import type { Row } from './database.ts';
import { connectionKysely } from './dialect.ts';

interface Answer {
  readonly rows: Row[];
  readonly changed: number;
}

/** The thread ended before it answered. */
export class ThreadLost extends Error {}

/** Limits of its heap, which holds only rows in transit. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 };

export class ReadingThread implements DatabaseConnection {
  readonly db: Kysely<Database>;
  readonly #worker: Worker;
  /** Pending answers, in the order of their statements. */
  readonly #waiting: { resolve(answer: Answer): void; reject(error: unknown): void }[] = [];
  /** Why it accepts no more statements, or null. */
  lost: ThreadLost | null = null;

  constructor(path: string) {
    this.db = connectionKysely(this);
    this.#worker = new Worker(new URL('./report-thread.ts', import.meta.url), {
      workerData: { path, sums: sumTables },
      resourceLimits,
    });
    this.#worker.on('message', (answer: Answer | { readonly error: object; readonly errcode?: number }) => {
      const asked = this.#waiting.shift();
      if ('error' in answer) asked?.reject(Object.assign(answer.error, { errcode: answer.errcode }));
      else asked?.resolve(answer);
    });
    this.#worker.on('error', (cause) => this.#lose(cause));
    this.#worker.on('exit', () => this.#lose(undefined));
  }

  #lose(cause: unknown): void {
    this.lost ??= new ThreadLost('The thread of reports ended', { cause });
    for (const { reject } of this.#waiting.splice(0)) reject(this.lost);
  }

  run(sql: string, parameters: readonly unknown[] = []): Promise<Answer> {
    if (this.lost !== null) return Promise.reject(this.lost);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage({ sql, parameters });
    });
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const [started, call] = [performance.now(), currentCall()];
    const { rows, changed } = await this.run(query.sql, query.parameters);
    noteStatement(call, query.sql, performance.now() - started);
    return { rows: rows as R[], numAffectedRows: BigInt(changed) };
  }

  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are not streamed: read them in pages');
  }

  /** Ends the thread, at the latest after its current statement; resolves when it has ended. */
  async end(): Promise<void> {
    const ended = this.#worker.terminate();
    this.#lose(undefined);
    await ended;
  }
}
