import { describe, expect, it } from 'vitest';
import { contract } from '../contract/contract.ts';
import { isAllowed } from '../contract/platform/endpoint.ts';
import { landingScreen } from '../nav/nav.ts';
import { can, canAny, heldActions, permissionEffect } from './can.ts';
import { notGrantable } from './grant.ts';
import {
  actionPermissions,
  personApprovals,
  personLimits,
  personPermissions,
  rolePermissions,
  roles,
  screenPermissions,
  serverPermissions,
  userApprovableActions,
} from './permission.ts';
import { type PresetName, presetNames, presetOf, presetOverrides } from './preset.ts';

/** Returns a preset as it was stored before these actions could be approved. */
const storedBefore = (name: PresetName, later: readonly string[]) =>
  presetOverrides(name).filter(({ permission, effect }) => effect !== 'deny' || !later.includes(permission));
const isAction = (permission: string): boolean =>
  ([...actionPermissions, ...serverPermissions] as readonly string[]).includes(permission);

describe('roles', () => {
  it('[R1.1] the roles are Admin, Manager and User', () => {
    expect(roles).toEqual(['Admin', 'Manager', 'User']);
  });

  it('[R3.1] the screens are the exact titles of the sidebar', () => {
    expect(new Set(screenPermissions)).toEqual(
      new Set([
        'Dashboard',
        'Menus',
        'Categories',
        'Menu Items',
        'Prices',
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
        'Wallets',
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

  it('[R17.1] gives an Admin everything, and a Manager all but users, settings and website', () => {
    expect(rolePermissions('Admin')).toEqual([...screenPermissions, ...actionPermissions, ...serverPermissions]);
    const missing = rolePermissions('Admin').filter((one) => !rolePermissions('Manager').includes(one));
    expect(missing).toEqual(['Website', 'Users', 'Settings', 'user.manage', 'settings.manage', 'server.manage']);
  });

  it('[R17.1] gives a User the permissions of a waiter and cashier', () => {
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
      'bill.viewOthers',
      'item.void.unsent',
      'promotion.remove',
      'wallet.issue',
      'customer.edit',
      'shift.open',
      'shift.close',
    ]);
    expect([...userApprovableActions].sort()).toEqual(
      [
        'item.void.sent',
        'bill.void',
        'bill.lower.printed',
        'item.discount',
        'bill.discount',
        'item.comp',
        'drawer.open',
        'bill.merge',
        'bill.reprint',
        'bill.transfer.server',
        'payment.correct',
        'payment.credit',
        'shift.closeOther',
        'menu.offHours',
      ].sort(),
    );
  });

  it('[R35.33] lets a User and a Waiter merge bills with an approval, and finds the presets of people stored before', () => {
    for (const overrides of [[], presetOverrides('Waiter')]) {
      const held = {
        permissions: personPermissions('User', overrides),
        approvable: personApprovals('User', overrides),
      };
      expect(permissionEffect(held, 'bill.merge')).toBe('approval');
    }
    const notThere = [
      [
        'bill.viewOthers',
        'bill.transfer.server',
        'payment.correct',
        'bill.lower.printed',
        'payment.credit',
        'shift.closeOther',
        'menu.offHours',
        'promotion.remove',
        'wallet.issue',
        'bill.merge',
      ],
      [
        'bill.viewOthers',
        'bill.transfer.server',
        'payment.correct',
        'bill.lower.printed',
        'payment.credit',
        'shift.closeOther',
        'menu.offHours',
        'promotion.remove',
        'wallet.issue',
      ],
    ];
    for (const name of presetNames)
      for (const missing of notThere) expect(presetOf('User', storedBefore(name, missing))).toBe(name);
  });

  it('[R35.77] lets User, Waiter and Cashier see the bills of others, and hand bills over with an approval', () => {
    for (const overrides of [[], presetOverrides('Waiter'), presetOverrides('Cashier')]) {
      const held = {
        permissions: personPermissions('User', overrides),
        approvable: personApprovals('User', overrides),
      };
      expect(permissionEffect(held, 'bill.viewOthers')).toBe('allow');
      expect(permissionEffect(held, 'bill.transfer.server')).toBe('approval');
    }
    const denied = [{ permission: 'bill.viewOthers', effect: 'deny' }] as const;
    expect(personPermissions('Admin', denied)).not.toContain('bill.viewOthers');
  });

  it('[R35.36] lets a Manager correct a payment, a User with an approval, and finds the presets of people stored before', () => {
    const held = { permissions: personPermissions('User', []), approvable: personApprovals('User', []) };
    expect(permissionEffect(held, 'payment.correct')).toBe('approval');
    expect(permissionEffect({ permissions: rolePermissions('Manager') }, 'payment.correct')).toBe('allow');
    for (const name of presetNames)
      expect(
        presetOf(
          'User',
          storedBefore(name, [
            'payment.correct',
            'bill.lower.printed',
            'payment.credit',
            'shift.closeOther',
            'menu.offHours',
            'promotion.remove',
            'wallet.issue',
          ]),
        ),
      ).toBe(name);
  });

  it('[R35.20] lets a User and a Cashier exceed a credit limit with an approval, and finds the presets of people stored before', () => {
    for (const overrides of [[], presetOverrides('Cashier')]) {
      const held = {
        permissions: personPermissions('User', overrides),
        approvable: personApprovals('User', overrides),
      };
      expect(permissionEffect(held, 'payment.credit')).toBe('approval');
    }
    expect(permissionEffect({ permissions: rolePermissions('Manager') }, 'payment.credit')).toBe('allow');
    for (const name of presetNames)
      expect(
        presetOf(
          'User',
          storedBefore(name, [
            'payment.credit',
            'shift.closeOther',
            'menu.offHours',
            'promotion.remove',
            'wallet.issue',
          ]),
        ),
      ).toBe(name);
  });

  it('[R2.11] lets a Manager close the shift of somebody else, User and Cashier with an approval', () => {
    for (const overrides of [[], presetOverrides('Cashier')])
      expect(
        permissionEffect(
          { permissions: personPermissions('User', overrides), approvable: personApprovals('User', overrides) },
          'shift.closeOther',
        ),
      ).toBe('approval');
    expect(permissionEffect({ permissions: rolePermissions('Manager') }, 'shift.closeOther')).toBe('allow');
    for (const name of presetNames)
      expect(
        presetOf('User', storedBefore(name, ['shift.closeOther', 'menu.offHours', 'promotion.remove', 'wallet.issue'])),
      ).toBe(name);
  });

  it('[R2.4] lists the landing screen first, then the other screens, then actions', () => {
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
  it('gives a person more or fewer permissions than the role, in the same order', () => {
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

  it('returns whether a person may act, needs approval, or may not act', () => {
    const list = rolePermissions('User');
    const user = { permissions: list, approvable: personApprovals('User', []) };
    expect(permissionEffect(user, 'bill.pay')).toBe('allow');
    expect(permissionEffect(user, 'bill.void')).toBe('approval');
    expect(permissionEffect(user, 'stock.adjust')).toBe('deny');
    expect(permissionEffect({ permissions: new Set(rolePermissions('Manager')) }, 'settings.manage')).toBe('deny');
    expect(canAny(list, ['Reports', 'New Bill'])).toBe(true);
    expect(canAny(list, ['Reports'])).toBe(false);
    expect(canAny([], [])).toBe(true);
    expect(heldActions(['New Bill', 'shift.open', 'bill.pay'])).toEqual(['bill.pay', 'shift.open']);
  });

  it('[R17.1] allows an action up to a limit and requires approval above it', () => {
    const overrides = [
      { permission: 'bill.discount', effect: 'allow', limit: 10 },
      { permission: 'bill.refund', effect: 'approval' },
      { permission: 'item.comp', effect: 'deny' },
    ] as const;
    const held = {
      permissions: personPermissions('User', overrides),
      approvable: personApprovals('User', overrides),
      limits: personLimits(overrides),
    };
    expect([10, 10.01, undefined].map((percent) => permissionEffect(held, 'bill.discount', percent))).toEqual([
      'allow',
      'approval',
      'allow',
    ]);
    expect(permissionEffect(held, 'bill.refund', 1)).toBe('approval');
    expect(permissionEffect(held, 'item.comp')).toBe('deny');
  });

  it('[R17.1] makes a waiter, cashier, cook, storekeeper or accountant from a User by overrides', () => {
    const held = (name: PresetName) => personPermissions('User', presetOverrides(name));
    expect(can(held('Waiter'), 'bill.pay')).toBe(false);
    expect(can(held('Waiter'), 'bill.open')).toBe(true);
    expect(can(held('Cashier'), 'bill.pay')).toBe(true);
    expect(held('Kitchen')).toEqual(['Kitchen']);
    expect(landingScreen(held('Storekeeper'))?.name).toBe('Inventory');
    expect(can(held('Accountant'), 'report.view')).toBe(true);
    expect(can(held('Accountant'), 'bill.open')).toBe(false);
    for (const name of presetNames) expect(presetOf('User', presetOverrides(name))).toBe(name);
    expect(presetOf('User', [])).toBe('User');
    expect(presetOf('User', [{ permission: 'export', effect: 'allow' }])).toBeUndefined();
  });

  it('[R35.65] gives the accountant Invoices, Billing History and the dashboard to see, and no action on bills', () => {
    const held = personPermissions('User', presetOverrides('Accountant'));
    expect(held).toEqual(expect.arrayContaining(['Invoices', 'Billing History', 'Dashboard', 'Reports', 'Accounts']));
    for (const action of ['bill.open', 'bill.pay', 'invoice.post'] as const) expect(can(held, action)).toBe(false);
    const may = (key: keyof typeof contract) => isAllowed(contract[key].access, new Set(held));
    for (const key of ['invoice.list', 'invoice.find', 'bill.list', 'bill.find', 'app.dashboard'] as const)
      expect([key, may(key)]).toEqual([key, true]);
    for (const key of ['bill.create', 'bill.pay', 'bill.void'] as const) expect([key, may(key)]).toEqual([key, false]);
  });

  it('[R17.1] refuses to grant a permission that the giver lacks, or a higher limit than theirs', () => {
    const manager = { permissions: rolePermissions('Manager'), limits: { 'bill.refund': 10_000 } };
    const nobody = { role: 'User', overrides: [] } as const;
    expect(notGrantable(manager, { role: 'User', overrides: [] }, nobody)).toEqual([]);
    expect(notGrantable(manager, { role: 'Admin', overrides: [] }, nobody)).toContain('user.manage');
    const wants = [{ permission: 'Settings', effect: 'allow' }] as const;
    expect(notGrantable(manager, { role: 'User', overrides: wants }, nobody)).toEqual(['Settings']);
    const asks = [{ permission: 'settings.manage', effect: 'approval' }] as const;
    expect(notGrantable(manager, { role: 'User', overrides: asks }, nobody)).toEqual(['settings.manage']);
    const refund = (limit?: number) => ({
      role: 'User' as const,
      overrides: [{ permission: 'bill.refund' as const, effect: 'allow' as const, ...(limit && { limit }) }],
    });
    expect(notGrantable(manager, refund(10_000), nobody)).toEqual([]);
    expect(notGrantable(manager, refund(10_001), nobody)).toEqual(['bill.refund']);
    expect(notGrantable(manager, refund(), nobody)).toEqual(['bill.refund']);
    // A permission that the person already has is not granted again.
    expect(notGrantable(manager, { role: 'User', overrides: wants }, { role: 'User', overrides: wants })).toEqual([]);
  });
});
