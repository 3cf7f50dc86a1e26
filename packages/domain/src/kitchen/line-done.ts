/** Marking the lines of a ticket as done. Source: R23.20, docs/rules.md#kitchen-tickets. */
import { ok, type Result, refuse } from '../refusal/refusal.ts';
import type { KitchenLine, KitchenTicket } from './kitchen-ticket.ts';
import type { KitchenState } from './states.ts';

type Work = Pick<KitchenTicket, 'state' | 'lines'>;

/** Returns whether every line that is left is marked as done, and some is. */
const areAllDone = (lines: readonly KitchenLine[]): boolean =>
  lines.some(({ isDone, isVoid }) => isDone && !isVoid) && lines.every(({ isDone, isVoid }) => isDone || isVoid);

/**
 * Returns the state of a ticket after its lines changed: Ready when the last one is done, Preparing when the first one is, Recalled when a line of a
 * ready ticket is not done after all.
 */
export function stateOfLines({ state, lines }: Work): KitchenState {
  if (areAllDone(lines)) return state === 'New' || state === 'Preparing' || state === 'Recalled' ? 'Ready' : state;
  if (state === 'Ready') return 'Recalled';
  return state === 'New' && lines.some(({ isDone }) => isDone) ? 'Preparing' : state;
}

/** Returns a line that is done or not. */
function markedLine({ isDone: _isDone, doneAt: _doneAt, ...line }: KitchenLine, isDone: boolean): KitchenLine {
  return isDone ? { ...line, isDone } : line;
}

/** Returns the lines of a ticket that a cook makes again: none is done. */
export const undoneLines = (lines: readonly KitchenLine[]): readonly KitchenLine[] =>
  lines.map((line) => markedLine(line, false));

/**
 * Returns the ticket with lines marked as done, or as not done after all; the same object when they are so already. Refuses with ticketState when the
 * ticket is no longer open or cancels something, and with notFound when none of the lines is on it.
 */
export function markLines<T extends Work & Pick<KitchenTicket, 'kind'>>(
  ticket: T,
  keys: readonly string[],
  isDone: boolean,
): Result<T> {
  if (ticket.kind === 'Cancel' || ticket.state === 'Served' || ticket.state === 'Void')
    return refuse('ticketState', { details: `${ticket.state} → Ready` });
  const wanted = new Set(keys);
  const found = ticket.lines.filter(({ key, isVoid }) => wanted.has(key) && !isVoid);
  if (found.length === 0) return refuse('notFound');
  if (found.every((line) => (line.isDone ?? false) === isDone)) return ok(ticket);
  const lines = ticket.lines.map((line) => (found.includes(line) ? markedLine(line, isDone) : line));
  return ok({ ...ticket, lines, state: stateOfLines({ state: ticket.state, lines }) });
}
