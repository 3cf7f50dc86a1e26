import { describe, expect, it } from 'vitest';
import { screenPermissions } from '../access/permission.ts';
import { allScreens, baseScreenOf, findScreen, maySee, redirects, sidebar, tabGroups } from './nav.ts';

const paths = allScreens.map(({ path }) => path);

describe('the route table', () => {
  it('[R2.26] defines each screen name and each path only once', () => {
    expect(new Set(allScreens.map(({ name }) => name)).size).toBe(allScreens.length);
    expect(new Set(paths.map((path) => path.replace(/\$\w+/g, '$'))).size).toBe(allScreens.length);
  });

  it('[R2.25] the paths of view, edit and delete of an entity differ only in that word', () => {
    const edited = allScreens.filter(({ name }) => name.startsWith('Edit '));
    expect(edited.length).toBeGreaterThan(10);
    for (const { path } of edited.filter(({ name }) => name !== 'Edit Bill')) {
      expect(paths).toContain(path.replace('/edit/', '/view/'));
      expect(paths).toContain(path.replace('/edit/', '/delete/'));
    }
  });

  it('[R2.26] shows an entity by the route View {Entity} with the param id', () => {
    const created = allScreens.filter(({ name }) => name.startsWith('Create '));
    for (const { name } of created) {
      const view = findScreen(name.replace('Create', 'View'));
      expect(view?.path.endsWith('/view/$id'), name).toBe(true);
    }
    for (const entity of ['Bill', 'Customer', 'Account', 'Inventory Item', 'Vendor', 'User', 'Invoice', 'Menu Item'])
      expect(findScreen(`View ${entity}`)?.path, entity).toContain('$id');
  });

  it('[R2.13] [R2.16] [R2.21] opens overlays over existing screens, as modals where the specification says so', () => {
    for (const screen of allScreens.filter(({ parent }) => parent)) {
      expect(findScreen(screen.parent ?? ''), screen.name).toBeDefined();
      expect(screen.overlay, screen.name).toBeDefined();
      expect(baseScreenOf(screen).parent).toBeUndefined();
    }
    const modals = allScreens.filter(({ overlay }) => overlay === 'modal').map(({ name }) => name);
    expect(modals).toEqual(
      expect.arrayContaining(['Void Bill', 'Customer Bills', 'View Invoice', 'Create Invoice', 'Select Customer']),
    );
    expect(allScreens.filter(({ closable }) => closable === false).map(({ name }) => name)).toEqual(['Void Bill']);
    expect(baseScreenOf(findScreen('View Customer Bill') ?? allScreens[0]!).name).toBe('Customers');
  });

  it('[R2.14] [R2.9] [R2.12] gives overlays the titles of the specification', () => {
    const titleOf = (name: string) => findScreen(name)?.title;
    expect([titleOf('View Shift'), titleOf('Select Customer'), titleOf('Select Size')]).toEqual([
      'Shift',
      'Select a Customer',
      'Select Size',
    ]);
  });

  it('[R2.29] redirects to screens or other redirects, and no redirect hides a screen', () => {
    const from = redirects.map(({ path }) => path as string);
    for (const { path, to } of redirects) {
      expect(paths).not.toContain(path);
      expect(paths.includes(to) || from.includes(to) || to === '/billing/new', to).toBe(true);
    }
  });

  it('[R2.29] reaches every screen that has no sidebar entry through a tab or from another screen', () => {
    const entries = new Set(sidebar.flatMap(({ screens }) => screens));
    const tabs = new Set(tabGroups.flatMap(({ screens }) => screens));
    const fromElsewhere = ['Checkout', 'View Report', 'Stations'];
    const left = allScreens.filter(
      ({ name, parent, public: isPublic }) =>
        !isPublic && !parent && !entries.has(name) && !tabs.has(name) && !fromElsewhere.includes(name),
    );
    expect(left.map(({ name }) => name)).toEqual([]);
    for (const { screens } of tabGroups) expect(entries.has(screens[0] ?? ''), screens[0]).toBe(true);
  });

  it('[R17.1] opens every screen with some permission, and public screens to everybody', () => {
    for (const screen of allScreens) {
      expect(maySee(screen, screenPermissions), screen.name).toBe(true);
      expect(maySee(screen, []), screen.name).toBe(screen.public === true);
    }
  });

  it('[R3.1] the sidebar has the entries and route names of the specification, in its order', () => {
    expect(sidebar.map(({ title, screens }) => [title, ...screens])).toEqual([
      ['Dashboard', 'Dashboard'],
      ['Menu', 'Menus', 'Categories', 'Menu Items', 'Prices', 'Price Test'],
      ['Billing', 'New Bill', 'Billing History', 'Shift History'],
      ['Delivery', 'Manage Delivery'],
      ['Inventory', 'Inventory', 'Inventory Logs'],
      ['Vendor', 'Vendors', 'Invoices'],
      ['Customers', 'Customers'],
      ['Accounts', 'Accounts', 'Wallets'],
      ['Reports', 'Reports'],
      ['Website', 'Website'],
      ['Users', 'Users'],
      ['Settings', 'Settings'],
      ['Close Shift', 'Close Shift'],
      ['New Sale', 'New Sale'],
    ]);
  });

  it('[R3.4] tags Dashboard, Inventory, Vendor and Users with Admin', () => {
    expect(sidebar.filter(({ tag }) => tag === 'Admin').map(({ title }) => title)).toEqual([
      'Dashboard',
      'Inventory',
      'Vendor',
      'Users',
    ]);
  });
});
