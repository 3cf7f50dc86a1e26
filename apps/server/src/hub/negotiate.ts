import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Returns a new connection id of 128 random bits. */
export function newConnectionId(): string {
  return randomBytes(16).toString('base64url');
}

/**
 * Connection tokens of negotiated connections. A token holds its id and expiry and is signed, so that any process of
 * the installation can accept it. It grants nothing by itself: the upgrade signs in like any other.
 */
export class NegotiatedTokens {
  readonly #secret: string | Buffer;
  readonly #ttlMs: number;
  readonly #used = new Map<string, number>();

  constructor(secret: string | undefined, ttlMs: number) {
    this.#secret = secret ?? randomBytes(32);
    this.#ttlMs = ttlMs;
  }

  issue(connectionId: string, now: number): string {
    const body = `${connectionId}.${now + this.#ttlMs}`;
    return `${body}.${this.#sign(body)}`;
  }

  /** Returns the connection id of a token; undefined when the token is unknown, altered or expired. */
  read(token: string, now: number): string | undefined {
    const [id, until, signature, more] = token.split('.');
    if (!id || !until || !signature || more !== undefined) return undefined;
    const expected = Buffer.from(this.#sign(`${id}.${until}`));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    return Number(until) > now ? id : undefined;
  }

  isUsed(connectionId: string): boolean {
    return this.#used.has(connectionId);
  }

  use(connectionId: string, now: number): void {
    this.#used.set(connectionId, now + this.#ttlMs);
  }

  /** Forgets used ids whose token has expired. */
  sweep(now: number): void {
    for (const [id, until] of this.#used) if (until <= now) this.#used.delete(id);
  }

  #sign(body: string): string {
    return createHmac('sha256', this.#secret).update(`hub connection ${body}`).digest('base64url');
  }
}

/** Returns the answer to a negotiation: WebSockets is the only transport. Version 0 has no token apart from the id. */
export function negotiationAnswer(version: number, connectionId: string, connectionToken: string): object {
  const availableTransports = [{ transport: 'WebSockets', transferFormats: ['Text', 'Binary'] }];
  if (version < 1) return { connectionId: connectionToken, negotiateVersion: 0, availableTransports };
  return { connectionId, connectionToken, negotiateVersion: 1, availableTransports };
}
