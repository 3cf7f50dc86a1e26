/**
 * How a transaction begins. Role, outlet and time limits are set for this transaction alone: a pooler may lend the
 * connection to somebody else after it. Source: R34.10, docs/rules.md#poolers.
 */
import { appRole } from '../migration.ts';
import { keepPrepared } from '../prepared.ts';

/** A process that hangs in the middle of a transaction must not keep its outlet's lock. */
const maxIdleInTransactionMs = 5000;

/** 'snapshot' reads everything as of one moment. */
export type TransactionKind = 'write' | 'read' | 'snapshot';

export const beginTexts: Readonly<Record<TransactionKind, string>> = {
  write: 'begin',
  read: 'begin read only',
  snapshot: 'begin isolation level repeatable read read only',
};

interface StartManner {
  /** True to use the role that owns nothing. */
  readonly takesRole: boolean;
  /** How long a statement may take; no limit when absent. */
  readonly limitMs?: number;
}

/**
 * Returns the statement that names the outlet ($1; empty for none) for row security, and the schemas of its tables ($2).
 * Of a transaction that writes it returns the number, by which its commit is recognized later; a standby gives none.
 */
function startText({ takesRole, limitMs }: StartManner, kind: TransactionKind): string {
  const set = (name: string, value: string): string => `set_config('${name}', ${value}, true)`;
  const parts = [
    ...(takesRole ? [set('role', `'${appRole}'`)] : []),
    set('app.outlet_id', '$1'),
    set('search_path', '$2'),
    set('idle_in_transaction_session_timeout', `'${maxIdleInTransactionMs}'`),
    ...(limitMs === undefined ? [] : [set('statement_timeout', `'${limitMs}'`)]),
    ...(kind === 'write' ? ['pg_current_xact_id()::text as xid'] : []),
  ];
  const text = `select ${parts.join(', ')}`;
  keepPrepared(text);
  return text;
}

/** Returns that statement for each kind of transaction. */
export const startTexts = (manner: StartManner): Readonly<Record<TransactionKind, string>> => ({
  write: startText(manner, 'write'),
  read: startText(manner, 'read'),
  snapshot: startText(manner, 'snapshot'),
});
