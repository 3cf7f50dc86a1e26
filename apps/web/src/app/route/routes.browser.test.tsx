import { allScreens } from '@atoll/domain/nav/nav';
import { createMemoryHistory } from '@tanstack/react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { useListSource } from '../../resource/list-source.ts';
import { useSession } from '../../session/session.ts';
import type { SessionUser } from '../../session/session-user.ts';
import { useApp } from '../../sync/app-store.ts';
import { buildRouter } from './route-tree.tsx';
import { clearListsBetweenSections } from './sections.ts';

const user: SessionUser = {
  id: 1,
  email: 'user@atoll.test',
  name: 'Mariyam',
  avatar: null,
  jobTitle: '',
  department: '',
  token: 't',
  refreshToken: 'r',
  permissions: ['New Bill', 'Billing', 'Billing History', 'Close Shift', 'New Sale', 'bill.open'],
  scope: { outletId: 1, name: 'Atoll Café', logo: null, businessType: 'Restaurant' },
  outlets: [],
};
const admin = { ...user, permissions: ['Dashboard', ...user.permissions] };

/** These tests do not look at the screens, so none is fetched. */
const createRouterAt = (path: string, has?: (name: string) => boolean) =>
  buildRouter({
    ...(has ? { has } : {}),
    history: createMemoryHistory({ initialEntries: [path] }),
    load: () => Promise.resolve(() => null),
    frame: () => null,
  });

async function pathAfterLoading(path: string): Promise<string> {
  const router = createRouterAt(path);
  await router.load();
  return router.state.location.href;
}

/** Returns the names of the screens that match a path, outermost first. */
async function screensAt(path: string): Promise<string[]> {
  const router = createRouterAt(path);
  await router.load();
  return router.state.matches.flatMap(({ staticData }) => (staticData.screen ? [staticData.screen.name] : []));
}

const signIn = (who: SessionUser | null) =>
  useSession.setState({ user: who, isLocked: false, scope: who?.scope ?? null });

beforeEach(() => {
  signIn(admin);
  useApp.setState({ outlet: null });
});

describe('routes', () => {
  it('[R2.1] redirects from the root to the dashboard', async () => {
    expect(await pathAfterLoading('/')).toBe('/dashboard');
  });

  it('[R2.1] redirects users who may not see the dashboard to their first screen', async () => {
    signIn(user);
    expect(await pathAfterLoading('/')).toBe('/billing/new/Table/1');
  });

  it('[R2.2] redirects a visitor to Login with the requested path', async () => {
    signIn(null);
    expect(await pathAfterLoading('/billing/history?p=2')).toBe('/auth/login?redirect=/billing/history%3Fp%3D2');
    expect(await pathAfterLoading('/')).toBe('/auth/login');
  });

  it('[R2.3] opens Login and Reset to everybody', async () => {
    signIn(null);
    expect(await pathAfterLoading('/auth/login')).toBe('/auth/login');
    expect(await pathAfterLoading('/auth/reset?token=abc')).toBe('/auth/reset?token=abc');
  });

  it('[R2.4] starts at the route of the first permission with a screen, skipping actions and groups', async () => {
    expect(await pathAfterLoading('/home')).toBe('/dashboard');
    signIn(user);
    expect(await pathAfterLoading('/home')).toBe('/billing/new/Table/1');
    signIn({ ...user, permissions: ['Billing', 'Elsewhere', 'Billing History', 'bill.open'] });
    expect(await pathAfterLoading('/home')).toBe('/billing/history');
  });

  it('[R2.6] opens the outlet selector over every protected screen', async () => {
    for (const path of ['/dashboard', '/billing/new/Table/3', '/billing/shift/close', '/billing/history/view/7']) {
      const router = createRouterAt(`${path}/outlets`);
      await router.load();
      expect(router.state.matches.at(-1)?.staticData.isOutletSelector, path).toBe(true);
    }
  });

  it('[R2.7] redirects from billing to the first slot of the outlet’s first slot type', async () => {
    expect(await pathAfterLoading('/billing')).toBe('/billing/new/Table/1');
    expect(await pathAfterLoading('/billing/new')).toBe('/billing/new/Table/1');
    const slotTypes = [{ type: 'Counter' as const, slotCount: 24, rates: [] }];
    useApp.setState({ outlet: { slotTypes } as unknown as NonNullable<ReturnType<typeof useApp.getState>['outlet']> });
    expect(await pathAfterLoading('/billing')).toBe('/billing/new/Counter/1');
  });

  it('[R2.10] distinguishes checkout from a bill screen', async () => {
    expect(await screensAt('/billing/new/checkout/3/Table/77')).toEqual(['Checkout']);
    expect(await screensAt('/billing/new/Table/3')).toEqual(['New Bill']);
  });

  it('[R2.28] keeps the parent of an overlay among the matches', async () => {
    expect(await screensAt('/billing/history/view/7')).toEqual(['Billing History', 'View Bill']);
    expect(await screensAt('/billing/new/Table/3/customer')).toEqual(['New Bill', 'Select Customer']);
  });

  it('[R2.12] [R2.28] keeps the bill screen mounted under Select Size by the same match', async () => {
    const router = createRouterAt('/billing/new/Table/3');
    await router.load();
    const carrier = router.state.matches.find(({ routeId }) => routeId.includes('with New Bill'))?.id;
    await router.navigate({ href: '/billing/select-size?item=4&r=/billing/new/Table/3' });
    expect(carrier).toBeTruthy();
    expect(router.state.matches.map(({ id }) => id)).toContain(carrier);
  });

  it('[R2.4] redirects users without any screen to their profile', async () => {
    signIn({ ...user, permissions: ['Billing', 'bill.open'] });
    expect(await pathAfterLoading('/')).toBe('/home?profile=1');
    expect(await pathAfterLoading('/home')).toBe('/home?profile=1');
  });

  it('[R2.24] matches no unknown path', async () => {
    const router = createRouterAt('/nowhere/at/all');
    await router.load();
    expect(
      router.state.matches.flatMap(({ staticData }) => (staticData.screen ? [staticData.screen.name] : [])),
    ).toEqual([]);
  });
});

