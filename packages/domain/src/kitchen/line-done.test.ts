import { expect, it } from 'vitest';
import type { KitchenLine } from './kitchen-ticket.ts';
import { allDay } from './kitchen-ticket.ts';
import { markLines, stateOfLines, undoneLines } from './line-done.ts';
import type { KitchenState } from './states.ts';

const line = (key: string, more: Partial<KitchenLine> = {}): KitchenLine => ({
  key,
  name: key,
  size: '',
  qty: 1,
  notes: [],
  modifiers: [],
  isVoid: false,
  ...more,
});
const ticket = (state: KitchenState, ...lines: KitchenLine[]) => ({ state, kind: 'New' as const, lines });
const after = (from: ReturnType<typeof ticket>, keys: string[], isDone = true) => {
  const result = markLines(from, keys, isDone);
  if (!result.ok) return result.refusal.reason;
  return [result.value.state, ...result.value.lines.filter((one) => one.isDone).map(({ key }) => key)];
};

it('[R23.20] a line that is done starts the ticket, and the last one makes it Ready', () => {
  const two = ticket('New', line('a'), line('b'), line('gone', { isVoid: true }));
  expect(after(two, ['a'])).toEqual(['Preparing', 'a']);
  const half = ticket('Preparing', line('a', { isDone: true }), line('b'));
  expect(after(half, ['b'])).toEqual(['Ready', 'a', 'b']);
  expect(after(half, ['a'], false)).toEqual(['Preparing']);
  expect(markLines(half, ['a'], true)).toMatchObject({ value: half });
  expect(after(ticket('Recalled', line('a')), ['a'])).toEqual(['Ready', 'a']);
});

it('a line of a ready ticket that is not done after all calls the ticket back', () => {
  expect(after(ticket('Ready', line('a', { isDone: true })), ['a'], false)).toEqual(['Recalled']);
  expect(undoneLines([line('a', { isDone: true })])).toEqual([line('a')]);
});

it('refuses lines of a ticket that is over, and lines that are not on it', () => {
  expect(after(ticket('Served', line('a')), ['a'])).toBe('ticketState');
  expect(after({ ...ticket('New', line('a')), kind: 'Cancel' as never }, ['a'])).toBe('ticketState');
  expect(after(ticket('New', line('a')), ['z'])).toBe('notFound');
  expect(after(ticket('New', line('a', { isVoid: true })), ['a'])).toBe('notFound');
});

it('voiding the last line that was not done makes the ticket Ready, and what is done counts in no total', () => {
  const lines = [line('a', { isDone: true }), line('b', { isVoid: true })];
  expect(stateOfLines({ state: 'Preparing', lines })).toBe('Ready');
  expect(stateOfLines({ state: 'New', lines: [line('a')] })).toBe('New');
  const counts = allDay([{ state: 'Preparing', kind: 'New', lines: [...lines, line('c')] }]);
  expect(counts.map(({ name }) => name)).toEqual(['c']);
});
