/** What takes a bulk action back. Source: R35.53. */
import type { BulkRow } from '@atoll/domain/contract/platform/resource';

/** A change of one record, as the bulk call takes it. */
export interface BulkChange {
  readonly id: number;
  /** The version that the user saw: a record that somebody changed since is refused. */
  readonly version: number;
  readonly isActive?: boolean;
  readonly [field: string]: unknown;
}

/** Returns whether a row was done, and made a difference. */
export function isDone({ id, before, after, error }: BulkRow): boolean {
  if (!after || error !== null) return false;
  return after.id !== id || after.version !== before.version || after.isActive !== before.isActive;
}

/**
 * Returns the changes that restore what a bulk action found: old values of the fields in `keys`, deactivated records active again, and
 * copies deactivated. Each names the version that the action left.
 */
export function undoOf(rows: readonly BulkRow[], keys: readonly string[]): BulkChange[] {
  return rows.filter(isDone).flatMap(({ id, before, after }) => {
    if (!after) return [];
    const { version } = after;
    if (after.id !== id) return [{ id: after.id, version, isActive: false }];
    if (after.isActive !== before.isActive) return [{ id, version, isActive: before.isActive }];
    return [{ id, version, ...Object.fromEntries(keys.map((key) => [key, before[key]])) }];
  });
}
