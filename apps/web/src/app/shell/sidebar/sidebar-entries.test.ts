import { rolePermissions } from '@atoll/domain/access/permission';
import { allScreens } from '@atoll/domain/nav/nav';
import { describe, expect, it } from 'vitest';
import { flatEntries, sidebarEntries } from './sidebar-entries.ts';

const every = () => true;
const titles = (options: Partial<Parameters<typeof sidebarEntries>[0]> = {}) =>
  sidebarEntries({ permissions: rolePermissions('Admin'), isShiftOpen: true, hasScreen: every, ...options }).map(
    ({ title }) => title,
  );

describe('sidebarEntries', () => {
  it('[R3.2] offers New Sale without a shift and Close Shift with one', () => {
    expect(titles({ isShiftOpen: true })).toContain('Close Shift');
    expect(titles({ isShiftOpen: true })).not.toContain('New Sale');
    expect(titles({ isShiftOpen: false })).toContain('New Sale');
    expect(titles({ isShiftOpen: false })).not.toContain('Close Shift');
  });

  it('[R3.3] shows an entry only if the permissions include its title', () => {
    expect(titles({ permissions: rolePermissions('User') })).not.toContain('Dashboard');
    expect(titles({ permissions: ['New Bill'] })).not.toContain('Billing');
    expect(titles({ permissions: ['Billing', 'New Bill'] })).toEqual(['Billing']);
  });

  it('[R3.4] checks the permission list, not the role tag', () => {
    const [dashboard, menu] = sidebarEntries({
      permissions: rolePermissions('Admin'),
      isShiftOpen: true,
      hasScreen: every,
    });
    expect([dashboard?.tag, menu?.tag]).toEqual(['Admin', undefined]);
    expect(titles({ permissions: ['Dashboard'] })).toEqual(['Dashboard']);
  });

  it('[R3.5] leads from a group to its first screen that the user may see', () => {
    const [billing] = sidebarEntries({
      permissions: ['Billing', 'Billing History'],
      isShiftOpen: true,
      hasScreen: every,
    });
    expect(billing?.screen).toBe('Billing History');
  });

  it('leaves out the screens of a feature that the outlet switched off, and shows all while it is not known', () => {
    expect(titles({ features: ['Inventory'] })).toContain('Inventory');
    expect(titles({ features: ['Kitchen'] })).not.toContain('Inventory');
    expect(titles({ features: undefined })).toContain('Inventory');
  });

  it('leaves out screens that this release does not have', () => {
    expect(titles({ hasScreen: (name) => name === 'Dashboard' })).toEqual(['Dashboard']);
    const names = new Set(allScreens.map(({ name }) => name));
    const all = sidebarEntries({ permissions: rolePermissions('Admin'), isShiftOpen: false, hasScreen: every });
    for (const { screen } of flatEntries(all)) expect(names).toContain(screen);
  });
});
