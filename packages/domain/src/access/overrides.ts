/** Computes a person's permission overrides from the wanted grants. Source: docs/rules.md#permissions. */
import {
  actionPermissions,
  type Effect,
  type GivenPermission,
  type PermissionOverride,
  personApprovals,
  personLimits,
  personPermissions,
  type Role,
  screenPermissions,
} from './permission.ts';

export interface Grant {
  readonly effect: Effect;
  readonly limit?: number | undefined;
}

/** Groups of the sidebar and their screens. A group is granted automatically with any of its screens. */
export const groupScreens: Readonly<Partial<Record<GivenPermission, readonly GivenPermission[]>>> = {
  Menu: ['Menus', 'Categories', 'Menu Items', 'Prices'],
  Billing: ['New Bill', 'Billing History', 'Shift History'],
  Delivery: ['Manage Delivery'],
  Vendor: ['Vendors', 'Invoices'],
};

/** Returns the grant of each screen and action for a role with overrides. */
export function grantsOf(role: Role, overrides: readonly PermissionOverride[]): ReadonlyMap<GivenPermission, Grant> {
  const held = new Set(personPermissions(role, overrides));
  const asked = new Set<GivenPermission>(personApprovals(role, overrides));
  const limits = personLimits(overrides);
  return new Map(
    [...screenPermissions, ...actionPermissions].map((permission) => {
      const effect = held.has(permission) ? 'allow' : asked.has(permission) ? 'approval' : 'deny';
      const limit = limits[permission];
      return [permission, limit === undefined ? { effect } : { effect, limit }];
    }),
  );
}

/** Returns the minimal overrides of a role that produce these grants. Groups follow their screens. */
export function overridesFor(role: Role, grants: ReadonlyMap<GivenPermission, Grant>): PermissionOverride[] {
  const base = grantsOf(role, []);
  const wanted = new Map(grants);
  for (const [group, screens] of Object.entries(groupScreens)) {
    const isHeld = screens.some((screen) => wanted.get(screen)?.effect === 'allow');
    wanted.set(group as GivenPermission, { effect: isHeld ? 'allow' : 'deny' });
  }
  return [...wanted].flatMap(([permission, { effect, limit }]) => {
    const plain = base.get(permission);
    const bound = effect === 'allow' ? limit : undefined;
    if (plain?.effect === effect && bound === undefined) return [];
    return [bound === undefined ? { permission, effect } : { permission, effect, limit: bound }];
  });
}
