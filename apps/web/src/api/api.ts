/**
 * Calls to the server by contract key, so that every path is written once. Error handling follows R19.1–R19.4. The session binds itself
 * through `bindAuth`; this file depends on no store.
 */

import { tillHeader, tillTroubleHeader } from '@atoll/domain/contract/bill/till';
import { type Contract, type ContractKey, contract } from '@atoll/domain/contract/contract';
import { newAddressHeader } from '@atoll/domain/contract/new-address';
import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from '@atoll/domain/contract/platform/endpoint';
import { serverTimeHeader } from '@atoll/domain/contract/server-time';
import { plainValues } from '@atoll/domain/form/plain-values';
import { ownRelease, releaseHeader } from '@atoll/domain/release/standing';
import { steadyNow } from '../clock/steady.ts';
import { learnServerTime } from '../clock/till-clock.ts';
import { sentenceText } from '../locale/sentence.ts';
import { deviceId } from '../session/device.ts';
import { emit } from './event.ts';
import { formBody } from './form-map.ts';
import { useNewAddress } from './new-address.ts';
import { isServerAnswer, NotServerError, storeOf } from './not-server.ts';
import { learnRelease, useRelease } from './release.ts';
import { words } from './words.ts';

/** The error shown to a person. Source: R19.1. */
export interface ErrorBody {
  readonly message: string;
  readonly details?: string;
  readonly code?: number;
  readonly reason?: string;
  readonly errors?: Readonly<Record<string, string>>;
  readonly [more: string]: unknown;
}

/** A refusal or fault returned by the server. `body` is its JSON body, or null without one. */
export class CallError extends Error {
  readonly status: number;
  readonly body: ErrorBody | null;
  readonly url: string;
  readonly retryAfterMs: number | null;
  constructor(status: number, body: ErrorBody | null, url: string, retryAfterMs: number | null = null) {
    super(body?.message ?? sentenceText(words.notServer));
    this.name = 'CallError';
    this.status = status;
    this.body = body;
    this.url = url;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Returns true when the server did not answer: network failure, timeout, or an answer of another program. */
export const isNetworkFailure = (error: unknown): boolean => !(error instanceof CallError);

export interface RequestOptions {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly multipart?: boolean;
  /** false: the body is sent unchanged; form fields are not mapped to plain values (R18.2). */
  readonly mapForm?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** An outlet other than the open one (for outbox entries of another outlet). */
  readonly outletId?: number;
  /** The call is sent to its end when the page closes in the meantime. */
  readonly outlivesPage?: boolean;
  /** A token other than the session's (the sender's own while the screen is locked). */
  readonly token?: string;
  /** Shows no error; the caller handles it. A 401 still starts a refresh. */
  readonly quiet?: boolean;
  /** The caller shows the error where it happened: it is stored with the notifications, without a toast (R35.68). */
  readonly inPlace?: boolean;
  /** Skips the common error handler: no refresh, no logout, no message. */
  readonly ownErrors?: boolean;
}

export interface Answered {
  readonly answer: unknown;
  readonly headers: Headers;
}

/** Interface between the calls and the session. */
export interface AuthPort {
  readonly token: () => string;
  /** Whether somebody works whose access token this page has not got yet: after a reload, or an unlock without the server. */
  readonly lacksToken: () => boolean;
  readonly outletId: () => number | null;
  readonly connectionId: () => string | null;
  /** Exchanges the refresh token once for all concurrent callers; `refused` carries the server's message. */
  readonly refresh: (failedToken: string) => Promise<RefreshOutcome>;
  /** Asks the person for their password. Returns whether the server accepted it. */
  readonly confirmPassword: () => Promise<boolean>;
  /** Stores an error. Shows a toast too, unless it is shown in place. */
  readonly setError: (error: ErrorBody, isInPlace?: boolean) => void;
  readonly logout: (message: string) => void;
  /** Called after any answer of the server; not called after a network failure. */
  readonly answered: () => void;
}

export type RefreshOutcome =
  | { readonly state: 'refreshed' }
  /** The screen is locked, or nobody is signed in. */
  | { readonly state: 'impossible' }
  | { readonly state: 'refused'; readonly body: ErrorBody | null }
  | { readonly state: 'away'; readonly error: unknown };

let auth: AuthPort = {
  token: () => '',
  lacksToken: () => false,
  outletId: () => null,
  connectionId: () => null,
  refresh: async () => ({ state: 'impossible' }),
  confirmPassword: async () => false,
  setError: () => undefined,
  logout: () => undefined,
  answered: () => undefined,
};

export function bindAuth(port: AuthPort): void {
  auth = port;
}

let tillNote: (outletId: number) => string | null = () => null;
let tillTrouble: (outletId: number) => string | null = () => null;
/** Binds the functions that return this till's status note, sent with each authenticated call, and what is wrong on it. */
export function bindTillNote(note: typeof tillNote, trouble: typeof tillTrouble): void {
  tillNote = note;
  tillTrouble = trouble;
}

let host = '';
/** Sets the server's origin when it differs from the page's (tests, a native shell). */
export function setHost(origin: string): void {
  host = origin;
}
export const apiUrl = (path: string): string => `${host}/api${path}`;

/** Time limit of the outbox, whose entries wait in a queue: a half-open connection never answers. No call that a person waits for has one (R18.1). */
export const answerWithinMs = 10_000;

/** Time limit of the probe of the connection, and of the hub's ticket. */
export const probeWithinMs = 4000;

/** Time limit of printing. */
export const printWithinMs = 5000;

/** Options of calls that the person does not wait for and whose queue repeats them: no error is shown, and the time limit of the outbox. */
export const quietly = { quiet: true, timeoutMs: answerWithinMs } as const;

/** Options of calls that are a part of printing. */
export const forPrinting = { quiet: true, timeoutMs: printWithinMs } as const;

/** Path at which the server reports whether it can save; its refusal concerns only the caller. */
export const readyPath = '/ready';

/** A call unanswered for this long triggers a connection check. With the 4 s probe an outage is detected within 5 s. */
const slowMs = 800;

function cookie(name: string): string | null {
  if (typeof document === 'undefined') return null;
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : null;
}

function queryText(query: RequestOptions['query']): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) params.set(name, `${value as string | number | boolean}`);
  }
  const text = params.toString();
  return text ? `?${text}` : '';
}

