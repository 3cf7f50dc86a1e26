import { expect, it } from 'vitest';
import { switchedFeatures } from '../outlet/outlet.ts';
import { allScreens } from './nav.ts';
import { isOffered } from './switched.ts';

const offered = (features: readonly string[] | undefined) =>
  allScreens.filter(({ overlay, name }) => !overlay && isOffered(name, features)).map(({ name }) => name);

it('offers the screens of a feature only where it is switched on, and all of them while nothing is known', () => {
  const all = offered(undefined);
  expect(offered([...switchedFeatures])).toEqual(all);
  expect(all.filter((name) => !offered(['Inventory', 'Wallets']).includes(name))).toEqual(['Kitchen']);
  expect(all.filter((name) => !offered(['Inventory', 'Kitchen']).includes(name))).toEqual([
    'Wallets',
    'Orders',
    'Points',
    'Points Rules',
    'Tiers',
  ]);
  expect(all.filter((name) => !offered(['Kitchen', 'Wallets']).includes(name))).toEqual([
    'Inventory',
    'Inventory Logs',
    'Requests',
    'Counts',
    'Recipes',
    'Storages',
  ]);
});
