import { describe, expect, it } from 'vitest';
import { landingScreen } from '../nav/nav.ts';
import { can, canAny, heldActions, howMay } from './can.ts';
import {
  actionPermissions,
  personPermissions,
  rolePermissions,
  roles,
  screenPermissions,
  userApprovableActions,
} from './permission.ts';

const isAction = (permission: string): boolean => (actionPermissions as readonly string[]).includes(permission);

describe('roles', () => {
  it('[R1.1] are Admin, Manager and User', () => {
    expect(roles).toEqual(['Admin', 'Manager', 'User']);
  });

  it('[R3.1] the screens are the exact titles of the sidebar', () => {
    expect(new Set(screenPermissions)).toEqual(
      new Set([
        'Dashboard',
        'Menus',
        'Categories',
        'Menu Items',
        'New Bill',
        'Billing History',
        'Shift History',
        'Manage Delivery',
        'Inventory',
        'Inventory Logs',
        'Vendors',
        'Invoices',
        'Customers',
        'Accounts',
        'Reports',
        'Website',
        'Users',
        'Settings',
        'Close Shift',
        'New Sale',
        'Kitchen',
        'Menu',
        'Billing',
        'Delivery',
        'Vendor',
      ]),
    );
  });

  it('[R17.1] give an Admin everything, a Manager all but users, settings and website', () => {
    expect(rolePermissions('Admin')).toEqual([...screenPermissions, ...actionPermissions]);
    const missing = rolePermissions('Admin').filter((one) => !rolePermissions('Manager').includes(one));
    expect(missing).toEqual(['Website', 'Users', 'Settings', 'user.manage', 'settings.manage']);
  });

  it('[R17.1] give a User what a waiter and cashier needs', () => {
    expect(rolePermissions('User')).toEqual([
      'New Bill',
      'Billing',
      'Billing History',
      'Manage Delivery',
      'Delivery',
      'Customers',
      'Close Shift',
      'New Sale',
      'bill.open',
      'bill.print',
      'bill.pay',
      'bill.transfer',
      'bill.split',
      'item.void.unsent',
      'customer.edit',
      'shift.open',
      'shift.close',
    ]);
    expect([...userApprovableActions].sort()).toEqual(
      [
        'item.void.sent',
        'bill.void',
        'item.discount',
        'bill.discount',
        'item.comp',
        'drawer.open',
        'bill.reprint',
      ].sort(),
    );
  });

  it('[R2.4] put screens first, the landing screen first of all, and actions last', () => {
    for (const role of roles) {
      const list = rolePermissions(role);
      const firstAction = list.findIndex(isAction);
      expect(list.slice(0, firstAction).some(isAction)).toBe(false);
      expect(list.slice(firstAction).every(isAction)).toBe(true);
    }
    expect(landingScreen(rolePermissions('Admin'))?.name).toBe('Dashboard');
    expect(landingScreen(rolePermissions('User'))?.name).toBe('New Bill');
  });
});

describe('a person', () => {
  it('may have more or less than the role, the order staying', () => {
    const list = personPermissions('User', [
      { permission: 'bill.pay', effect: 'deny' },
      { permission: 'Reports', effect: 'allow' },
      { permission: 'bill.void', effect: 'allow' },
    ]);
    expect([can(list, 'bill.pay'), can(list, 'Reports'), can(list, 'bill.void')]).toEqual([false, true, true]);
    expect(list[0]).toBe('New Bill');
    expect(list.indexOf('Reports')).toBeLessThan(list.findIndex(isAction));
    expect(personPermissions('Admin', [])).toEqual(rolePermissions('Admin'));
  });

  it('may act, ask for approval, or not', () => {
    const list = rolePermissions('User');
    expect(howMay('User', list, 'bill.pay')).toBe('allow');
    expect(howMay('User', list, 'bill.void')).toBe('approval');
    expect(howMay('User', list, 'stock.adjust')).toBe('deny');
    expect(howMay('Manager', rolePermissions('Manager'), 'settings.manage')).toBe('deny');
    expect(canAny(list, ['Reports', 'New Bill'])).toBe(true);
    expect(canAny(list, ['Reports'])).toBe(false);
    expect(canAny([], [])).toBe(true);
    expect(heldActions(['New Bill', 'shift.open', 'bill.pay'])).toEqual(['bill.pay', 'shift.open']);
  });
});
