import { inPractice } from '@atoll/domain/access/practice';
import { baseScreenOf, sidebar, tabGroups } from '@atoll/domain/nav/nav';
import { useMatches } from '@tanstack/react-router';
import { shownTabs } from '../../grid/shown-tabs.ts';
import { useSession } from '../../session/session.ts';
import { useApp, useKnownFeatures } from '../../sync/app-store.ts';
import { hasScreen } from '../route/screens.ts';
import { type Entry, sidebarEntries } from './sidebar/sidebar-entries.ts';

/**
 * Returns the current screen: of an overlay the screen below it, of a tab without an entry the first of its neighbours.
 */
export function useOpenScreen() {
  const screen = useMatches({ select: (matches) => matches.findLast((m) => m.staticData.screen)?.staticData.screen });
  if (!screen) return undefined;
  const { name } = baseScreenOf(screen);
  const hasIt = ({ screens }: { readonly screens: readonly string[] }) => screens.includes(name);
  if (sidebar.some(hasIt)) return name;
  const groups = tabGroups.filter(hasIt).map(({ screens }) => screens[0]);
  return groups.find((first) => first === shownTabs.first) ?? groups[0] ?? name;
}

/** Returns the sidebar entries of the signed-in user. */
export function useEntries(): Entry[] {
  const permissions = useSession((state) => state.user?.permissions) ?? [];
  const isPractice = useSession((state) => Boolean(state.scope?.practiceOf));
  const isShiftOpen = useApp((state) => state.shift !== null);
  const features = useKnownFeatures();
  const mine = isPractice ? inPractice(permissions) : permissions;
  return sidebarEntries({ permissions: mine, isShiftOpen, hasScreen, features });
}
