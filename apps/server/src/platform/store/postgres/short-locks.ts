/** Changes of tables that people use: a transaction waits at most two seconds for a table, and is tried again. Source: R34.15. */
import type pg from 'pg';
import { codeOf } from './failure.ts';

/** How long it waits for a table. Whoever wants the table after it waits as long. */
const maxLockMs = 2000;
/** Between two attempts others work. */
const betweenMs = 1000;
const maxAttempts = 40;
/** A lock was not free in time, or the transaction and one of others waited for each other. */
const mayTryAgain = new Set(['55P03', '40P01']);

/** Runs the work in a transaction, again and again until it gets its locks, and returns its result. `what` is named when it never does. */
export async function withShortLocks<T>(client: pg.Client, what: string, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query(`begin; set local lock_timeout = ${maxLockMs}`);
    try {
      const done = await work();
      await client.query('commit');
      return done;
    } catch (error) {
      await client.query('rollback');
      if (!mayTryAgain.has(codeOf(error) ?? '')) throw error;
      if (attempt >= maxAttempts) throw new Error(`No lock on ${what}: a transaction holds it`, { cause: error });
      await new Promise((resolve) => void setTimeout(resolve, betweenMs));
    }
  }
}
