/** The tickets that this device keeps. What prints them comes after the first screen (`later-printing.ts`). */
import type { Bill } from '@atoll/domain/bill/bill';
import { isDerivedKey } from '@atoll/domain/bill/derived-key';
import { deepPieceKeys } from '@atoll/domain/bill/split/pieces';
import type { Ticket } from '@atoll/domain/ticket/ticket';
import { create } from 'zustand';
import { addIfMissing, onDatabaseLost } from '../storage/idb.ts';

/**
 * `waiting`: the print server has it and prints it when it can. `failed`: it does not have it, or this is unknown. `told`: dismissed, the
 * kitchen was notified in another way.
 */
export type TicketState = 'printing' | 'printed' | 'waiting' | 'failed' | 'told';

export interface KeptTicket extends Ticket {
  readonly bill: Bill;
  readonly outletId: number;
  /** 'T3-41'. */
  readonly number: string;
  readonly madeAt: string;
  /** When its items were first sent to the kitchen, for a later copy. */
  readonly sentAt?: string;
  readonly state: TicketState;
  /** When it came to its state at the print server. Absent before, and on tickets of earlier releases. */
  readonly at?: string;
  readonly message: string;
  /** It was printed by a printer that tells nothing of its paper. */
  readonly isUnconfirmed?: boolean;
  readonly copies: number;
  /** Nobody has tried to print it: it was made at a start, for items that were saved without a ticket. */
  readonly isUntried?: boolean;
  /** Its items were added to another bill before it was printed. */
  readonly isMoved?: boolean;
}

interface Tickets {
  readonly tickets: readonly KeptTicket[];
  readonly loaded: boolean;
}

export const useTickets = create<Tickets>()(() => ({ tickets: [], loaded: false }));

onDatabaseLost((store) => {
  for (const ticket of useTickets.getState().tickets) addIfMissing(store('ticket'), ticket.key, ticket);
});

/** Returns whether the ticket orders items. */
export const isOrder = ({ change }: KeptTicket): boolean => change === 'New' || change === 'Add' || change === 'Fire';

/** The pieces of each ticket's items, found once: few tickets are asked for them. */
const pieces = new WeakMap<KeptTicket, ReadonlySet<string>>();

function piecesOn(ticket: KeptTicket): ReadonlySet<string> {
  const known = pieces.get(ticket);
  if (known) return known;
  const found = new Set(ticket.lines.flatMap(({ item }) => deepPieceKeys(item.key)));
  pieces.set(ticket, found);
  return found;
}

/** Returns whether the ticket names the item, or the one that a later split cut it from. */
export const names = (ticket: KeptTicket, itemKey: string): boolean =>
  ticket.lines.some(({ item }) => item.key === itemKey) || (isDerivedKey(itemKey) && piecesOn(ticket).has(itemKey));

/** Returns the last ticket that orders an item. */
export const lastOrderOf = (tickets: readonly KeptTicket[], itemKey: string): KeptTicket | undefined =>
  tickets
    .filter((ticket) => isOrder(ticket) && names(ticket, itemKey))
    .reduce<KeptTicket | undefined>((last, one) => (last && last.madeAt > one.madeAt ? last : one), undefined);

/** Returns whether the ticket is on paper, or will be without anybody's help. */
export const isPrinted = ({ state }: KeptTicket): boolean => state === 'printed' || state === 'waiting';