function headersOf(options: RequestOptions): Headers {
  const headers = new Headers(options.headers);
  const set = (name: string, value: string | null | undefined) => {
    if (value && !headers.has(name)) headers.set(name, value);
  };
  const token = options.token ?? auth.token();
  set('Authorization', token && `Bearer ${token}`);
  const outletId = options.outletId ?? auth.outletId();
  set('X-Outlet-Id', String(outletId ?? ''));
  if (token && outletId !== null) {
    set(tillHeader, tillNote(outletId));
    set(tillTroubleHeader, tillTrouble(outletId));
  }
  set('X-Connection-Id', auth.connectionId());
  set('X-Device-Id', deviceId());
  set(releaseHeader, ownRelease);
  set('X-XSRF-TOKEN', cookie('XSRF-TOKEN'));
  if (options.body !== undefined && !options.multipart) set('Content-Type', 'application/json');
  return headers;
}

function signalOf({ timeoutMs, signal }: RequestOptions): AbortSignal | null {
  const limits = [signal, timeoutMs ? AbortSignal.timeout(timeoutMs) : undefined].filter((s) => s !== undefined);
  return limits.length === 0 ? null : AbortSignal.any(limits);
}

/** Waits for `work` until it settles or the signal of the call aborts. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal | null): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason as Error);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject);
  });
}

/** Reads the body of a server answer. Throws NotServerError when another program answered. */
async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  const { status, headers } = response;
  if (!isServerAnswer(headers)) throw new NotServerError(status, retryAfterOf(response));
  if (text === '') return undefined;
  return (headers.get('content-type') ?? '').includes('json') ? parsed(text, status) : text;
}

function parsed(text: string, status: number): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The body was cut off or was never JSON. The server sends neither.
    throw new NotServerError(status);
  }
}

/** Returns the refusal body of an answer, or null. The message is localized from the catalogue where it has one. */
function refusalBodyOf(body: unknown): ErrorBody | null {
  if (typeof body !== 'object' || body === null) return null;
  const errorBody = body as ErrorBody;
  const { message, details, errors } = errorBody;
  return {
    ...errorBody,
    ...(message ? { message: sentenceText(message) } : {}),
    ...(details ? { details: sentenceText(details) } : {}),
    ...(errors
      ? { errors: Object.fromEntries(Object.entries(errors).map(([field, word]) => [field, sentenceText(word)])) }
      : {}),
  };
}

