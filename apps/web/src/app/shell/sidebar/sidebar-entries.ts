import { findScreen, maySee, sidebar } from '@atoll/domain/nav/nav';
import { isOffered } from '@atoll/domain/nav/switched';
import type { IconName } from '../../../ui/display/icon.tsx';

/** An entry of the sidebar; `children` are the screens of a group. */
export interface Entry {
  readonly title: string;
  readonly icon: IconName;
  /** Shown beside the title, never checked (R3.4). */
  readonly tag: 'Admin' | undefined;
  /** Target of a tap: the screen, or the first one of a group. */
  readonly screen: string;
  readonly children: readonly { readonly title: string; readonly screen: string }[];
}

const icons: Record<string, IconName> = {
  Dashboard: 'dashboard',
  Menu: 'menu',
  Billing: 'bill',
  Delivery: 'delivery',
  Inventory: 'box',
  Vendor: 'vendor',
  Customers: 'people',
  Accounts: 'account',
  Reports: 'report',
  Website: 'globe',
  Users: 'person',
  Settings: 'settings',
  'Close Shift': 'till',
  'New Sale': 'till',
};

interface Circumstances {
  readonly permissions: readonly string[];
  readonly isShiftOpen: boolean;
  readonly hasScreen: (name: string) => boolean;
  /** Of the outlet; undefined while they are not known. */
  readonly features?: readonly string[] | undefined;
}

/**
 * Returns the sidebar entries of a user: those whose title is among the permissions (R3.3), that fit the state of the
 * shift (R3.2) and the features of the outlet, and that have a screen. The role tag is not checked (R3.4).
 */
export function sidebarEntries({ permissions, isShiftOpen, hasScreen, features }: Circumstances): Entry[] {
  return sidebar.flatMap((entry) => {
    if (!permissions.includes(entry.title)) return [];
    if (entry.when === 'shiftOpen' && !isShiftOpen) return [];
    if (entry.when === 'noShift' && isShiftOpen) return [];
    const screens = entry.screens.flatMap((name) => {
      const screen = findScreen(name);
      return screen && hasScreen(name) && isOffered(name, features) && maySee(screen, permissions)
        ? [{ title: screen.title, screen: name }]
        : [];
    });
    const first = screens[0];
    if (!first) return [];
    const isGroup = screens.length > 1 || first.title !== entry.title;
    return [
      {
        title: entry.title,
        icon: icons[entry.title] ?? 'bill',
        tag: entry.tag,
        screen: first.screen,
        children: isGroup ? screens : [],
      },
    ];
  });
}

/** Returns every screen of the entries, in order, for the tab bar of a phone. */
export function flatEntries(entries: readonly Entry[]): { title: string; icon: IconName; screen: string }[] {
  return entries.flatMap(({ title, icon, screen, children }) =>
    children.length > 0
      ? children.map((child, i) => ({ ...child, icon: i === 0 ? icon : (childIcons[child.screen] ?? icon) }))
      : [{ title, icon, screen }],
  );
}

const childIcons: Record<string, IconName> = { 'Billing History': 'history', 'Shift History': 'clock' };
