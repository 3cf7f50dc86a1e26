import { findScreen } from '@atoll/domain/nav/nav';
import { expect, it } from 'vitest';
import { crumbsOf } from './breadcrumbs.tsx';

const way = (name: string, params: Record<string, string> = {}) => {
  const screen = findScreen(name);
  if (!screen) throw new Error(name);
  return crumbsOf(screen, params);
};

it('[R12.1] shows the group, the screen and its overlays, each but the last as a link', () => {
  expect(way('View Vendor', { id: '4' })).toEqual([
    { title: 'Vendor', to: '/vendors' },
    { title: 'Vendors', to: '/vendors' },
    { title: 'View Vendor' },
  ]);
  expect(way('View Customer Bill', { id: '4', billId: '9' })).toEqual([
    { title: 'Customers', to: '/customers' },
    { title: 'Bills', to: '/customers/4/bills' },
    { title: 'View Bill' },
  ]);
  expect(way('Dashboard')).toEqual([{ title: 'Dashboard' }]);
});
