/**
 * The life of a stock request as a table: from → to, for which purposes, and what the step needs. A smaller quantity turns 'Approved' and
 * 'Received' into their partial forms by itself. Source: docs/rules.md#stock-requests.
 */
import { ok, type RefusalReason, type Result, refuse } from '../refusal/refusal.ts';

export const requestPurposes = ['Issue', 'Transfer', 'Purchase'] as const;
export type RequestPurpose = (typeof requestPurposes)[number];
export const requestPriorities = ['Low', 'Normal', 'Urgent'] as const;
export type RequestPriority = (typeof requestPriorities)[number];

export const requestStates = [
  'Draft',
  'Submitted',
  'Approved',
  'PartiallyApproved',
  'Rejected',
  'Ordered',
  'Issued',
  'InTransit',
  'PartiallyReceived',
  'Received',
  'Closed',
  'Cancelled',
] as const;
export type RequestState = (typeof requestStates)[number];

/** What a step does besides changing the state, and who may do it. */
export type RequestEffect = 'approve' | 'issue' | 'receive' | 'close';

export interface RequestStep {
  readonly from: RequestState;
  readonly to: RequestState;
  /** Absent: any. */
  readonly purposes?: readonly RequestPurpose[];
  readonly effect?: RequestEffect;
  readonly needsReason?: true;
  /** Only somebody who approves requests, and not their own. */
  readonly byApprover?: true;
}

const moved = ['Issue', 'Transfer'] as const;
const approved = (from: 'Approved' | 'PartiallyApproved'): RequestStep[] => [
  { from, to: 'Issued', purposes: ['Issue'], effect: 'issue' },
  { from, to: 'InTransit', purposes: ['Transfer'], effect: 'issue' },
  { from, to: 'Ordered', purposes: ['Purchase'] },
  { from, to: 'Cancelled' },
];
const onTheWay = (from: 'Issued' | 'InTransit' | 'Ordered' | 'PartiallyReceived'): RequestStep[] => [
  { from, to: 'Received', effect: 'receive' },
  { from, to: 'PartiallyReceived', effect: 'receive', needsReason: true },
];

export const requestSteps: readonly RequestStep[] = [
  { from: 'Draft', to: 'Submitted' },
  { from: 'Draft', to: 'Cancelled' },
  { from: 'Submitted', to: 'Approved', effect: 'approve', byApprover: true },
  { from: 'Submitted', to: 'PartiallyApproved', effect: 'approve', byApprover: true },
  { from: 'Submitted', to: 'Rejected', needsReason: true, byApprover: true },
  { from: 'Submitted', to: 'Cancelled' },
  ...approved('Approved'),
  ...approved('PartiallyApproved'),
  ...onTheWay('Ordered'),
  ...onTheWay('Issued'),
  ...onTheWay('InTransit'),
  ...onTheWay('PartiallyReceived'),
  { from: 'PartiallyReceived', to: 'Closed', effect: 'close', needsReason: true },
  { from: 'Received', to: 'Closed' },
];

export interface RequestLine {
  readonly id: number;
  /** Thousandths of the item's stock unit; null until that step was taken. */
  readonly qtyRequested: number;
  readonly qtyApproved: number | null;
  readonly qtyIssued: number | null;
  readonly qtyReceived: number | null;
}

export interface RequestFacts {
  readonly status: RequestState;
  readonly purpose: RequestPurpose;
  readonly lines: readonly RequestLine[];
}

/** What a person brings to a step: quantities by line (thousandths; absent lines keep what the step before said), and a reason. */
export interface RequestCommand {
  readonly to: RequestState;
  readonly quantities?: ReadonlyMap<number, number>;
  readonly reason?: string;
}

/** Answers the steps that a request may take next, in the order of the table. */
export function nextSteps(request: Pick<RequestFacts, 'status' | 'purpose'>): readonly RequestStep[] {
  return requestSteps.filter(
    ({ from, purposes }) => from === request.status && (purposes?.includes(request.purpose) ?? true),
  );
}

