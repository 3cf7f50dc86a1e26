import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useApp } from '../sync/app-store.ts';
import { serverResponse } from '../sync/testing/server-answer.ts';
import { useSession } from './session.ts';
import type { SessionUser } from './session-user.ts';

const asked: string[] = [];
let fails: readonly string[] = [];

beforeEach(() => {
  asked.length = 0;
  fails = [];
  vi.stubGlobal('fetch', (input: string) => {
    const path = new URL(input, 'http://till.test').pathname.replace('/api', '');
    asked.push(path);
    const body = path === '/ims/items/list' ? [{ id: 1, name: 'Rice' }] : path.endsWith('/active') ? null : [];
    const status = fails.includes(path) ? 500 : 200;
    return Promise.resolve(
      serverResponse(JSON.stringify(status === 200 ? body : { message: 'No' }), {
        status,
        headers: { 'content-type': 'application/json' },
      }),
    );
  });
});
afterEach(() => vi.unstubAllGlobals());

async function startWith(outletId: number, ...permissions: string[]): Promise<void> {
  const scope = { outletId, name: 'Café', logo: null, businessType: 'Restaurant' as const };
  const user = { id: 1, email: 'a@atoll.test', token: 't', refreshToken: 'r', permissions } as unknown as SessionUser;
  useSession.setState({ user, scope, isLocked: false });
  useApp.setState({ outletId: null, error: null, inventoryItems: [] });
  await useApp.getState().initialise();
}

it('[R15.6] starts with menus for Menu, inventory items for Inventory, the shift and menus for Billing', async () => {
  await startWith(901, 'Menu');
  expect(asked).toContain('/bis/menu/get');
  expect(asked).not.toContain('/bis/shift/active');
  expect(asked).not.toContain('/ims/items/list');
  asked.length = 0;
  await startWith(902, 'Inventory');
  expect(asked).not.toContain('/bis/menu/get');
  await vi.waitFor(() => expect(useApp.getState().inventoryItems).toEqual([{ id: 1, name: 'Rice' }]));
  asked.length = 0;
  await startWith(903, 'Billing');
  expect(asked).toEqual(expect.arrayContaining(['/bis/menu/get', '/bis/shift/active']));
});

it('[R18.14] ignores errors of the inventory', async () => {
  fails = ['/ims/items/list'];
  await startWith(904, 'Inventory');
  await vi.waitFor(() => expect(asked).toContain('/ims/items/list'));
  expect(useApp.getState().initialising).toBe(false);
  expect(useApp.getState().inventoryItems).toEqual([]);
  expect(useApp.getState().error).toBeNull();
});
