/** The proof of work that a till saved to a file and another till sends: signed by the key of the till that saved it. Source: R31.18. */
import { stableStringify } from '../../bill/merge/pick-winner.ts';

/**
 * Returns the subject of the proof that a person did the work of this body; its call and time are those of the work. The fields that a till changes while
 * work waits are left out.
 */
export function savedWorkSubject(userId: number, body: unknown): string {
  const { version: _version, id: _id, ...rest } = body as Readonly<Record<string, unknown>>;
  return `${userId} ${stableStringify(rest)}`;
}
