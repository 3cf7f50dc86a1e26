import { createMemoryHistory, Outlet, RouterProvider } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useSession } from '../../session/session.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, show } from '../../ui/hook/testing.tsx';
import { loadLimitMs, type Screen } from './lazy-screen.tsx';
import { buildRouter } from './route-tree.tsx';

const later = { timeout: loadLimitMs + 5000 };
let arrive: (screen: Screen) => void;
let fail: (error: Error) => void;
let fetches = 0;

beforeEach(async () => {
  await openTill();
  useSession.setState(({ user }) => ({
    user: user && { ...user, permissions: [...user.permissions, 'Shift History'] },
    isLocked: false,
  }));
  fetches = 0;
  const router = buildRouter({
    history: createMemoryHistory({ initialEntries: ['/billing/shifts'] }),
    frame: Object.assign(() => <Outlet />, { preload: () => Promise.resolve() }),
    load: () => {
      fetches += 1;
      return new Promise((resolve, reject) => {
        arrive = resolve;
        fail = reject;
      });
    },
  });
  await show(<RouterProvider router={router} />);
});
afterEach(clear);

it('[R19.7] a screen that takes longer than 3 s shows that it is loading, and appears when it is there', async () => {
  await expect.element(page.getByRole('status', { name: 'Loading' }), later).toBeVisible();
  expect(page.getByText('Error while loading component').elements()).toHaveLength(0);
  arrive(() => <h1>Here it is</h1>);
  await expect.element(page.getByRole('heading', { name: 'Here it is' })).toBeVisible();
  expect(fetches).toBe(1);
});

it('[R19.7] a slow screen that fails in the end says so, and is fetched again by Try again', async () => {
  await expect.element(page.getByRole('status', { name: 'Loading' }), later).toBeVisible();
  fail(new Error('network'));
  await expect.element(page.getByRole('heading', { name: 'Error while loading component' })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => fetches).toBe(2);
  arrive(() => <h1>Here it is</h1>);
  await expect.element(page.getByRole('heading', { name: 'Here it is' }), later).toBeVisible();
});
