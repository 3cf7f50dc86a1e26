import { expect, it } from 'vitest';
import {
  nextSteps,
  type RequestFacts,
  type RequestPurpose,
  type RequestState,
  requestPurposes,
  requestStates,
  requestSteps,
  stepRequest,
} from './request.ts';

const line = (id: number, qtyRequested: number) => ({
  id,
  qtyRequested,
  qtyApproved: null,
  qtyIssued: null,
  qtyReceived: null,
});
const draft = (purpose: RequestPurpose = 'Issue'): RequestFacts => ({
  status: 'Draft',
  purpose,
  lines: [line(1, 10_000), line(2, 4000)],
});

function step(request: RequestFacts, to: RequestState, sent: Record<number, number> = {}, reason?: string) {
  const quantities = new Map(Object.entries(sent).map(([id, qty]) => [Number(id), qty]));
  const result = stepRequest(request, { to, quantities, ...(reason && { reason }) });
  if (!result.ok) return result.refusal;
  return {
    ...request,
    status: result.value.step.to,
    lines: result.value.lines,
    moved: Object.fromEntries(result.value.moved),
  };
}
const followSteps = (request: RequestFacts, ...to: RequestState[]): RequestFacts =>
  to.reduce((now, next) => step(now, next) as RequestFacts, request);

it('[R2.22] every state of a request can be reached, and every step leads to a known state', () => {
  const reached = new Set<RequestState>(['Draft']);
  for (let grew = true; grew; ) {
    grew = false;
    for (const { from, to } of requestSteps)
      if (reached.has(from) && !reached.has(to)) {
        reached.add(to);
        grew = true;
      }
  }
  expect([...reached].sort()).toEqual([...requestStates].sort());
  for (const status of requestStates)
    for (const to of requestStates) {
      const isOpen = requestSteps.some((step) => step.from === status && step.to === to);
      const result = stepRequest({ ...draft(), status }, { to });
      if (!isOpen) expect(result).toMatchObject({ ok: false, refusal: { reason: 'stateForbids' } });
    }
});

it('[R2.22] a request is submitted, approved, issued, received and closed', () => {
  const received = followSteps(draft(), 'Submitted', 'Approved', 'Issued', 'Received');
  expect(received.lines[0]).toEqual({
    id: 1,
    qtyRequested: 10_000,
    qtyApproved: 10_000,
    qtyIssued: 10_000,
    qtyReceived: 10_000,
  });
  expect(step(received, 'Closed')).toMatchObject({ status: 'Closed' });
});

it('[R2.22] approving less makes it partially approved; approving more, or nothing, is refused', () => {
  const submitted = followSteps(draft(), 'Submitted');
  expect(step(submitted, 'Approved', { 2: 0 })).toMatchObject({ status: 'PartiallyApproved' });
  expect(step(submitted, 'PartiallyApproved')).toMatchObject({ status: 'Approved' });
  expect(step(submitted, 'Approved', { 1: 10_001 })).toMatchObject({ reason: 'invalid' });
  expect(step(submitted, 'Approved', { 1: 0, 2: 0 })).toMatchObject({ reason: 'invalid' });
});

it('[R2.22] a partial receipt needs a reason, the rest can be received later, and closing records the shortage', () => {
  const issued = followSteps(draft('Transfer'), 'Submitted', 'Approved', 'InTransit');
  expect(step(issued, 'Received', { 1: 6000 })).toMatchObject({ reason: 'reasonMissing' });
  const short = step(issued, 'Received', { 1: 6000 }, 'Two bags torn') as RequestFacts;
  expect(short).toMatchObject({ status: 'PartiallyReceived', moved: { 1: 6000, 2: 4000 } });
  expect(step(short, 'Received')).toMatchObject({ status: 'Received', moved: { 1: 4000 } });
  expect(step(short, 'Closed')).toMatchObject({ reason: 'reasonMissing' });
  expect(step(short, 'Closed', {}, 'Thrown away')).toMatchObject({ status: 'Closed', moved: { 1: 4000 } });
});

it('[R2.22] rejecting needs a reason, and an issued request cannot be cancelled', () => {
  expect(step(followSteps(draft(), 'Submitted'), 'Rejected')).toMatchObject({ reason: 'reasonMissing' });
  expect(step(followSteps(draft(), 'Submitted', 'Approved', 'Issued'), 'Cancelled')).toMatchObject({
    reason: 'stateForbids',
  });
});

it('[R2.22] each purpose has its own steps', () => {
  const ways = requestPurposes.map((purpose) =>
    nextSteps({ status: 'Approved', purpose })
      .map(({ to }) => to)
      .join(' '),
  );
  expect(ways).toEqual(['Issued Cancelled', 'InTransit Cancelled', 'Ordered Cancelled']);
});
