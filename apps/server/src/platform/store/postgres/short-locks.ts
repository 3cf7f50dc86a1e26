/** Changes of tables that people use: a transaction waits at most two seconds for a table, and is tried again. Source: R34.15. */
import type pg from 'pg';
import { codeOf } from './failure.ts';

/** How long it waits for a table. Whoever wants the table after it waits as long. */
const maxLockMs = 2000;
/** Between two attempts others work. */
const betweenMs = 1000;
const maxAttempts = 40;
const lockNotFree = '55P03';

/** Runs the work in a transaction, again and again until it gets its locks. `what` is named when it never does. */
export async function withShortLocks(client: pg.Client, what: string, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query(`begin; set local lock_timeout = ${maxLockMs}`);
    try {
      await work();
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if (codeOf(error) !== lockNotFree) throw error;
      if (attempt >= maxAttempts) throw new Error(`No lock on ${what}: a transaction holds it`, { cause: error });
      await new Promise((resolve) => void setTimeout(resolve, betweenMs));
    }
  }
}
