import { createHash, randomBytes } from 'node:crypto';
import type { HubIdentity } from './identity.ts';

export const ticketTtlMs = 30_000;

/** Where issued tickets wait: the memory of a single process, or a table that all processes share. */
export interface TicketRows {
  put(hash: string, identity: HubIdentity, expiresAt: number): Promise<void>;
  /** Removes the row and answers it; of two takers at once only one gets it. */
  take(hash: string): Promise<{ readonly identity: HubIdentity; readonly expiresAt: number } | undefined>;
  /** Removes what is over. */
  sweep(now: number): Promise<void>;
}

/** One-use tickets for the hub, so that no access token ever stands in a URL. */
export interface Tickets {
  issue(identity: HubIdentity): Promise<string>;
  /** The identity, once and within 30 s. */
  redeem(ticket: string): Promise<HubIdentity | undefined>;
}

/** Tickets over `rows`. Only the hash of a ticket is kept: who reads the store cannot use it. */
export function createTickets(rows: TicketRows, now: () => number): Tickets {
  let sweptAt = now();
  return {
    async issue(identity) {
      const at = now();
      if (at - sweptAt >= ticketTtlMs) {
        sweptAt = at;
        await rows.sweep(at);
      }
      const ticket = `ht_${randomBytes(16).toString('base64url')}`;
      await rows.put(hashOf(ticket), identity, at + ticketTtlMs);
      return ticket;
    },
    async redeem(ticket) {
      if (!isTicket(ticket)) return undefined;
      const row = await rows.take(hashOf(ticket));
      return row && row.expiresAt > now() ? row.identity : undefined;
    },
  };
}

/** Whether a text has the shape of a ticket: 128 random bits behind a mark. */
export function isTicket(text: string): boolean {
  return /^ht_[\w-]{22}$/.test(text);
}

/** Rows of an installation with one process. */
export function memoryTicketRows(): TicketRows {
  const rows = new Map<string, { identity: HubIdentity; expiresAt: number }>();
  return {
    async put(hash, identity, expiresAt) {
      rows.set(hash, { identity, expiresAt });
    },
    async take(hash) {
      const row = rows.get(hash);
      rows.delete(hash);
      return row;
    },
    async sweep(now) {
      for (const [hash, { expiresAt }] of rows) if (expiresAt <= now) rows.delete(hash);
    },
  };
}

function hashOf(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex');
}
