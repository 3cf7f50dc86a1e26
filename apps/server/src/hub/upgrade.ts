import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { StoreUnavailable } from '../platform/store/unavailable.ts';
import { isAllowedOrigin, readCredentials } from './credentials.ts';
import type { HubCredentials, HubIdentity } from './identity.ts';
import type { HubLog } from './log.ts';
import { type NegotiatedTokens, newConnectionId } from './negotiate.ts';

/** An import of the module would also load its fetch: 15 MB that nothing here uses. */
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** What an upgrade is checked against. */
export interface Gate {
  readonly tokens: NegotiatedTokens;
  readonly log: HubLog;
  now(): number;
  isDraining(): boolean;
  isAttached(connectionId: string): boolean;
  hasRoom(userId: number): boolean;
  isOwnHost(headers: IncomingHttpHeaders): boolean | Promise<boolean>;
  allowedOrigins(): readonly string[];
  authenticate(credentials: HubCredentials): Promise<HubIdentity | 'forbidden' | undefined>;
}

export type Admission =
  | { readonly status: 101; readonly connectionId: string; readonly identity: HubIdentity }
  | { readonly status: 401 | 403 | 404 | 409 | 421 | 429 | 500 | 503 };

/** Decides on an upgrade. The connection gets its negotiated id, or a new one when negotiation was skipped. */
export async function admit(gate: Gate, request: IncomingMessage, query: URLSearchParams): Promise<Admission> {
  if (gate.isDraining()) return { status: 503 };
  // Calls are checked before they come here; an upgrade is no call.
  if (!(await gate.isOwnHost(request.headers))) return { status: 421 };
  const token = query.get('id');
  const connectionId = token === null ? newConnectionId() : gate.tokens.read(token, gate.now());
  if (connectionId === undefined) return { status: 404 };
  if (gate.isAttached(connectionId)) return { status: 409 };
  if (gate.tokens.isUsed(connectionId)) return { status: 404 };
  const signedIn = await signIn(gate, request, query);
  if (signedIn.status !== 101) return signedIn;
  if (gate.isDraining()) return { status: 503 };
  if (gate.isAttached(connectionId) || gate.tokens.isUsed(connectionId)) return { status: 409 };
  if (token !== null) gate.tokens.use(connectionId, gate.now());
  return { status: 101, connectionId, identity: signedIn.identity };
}

/** Checks origin and credentials, in the same way for an upgrade and a negotiation. */
export async function signIn(
  gate: Gate,
  request: Pick<IncomingMessage, 'headers'>,
  query: URLSearchParams,
): Promise<{ status: 101; identity: HubIdentity } | { status: 401 | 403 | 429 | 500 | 503 }> {
  if (!isAllowedOrigin(request.headers.origin, gate.allowedOrigins())) return { status: 403 };
  const credentials = readCredentials(request.headers, query);
  let identity: HubIdentity | 'forbidden' | undefined;
  try {
    identity = await gate.authenticate(credentials);
  } catch (error) {
    gate.log.error({ err: error }, 'hub: sign-in failed');
    return { status: error instanceof StoreUnavailable ? 503 : 500 };
  }
  if (identity === undefined || (identity !== 'forbidden' && identity.expiresAt <= gate.now())) return { status: 401 };
  if (identity === 'forbidden') return { status: 403 };
  // A ticket is bound to its outlet; the query cannot change it.
  if (credentials.outletId !== undefined && credentials.outletId !== identity.outletId) return { status: 403 };
  if (!gate.hasRoom(identity.userId)) return { status: 429 };
  return { status: 101, identity };
}

/** Refuses an upgrade with an HTTP error. */
export function rejectUpgrade(socket: Duplex, status: number): void {
  const text = STATUS_CODES[status] ?? 'Error';
  socket.end(
    `HTTP/1.1 ${status} ${text}\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
    () => socket.destroy(),
  );
}
