/** State changes of kitchen tickets by cooks. Source: docs/rules.md#kitchen-tickets. */
import type { KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import { markLines, undoneLines } from '@atoll/domain/kitchen/line-done';
import { withTimes } from '@atoll/domain/kitchen/line-proof';
import { type BumpState, bumpTicket, isMade } from '@atoll/domain/kitchen/states';
import { seenTicket } from '@atoll/domain/kitchen/unseen';
import { ok, type Result, refuse } from '@atoll/domain/refusal/refusal';
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

/** What a cook does with a ticket: moves it to a state, marks lines of it, or says that it was seen. */
export interface Bump {
  readonly key: string;
  readonly state?: BumpState | undefined;
  readonly lineKeys?: readonly string[] | undefined;
  readonly isDone?: boolean | undefined;
  readonly seen?: true | undefined;
}

/** Returns the ticket after a bump; the same object when it changes nothing. Refuses with ticketState, notFound, and invalid without any change. */
function bumped(
  before: KitchenTicket,
  { state, lineKeys, isDone = true, seen }: Bump,
  now: number,
): Result<KitchenTicket> {
  if (seen) return ok(seenTicket(before, new Date(now).toISOString()));
  if (lineKeys !== undefined)
    return markLines(
      before,
      lineKeys.map((key) => key.toLowerCase()),
      isDone,
    );
  if (state === undefined) return refuse('invalid', { errors: { state: 'State is required' } });
  const to = bumpTicket(before.state, state);
  if (!to.ok) return to;
  if (to.value === before.state) return ok(before);
  return ok({ ...before, state: to.value, ...(to.value === 'Recalled' && { lines: undoneLines(before.lines) }) });
}

/** Returns the lines of a ticket that are done, for the history. */
const doneNames = ({ lines }: KitchenTicket): readonly string[] =>
  lines.filter(({ isDone }) => isDone).map(({ name }) => name);

/** Moves a ticket to a state, marks lines of it or notes that it was seen, and returns it; the same again changes nothing. Refused: 'notFound', 'ticketState', 'invalid'. */
export function bump(store: Store, actor: KitchenActor, input: Bump, allMade: AllMade): Promise<KitchenTicket> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const [row] = await tx.load(ticketByKey, { outletId: actor.outletId, key: input.key.toLowerCase() });
    if (row === undefined) throw refused('notFound');
    const before = row.doc;
    const to = bumped(before, input, tx.now);
    if (!to.ok) throw new Refused({ ...to.refusal, extra: { ticket: before } });
    if (to.value === before) return before;
    const { closedBy: _closedBy, ...known } = to.value;
    const changedAt = new Date(tx.now).toISOString();
    const ticket = withTimes(before, { ...known, changedAt }, changedAt);
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
      before: { state: before.state, ...(input.lineKeys && { done: doneNames(before) }) },
      after: {
        state: ticket.state,
        ...(input.lineKeys && { done: doneNames(ticket) }),
        ...(input.seen && { seenAt: ticket.seenAt }),
      },
    });
    tx.change({ entity: 'Ticket', id: null, version: 1, action: 'Updated' }, actor.connectionId);
    return ticket;
  });
}