const retryAfterOf = (response: Response): number | null => {
  const seconds = Number(response.headers.get('retry-after'));
  return seconds > 0 ? seconds * 1000 : null;
};

/** Encodes the body. Form fields become plain values unless the caller opts out (R18.2). */
function encoded(method: string, { body, multipart, mapForm }: RequestOptions): string | FormData {
  const isMapped = mapForm !== false && (method === 'POST' || method === 'PUT');
  const plain = isMapped ? plainValues(body) : body;
  return multipart ? formBody(plain) : JSON.stringify(plain);
}

async function once(method: string, path: string, options: RequestOptions): Promise<Answered> {
  const url = apiUrl(path) + queryText(options.query);
  const slow = setTimeout(() => emit('doubt', undefined), slowMs);
  const sentAt = steadyNow();
  try {
    const response = await fetch(url, {
      method,
      headers: headersOf(options),
      signal: signalOf(options),
      ...(options.outlivesPage && { keepalive: true }),
      ...(options.body === undefined ? {} : { body: encoded(method, options) }),
    });
    learnServerTime(response.headers.get(serverTimeHeader), sentAt);
    const body = await bodyOf(response);
    auth.answered();
    emit('store', storeOf(response.headers) ?? '');
    learnRelease(response.headers.get(releaseHeader));
    const address = response.headers.get(newAddressHeader);
    if (address) useNewAddress.setState({ address });
    if (response.status === 503 && path !== readyPath) emit('unavailable', undefined);
    if (response.ok) return { answer: body, headers: response.headers };
    throw new CallError(response.status, refusalBodyOf(body), url, retryAfterOf(response));
  } catch (error) {
    if (isNetworkFailure(error) && !options.signal?.aborted) emit('doubt', undefined);
    throw error;
  } finally {
    clearTimeout(slow);
  }
}

const unauthorized = (details: string, url: string): ErrorBody => ({
  message: words.unauthorized,
  details: `${details} ${url}`,
  code: 401,
});

/** Several 403 answers within this time show one message. */
const forbiddenOnceMs = 1000;
let forbiddenAt = Number.NEGATIVE_INFINITY;

/** Stores an error that the caller shows where it happened (R35.68). A refusal that somebody can approve opens the approval instead. */
export function storeError({ status, body, url }: CallError): void {
  if (body?.reason === 'approvalNeeded') return;
  if (status === 403) auth.setError(unauthorized(words.notAuthorized, url.replace(/\?.*$/, '')), true);
  else if (body?.message) auth.setError(body, true);
}

/** Shows a failed call to the person (R19.1–R19.4). The caller still gets the rejection. */
function show(error: CallError, { quiet = false, inPlace = false }: RequestOptions): void {
  if (error.body?.reason === 'releaseOld') {
    // The bar above every screen says it.
    useRelease.setState({ isOld: true });
    return;
  }
  if (inPlace) storeError(error);
  if (error.status === 403) {
    if (!quiet && !inPlace && performance.now() - forbiddenAt > forbiddenOnceMs) {
      forbiddenAt = performance.now();
      auth.setError(unauthorized(words.notAuthorized, error.url));
    }
    emit('forbidden', { url: error.url });
  } else if (!quiet && !inPlace && error.body?.message) {
    auth.setError(error.body);
  }
}

const showNotServer = ({ inPlace }: RequestOptions): void =>
  auth.setError({ message: sentenceText(words.notServer) }, inPlace);

/** Refreshes whose refusal was already shown: concurrent calls share one refresh. */
const shownRefusals = new WeakSet<RefreshOutcome>();

/** Signs the person out after the refresh was refused too. Shows it once (R35.10). */
function signedOut(error: CallError, outcome: RefreshOutcome & { readonly state: 'refused' }): void {
  if (shownRefusals.has(outcome)) return;
  shownRefusals.add(outcome);
  const refusedBody = outcome.body;
  const errorBody = refusedBody?.message ? refusedBody : error.body?.message ? error.body : null;
  // The sign-in screen says it.
  auth.setError(errorBody ?? unauthorized(words.pleaseLogin, error.url), true);
  auth.logout(errorBody?.message ?? words.unauthorized);
}

