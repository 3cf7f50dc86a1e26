import { inPractice } from '@atoll/domain/access/practice';
import { allScreens, findScreen, maySee, redirects, type Screen, type ScreenName } from '@atoll/domain/nav/nav';
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { NotFoundScreen } from '../../features/not-found/not-found-screen.tsx';
import { useSession } from '../../session/session.ts';
import { pathTo } from '../../ui/overlay/route-path.ts';
import { LoadFailed } from '../load-failed.tsx';
import { ScreenSpinner, spinnerDelayMs } from '../screen-spinner.tsx';
import { signedInFrame } from '../signed-in.ts';
import { firstSlotPath, landingPath, requireUser } from './guard.ts';
import { type Screen as LoadedScreen, lazyScreen } from './lazy-screen.tsx';
import { NoScreen } from './no-screen.tsx';
import { withPermission } from './permitted.tsx';
import { hasScreen, loadScreen } from './screens.ts';
import { parseSearch, stringifySearch } from './search.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The screen of the route table. */
    screen?: Screen;
    /** The route is the outlet selector over the screen (R2.6). */
    isOutletSelector?: true;
  }
}

/** Last segment of `{route}/outlets`. */
const outletsSegment = 'outlets';

interface RouterOptions {
  history?: RouterHistory;
  /** Loads the component of a screen. */
  load?: (name: ScreenName) => Promise<LoadedScreen>;
  /** The frame around the screens of a signed-in user. */
  frame?: LoadedScreen;
  /** Returns whether this release has the screen. */
  has?: (name: string) => boolean;
}

type ComponentOf = (screen: Screen) => LoadedScreen & { preload: () => Promise<void> };

/** Builds the router from the route table: a route for each screen of this release, overlays below their parents. */
export function buildRouter(options: RouterOptions = {}) {
  const { history, load = loadScreen, frame = signedInFrame, has = hasScreen } = options;
  const componentOf = (screen: Screen) => {
    const component = lazyScreen(() => load(screen.name as ScreenName));
    return screen.public ? component : withPermission(screen, component);
  };
  const root = createRootRoute({ notFoundComponent: NotFoundScreen });
  const signedIn = createRoute({
    getParentRoute: () => root,
    id: 'signed-in',
    beforeLoad: ({ location }) => requireUser(location.href),
    component: frame,
  });

  const screens = allScreens.filter((screen) => has(screen.name));
  const publicRoutes = screens
    .filter((screen) => screen.public)
    .map((screen) => screenRoute(screen, root, screen.path, componentOf));
  const topLevel = screens.filter((screen) => !screen.public && !screen.parent);
  signedIn.addChildren([
    ...topLevel.flatMap((screen) => withOverlays(screen, signedIn, screens, componentOf)),
    ...redirectRoutes(signedIn, new Set(screens.map(({ path }) => path))),
  ]);
  root.addChildren([...publicRoutes, signedIn]);

  return createRouter({
    routeTree: root,
    ...(history ? { history } : {}),
    parseSearch,
    stringifySearch,
    defaultErrorComponent: LoadFailed,
    defaultPendingComponent: ScreenSpinner,
    defaultPendingMs: spinnerDelayMs,
    defaultNotFoundComponent: NotFoundScreen,
    notFoundMode: 'root',
    defaultPreload: 'intent',
    scrollRestoration: false,
  });
}

/**
 * Builds the route of a screen with its overlays, recursively. Where an overlay's path does not continue the screen's
 * path, both go under a pathless route that renders the screen, so that it stays mounted from one to the other (R2.28).
 */
function withOverlays(
  screen: Screen,
  parent: AnyRoute,
  screens: readonly Screen[],
  componentOf: ComponentOf,
  path: string = screen.path,
): AnyRoute[] {
  const overlays = screens.filter((other) => other.parent === screen.name);
  const hasOwnPath = (overlay: Screen) => !overlay.path.startsWith(`${screen.path}/`);
  const over = (overlay: Screen, under: AnyRoute, overPath: string) =>
    withOverlays(overlay, under, screens, componentOf, overPath);
  const carrier = overlays.some(hasOwnPath)
    ? createRoute({
        getParentRoute: () => parent,
        id: `with ${screen.name}`,
        component: componentOf(screen),
      })
    : undefined;
  const own = carrier
    ? createRoute({ getParentRoute: () => carrier, path, staticData: { screen } })
    : screenRoute(screen, parent, path, componentOf);
  own.addChildren([
    outletSelector(own),
    ...overlays.filter((o) => !hasOwnPath(o)).flatMap((o) => over(o, own, o.path.slice(screen.path.length))),
  ]);
  if (!carrier) return [own];
  carrier.addChildren([own, ...overlays.filter(hasOwnPath).flatMap((o) => over(o, carrier, o.path))]);
  return [carrier];
}

function screenRoute(screen: Screen, parent: AnyRoute, path: string, componentOf: ComponentOf): AnyRoute {
  return createRoute({ getParentRoute: () => parent, path, component: componentOf(screen), staticData: { screen } });
}

/** The frame shows the selector itself, so that screens need not know about it. */
function outletSelector(parent: AnyRoute): AnyRoute {
  return createRoute({
    getParentRoute: () => parent,
    path: outletsSegment,
    component: () => null,
    staticData: { isOutletSelector: true },
  });
}

/** Start path of a person who may see none of the screens: their own profile (docs/rules.md#landing). */
export const homePath = '/home';

function permissionsNow(): readonly string[] {
  const { user, scope } = useSession.getState();
  const permissions = user?.permissions ?? [];
  return scope?.practiceOf ? inPractice(permissions) : permissions;
}

function toHome(): never {
  const dashboard = findScreen('Dashboard');
  const isOpen = dashboard !== undefined && hasScreen('Dashboard') && maySee(dashboard, permissionsNow());
  throw redirect({ href: isOpen ? dashboard.path : (landingPath(permissionsNow()) ?? homePath), replace: true });
}

function toLanding({ search }: { search: { profile?: string } }): void {
  const landing = landingPath(permissionsNow());
  if (landing) throw redirect({ href: landing, replace: true });
  const own = useSession.getState().user?.id;
  if (search.profile === undefined && own !== undefined)
    throw redirect({ href: `${homePath}?profile=${own}`, replace: true });
}

function toFirstSlot({ params }: { params: { type?: string } }): never {
  const href = params.type ? pathTo('New Bill', { type: params.type, slot: 1 }) : firstSlotPath();
  throw redirect({ href, replace: true });
}

/** Builds the routes that only redirect; those whose target this release lacks are left out. */
function redirectRoutes(parent: AnyRoute, paths: ReadonlySet<string>): AnyRoute[] {
  const under = { getParentRoute: () => parent };
  const firstSlots = paths.has(findScreen('New Bill')?.path ?? '')
    ? ['/billing', '/billing/new', '/billing/new/$type']
    : [];
  const plain = redirects.filter(({ path, to }) => path !== '/' && !firstSlots.includes(path) && paths.has(to));
  return [
    createRoute({ ...under, path: '/', beforeLoad: toHome }),
    createRoute({ ...under, path: homePath, beforeLoad: toLanding, component: NoScreen }),
    ...firstSlots.map((path) => createRoute({ ...under, path, beforeLoad: toFirstSlot })),
    ...plain.map(({ path, to }) =>
      createRoute({
        ...under,
        path,
        beforeLoad: () => {
          throw redirect({ href: to, replace: true });
        },
      }),
    ),
  ];
}
