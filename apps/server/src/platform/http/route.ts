/**
 * Registers the endpoints of the contract. Everything that a handler receives was checked: the caller, the outlet, and
 * every field; unknown fields are removed. A handler returns the value (undefined where the contract has no answer) or
 * throws a refusal.
 */
import { type Contract, contract } from '@atoll/domain/contract/contract';
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@atoll/domain/contract/platform/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type * as z from 'zod/mini';
import { guardOf } from './access.ts';
import type { Actor, Gate } from './actor.ts';
import { releaseGuard } from './outbox/release.ts';
import { requireWaitingWrite } from './send-only.ts';
import type { Clock } from './services.ts';
import { invalidRequest } from './validate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
  }
  interface FastifyInstance {
    gate: Gate;
    clock: Clock;
    /** The release of this server, as tills know it. */
    release: string;
    /** Returns the actor of a call: its author, with the permissions of its approver. */
    onBehalfOf: (
      called: { endpoint: string; url: string; body: unknown; raw: unknown },
      actor: Actor,
    ) => Promise<Actor>;
    /** Keys of the contract that have a handler. */
    endpoints: Set<string>;
  }
  interface FastifyContextConfig {
    endpoint?: string;
    /** Why a route outside the contract is open to everybody. */
    openBecause?: string;
  }
}

type Frozen<T> = T extends readonly (infer I)[]
  ? readonly Frozen<I>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

export interface Context<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Absent for a public endpoint. */
  readonly actor: Actor;
  /** Epoch ms. */
  readonly now: number;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** What a handler returns: the contract's shape, or `reply` when it has sent the answer itself. */
export type Handler<E extends Endpoint> = (
  context: Context<E>,
) => Promise<Frozen<AnswerOf<E>> | FastifyReply | undefined>;

function parse(schema: z.ZodMiniType | undefined, input: unknown, part: 'params' | 'query' | 'body'): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(input ?? {});
  if (!result.success) throw invalidRequest(result.error.issues, input ?? {}, part);
  return result.data;
}

const json = 'application/json; charset=utf-8';

/** Registers the handler of one endpoint of the contract under `/api`. */
export function route<E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void {
  const { key, access } = endpoint;
  if (!Object.hasOwn(contract, key)) throw new Error(`${endpoint.path} is not in the contract`);
  if (!access) throw new Error(`${key} declares no access`);
  if (app.endpoints.has(key)) throw new Error(`${key} has two handlers`);
  app.endpoints.add(key);

  const options: RouteOptions = {
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    config: { endpoint: key },
    handler: async (request, reply) => {
      const body = parse(endpoint.body, request.body, 'body');
      if (request.actor) requireWaitingWrite(request.actor, key, { body, raw: request.body });
      const context = {
        params: parse(endpoint.params, request.params, 'params'),
        query: parse(endpoint.query, request.query, 'query'),
        body,
        actor:
          request.actor &&
          (await app.onBehalfOf({ endpoint: key, url: request.url, body, raw: request.body }, request.actor)),
        now: app.clock(),
        request,
        reply,
      };
      const answer = await handler(context as unknown as Context<E>);
      if (reply.sent || (answer as unknown) === reply) return reply;
      if (!endpoint.answer) return reply.code(204).send();
      return reply.header('content-type', json).send(JSON.stringify(answer));
    },
  };
  const guard = access.who === 'public' ? undefined : guardOf({ endpoint: key, access }, app.gate);
  options.onRequest = [guard, releaseGuard(endpoint, app.release)].filter((one) => one !== undefined);
  app.route(options);
}

/** Makes the app refuse to start with a route that is not declared, or an endpoint of the contract without a handler. */
export function requireWholeContract(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    const isFile = url === '/*' || url === '/files/*';
    if (!isFile && !config?.endpoint && !config?.openBecause)
      throw new Error(`${String(method)} ${url} declares no access`);
  });
  app.addHook('onReady', async () => {
    const missing = (Object.keys(contract) as (keyof Contract)[]).filter((key) => !app.endpoints.has(key));
    if (missing.length > 0) throw new Error(`Without a handler: ${missing.join(', ')}`);
  });
}

/** Returns whether the client has the answer with this ETag: then 304 is enough. A proxy that compresses weakens the tag. */
export function hasTag({ headers }: FastifyRequest, etag: string): boolean {
  return headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false;
}
