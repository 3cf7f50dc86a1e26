/** Ready-made sets of permissions on top of the role User. Source: docs/rules.md#roles. */
import {
  type ActionPermission,
  actionPermissions,
  type GivenPermission,
  type PermissionOverride,
  personApprovals,
  personLimits,
  personPermissions,
  type Role,
  type ScreenPermission,
  userApprovableActions,
  userPermissions,
} from './permission.ts';

interface Preset {
  readonly screens: readonly ScreenPermission[];
  readonly actions: readonly ActionPermission[];
  readonly approvable: readonly ActionPermission[];
}

const presets = {
  Waiter: {
    screens: ['New Bill', 'Billing', 'Billing History', 'Customers'],
    actions: [
      'bill.open',
      'bill.print',
      'bill.transfer',
      'bill.split',
      'bill.viewOthers',
      'item.void.unsent',
      'promotion.remove',
      'customer.edit',
    ],
    approvable: [
      'item.void.sent',
      'bill.void',
      'bill.lower.printed',
      'item.discount',
      'bill.discount',
      'item.comp',
      'bill.merge',
      'bill.reprint',
      'bill.transfer.server',
      'menu.offHours',
    ],
  },
  Cashier: {
    screens: [
      'New Bill',
      'Billing',
      'Billing History',
      'Manage Delivery',
      'Delivery',
      'Customers',
      'Close Shift',
      'New Sale',
    ],
    actions: [
      'bill.open',
      'bill.print',
      'bill.pay',
      'bill.transfer',
      'bill.split',
      'bill.merge',
      'bill.reprint',
      'bill.viewOthers',
      'item.void.unsent',
      'promotion.remove',
      'wallet.issue',
      'drawer.open',
      'cash.in',
      'customer.edit',
      'shift.open',
      'shift.close',
    ],
    approvable: [
      'item.void.sent',
      'bill.void',
      'bill.lower.printed',
      'bill.refund',
      'payment.correct',
      'payment.credit',
      'item.discount',
      'bill.discount',
      'item.comp',
      'cash.out',
      'bill.transfer.server',
      'shift.closeOther',
      'menu.offHours',
    ],
  },
  Kitchen: { screens: ['Kitchen'], actions: [], approvable: [] },
  Storekeeper: {
    screens: ['Inventory', 'Inventory Logs', 'Vendor', 'Vendors', 'Invoices'],
    actions: ['stock.adjust', 'stock.count'],
    approvable: ['stock.request.approve', 'invoice.post'],
  },
  Accountant: {
    screens: ['Dashboard', 'Reports', 'Accounts', 'Vendor', 'Invoices', 'Billing', 'Billing History'],
    actions: ['report.view', 'export', 'bill.viewOthers'],
    approvable: [],
  },
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof presets;
export const presetNames = Object.keys(presets) as PresetName[];

/** Returns the overrides of the role User that produce a preset. */
export function presetOverrides(name: PresetName): readonly PermissionOverride[] {
  const { screens, actions, approvable }: Preset = presets[name];
  const wanted = new Set<GivenPermission>([...screens, ...actions]);
  const has = new Set<GivenPermission>(userPermissions);
  const asks = new Set<GivenPermission>(approvable);
  const denied = [...has, ...userApprovableActions].filter((p) => !wanted.has(p) && !asks.has(p));
  return [
    ...denied.map((permission) => ({ permission, effect: 'deny' as const })),
    ...[...wanted].filter((p) => !has.has(p)).map((permission) => ({ permission, effect: 'allow' as const })),
    ...approvable
      .filter((p) => has.has(p) || !userApprovableActions.includes(p))
      .map((permission) => ({ permission, effect: 'approval' as const })),
  ];
}

/** Returns a person's permissions as text, so that two persons can be compared. */
function fingerprint(role: Role, overrides: readonly PermissionOverride[]): string {
  const held = new Set(personPermissions(role, overrides));
  const asked = new Set(personApprovals(role, overrides));
  return JSON.stringify([
    [...held].filter((p) => !(actionPermissions as readonly string[]).includes(p)).sort(),
    actionPermissions.map((p) => (held.has(p) ? 2 : asked.has(p) ? 1 : 0)),
    personLimits(overrides),
  ]);
}

/** Returns the preset or plain role that matches a person's overrides; undefined when none does. */
export function presetOf(role: Role, overrides: readonly PermissionOverride[]): Role | PresetName | undefined {
  const own = fingerprint(role, overrides);
  if (own === fingerprint(role, [])) return role;
  if (role !== 'User') return undefined;
  return presetNames.find((name) => {
    const now = presetOverrides(name);
    const stored = laterActions.map((_, from) => asStoredBefore(now, laterActions.slice(from).flat()));
    return [now, ...stored].some((each) => own === fingerprint('User', each));
  });
}

/** Actions that have an effect or can be approved since a later release, oldest first. */
const laterActions: readonly (readonly GivenPermission[])[] = [
  ['bill.merge'],
  ['bill.viewOthers', 'bill.transfer.server'],
  ['payment.correct'],
  ['bill.lower.printed'],
  ['payment.credit'],
  ['shift.closeOther'],
  ['menu.offHours'],
  ['promotion.remove'],
  ['wallet.issue'],
];

/** Returns the overrides of a preset as earlier releases stored them: what had no effect yet was not denied either. */
function asStoredBefore(
  overrides: readonly PermissionOverride[],
  later: readonly GivenPermission[],
): readonly PermissionOverride[] {
  return overrides.filter(({ permission, effect }) => effect !== 'deny' || !later.includes(permission));
}
