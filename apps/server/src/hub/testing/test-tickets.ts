import { randomBytes } from 'node:crypto';
import type { HubIdentity } from '../hub.ts';

/** Replaces the tickets of the auth module: each is valid once and for 30 s. */
export class TestTickets {
  readonly #rows = new Map<string, { identity: HubIdentity; expiresAt: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  async issue(identity: HubIdentity): Promise<string> {
    const ticket = randomBytes(24).toString('base64url');
    this.#rows.set(ticket, { identity, expiresAt: this.#now() + 30_000 });
    return ticket;
  }

  async redeem(ticket: string): Promise<HubIdentity | undefined> {
    const row = this.#rows.get(ticket);
    this.#rows.delete(ticket);
    return row && row.expiresAt > this.#now() ? row.identity : undefined;
  }
}
