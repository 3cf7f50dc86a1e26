import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { useSession } from '../../session/session.ts';
import type { SessionUser } from '../../session/session-user.ts';
import { show } from '../../ui/hook/testing.tsx';
import type { ResourceScreens } from '../resource-screens.tsx';

/** Signs in a user with the given permissions. */
export function signInWith(permissions: readonly string[]): void {
  const scope = { outletId: 1, name: 'Atoll Café', logo: null, businessType: 'Restaurant' as const };
  const user = {
    id: 1,
    email: 'a@atoll.test',
    name: 'A',
    token: 't',
    refreshToken: 'r',
    permissions,
    scope,
  } as unknown;
  useSession.setState({ user: user as SessionUser, isLocked: false, scope });
}

/** Shows the screens of an entity as the app nests them; returns a function that reads the current address. */
export async function showScreens(at: string, path: string, screens: ResourceScreens): Promise<() => string> {
  const root = createRootRoute();
  const list = createRoute({ getParentRoute: () => root, path, component: screens.list });
  const elsewhere = createRoute({ getParentRoute: () => root, path: '/elsewhere', component: () => <p>Elsewhere</p> });
  const part = (segment: string, component: ResourceScreens['View']) =>
    createRoute({ getParentRoute: () => list, path: segment, component });
  list.addChildren([
    part('view/$id', screens.View),
    part('create', screens.Create),
    part('edit/$id', screens.Edit),
    part('delete/$id', screens.Delete),
  ]);
  const router = createRouter({
    routeTree: root.addChildren([list, elsewhere]),
    history: createMemoryHistory({ initialEntries: [at] }),
  });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  await show(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return () => router.state.location.href;
}
