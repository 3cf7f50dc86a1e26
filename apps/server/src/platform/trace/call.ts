/** What happens during one call, wherever in the code: its slow statements, and its span. Source: R34.21. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Span } from './span.ts';

/** Statements that take longer are named in the log. */
export const slowStatementMs = 100;
const maxSlow = 20;
const maxSqlLength = 300;

export interface SlowStatement {
  readonly ms: number;
  /** Without its values. */
  readonly sql: string;
}

export interface CallRecord {
  readonly slow: SlowStatement[];
  readonly span: Span | undefined;
}

const calls = new AsyncLocalStorage<CallRecord>();

/** Returns the call that this code runs for; undefined in the background. */
export const currentCall = (): CallRecord | undefined => calls.getStore();

/** Runs a function, and everything that it starts, for a call. */
export const inCall = <T>(record: CallRecord, run: () => T): T => calls.run(record, run);

/** Returns a function that runs for the call of now, whoever calls it later. */
export const boundToCall = <F extends (...args: never[]) => unknown>(run: F): F =>
  currentCall() === undefined ? run : (AsyncLocalStorage.bind(run as never) as F);

/** Notes a statement that took long, for the call that sent it. */
export function noteStatement(record: CallRecord | undefined, sql: string, ms: number): void {
  if (ms < slowStatementMs || record === undefined || record.slow.length >= maxSlow) return;
  record.slow.push({ ms: Math.round(ms), sql: sql.replaceAll(/\s+/g, ' ').slice(0, maxSqlLength) });
}

/** Runs work as a part of the trace of this call. */
export async function traced<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  const span = currentCall()?.span?.child(name, attributes);
  if (span === undefined) return work();
  try {
    const value = await work();
    span.end();
    return value;
  } catch (error) {
    span.end({}, error);
    throw error;
  }
}
