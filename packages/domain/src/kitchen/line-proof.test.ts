import { expect, it } from 'vitest';
import type { KitchenTicket } from './kitchen-ticket.ts';
import { type LineProof, lineProof, type PaperState, withTimes } from './line-proof.ts';

const [madeAt, at, seenAt, readyAt, servedAt, changedAt] = [0, 1, 2, 3, 4, 5].map(
  (minute) => `2026-03-04T08:0${minute}:00.000Z`,
) as [string, string, string, string, string, string];
const paper = (state: PaperState['state'], message = ''): PaperState => ({ state, message, madeAt, at });
const ticket = (part: Partial<KitchenTicket> = {}): KitchenTicket =>
  ({
    key: 't',
    state: 'New',
    lines: [{ key: 'a', isVoid: false }],
    createdAt: madeAt,
    changedAt,
    ...part,
  }) as KitchenTicket;
const isDone = [{ key: 'a', isDone: true, doneAt: readyAt }] as unknown as KitchenTicket['lines'];

it.each<[string, PaperState | undefined, KitchenTicket | undefined, LineProof | null]>([
  ['nothing is known', undefined, undefined, null],
  ['it is on its way to the print server', paper('printing'), undefined, { step: 'Queued', at: madeAt }],
  ['the print server has it', paper('waiting', 'Paper is out'), undefined, { step: 'Accepted', at }],
  ['the printer took it and confirmed nothing', paper('printed', 'No answer'), undefined, { step: 'Accepted', at }],
  [
    'the printer can confirm nothing',
    { ...paper('printed'), isUnconfirmed: true },
    undefined,
    { step: 'Accepted', at },
  ],
  ['the printer confirmed it', paper('printed'), undefined, { step: 'OnPaper', at }],
  ['its ticket failed', paper('failed'), undefined, null],
  ['a person told the kitchen', paper('told'), undefined, null],
  ['only the screen has it', undefined, ticket(), { step: 'Accepted', at: madeAt }],
  ['paper is further than an untouched screen', paper('printed'), ticket(), { step: 'OnPaper', at }],
  ['its ticket failed and the screen has it', paper('failed'), ticket(), null],
  ['somebody saw it', paper('printed'), ticket({ seenAt }), { step: 'Seen', at: seenAt }],
  ['an earlier release noted no time', undefined, ticket({ state: 'Preparing' }), { step: 'Seen', at: changedAt }],
  ['its line is done', paper('printed'), ticket({ seenAt, lines: isDone }), { step: 'Ready', at: readyAt }],
  ['all is ready', undefined, ticket({ state: 'Ready', seenAt, readyAt }), { step: 'Ready', at: readyAt }],
  ['it was served', paper('printed'), ticket({ state: 'Served', servedAt }), { step: 'Served', at: servedAt }],
  ['it closed with its bill', paper('printed'), ticket({ state: 'Served', closedBy: 'Bill' }), { step: 'OnPaper', at }],
])('[R23.25] names the furthest step when %s', (_when, printed, shown, proof) => {
  expect(lineProof('a', printed, shown)).toEqual(proof);
});

it('[R23.25] keeps when a ticket was seen, ready and served, and forgets the last two when it is made again', () => {
  const started = withTimes(ticket(), ticket({ state: 'Preparing' }), seenAt);
  expect(started).toMatchObject({ seenAt });
  const ready = withTimes(started, { ...started, state: 'Ready' }, readyAt);
  const served = withTimes(ready, { ...ready, state: 'Served' }, servedAt);
  expect(served).toMatchObject({ seenAt, readyAt, servedAt });
  const again = withTimes(served, { ...served, state: 'Recalled' }, changedAt);
  expect(again).toMatchObject({ seenAt });
  expect([again.readyAt, again.servedAt]).toEqual([undefined, undefined]);
  const done = withTimes(started, { ...started, lines: [{ ...started.lines[0], isDone: true }] as never }, readyAt);
  expect(done.lines[0]?.doneAt).toBe(readyAt);
  expect(withTimes(done, done, servedAt).lines[0]?.doneAt).toBe(readyAt);
});
