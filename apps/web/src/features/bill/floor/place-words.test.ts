import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { placeWords, textsOnce } from './place-words.ts';

it('[R23.3] a board of many places translates each text once, with its own values', () => {
  const asked: string[] = [];
  const translate = (key: string, given?: string | Readonly<Record<string, unknown>>): string => {
    const values = typeof given === 'object' ? Object.values(given).join(' ') : '';
    asked.push(`${key} ${values}`.trim());
    return `${key} ${values}`.trim();
  };
  const texts = textsOnce(translate as TFunction);
  const place = (at: number) => ({ type: 'Table' as const, slot: String(at), name: '', seats: 2 + (at % 2) });
  const all = Array.from({ length: 120 }, (_, at) => placeWords(texts, place(at), undefined));
  expect(all.map(({ description }) => description).slice(0, 3)).toEqual([
    'floor.seats 2',
    'floor.seats 3',
    'floor.seats 2',
  ]);
  expect(asked.toSorted()).toEqual(['bill.states.Free', 'bill.types.Table', 'floor.seats 2', 'floor.seats 3']);
});
