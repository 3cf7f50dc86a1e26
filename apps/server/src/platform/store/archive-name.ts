/** What both engines share to archive a store. */

/** A row that the new store starts with. */
export interface FirstSecret {
  readonly name: string;
  readonly value: string;
}

/** Returns the name of a store that is archived at an instant. */
export function archiveName(now: number): string {
  return `demo_left_${new Date(now).toISOString().replace(/\D/g, '').slice(0, 17)}`;
}
