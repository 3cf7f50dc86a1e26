import { expect, it } from 'vitest';
import { entryTrace, noteBillTrace, takeBillTrace } from './trace.ts';

const key = '0190f3a1-c2d4-7e8f-9abc-def012345678';

it('[R34.21] names the trace of an entry by its key, the same for each send, with the time of the tap', () => {
  const madeAt = '2026-03-04T08:00:00.000Z';
  expect(entryTrace(key, madeAt)).toEqual({
    traceparent: '00-0190f3a1c2d47e8f9abcdef012345678-9abcdef012345678-01',
    tracestate: `atoll=${Date.parse(madeAt)}`,
  });
  expect(entryTrace(key, 'never')).not.toHaveProperty('tracestate');
  expect(entryTrace('key-1', madeAt)).toEqual({});
});

it('[R34.21] continues the trace of an announced change with the call that fetches the bill, once', () => {
  const trace = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  noteBillTrace(5, trace);
  noteBillTrace(6, 'made up');
  noteBillTrace(7, undefined);
  noteBillTrace(null, trace);
  expect(takeBillTrace('a bill key')).toEqual({});
  expect([5, 5, 6, 7].map(takeBillTrace)).toEqual([{ traceparent: trace }, {}, {}, {}]);
});

it('[R34.21] remembers the traces of a limited number of bills', () => {
  const trace = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  for (let id = 1; id <= 300; id += 1) noteBillTrace(id, trace);
  expect(takeBillTrace(1)).toEqual({});
  expect(takeBillTrace(300)).toEqual({ traceparent: trace });
});
