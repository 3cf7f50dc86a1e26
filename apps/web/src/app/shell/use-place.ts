import { useMatches } from '@tanstack/react-router';
import { useApp } from '../../lib/app-store.ts';
import { useSession } from '../../lib/session.ts';
import { hasScreen } from '../screens.ts';
import { type Entry, sidebarEntries } from './sidebar-entries.ts';

/** Answers the screen that is open; of an overlay the one it lies over. */
export function useOpenScreen() {
  const screen = useMatches({ select: (matches) => matches.findLast((m) => m.staticData.screen)?.staticData.screen });
  return screen?.parent ?? screen?.name;
}

/** Answers the sidebar's lines for the signed-in person, now. */
export function useEntries(): Entry[] {
  const permissions = useSession((state) => state.user?.permissions) ?? [];
  const isShiftOpen = useApp((state) => state.shift !== null);
  return sidebarEntries({ permissions, isShiftOpen, hasScreen });
}