/** Gets an access token where the page has none, so that the call is not refused first. Throws when the server is away. */
async function getToken(options: RequestOptions): Promise<void> {
  if (options.ownErrors || options.token !== undefined || !auth.lacksToken()) return;
  const outcome = await orAborted(auth.refresh(''), signalOf(options));
  if (outcome.state === 'away') throw outcome.error;
}

/** Calls by method and path, for calls that are not in the contract (except the print server). Rejects with `CallError`. */
export async function request(method: string, path: string, options: RequestOptions = {}): Promise<Answered> {
  await getToken(options);
  const token = options.token ?? auth.token();
  try {
    return await once(method, path, options);
  } catch (error) {
    if (error instanceof NotServerError && !options.quiet && !options.ownErrors) showNotServer(options);
    if (!(error instanceof CallError) || options.ownErrors) throw error;
    // A sensitive change: the password was typed too long ago (R36.7).
    if (error.body?.reason === 'passwordNeeded') {
      if (await auth.confirmPassword()) return await again(method, path, options);
      throw error;
    }
    if (error.status !== 401 || options.token !== undefined) {
      show(error, options);
      throw error;
    }
    const outcome = await orAborted(auth.refresh(token), signalOf(options));
    if (outcome.state === 'refused') signedOut(error, outcome);
    if (outcome.state === 'away') throw outcome.error;
    if (outcome.state !== 'refreshed') throw error;
    return await again(method, path, options);
  }
}

async function again(method: string, path: string, options: RequestOptions): Promise<Answered> {
  try {
    return await once(method, path, options);
  } catch (error) {
    if (error instanceof CallError) show(error, options);
    throw error;
  }
}

/** Returns the raw response, for long answers such as an export. A 401 causes one refresh. Rejects with `CallError`. */
export async function stream(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
  const url = apiUrl(path) + queryText(options.query);
  const body = options.body === undefined ? {} : { body: encoded(method, options) };
  const ask = () => fetch(url, { method, headers: headersOf(options), signal: signalOf(options), ...body });
  await getToken(options);
  const token = auth.token();
  let response = await ask();
  if (response.status === 401 && (await auth.refresh(token)).state === 'refreshed') response = await ask();
  if (response.ok && storeOf(response.headers) !== null) return response;
  const error = new CallError(response.status, refusalBodyOf(await bodyOf(response)), url);
  show(error, options);
  throw error;
}

/** Returns the headers of a call, for uploads with progress, which `fetch` does not support. */
export const callHeaders = (): Headers => headersOf({});

export type CallOptions<K extends ContractKey> = Omit<RequestOptions, 'query' | 'body' | 'multipart'> & {
  readonly params?: ParamsOf<Contract[K]>;
  readonly query?: QueryOf<Contract[K]>;
  readonly body?: BodyOf<Contract[K]>;
};

const pathOf = (key: ContractKey, params: Readonly<Record<string, unknown>> = {}): string =>
  contract[key].path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));

/** Calls outside the common error handling: a wrong passcode shows no toast and signs nobody out. */
const optedOut: readonly ContractKey[] = [
  'auth.login',
  'auth.refresh',
  'auth.unlock',
  'auth.lock',
  'auth.logout',
  'auth.requestReset',
  'auth.reset',
];

/** Calls an endpoint and returns its body and headers. */
export async function callFor<K extends ContractKey>(
  key: K,
  { params, query, ...rest }: CallOptions<K> = {},
): Promise<{ answer: AnswerOf<Contract[K]>; headers: Headers }> {
  const { answer, headers } = await request(
    contract[key].method,
    pathOf(key, params as Readonly<Record<string, unknown>> | undefined),
    { ...rest, query: query as Readonly<Record<string, unknown>>, ownErrors: rest.ownErrors ?? optedOut.includes(key) },
  );
  return { answer: answer as AnswerOf<Contract[K]>, headers };
}

/** Calls an endpoint by its contract key and returns its body. */
export const call = async <K extends ContractKey>(key: K, options?: CallOptions<K>): Promise<AnswerOf<Contract[K]>> =>
  (await callFor(key, options)).answer;
