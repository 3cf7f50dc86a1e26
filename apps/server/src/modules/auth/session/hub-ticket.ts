/** Tickets that open one hub connection: random, valid once and for 30 s, at every server process. Source: docs/rules.md#hub-ticket. */
import { randomBytes } from 'node:crypto';
import type { Actor } from '../../../platform/http/actor.ts';
import type { Clock } from '../../../platform/http/services.ts';
import { staffOutlet } from '../../../platform/store/outlet/staff-outlet.ts';
import type { Store } from '../../../platform/store/store.ts';
import { tokenHash } from './token.ts';

export const ticketMs = 30_000;

export interface TicketHolder {
  readonly userId: number;
  readonly name: string;
  readonly outletId: number;
  readonly sessionId: string;
  /** Epoch ms when the sign-in ends. */
  readonly expiresAt: number;
}

export interface HubTickets {
  issue(actor: Actor): Promise<string>;
  /** Returns the holder of a ticket, once; undefined for a used, expired or unknown one. */
  redeem(ticket: string): Promise<TicketHolder | undefined>;
}

/** Creates the service of hub tickets. */
export function createHubTickets(store: Store, clock: Clock): HubTickets {
  return {
    async issue(actor) {
      const ticket = randomBytes(24).toString('base64url');
      const now = clock();
      await store.writeOrg(async (db) => {
        await db.deleteFrom('hub_ticket').where('expires_at', '<', now).execute();
        await db
          .insertInto('hub_ticket')
          .values({
            ticket_hash: tokenHash(ticket),
            session_id: actor.sessionId,
            outlet_id: actor.outletId,
            expires_at: now + ticketMs,
          })
          .execute();
      });
      return ticket;
    },
    redeem: (ticket) =>
      store.writeOrg(async (db) => {
        const row = await db
          .deleteFrom('hub_ticket')
          .where('ticket_hash', '=', tokenHash(ticket))
          .returningAll()
          .executeTakeFirst();
        if (!row || row.expires_at < clock()) return undefined;
        const session = await db
          .selectFrom('session')
          .innerJoin('app_user', 'app_user.id', 'session.user_id')
          // The person may have left the outlet since: the connection would last as long as the sign-in.
          .innerJoin('user_outlet', 'user_outlet.user_id', 'session.user_id')
          .select(['session.user_id', 'session.expires_at', 'app_user.name'])
          .where('session.id', '=', row.session_id)
          .where('user_outlet.outlet_id', '=', staffOutlet(row.outlet_id))
          .where('app_user.is_active', '=', true)
          .where('session.ended_at', 'is', null)
          .where('session.locked_at', 'is', null)
          .executeTakeFirst();
        return (
          session && {
            userId: session.user_id,
            name: session.name,
            outletId: row.outlet_id,
            sessionId: row.session_id,
            expiresAt: session.expires_at,
          }
        );
      }),
  };
}
