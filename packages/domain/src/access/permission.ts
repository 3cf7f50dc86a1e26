/**
 * Permissions: screens (the exact titles of the sidebar) come first, then dotted action permissions, last those of the whole server.
 * The first screen of a person's list opens after login. Source: docs/rules.md#permissions, docs/rules.md#roles, docs/rules.md#landing.
 */
export const screenPermissions = [
  'Dashboard',
  'Menu',
  'Menus',
  'Categories',
  'Menu Items',
  'Prices',
  'Billing',
  'New Bill',
  'Billing History',
  'Shift History',
  'Delivery',
  'Manage Delivery',
  'Inventory',
  'Inventory Logs',
  'Vendor',
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
] as const;
export type ScreenPermission = (typeof screenPermissions)[number];

export const actionPermissions = [
  'bill.open',
  'bill.print',
  'bill.pay',
  'item.void.unsent',
  'item.void.sent',
  'bill.void',
  'bill.void.printed',
  'bill.lower.printed',
  'bill.refund',
  'payment.correct',
  'item.discount',
  'bill.discount',
  'item.comp',
  'price.override',
  'bill.transfer',
  'bill.transfer.server',
  'bill.split',
  'bill.merge',
  'bill.reprint',
  'bill.viewOthers',
  'payment.credit',
  'drawer.open',
  'cash.in',
  'cash.out',
  'shift.open',
  'shift.close',
  'shift.closeOther',
  'shift.viewExpected',
  'stock.adjust',
  'stock.count',
  'stock.request.approve',
  'invoice.post',
  'menu.edit',
  'menu.86',
  'menu.offHours',
  'price.manage',
  'promotion.remove',
  'wallet.issue',
  'wallet.adjust',
  'points.adjust',
  'order.cancel',
  'customer.edit',
  'customer.merge',
  'report.view',
  'export',
  'user.manage',
  'settings.manage',
] as const;
export type ActionPermission = (typeof actionPermissions)[number];

/** What concerns the whole server. Admins have it, and nobody can be given it, not even by an approval. */
export const serverPermissions = ['server.manage'] as const;
export type ServerPermission = (typeof serverPermissions)[number];

/** What a person can be given or denied. */
export type GivenPermission = ScreenPermission | ActionPermission;

export type Permission = GivenPermission | ServerPermission;

export const roles = ['Admin', 'Manager', 'User'] as const;
export type Role = (typeof roles)[number];

const userScreens: readonly ScreenPermission[] = [
  'New Bill',
  'Billing',
  'Billing History',
  'Manage Delivery',
  'Delivery',
  'Customers',
  'Close Shift',
  'New Sale',
];
const userActions: readonly ActionPermission[] = [
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
];

/** The permissions of the role User. */
export const userPermissions: readonly GivenPermission[] = [...userScreens, ...userActions];

/** Actions that a User may do when somebody who has them approves at the till (docs/rules.md#approvals). */
export const userApprovableActions: readonly ActionPermission[] = [
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
];

/** Returns a role's permissions in order: screens (the first is the landing screen), then actions. */
export function rolePermissions(role: Role): readonly Permission[] {
  switch (role) {
    case 'Admin':
      return [...screenPermissions, ...actionPermissions, ...serverPermissions];
    case 'Manager':
      return [
        ...screenPermissions.filter((p) => p !== 'Users' && p !== 'Settings' && p !== 'Website'),
        ...actionPermissions.filter((p) => p !== 'user.manage' && p !== 'settings.manage'),
      ];
    case 'User':
      return userPermissions;
  }
}

/** Whether a person may do an action: alone, with somebody's approval at the till, or not. */
export const effects = ['allow', 'approval', 'deny'] as const;
export type Effect = (typeof effects)[number];

/** One person's exception to their role. `limit` is how much they may do without approval: laari or percent, see `actionLimits`. */
export interface PermissionOverride {
  readonly permission: GivenPermission;
  readonly effect: Effect;
  readonly limit?: number | undefined;
}

