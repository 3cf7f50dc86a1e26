import { landingScreen, maySee, type Screen, type ScreenName } from '@atoll/domain/nav/nav';
import { redirect } from '@tanstack/react-router';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';
import { pathTo } from '../../ui/overlay/route-path.ts';
import { hasScreen } from './screens.ts';

/** Sends a visitor who is not signed in to Login, with the path that was tried (R2.2). */
export function requireUser(href: string): void {
  if (useSession.getState().user) return;
  throw redirect({ to: pathTo('Login'), search: loginSearch(href) });
}

/** Answers the query that Login is given. The start page itself needs no way back. */
export function loginSearch(href: string, message?: string): Record<string, string> {
  return {
    ...(href === '/' || href === '/home' || href.startsWith('/auth/') ? {} : { redirect: href }),
    ...(message ? { message } : {}),
  };
}

/** Answers where a person starts: the route named by the first permission that this release has a screen for (R2.4). */
export function landingPath(permissions: readonly string[]): string | undefined {
  const name = landingScreen(permissions.filter(hasScreen))?.name as ScreenName | undefined;
  return name && (name === 'New Bill' ? firstSlotPath() : pathTo(name));
}

/** Answers the bill screen of the outlet's first slot type, slot 1 (R2.7). */
export function firstSlotPath(): string {
  const type = useApp.getState().outlet?.slotTypes[0]?.type ?? 'Table';
  return pathTo('New Bill', { type, slot: 1 });
}

/** Answers whether the signed-in person may see the screen. */
export function isOpenTo(screen: Screen, permissions: readonly string[]): boolean {
  return maySee(screen, permissions);
}
