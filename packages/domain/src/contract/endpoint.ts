/** How an endpoint of the wire is declared, once; server, client and OpenAPI read it. Source: docs/rules.md#calls. */
import * as z from 'zod/mini';
import type { Permission } from '../access/permission.ts';
import { findForbiddenText } from '../form/plain-text.ts';
import type { RefusalReason } from '../refusal/refusal.ts';

/**
 * Who may call. `public`: anybody. `signedIn`: a valid access token, no outlet needed.
 * `member`: besides, `X-Outlet-Id` names an outlet of the caller; `anyOf`: one of these permissions is held; `allOf`: each of these is.
 */
export type Access =
  | { readonly who: 'public' }
  | { readonly who: 'signedIn'; readonly anyOf?: readonly Permission[] }
  | { readonly who: 'member'; readonly anyOf?: readonly Permission[]; readonly allOf?: readonly Permission[] };

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
  /** What it answers; absent is 204. */
  readonly answer?: Answer;
  /** Multipart instead of JSON. */
  readonly multipart?: boolean;
  readonly refusals: readonly RefusalReason[];
}

/** What the schemas of a call say of a text with control characters or half a surrogate pair (R35.91). */
export const forbiddenCharsMessage = 'has characters that cannot be used';

/** The same schema that also refuses forbidden characters in every text of it. */
function withPlainTexts<S extends z.ZodMiniType>(schema: S): S {
  return schema.check((context) => {
    const path = findForbiddenText(context.value);
    if (path)
      context.issues.push({ code: 'custom', message: forbiddenCharsMessage, path: [...path], input: context.value });
  }) as S;
}

/** Declares an endpoint; keeps the schemas' types. Every text of its query and body has to be free of forbidden characters. */
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

/** What a handler of the endpoint is given and what a caller sends. */
export type ParamsOf<E> = E extends Endpoint<infer P, z.ZodMiniType, z.ZodMiniType, z.ZodMiniType> ? z.infer<P> : never;
export type QueryOf<E> = E extends Endpoint<z.ZodMiniType, infer Q, z.ZodMiniType, z.ZodMiniType> ? z.infer<Q> : never;
export type BodyOf<E> = E extends Endpoint<z.ZodMiniType, z.ZodMiniType, infer B, z.ZodMiniType> ? z.infer<B> : never;
export type AnswerOf<E> = E extends Endpoint<z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, infer A> ? z.infer<A> : never;
