/** What both engines say of a store that is put aside. */

/** A row that the new store begins with. */
export interface FirstSecret {
  readonly name: string;
  readonly value: string;
}

/** Answers the name of what was put aside at an instant. */
export function asideName(now: number): string {
  return `demo_left_${new Date(now).toISOString().replace(/\D/g, '').slice(0, 17)}`;
}
