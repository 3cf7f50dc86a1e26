/** The meaning of a failure of PostgreSQL: by its SQLSTATE, the operating system's code, or the driver's message. */
import { StoreUnavailable, type UnavailableReason } from '../unavailable.ts';

/** A statement got no answer for so long that its connection was given up. */
export class ConnectionSilent extends Error {
  override readonly name = 'ConnectionSilent';
  constructor(silentMs: number) {
    super(`The database did not answer for ${silentMs} ms`);
  }
}

/** Returns the code of an error: its SQLSTATE, or the operating system's code; undefined without one. */
export const codeOf = (error: unknown): string | undefined => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
};

/** Returns the SQLSTATE of an error; 'connection' when there is none because the database could not be reached. */
export function failureKind(error: unknown): string {
  const code = codeOf(error) ?? '';
  // EPIPE has five letters too.
  if (/^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]+$/.test(code)) return code;
  return isConnectionLoss(error) ? 'connection' : 'other';
}

/** Returns whether an error means that the connection is lost, rather than that the statement was refused. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof ConnectionSilent) return true;
  const code = codeOf(error);
  if (code === undefined)
    return (
      error instanceof Error &&
      error.name === 'Error' &&
      /connection|terminated|not queryable|timeout expired/i.test(error.message)
    );
  return code.startsWith('08') || code.startsWith('57P') || code === '25P03' || /^E[A-Z]+$/.test(code);
}

/** Returns whether the database or its driver failed, rather than the program that used it. */
export function isOfDatabase(error: unknown): boolean {
  return /^[0-9A-Z]{5}$/.test(codeOf(error) ?? '') || isConnectionLoss(error);
}

/** Returns whether the database has no free connection. */
export const isOutOfConnections = (error: unknown): boolean => codeOf(error) === '53300';

/** Returns whether the same transaction may succeed when it is tried again at once. */
export function isRetryable(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40001' || code === '40P01' || isOutOfConnections(error) || isConnectionLoss(error);
}

function reasonOf(error: unknown): UnavailableReason | undefined {
  const code = codeOf(error) ?? '';
  if (code === '25006') return 'readOnly';
  // A replica reports this where a transaction would write.
  if (code === 'XX000' && /during recovery/.test((error as Error).message)) return 'readOnly';
  if (code === '53100') return 'full';
  if (code === 'XX001' || code === 'XX002') return 'damaged';
  // Out of resources, operator intervention (except a cancelled statement), system errors, refused logins, locks.
  if (/^(53|58|28)/.test(code) || code === '3D000' || code === '55P03') return 'away';
  return isRetryable(error) ? 'away' : undefined;
}

/** Returns the error for callers of the store: `StoreUnavailable` when the database and not the statement is the cause. */
export function publicError(error: unknown): unknown {
  const why = reasonOf(error);
  return why === undefined ? error : new StoreUnavailable(why, error);
}
