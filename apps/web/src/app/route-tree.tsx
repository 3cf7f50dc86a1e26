import { allScreens, findScreen, redirects, type Screen, type ScreenName } from '@atoll/domain/nav/nav';
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { NotFoundScreen } from '../features/not-found/not-found-screen.tsx';
import { useSession } from '../lib/session.ts';
import { pathTo } from '../ui/route-path.ts';
import { firstSlotPath, landingPath, requireUser } from './guard.ts';
import { type Screen as LoadedScreen, lazyScreen } from './lazy-screen.tsx';
import { LoadFailed } from './load-failed.tsx';
import { permitted } from './permitted.tsx';
import { hasScreen, loadScreen } from './screens.ts';
import { parseSearch, stringifySearch } from './search.ts';
import { signedInFrame } from './signed-in.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What the route table says of the screen. */
    screen?: Screen;
    /** The outlet selector over the screen (R2.6). */
    isOutletSelector?: true;
  }
}

/** Name of the last segment of `{route}/outlets`. */
const outletsSegment = 'outlets';

interface RouterOptions {
  history?: RouterHistory;
  /** Where a screen's component comes from. */
  load?: (name: ScreenName) => Promise<LoadedScreen>;
  /** What stands around the screens of a signed-in person. */
  frame?: LoadedScreen;
}

type ComponentOf = (screen: Screen) => LoadedScreen & { preload: () => Promise<void> };

/** Builds the tree from the route table: a route for each screen of this release, overlays beneath their parents. */
export function buildRouter({ history, load = loadScreen, frame = signedInFrame }: RouterOptions = {}) {
  const componentOf = (screen: Screen) => {
    const component = lazyScreen(() => load(screen.name as ScreenName));
    return screen.public ? component : permitted(screen, component);
  };
  const root = createRootRoute({ notFoundComponent: NotFoundScreen });
  const signedIn = createRoute({
    getParentRoute: () => root,
    id: 'signed-in',
    beforeLoad: ({ location }) => requireUser(location.href),
    component: frame,
  });

  const screens = allScreens.filter((screen) => hasScreen(screen.name));
  const publicRoutes = screens
    .filter((screen) => screen.public)
    .map((screen) => screenRoute(screen, root, screen.path, componentOf));
  const topLevel = screens.filter((screen) => !screen.public && !screen.parent);
  signedIn.addChildren([
    ...topLevel.flatMap((screen) => withOverlays(screen, signedIn, screens, componentOf)),
    ...leadingOn(signedIn),
  ]);
  root.addChildren([...publicRoutes, signedIn]);

  return createRouter({
    routeTree: root,
    ...(history ? { history } : {}),
    parseSearch,
    stringifySearch,
    defaultErrorComponent: LoadFailed,
    defaultPendingMs: 5000,
    defaultNotFoundComponent: NotFoundScreen,
    notFoundMode: 'root',
    defaultPreload: 'intent',
    scrollRestoration: false,
  });
}

/**
 * A screen with the overlays that lie over it. Where an overlay's path does not continue the screen's, both
 * stand under a route without a path that carries the screen, so that it stays mounted from one to the other (R2.28).
 */
function withOverlays(
  screen: Screen,
  parent: AnyRoute,
  screens: readonly Screen[],
  componentOf: ComponentOf,
): AnyRoute[] {
  const overlays = screens.filter((other) => other.parent === screen.name);
  const isApart = (overlay: Screen) => !overlay.path.startsWith(`${screen.path}/`);
  const carrier = overlays.some(isApart)
    ? createRoute({
        getParentRoute: () => parent,
        id: `with ${screen.name}`,
        component: componentOf(screen),
      })
    : undefined;
  const own = carrier
    ? createRoute({ getParentRoute: () => carrier, path: screen.path, staticData: { screen } })
    : screenRoute(screen, parent, screen.path, componentOf);
  own.addChildren([
    outletSelector(own),
    ...overlays
      .filter((o) => !isApart(o))
      .map((o) => overlayRoute(o, own, o.path.slice(screen.path.length), componentOf)),
  ]);
  if (!carrier) return [own];
  carrier.addChildren([own, ...overlays.filter(isApart).map((o) => overlayRoute(o, carrier, o.path, componentOf))]);
  return [carrier];
}

function overlayRoute(screen: Screen, parent: AnyRoute, path: string, componentOf: ComponentOf): AnyRoute {
  const route = screenRoute(screen, parent, path, componentOf);
  route.addChildren([outletSelector(route)]);
  return route;
}

function screenRoute(screen: Screen, parent: AnyRoute, path: string, componentOf: ComponentOf): AnyRoute {
  return createRoute({ getParentRoute: () => parent, path, component: componentOf(screen), staticData: { screen } });
}

/** The frame shows the selector itself, so that no screen needs to know of it. */
function outletSelector(parent: AnyRoute): AnyRoute {
  return createRoute({
    getParentRoute: () => parent,
    path: outletsSegment,
    component: () => null,
    staticData: { isOutletSelector: true },
  });
}

/** Paths that only lead on to others; those whose screen this release lacks are left out. */
function leadingOn(parent: AnyRoute): AnyRoute[] {
  const plain = redirects.filter(({ path, to }) => path !== '/' && path !== '/billing' && isPathOfScreen(to));
  const toHome = () => {
    const permissions = useSession.getState().user?.permissions ?? [];
    const dashboard = findScreen('Dashboard');
    const mayDashboard = dashboard?.anyOf?.some((permission) => permissions.includes(permission));
    throw redirect({
      href: (mayDashboard && dashboard?.path) || landingPath(permissions) || '/nowhere',
      replace: true,
    });
  };
  const toLanding = () => {
    const permissions = useSession.getState().user?.permissions ?? [];
    throw redirect({ href: landingPath(permissions) ?? '/nowhere', replace: true });
  };
  const toFirstSlot = ({ params }: { params: { type?: string } }) => {
    const href = params.type ? pathTo('New Bill', { type: params.type, slot: 1 }) : firstSlotPath();
    throw redirect({ href, replace: true });
  };
  return [
    createRoute({ getParentRoute: () => parent, path: '/', beforeLoad: toHome }),
    createRoute({ getParentRoute: () => parent, path: '/home', beforeLoad: toLanding }),
    ...(hasScreen('New Bill')
      ? ['/billing', '/billing/new', '/billing/new/$type'].map((path) =>
          createRoute({ getParentRoute: () => parent, path, beforeLoad: toFirstSlot }),
        )
      : []),
    ...plain.map(({ path, to }) =>
      createRoute({
        getParentRoute: () => parent,
        path,
        beforeLoad: () => {
          throw redirect({ href: to, replace: true });
        },
      }),
    ),
  ];
}

function isPathOfScreen(path: string): boolean {
  return allScreens.some((screen) => screen.path === path && hasScreen(screen.name));
}
