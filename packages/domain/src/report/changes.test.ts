import { expect, it } from 'vitest';
import { changesOf } from './changes.ts';

it('[R2.23] returns the old and the new value of each changed field', () => {
  const before = { price: 5000, name: 'Tea', isActive: true, tags: ['hot'] };
  expect(changesOf(before, { price: 5500, name: 'Tea', isActive: false, tags: ['hot', 'sweet'] })).toEqual([
    { path: ['price'], was: 5000, is: 5500 },
    { path: ['isActive'], was: true, is: false },
    { path: ['tags'], was: 'hot', is: 'hot, sweet' },
  ]);
});

it('[R2.23] leaves out fields that are empty before and after, and gives null as the old value of a new field', () => {
  expect(changesOf(null, { name: 'Tea', note: '', code: null })).toEqual([{ path: ['name'], was: null, is: 'Tea' }]);
  expect(changesOf({ name: 'Tea' }, undefined)).toEqual([{ path: ['name'], was: 'Tea', is: null }]);
  expect(changesOf(undefined, undefined)).toEqual([]);
});

it('[R2.23] compares items of a bill by key in any order, and numbers items of the same name', () => {
  const line = (key: string, name: string, qty: number, isVoid = false) => ({ key, name, qty, isVoid });
  const before = { total: 100, items: [line('a', 'Tea', 1), line('b', 'Tea', 2)] };
  const after = { total: 40, items: [line('a', 'Tea', 1), line('b', 'Tea', 2, true), line('c', 'Cake', 1)] };
  expect(changesOf(before, after)).toEqual([
    { path: ['total'], was: 100, is: 40 },
    { path: ['items', 'Tea 2', 'isVoid'], was: false, is: true },
    { path: ['items', 'Cake', 'qty'], was: null, is: 1 },
    { path: ['items', 'Cake', 'isVoid'], was: null, is: false },
  ]);
});
