/** Whose people work in an outlet: those of a practice outlet are the people of the outlet that it is the practice of. */
import { type RawBuilder, sql } from 'kysely';

/** Returns the outlet whose people work in an outlet, for a condition on `user_outlet`. */
export const staffOutlet = (outletId: number): RawBuilder<number> =>
  sql`(select case when practice_of > 0 then practice_of else id end from outlet where id = ${outletId})`;
