/** Declares an endpoint of the API, for the server, the web app and the OpenAPI document. Source: docs/rules.md#calls. */
import type * as z from 'zod/mini';
import type { Permission } from '../../access/permission.ts';
import { findCardNumber } from '../../form/card-text.ts';
import { findForbiddenText, type TextPath } from '../../form/plain-text.ts';
import type { RefusalReason } from '../../refusal/refusal.ts';

/**
 * Who may call. `public`: anybody. `signedIn`: requires a valid access token, but no outlet.
 * `member`: also requires `X-Outlet-Id` to be an outlet of the caller. `anyOf`: the caller has one of these permissions; `allOf`: all of them.
 */
export type Access =
  | { readonly who: 'public' }
  | { readonly who: 'signedIn'; readonly anyOf?: readonly Permission[] }
  | { readonly who: 'member'; readonly anyOf?: readonly Permission[]; readonly allOf?: readonly Permission[] };

/** Returns whether somebody with these permissions may call; the outlet is checked elsewhere. */
export function isAllowed(access: Access, held: ReadonlySet<string>): boolean {
  if (access.who === 'public') return true;
  const holds = (permission: string): boolean => held.has(permission);
  const lacksAll = access.who === 'member' && access.allOf?.every(holds) === false;
  return !lacksAll && (!access.anyOf || access.anyOf.some(holds));
}

export interface Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly key: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Under `/api`, with `:name` parameters. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The response body; absent: 204 without a body. */
  readonly answer?: Answer;
  /** Multipart instead of JSON. */
  readonly multipart?: boolean;
  readonly refusals: readonly RefusalReason[];
}

/** The validation message of a call for a text with control characters or half a surrogate pair (R35.91). */
export const forbiddenCharsMessage = 'has characters that Atoll cannot use. Type it again';

/** The validation message of a call for a free text with a card number (R36.14). */
export const cardNumberMessage = 'has a card number. Remove it: Atoll does not store card numbers';

/** Returns the schema with a check that refuses forbidden characters and card numbers in its texts. */
function withPlainTexts<S extends z.ZodMiniType>(schema: S): S {
  return schema.check((context) => {
    const add = (message: string, path: TextPath | null): void => {
      if (path) context.issues.push({ code: 'custom', message, path: [...path], input: context.value });
    };
    add(forbiddenCharsMessage, findForbiddenText(context.value));
    add(cardNumberMessage, findCardNumber(context.value));
  }) as S;
}

/** Declares an endpoint and keeps the types of its schemas. Texts of its query and body must not contain forbidden characters or card numbers. */
export function defineEndpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
>(endpoint: Endpoint<Params, Query, Body, Answer>): Endpoint<Params, Query, Body, Answer> {
  return {
    ...endpoint,
    ...(endpoint.query && { query: withPlainTexts(endpoint.query) }),
    ...(endpoint.body && { body: withPlainTexts(endpoint.body) }),
  };
}

/** Types of an endpoint's parameters, query, request body and response. */
export type ParamsOf<E> = E extends Endpoint<infer P, z.ZodMiniType, z.ZodMiniType, z.ZodMiniType> ? z.infer<P> : never;
export type QueryOf<E> = E extends Endpoint<z.ZodMiniType, infer Q, z.ZodMiniType, z.ZodMiniType> ? z.infer<Q> : never;
export type BodyOf<E> = E extends Endpoint<z.ZodMiniType, z.ZodMiniType, infer B, z.ZodMiniType> ? z.infer<B> : never;
export type AnswerOf<E> = E extends Endpoint<z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, infer A> ? z.infer<A> : never;
