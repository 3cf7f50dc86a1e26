/** Screens that an outlet has only with a feature. Source: docs/rules.md#features. */
import type { switchedFeatures } from '../outlet/outlet.ts';

type Feature = (typeof switchedFeatures)[number];

const screensOf: Readonly<Record<Feature, readonly string[]>> = {
  Kitchen: ['Kitchen'],
  Inventory: ['Inventory', 'Inventory Logs', 'Requests', 'Counts', 'Recipes', 'Storages'],
  Wallets: ['Wallets', 'Orders', 'Points', 'Points Rules', 'Tiers'],
};

const featureOf = new Map(
  Object.entries(screensOf).flatMap(([feature, screens]) => screens.map((screen) => [screen, feature] as const)),
);

/** Returns whether an outlet with these features offers the screen; undefined: its features are not known yet. */
export function isOffered(screen: string, features: readonly string[] | undefined): boolean {
  const feature = featureOf.get(screen);
  return feature === undefined || features === undefined || features.includes(feature);
}