/** The state after a step, its lines, and by how much each line moved now. */
export interface RequestOutcome {
  readonly step: RequestStep;
  readonly lines: readonly RequestLine[];
  /** By line id, thousandths: issued or received by this step; of 'close' what never arrived. */
  readonly moved: ReadonlyMap<number, number>;
}

const partial: Partial<Record<RequestState, RequestState>> = {
  Approved: 'PartiallyApproved',
  Received: 'PartiallyReceived',
};
const full = Object.fromEntries(Object.entries(partial).map(([whole, part]) => [part, whole])) as typeof partial;

/** Answers what a line stands at before it is received: what was issued, of an order what was approved. */
export function expectedOf(line: RequestLine): number {
  return line.qtyIssued ?? line.qtyApproved ?? line.qtyRequested;
}

/**
 * Answers the request after a step. Refused: 'stateForbids' (with the states that are open), 'reasonMissing', 'invalid' for a quantity that is
 * negative or more than the step before allowed, or when nothing is left of it.
 */
export function stepRequest(request: RequestFacts, command: RequestCommand): Result<RequestOutcome> {
  const steps = nextSteps(request);
  const asked = steps.find(({ to }) => to === command.to);
  if (!asked) return refuse('stateForbids', { extra: { status: request.status, next: steps.map(({ to }) => to) } });
  const worked = workLines(request, asked, command.quantities ?? new Map());
  if (!worked.ok) return worked;
  const step = steps.find(({ to }) => to === settled(asked.to, worked.value.isWhole)) ?? asked;
  const reason = command.reason?.trim() ?? '';
  if (step.needsReason && (reason.length < 3 || reason.length > 200))
    return refuse('reasonMissing', { errors: { reason: 'Reason is required' } });
  return ok({ step, lines: worked.value.lines, moved: worked.value.moved });
}

const settled = (to: RequestState, isWhole: boolean): RequestState => (isWhole ? full[to] : partial[to]) ?? to;

interface Worked {
  readonly lines: readonly RequestLine[];
  readonly moved: ReadonlyMap<number, number>;
  readonly isWhole: boolean;
}

function workLines(
  { lines }: RequestFacts,
  { effect }: RequestStep,
  said: ReadonlyMap<number, number>,
): Result<Worked> {
  if (effect === undefined) return ok({ lines, moved: new Map(), isWhole: true });
  const movedBy = new Map<number, number>();
  let isWhole = true;
  const after: RequestLine[] = [];
  for (const [index, line] of lines.entries()) {
    const { most, write } = effects[effect](line);
    const qty = effect === 'close' ? most : (said.get(line.id) ?? most);
    if (qty < 0 || qty > most) return tooMuch(index, most);
    isWhole &&= qty === most;
    if (qty > 0) movedBy.set(line.id, qty);
    after.push(write(qty));
  }
  const isEmpty = movedBy.size === 0 && effect !== 'close';
  if (isEmpty) return refuse('invalid', { errors: { lines: 'At least one quantity must be more than 0' } });
  return ok({ lines: after, moved: movedBy, isWhole });
}

const effects: Record<RequestEffect, (line: RequestLine) => { most: number; write: (qty: number) => RequestLine }> = {
  approve: (line) => ({ most: line.qtyRequested, write: (qty) => ({ ...line, qtyApproved: qty }) }),
  issue: (line) => ({
    most: line.qtyApproved ?? line.qtyRequested,
    write: (qty) => ({ ...line, qtyIssued: qty }),
  }),
  receive: (line) => ({
    most: expectedOf(line) - (line.qtyReceived ?? 0),
    write: (qty) => ({ ...line, qtyReceived: (line.qtyReceived ?? 0) + qty }),
  }),
  close: (line) => ({ most: expectedOf(line) - (line.qtyReceived ?? 0), write: () => line }),
};

function tooMuch(index: number, most: number): Result<never> {
  const reason: RefusalReason = 'invalid';
  return refuse(reason, { errors: { [`lines[${index}].qty`]: `Quantity must be from 0 to ${most / 1000}` } });
}

/** Answers whether the purpose takes goods from a storage; a purchase does not. */
export function isMoved(purpose: RequestPurpose): boolean {
  return (moved as readonly RequestPurpose[]).includes(purpose);
}
