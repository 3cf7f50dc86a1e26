import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  actionPermissions,
  claimedPermissions,
  claimsOf,
  effects,
  permissionsVersion,
  personPermissions,
  rolePermissions,
  roles,
} from './permission.ts';

describe('permissions in a token', () => {
  it('gives back what a person has, whatever was allowed or denied to them', () => {
    const override = fc.record({
      permission: fc.constantFrom(...actionPermissions),
      effect: fc.constantFrom(...effects),
    });
    fc.assert(
      fc.property(fc.constantFrom(...roles), fc.array(override, { maxLength: 6 }), (role, overrides) => {
        const held = personPermissions(role, overrides);
        const read = claimedPermissions(role, claimsOf(role, held), permissionsVersion);
        expect(read.toSorted()).toEqual(held.toSorted());
      }),
      { numRuns: 300 },
    );
  });

  it('leaves permissions that are newer than old tills to the role', () => {
    const { names, without } = claimsOf('Admin', rolePermissions('Admin'));
    expect(names).not.toContain('server.manage');
    expect(without).toEqual([]);
    expect(claimsOf('Manager', []).without).toEqual([
      'Prices',
      'Wallets',
      'menu.offHours',
      'price.manage',
      'promotion.remove',
      'wallet.issue',
      'wallet.adjust',
      'points.adjust',
      'order.cancel',
    ]);
  });

  it('adds nothing to a token of an earlier release, and nothing for a role that it does not know', () => {
    expect(claimedPermissions('Admin', { names: ['bill.open'], without: [] }, 3)).toEqual(['bill.open']);
    expect(claimedPermissions('Owner', { names: ['bill.open'], without: [] }, permissionsVersion)).toEqual([
      'bill.open',
    ]);
  });
});
