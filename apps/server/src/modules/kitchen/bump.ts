/** State changes of kitchen tickets by cooks. Source: docs/rules.md#kitchen-tickets. */
import type { KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import { type BumpState, bumpTicket, isMade } from '@atoll/domain/kitchen/states';
import { Refused, refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { maxOpenMs } from './find.ts';
import { openTicketsOfBill, ticketByKey } from './queries.ts';
import { writeChanged } from './record-tickets.ts';
import { noteMoved } from './screen-use.ts';

export type KitchenActor = Pick<Actor, 'userId' | 'name' | 'outletId' | 'permissions' | 'deviceId' | 'connectionId'>;

/** Called in the same transaction when the kitchen has made all items of a bill; it reads and writes before the ticket is written. */
export type AllMade = (tx: OutletTx, actor: KitchenActor, billId: number) => Promise<void>;

/** Moves a ticket to a state and returns it; the same state again changes nothing. Refused: 'notFound', 'ticketState'. */
export function bump(
  store: Store,
  actor: KitchenActor,
  input: { readonly key: string; readonly state: BumpState },
  allMade: AllMade,
): Promise<KitchenTicket> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const [row] = await tx.load(ticketByKey, { outletId: actor.outletId, key: input.key.toLowerCase() });
    if (row === undefined) throw refused('notFound');
    const before = row.doc;
    if (before.state === input.state) return before;
    const to = bumpTicket(before.state, input.state);
    if (!to.ok) throw new Refused({ ...to.refusal, extra: { ticket: before } });
    const { closedBy: _closedBy, ...known } = before;
    const ticket: KitchenTicket = { ...known, state: to.value, changedAt: new Date(tx.now).toISOString() };
    if (isMade(ticket.state) && !isMade(before.state) && ticket.kind !== 'Cancel') {
      // Tickets that are closed are made too.
      const of = { outletId: actor.outletId, billId: ticket.billId, since: tx.now - maxOpenMs };
      const others = await tx.load(openTicketsOfBill, of);
      const rest = others.filter(({ doc }) => doc.key !== ticket.key && doc.kind !== 'Cancel');
      if (rest.every(({ state }) => isMade(state))) await allMade(tx, actor, ticket.billId);
    }
    await noteMoved(tx);
    writeChanged(tx, ticket);
    tx.history({
      subject: 'Ticket',
      subjectKey: ticket.key,
      action: 'Bumped',
      userId: actor.userId,
      deviceId: actor.deviceId,
      before: { state: before.state },
      after: { state: ticket.state },
    });
    tx.change({ entity: 'Ticket', id: null, version: 1, action: 'Updated' }, actor.connectionId);
    return ticket;
  });
}
