import type { PrintBody } from '@atoll/domain/contract/bill/print';
import { expect, it } from 'vitest';
import { readPrintRequest } from '../http/read.ts';
import { renderText } from '../render/text.ts';
import { item, kotBody, paidBody } from '../testing/body.ts';
import { layOut } from './document.ts';
import { flow } from './flow.ts';
import type { JobMarks } from './marks.ts';

const marks: JobMarks = {
  job: '3f9c21',
  printer: 'Kitchen 1',
  copyNo: 0,
  printedTime: { date: '20-Nov-2026', time: '21:05' },
  mayBeDuplicate: false,
  lateSince: null,
};
function paper(body: PrintBody, columns: number): string[] {
  const { blocks, words } = layOut(readPrintRequest(body), marks);
  return renderText(flow(blocks, columns, words), columns).split('\n');
}
const part = (name: string, sellingPrice: number, more: object = {}) =>
  item(name, 3, sellingPrice, {
    parentKey: 'set',
    ofSet: { id: 9, name: 'Lunch Set' },
    setName: 'Lunch Set',
    ...more,
  } as never);

it('case 9: a receipt has the parts below their set, with their amounts to the laari', () => {
  const items = [
    item('Lunch Set', 3, 0, { key: 'set', setPrice: 9900 }),
    part('Rice', 4950),
    part('Soup', 2285),
    part('Juice', 3165),
    item('Coffee', 1, 4500),
  ];
  for (const columns of [48, 42, 32]) {
    const lines = paper(paidBody({ items }), columns);
    const at = lines.findIndex((text) => text.includes('Lunch Set'));
    const rows = lines.slice(at).map((text) => text.replace(/\s+/g, ' ').trim());
    const amounts = ['Rice', 'Soup', 'Juice'].map((name) =>
      rows
        .find((text) => text.startsWith(name))
        ?.split(' ')
        .at(-1),
    );
    expect([rows[0], ...amounts]).toEqual(['3 Lunch Set', '148.50', '68.55', '94.95']);
    const places = lines.slice(at, at + 2).map((text, row) => text.indexOf(row === 0 ? 'Lunch' : 'Rice'));
    expect(places[1]).toBe((places[0] ?? 0) + 2);
  }
});

it('a part that is given back alone is named with its set', () => {
  const [, soup] = [0, part('Soup', 2285)];
  expect(paper(paidBody({ items: [soup] }), 42).join('\n')).toContain('Lunch Set: Soup');
});

it('a ticket has the parts of a set below its name, after the other items', () => {
  const other = { parentKey: 'other', setName: 'Dinner Set' };
  const items = [part('Rice', 0), item('Fries', 1, 0), part('Soup', 0, other), part('Salad', 0)];
  const lines = paper(kotBody({}, { items }), 42).map((text) => text.trim());
  const shown = lines.filter((text) => /^(\[|\d+ ?[x×] )/.test(text));
  expect(shown).toEqual(['1 x Fries', '[Lunch Set]', '3 x Rice', '3 x Salad', '[Dinner Set]', '3 x Soup']);
  const gone = [part('Rice', 0, { change: 'Void' }), item('Fries', 1, 0, { change: 'Void' } as never)];
  const voids = paper(kotBody({}, { items: gone }), 42).map((text) => text.trim());
  expect(voids.filter((text) => /^(\[|VOID \d)/.test(text))).toEqual([
    'VOID 1 x Fries',
    '[Lunch Set]',
    'VOID 3 x Rice',
  ]);
});
