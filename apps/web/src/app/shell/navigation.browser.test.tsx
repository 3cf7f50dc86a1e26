import { type Role, rolePermissions } from '@atoll/domain/access/permission';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useSession } from '../../session/session.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { useSidebar } from './sidebar/sidebar-store.ts';
import { TabBar } from './tab-bar.tsx';

afterEach(clear);

async function signInAs(role: Role): Promise<void> {
  await openTill();
  const { user } = useSession.getState();
  if (user) useSession.setState({ user: { ...user, permissions: rolePermissions(role) } });
}
const entries = () => page.getByRole('navigation', { name: 'Main' }).getByRole('link').elements();

it.each(['Admin', 'User'] as const)('[R35.75] cuts no word of the tabs of a phone of role %s', async (role) => {
  await signInAs(role);
  await page.viewport(390, 844);
  await showAt('/', <TabBar />);
  await expect.element(page.getByRole('link', { name: 'New Bill' })).toBeVisible();
  for (const entry of entries()) {
    const word = entry.querySelector('span:last-child') as HTMLElement;
    expect(word.scrollWidth, word.textContent).toBeLessThanOrEqual(word.clientWidth);
    const [bar, own] = [entry.getBoundingClientRect(), word.getBoundingClientRect()];
    expect(own.bottom, word.textContent).toBeLessThanOrEqual(bar.bottom);
  }
});

it.each([800, 768])(
  '[R35.75] shows every entry of the collapsed sidebar with its word at a height of %i',
  async (height) => {
    await signInAs('Admin');
    await page.viewport(1280, height);
    useSidebar.setState({ isCollapsed: true });
    await showAt(
      '/',
      <div style={{ blockSize: '100dvh', display: 'flex' }}>
        <Sidebar />
      </div>,
    );
    await expect.element(page.getByRole('link', { name: 'Settings' })).toBeVisible();
    const end = page.getByRole('button', { name: 'Expand sidebar' }).element().getBoundingClientRect().top;
    expect(entries().length).toBeGreaterThan(12);
    // An open entry has three screens below it at most.
    const room = end - 3 * 44;
    for (const entry of entries()) {
      const { bottom, height: tall } = entry.getBoundingClientRect();
      expect(bottom, entry.textContent).toBeLessThanOrEqual(room);
      expect(tall, entry.textContent).toBeGreaterThanOrEqual(44);
    }
  },
);

it('[R31.42] shows an Admin a dot beside Settings while a thing of Care is Bad', async () => {
  const { fetch } = globalThis;
  await signInAs('Admin');
  let level = 'Bad';
  globalThis.fetch = async (input, init) =>
    String(input).endsWith('/app/care')
      ? Response.json([{ item: 'disk', level }], { headers: { 'X-Store': 'store' } })
      : fetch(input, init);
  const dot = page.getByRole('img', { name: 'Something needs you' });
  try {
    await showAt('/', <Sidebar />);
    await expect.element(dot).toBeVisible();
    clear();
    level = 'Watch';
    await showAt('/', <Sidebar />);
    await expect.element(page.getByRole('link', { name: 'Settings' })).toBeVisible();
    expect(dot.elements()).toEqual([]);
    clear();
    level = 'Bad';
    const { user } = useSession.getState();
    const permissions = user?.permissions.filter((one) => one !== 'server.manage') ?? [];
    if (user) useSession.setState({ user: { ...user, permissions } });
    await showAt('/', <Sidebar />);
    await expect.element(page.getByRole('link', { name: 'Settings' })).toBeVisible();
    expect(dot.elements()).toEqual([]);
  } finally {
    globalThis.fetch = fetch;
  }
});
