import { allResources } from '@atoll/domain/resources/registry';
import { expect, it } from 'vitest';
import { singularOf } from './singular.ts';

it('names one row of each list of the forms by the singular of its label', () => {
  const lists = allResources.flatMap(({ fields }) => fields.filter(({ kind }) => kind === 'list'));
  expect(lists.map(({ label }) => [label, singularOf(label)])).toEqual(
    expect.arrayContaining([
      ['Entries', 'Entry'],
      ['Sizes', 'Size'],
      ['Options', 'Option'],
      ['More addresses', 'address'],
    ]),
  );
});
