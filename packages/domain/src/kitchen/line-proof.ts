/** How far a saved item has come on its way to the guest. Source: R23.25, docs/rules.md#line-proof. */
import { itemKeys, type KitchenLine, type KitchenTicket } from './kitchen-ticket.ts';

export const lineSteps = ['Queued', 'Accepted', 'OnPaper', 'Seen', 'Ready', 'Served'] as const;
export type LineStep = (typeof lineSteps)[number];

export interface LineProof {
  readonly step: LineStep;
  readonly at: string;
}

/** The printed ticket of an item, as the till that printed it knows it. */
export interface PaperState {
  /** `waiting`: the print server has it. `failed`: it does not, or this is unknown. `told`: a person told the kitchen. */
  readonly state: 'printing' | 'waiting' | 'printed' | 'failed' | 'told';
  /** What the printer could not confirm; '' for nothing. */
  readonly message: string;
  /** The printer took it and tells nothing of its paper. */
  readonly isUnconfirmed?: boolean | undefined;
  readonly madeAt: string;
  /** When it came to its state. Absent on tickets of earlier releases. */
  readonly at?: string | undefined;
}

type Screen = Pick<
  KitchenTicket,
  'state' | 'closedBy' | 'createdAt' | 'changedAt' | 'seenAt' | 'readyAt' | 'servedAt' | 'lines'
>;

/** Returns how far the paper has come: it is on paper only if the printer confirmed it. */
function onPaper({ state, message, isUnconfirmed = false, madeAt, at = madeAt }: PaperState): LineProof | null {
  if (state === 'printing') return { step: 'Queued', at: madeAt };
  if (state === 'waiting') return { step: 'Accepted', at };
  if (state === 'printed') return { step: message === '' && !isUnconfirmed ? 'OnPaper' : 'Accepted', at };
  return null;
}

/** Returns how far the kitchen has come; null before anybody touched the ticket. What closed with its bill was served by nobody. */
function onScreen(ticket: Screen, line: KitchenLine | undefined): LineProof | null {
  const { state, closedBy, seenAt, readyAt, servedAt, changedAt } = ticket;
  if (state === 'Served' && !closedBy) return { step: 'Served', at: servedAt ?? changedAt };
  if (state === 'Ready') return { step: 'Ready', at: readyAt ?? changedAt };
  if (line?.isDone) return { step: 'Ready', at: line.doneAt ?? changedAt };
  if (seenAt !== undefined) return { step: 'Seen', at: seenAt };
  return state === 'Preparing' || state === 'Recalled' ? { step: 'Seen', at: changedAt } : null;
}

/**
 * Returns the furthest step of a saved item, and when it came there; null when nothing is known here. `paper` is its last printed ticket, `ticket` the
 * one of the kitchen screen.
 */
export function lineProof(
  itemKey: string,
  paper: PaperState | undefined,
  ticket: Screen | undefined,
): LineProof | null {
  const line = ticket?.lines.find((each) => itemKeys(each).includes(itemKey));
  const seen = ticket ? onScreen(ticket, line) : null;
  if (seen) return seen;
  if (paper) return onPaper(paper);
  return ticket && !ticket.closedBy ? { step: 'Accepted', at: ticket.createdAt } : null;
}

/** Returns a ticket after a bump with the times of what changed. What is made again was neither ready nor served. */
export function withTimes(before: KitchenTicket, after: KitchenTicket, at: string): KitchenTicket {
  const done = new Set(before.lines.filter(({ isDone }) => isDone).map(({ key }) => key));
  const lines = after.lines.map((line) => {
    if (!line.isDone) return withoutTime(line);
    return done.has(line.key) ? line : { ...line, doneAt: at };
  });
  const { readyAt, servedAt, ...rest } = after;
  const isAgain = after.state === 'Recalled';
  const times = {
    readyAt: after.state === 'Ready' && before.state !== 'Ready' ? at : readyAt,
    servedAt: after.state === 'Served' && before.state !== 'Served' ? at : servedAt,
  };
  return {
    ...rest,
    lines,
    seenAt: after.seenAt ?? at,
    ...(!isAgain && times.readyAt && { readyAt: times.readyAt }),
    ...(!isAgain && times.servedAt && { servedAt: times.servedAt }),
  };
}

function withoutTime(line: KitchenLine): KitchenLine {
  if (line.doneAt === undefined) return line;
  const { doneAt: _doneAt, ...rest } = line;
  return rest;
}
