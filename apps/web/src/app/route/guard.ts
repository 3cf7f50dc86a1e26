import { landingScreen, maySee, type Screen, type ScreenName } from '@atoll/domain/nav/nav';
import { redirect } from '@tanstack/react-router';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';
import { pathTo } from '../../ui/overlay/route-path.ts';
import { hasScreen } from './screens.ts';

/** Redirects a visitor who is not signed in to Login, with the requested path (R2.2). */
export function requireUser(href: string): void {
  if (useSession.getState().user) return;
  throw redirect({ to: pathTo('Login'), search: loginSearch(href) });
}

/** Returns the query for Login. The start page needs no redirect. */
export function loginSearch(href: string, message?: string): Record<string, string> {
  return {
    ...(href === '/' || href === '/home' || href.startsWith('/auth/') ? {} : { redirect: href }),
    ...(message ? { message } : {}),
  };
}

/** Returns the start path of a person: the route of the first permission for which this release has a screen (R2.4). */
export function landingPath(permissions: readonly string[]): string | undefined {
  const name = landingScreen(permissions.filter(hasScreen))?.name as ScreenName | undefined;
  return name && (name === 'New Bill' ? firstSlotPath() : pathTo(name));
}

/** Returns the path of the bill screen of the outlet's first slot type, slot 1 (R2.7). */
export function firstSlotPath(): string {
  const type = useApp.getState().outlet?.slotTypes[0]?.type ?? 'Table';
  return pathTo('New Bill', { type, slot: 1 });
}

/** Returns whether the signed-in person may see the screen. */
export function isOpenTo(screen: Screen, permissions: readonly string[]): boolean {
  return maySee(screen, permissions);
}
