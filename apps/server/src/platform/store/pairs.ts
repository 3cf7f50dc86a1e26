/** Several rows as one value of a statement, so that its text is the same for any number of them. */
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from './engine.ts';

/** Returns rows of an outlet and a number, as a table with the columns `outlet_id` and `seq`. */
export const numbersOfOutlets = (engine: Engine, rows: readonly (readonly [number, number])[]): RawBuilder<unknown> =>
  engine === 'postgres'
    ? sql`(select (row ->> 0)::bigint as outlet_id, (row ->> 1)::bigint as seq from json_array_elements(${JSON.stringify(rows)}::json) each (row))`
    : sql`(select value ->> 0 as outlet_id, value ->> 1 as seq from json_each(${JSON.stringify(rows)}))`;

/** Returns rows of an outlet and a device, as a table with the columns `outlet_id` and `device_id`. */
export const devicesOfOutlets = (engine: Engine, rows: readonly (readonly [number, string])[]): RawBuilder<unknown> =>
  engine === 'postgres'
    ? sql`(select (row ->> 0)::bigint as outlet_id, row ->> 1 as device_id from json_array_elements(${JSON.stringify(rows)}::json) each (row))`
    : sql`(select value ->> 0 as outlet_id, value ->> 1 as device_id from json_each(${JSON.stringify(rows)}))`;
