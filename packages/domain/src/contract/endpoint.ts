/** How an endpoint of the wire is declared, once; server, client and OpenAPI read it. Source: docs/rules.md#calls. */
import type * as z from 'zod/mini';
import type { Permission } from '../access/permission.ts';
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

/** Declares an endpoint; keeps the schemas' types. */
export function defineEndpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
>(endpoint: Endpoint<Params, Query, Body, Answer>): Endpoint<Params, Query, Body, Answer> {
  return endpoint;
}

/** What a handler of the endpoint is given and what a caller sends. */
export type ParamsOf<E> = E extends Endpoint<infer P, z.ZodMiniType, z.ZodMiniType, z.ZodMiniType> ? z.infer<P> : never;
export type QueryOf<E> = E extends Endpoint<z.ZodMiniType, infer Q, z.ZodMiniType, z.ZodMiniType> ? z.infer<Q> : never;
export type BodyOf<E> = E extends Endpoint<z.ZodMiniType, z.ZodMiniType, infer B, z.ZodMiniType> ? z.infer<B> : never;
export type AnswerOf<E> = E extends Endpoint<z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, infer A> ? z.infer<A> : never;
