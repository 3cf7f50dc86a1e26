import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findScreen, sidebar } from '../nav/nav.ts';
import { type Grant, grantsOf, groupScreens, overridesFor } from './overrides.ts';
import {
  actionLimits,
  actionPermissions,
  effects,
  type GivenPermission,
  roles,
  screenPermissions,
} from './permission.ts';
import { presetNames, presetOf, presetOverrides } from './preset.ts';

const plainScreens = screenPermissions.filter((screen) => !(screen in groupScreens));
const grant = (permission: GivenPermission): fc.Arbitrary<[GivenPermission, Grant]> =>
  fc
    .record({ effect: fc.constantFrom(...effects), limit: fc.option(fc.integer({ min: 0, max: 100 })) })
    .map(({ effect, limit }) => [
      permission,
      effect === 'allow' && limit !== null && actionLimits[permission] ? { effect, limit } : { effect },
    ]);
const screen = (permission: GivenPermission): fc.Arbitrary<[GivenPermission, Grant]> =>
  fc.constantFrom('allow' as const, 'deny' as const).map((effect) => [permission, { effect }]);

it('[R17.1] overridesFor returns the overrides that produce the given grants, for every role', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...roles),
      fc.tuple(...plainScreens.map(screen)),
      fc.tuple(...actionPermissions.map(grant)),
      (role, screens, actions) => {
        const wanted = new Map<GivenPermission, Grant>([...screens, ...actions]);
        const made = grantsOf(role, overridesFor(role, wanted));
        for (const [permission, one] of wanted) expect(made.get(permission)).toEqual(one);
        for (const [group, under] of Object.entries(groupScreens)) {
          const isHeld = under.some((one) => wanted.get(one)?.effect === 'allow');
          expect(made.get(group as GivenPermission)?.effect).toBe(isHeld ? 'allow' : 'deny');
        }
      },
    ),
    { seed: 7, numRuns: 200 },
  );
});

it('[R17.1] overridesFor returns nothing for the grants of the role itself', () => {
  for (const role of roles) expect(overridesFor(role, grantsOf(role, []))).toEqual([]);
});

it('[R17.1] overridesFor keeps a preset recognizable', () => {
  for (const name of presetNames) {
    const again = overridesFor('User', grantsOf('User', presetOverrides(name)));
    expect(presetOf('User', again)).toBe(name);
  }
});

it('[R3.3] groupScreens lists the groups of the sidebar with the permissions that open their screens', () => {
  const groups = sidebar.filter(({ title, screens }) => !screens.includes(title));
  const opening = (screens: readonly string[]) => [
    ...new Set(screens.flatMap((name) => findScreen(name)?.anyOf ?? name)),
  ];
  expect(Object.fromEntries(groups.map(({ title, screens }) => [title, opening(screens)]))).toEqual(groupScreens);
});