describe('the whole route table', () => {
  const whole = () => true;
  const tableAt = async (path: string): Promise<string[]> => {
    const router = createRouterAt(path, whole);
    await router.load();
    return router.state.matches.flatMap(({ staticData }) => (staticData.screen ? [staticData.screen.name] : []));
  };
  const addressOf = (path: string) => path.replace('$type', 'Table').replace('$slot', '3').replace(/\$\w+/g, '7');

  it('[R2.11] [R2.13] [R2.14] [R2.15] [R2.17] [R2.18] [R2.19] [R2.20] [R2.21] [R2.22] [R2.23] routes every screen and overlay', async () => {
    for (const screen of allScreens) {
      const names = await tableAt(addressOf(screen.path));
      expect(names.at(-1), screen.path).toBe(screen.name);
      if (screen.parent && screen.name !== 'Select Size') expect(names.at(-2), screen.path).toBe(screen.parent);
    }
  });

  it('[R2.6] opens the outlet selector over each of them', async () => {
    for (const screen of allScreens.filter((one) => !one.public)) {
      const router = createRouterAt(`${addressOf(screen.path)}/outlets`, whole);
      await router.load();
      expect(router.state.matches.at(-1)?.staticData.isOutletSelector, screen.path).toBe(true);
    }
  });

  it('[R2.16] [R2.28] opens a customer’s bill over the list of their bills over the customers', async () => {
    expect(await tableAt('/customers/4/bills/view/9')).toEqual(['Customers', 'Customer Bills', 'View Customer Bill']);
    const router = createRouterAt('/customers', whole);
    await router.load();
    const ids = () => router.state.matches.map(({ id }) => id);
    const customers = ids();
    await router.navigate({ href: '/customers/4/bills' });
    const bills = ids();
    expect(bills.slice(0, customers.length)).toEqual(customers);
    await router.navigate({ href: '/customers/4/bills/view/9' });
    expect(ids().slice(0, bills.length)).toEqual(bills);
  });

  it('[R2.29] redirects a path without a screen', async () => {
    const land = async (path: string) => {
      const router = createRouterAt(path, whole);
      await router.load();
      return router.state.location.href;
    };
    expect(await land('/menu')).toBe('/menu/menus');
    expect(await land('/menu/menus/edit')).toBe('/menu/menus');
    expect(await land('/delivery')).toBe('/delivery/manage');
    expect(await land('/billing/shift')).toBe('/billing/shifts');
  });

  it('[R4.7] clears the shared list source when the first path segment changes, and not before', async () => {
    const router = createRouterAt('/vendors', whole);
    await router.load();
    const stop = clearListsBetweenSections(router);
    useListSource.setState({ path: '/vendors', rows: [{ id: 4 }, { id: 5 }] });
    await router.navigate({ href: '/vendors/view/4' });
    expect(useListSource.getState().rows).toHaveLength(2);
    await router.navigate({ href: '/customers' });
    expect(useListSource.getState()).toEqual({ path: '', rows: [] });
    stop();
  });

  it('[R2.24] does not route to a screen that this release lacks', async () => {
    const router = createRouterAt('/kitchen', (name) => name !== 'Kitchen');
    await router.load();
    expect(router.state.matches.some(({ staticData }) => staticData.screen)).toBe(false);
  });

  it('[R2.27] fetches the view of a bill only when it is opened', async () => {
    const loaded: string[] = [];
    const router = buildRouter({
      history: createMemoryHistory({ initialEntries: ['/billing/history'] }),
      frame: () => null,
      load: (name) => {
        loaded.push(name);
        return Promise.resolve(() => null);
      },
    });
    await router.load();
    expect(loaded).toEqual(['Billing History']);
    await router.navigate({ href: '/billing/history/view/7' });
    expect(loaded).toEqual(['Billing History', 'View Bill']);
  });
});