/** Actions that may be allowed up to a limit: an amount in laari, or a plain percent. */
export const actionLimits: Readonly<Partial<Record<Permission, 'amount' | 'percent'>>> = {
  'bill.refund': 'amount',
  'bill.lower.printed': 'amount',
  'item.discount': 'percent',
  'bill.discount': 'percent',
  'cash.out': 'amount',
  'wallet.issue': 'amount',
};

const isScreen = (permission: Permission): permission is ScreenPermission =>
  (screenPermissions as readonly string[]).includes(permission);

/** Returns whether a permission is an action that a person can be given: dotted, or 'export'. */
export function isAction(permission: string): permission is ActionPermission {
  return (actionPermissions as readonly string[]).includes(permission);
}

/** Returns a person's permissions: those of the role with the overrides applied, screens first, otherwise in the same order. */
export function personPermissions(role: Role, overrides: readonly PermissionOverride[]): readonly Permission[] {
  const held = new Set<Permission>(rolePermissions(role));
  for (const { permission, effect } of overrides) {
    if (effect === 'allow') held.add(permission);
    else held.delete(permission);
  }
  const all = [...held];
  return [...all.filter(isScreen), ...all.filter((p) => !isScreen(p))];
}

/** Returns the actions that a person may do with approval (docs/rules.md#approvals), in the order of `actionPermissions`. */
export function personApprovals(role: Role, overrides: readonly PermissionOverride[]): readonly ActionPermission[] {
  const asked = new Set<string>(role === 'User' ? userApprovableActions : []);
  for (const { permission, effect } of overrides) {
    if (effect === 'approval') asked.add(permission);
    else asked.delete(permission);
  }
  return actionPermissions.filter((action) => asked.has(action));
}

/** Returns the limits of a person by action, laari or percent. Actions that are not in the result have no limit. */
export function personLimits(overrides: readonly PermissionOverride[]): Readonly<Record<string, number>> {
  const limits: Record<string, number> = {};
  for (const { permission, effect, limit } of overrides) {
    if (effect === 'allow' && limit !== undefined && actionLimits[permission]) limits[permission] = limit;
  }
  return limits;
}

/** The number of the list of permissions; tokens and stored sessions of earlier releases have none. */
export const permissionsVersion = 4;

/**
 * Returns the permissions of a list of an earlier release: in the first, everybody saw the bills of all waiters; in the second, who voided
 * printed bills reduced them too.
 */
export function asIssued(permissions: readonly string[], version: unknown): readonly string[] {
  const from = Number(version ?? 1);
  const had: ActionPermission[] = [];
  if (from < 2) had.push('bill.viewOthers');
  if (from < 3 && permissions.includes('bill.void.printed')) had.push('bill.lower.printed');
  const missing = had.filter((one) => !permissions.includes(one));
  return missing.length === 0 ? permissions : [...permissions, ...missing];
}

/** Permissions that a token leaves to the role, so that it stays short (R34.13): they are newer than the tills that read only names. */
const leftToRole: readonly Permission[] = [
  'Prices',
  'menu.offHours',
  'price.manage',
  'promotion.remove',
  'Wallets',
  'wallet.issue',
  'wallet.adjust',
  'points.adjust',
  'order.cancel',
  'server.manage',
];

const leftTo = (role: string): readonly Permission[] =>
  roles.flatMap((one) => (one === role ? rolePermissions(one).filter((p) => leftToRole.includes(p)) : []));

/** A person's permissions as the claims of a token: `names`, and what the role has and the person has not. */
export interface PermissionClaims {
  readonly names: readonly string[];
  readonly without: readonly string[];
}

/** Returns the claims of a person's permissions. */
export function claimsOf(role: string, permissions: readonly string[]): PermissionClaims {
  const left = leftTo(role);
  return {
    names: permissions.filter((one) => !left.some((p) => p === one)),
    without: left.filter((one) => !permissions.includes(one)),
  };
}

/** Returns the permissions of a token's claims, which releases before the fourth list named in full. */
export function claimedPermissions(
  role: string,
  { names, without }: PermissionClaims,
  version: unknown,
): readonly string[] {
  const known = asIssued(names, version);
  if (Number(version ?? 1) < 4) return known;
  return [...known, ...leftTo(role).filter((one) => !known.includes(one) && !without.includes(one))];
}
