import { allScreens } from '@atoll/domain/nav/nav';
import { expect, it } from 'vitest';
import { screenLoaders } from './screen-loaders.ts';
import { hasScreen } from './screens.ts';

it('has a file for each screen of the route table, and no other', () => {
  const first = ['Login', 'New Bill'];
  const names = allScreens.map(({ name }) => name);
  expect(Object.keys(screenLoaders).toSorted()).toEqual(names.filter((name) => !first.includes(name)).toSorted());
  expect(names.every(hasScreen)).toBe(true);
  expect(hasScreen('Casino')).toBe(false);
});
