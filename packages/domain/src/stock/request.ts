/**
 * States of a stock request as a table: from → to, for which purposes, and what the step needs. With a smaller quantity, 'Approved' and
 * 'Received' become their partial forms automatically. Source: docs/rules.md#stock-requests.
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

/** What a step does besides changing the state. */
export type RequestEffect = 'approve' | 'issue' | 'receive' | 'close';

export interface RequestStep {
  readonly from: RequestState;
  readonly to: RequestState;
  /** Absent: all purposes. */
  readonly purposes?: readonly RequestPurpose[];
  readonly effect?: RequestEffect;
  readonly needsReason?: true;
  /** Requires the permission to approve requests; nobody approves their own. */
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

/** The input of a step: quantities by line id (thousandths; absent lines take the full open quantity), and a reason. */
export interface RequestCommand {
  readonly to: RequestState;
  readonly quantities?: ReadonlyMap<number, number>;
  readonly reason?: string;
}

/** Returns the steps that a request may take next, in the order of the table. */
export function nextSteps(request: Pick<RequestFacts, 'status' | 'purpose'>): readonly RequestStep[] {
  return requestSteps.filter(
    ({ from, purposes }) => from === request.status && (purposes?.includes(request.purpose) ?? true),
  );
}

/** The result of a step: the step taken, the lines after it, and the quantities of this step. */
export interface RequestOutcome {
  readonly step: RequestStep;
  readonly lines: readonly RequestLine[];
  /** By line id, thousandths: approved, issued or received by this step; for 'close' the quantity that never arrived. */
  readonly moved: ReadonlyMap<number, number>;
}

const partial: Partial<Record<RequestState, RequestState>> = {
  Approved: 'PartiallyApproved',
  Received: 'PartiallyReceived',
};
const full = Object.fromEntries(Object.entries(partial).map(([whole, part]) => [part, whole])) as typeof partial;

/** Returns the quantity that is expected to arrive: what was issued, for a purchase what was approved. */
export function expectedOf(line: RequestLine): number {
  return line.qtyIssued ?? line.qtyApproved ?? line.qtyRequested;
}

/**
 * Returns the request after a step. Refuses with stateForbids (`extra.next` lists the allowed states), reasonMissing, and invalid for a quantity
 * that is negative or more than the previous step allowed, or when all quantities are zero.
 */
export function stepRequest(request: RequestFacts, command: RequestCommand): Result<RequestOutcome> {
  const steps = nextSteps(request);
  const asked = steps.find(({ to }) => to === command.to);
  if (!asked) return refuse('stateForbids', { extra: { status: request.status, next: steps.map(({ to }) => to) } });
  const applied = applyQuantities(request, asked, command.quantities ?? new Map());
  if (!applied.ok) return applied;
  const step = steps.find(({ to }) => to === finalState(asked.to, applied.value.isWhole)) ?? asked;
  const reason = command.reason?.trim() ?? '';
  if (step.needsReason && (reason.length < 3 || reason.length > 200))
    return refuse('reasonMissing', { errors: { reason: 'Reason is required' } });
  return ok({ step, lines: applied.value.lines, moved: applied.value.moved });
}

const finalState = (to: RequestState, isWhole: boolean): RequestState => (isWhole ? full[to] : partial[to]) ?? to;

interface AppliedQuantities {
  readonly lines: readonly RequestLine[];
  readonly moved: ReadonlyMap<number, number>;
  readonly isWhole: boolean;
}

function applyQuantities(
  { lines }: RequestFacts,
  { effect }: RequestStep,
  quantities: ReadonlyMap<number, number>,
): Result<AppliedQuantities> {
  if (effect === undefined) return ok({ lines, moved: new Map(), isWhole: true });
  const movedBy = new Map<number, number>();
  let isWhole = true;
  const after: RequestLine[] = [];
  for (const [index, line] of lines.entries()) {
    const { max, write } = effects[effect](line);
    const qty = effect === 'close' ? max : (quantities.get(line.id) ?? max);
    if (qty < 0 || qty > max) return tooMuch(index, max);
    isWhole &&= qty === max;
    if (qty > 0) movedBy.set(line.id, qty);
    after.push(write(qty));
  }
  const isEmpty = movedBy.size === 0 && effect !== 'close';
  if (isEmpty) return refuse('invalid', { errors: { lines: 'At least one quantity must be more than 0' } });
  return ok({ lines: after, moved: movedBy, isWhole });
}

const effects: Record<RequestEffect, (line: RequestLine) => { max: number; write: (qty: number) => RequestLine }> = {
  approve: (line) => ({ max: line.qtyRequested, write: (qty) => ({ ...line, qtyApproved: qty }) }),
  issue: (line) => ({
    max: line.qtyApproved ?? line.qtyRequested,
    write: (qty) => ({ ...line, qtyIssued: qty }),
  }),
  receive: (line) => ({
    max: expectedOf(line) - (line.qtyReceived ?? 0),
    write: (qty) => ({ ...line, qtyReceived: (line.qtyReceived ?? 0) + qty }),
  }),
  close: (line) => ({ max: expectedOf(line) - (line.qtyReceived ?? 0), write: () => line }),
};

function tooMuch(index: number, max: number): Result<never> {
  const reason: RefusalReason = 'invalid';
  return refuse(reason, { errors: { [`lines[${index}].qty`]: `Quantity must be from 0 to ${max / 1000}` } });
}

/** Returns whether a request of this purpose takes goods from a storage; a purchase does not. */
export function isMoved(purpose: RequestPurpose): boolean {
  return (moved as readonly RequestPurpose[]).includes(purpose);
}
