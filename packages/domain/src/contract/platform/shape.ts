/** Schemas that several parts of the contract share. */
import * as z from 'zod/mini';
import { hasHiddenChars } from '../../form/plain-text.ts';
import { forbiddenCharsMessage } from './endpoint.ts';

/** The maximum amount of money, in laari: 9,999,999.99. */
export const maxLaari = 999_999_999;

/** Money in laari, zero or more. */
export const money = z.int().check(z.minimum(0), z.maximum(maxLaari));
/** Money in laari with a sign. */
export const signedMoney = z.int().check(z.minimum(-maxLaari), z.maximum(maxLaari));
/** A plain percent, 0…100 with at most 2 decimals. */
export const percent = z.number().check(
  z.minimum(0),
  z.maximum(100),
  z.refine((n) => Number.isInteger(Math.round(n * 1e6) / 1e4), 'Use at most 2 decimals'),
);
/** A quantity with at most 3 decimals. */
export const quantity = z.number().check(
  z.minimum(-999_999.999),
  z.maximum(999_999.999),
  z.refine((n) => Number.isInteger(Math.round(n * 1e7) / 1e4), 'Use at most 3 decimals'),
);
/** A key created by a device: a UUID, normally version 7. */
export const key = z.uuid();
/** A number given by the database. */
export const id = z.int().check(z.minimum(1));
/** A foreign key; 0 means none. */
export const foreignId = z.int().check(z.minimum(0));
/** An instant, ISO-8601 in UTC. */
export const instant = z.iso.datetime({ offset: true });
/** A calendar date, YYYY-MM-DD. */
export const calendarDate = z.iso.date();
/** Text of at most `n` characters. */
export const text = (n: number) => z.string().check(z.maxLength(n));
/** Trimmed text of `from` to `to` characters. */
export const requiredText = (from: number, to: number) =>
  z.string().check(z.trim(), z.minLength(from), z.maxLength(to));
/** Refuses characters that turn the order of a name or are not seen (R36.29). */
export const plainName = z.refine<string>((name) => !hasHiddenChars(name), forbiddenCharsMessage);
/** A trimmed name of `from` to `to` characters. */
export const nameText = (from: number, to: number) => requiredText(from, to).check(plainName);
/** An id or a key in a path. */
export const idOrKey = z.string().check(z.regex(/^(\d{1,15}|[0-9a-fA-F-]{36})$/));

/** An id in a query. */
export const idText = z.string().check(z.regex(/^\d{1,15}$/));

/** The page sizes of a list. */
export { defaultPageSize } from '../../grid/query.ts';

/** The query of a list. Numbers come as text; the instants as ISO. Without `page` the response is a plain list. */
export const listQuery = z.object({
  size: z.optional(z.string()),
  page: z.optional(z.string()),
  id: z.optional(z.string()),
  start: z.optional(z.string()),
  end: z.optional(z.string()),
  sort: z.optional(z.string()),
  search: z.optional(z.string()),
});

/**
 * Returns the schema of a page of a list. Above 10,000 matches `count` is only a lower bound (10,001, or more when the page itself shows that) and
 * `isCountExact` is false: shown as '10,000+'.
 */
export const pageOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({
    items: z.array(item),
    count: z.int(),
    pageSize: z.int(),
    totalPages: z.int(),
    isCountExact: z.optional(z.boolean()),
  });

export const idParams = z.object({ id: idOrKey });
