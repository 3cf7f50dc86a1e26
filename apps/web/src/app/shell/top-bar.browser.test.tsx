import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useConnection } from '../../api/connection.ts';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { TopBar } from './top-bar.tsx';

beforeEach(async () => {
  await openTill();
  useApp.setState(({ shift }) => ({
    shift: shift && { ...shift, date: '2026-11-22', createdAt: new Date().toISOString() },
  }));
});
afterEach(clear);

it('[R35.6] shows the whole state of the connection beside the long name of an outlet', async () => {
  const { scope } = useSession.getState();
  if (scope) useSession.setState({ scope: { ...scope, name: 'Reef House Restaurant & Café, Hulhumalé, first floor' } });
  useConnection.setState({ isOnline: false, waiting: 12 });
  for (const width of [1024, 1280]) {
    await page.viewport(width, 768);
    await showAt('/dashboard', <TopBar />);
    const state = page.getByRole('button', { name: /Offline/ });
    await expect.element(state).toBeVisible();
    const search = page.getByRole('combobox').or(page.getByRole('searchbox')).first().element();
    expect(search.getBoundingClientRect().right, `${width}`).toBeLessThanOrEqual(
      state.element().getBoundingClientRect().left,
    );
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    clear();
  }
});

it('shows the whole placeholder of the search beside the longest state on a tablet', async () => {
  const { scope } = useSession.getState();
  if (scope) useSession.setState({ scope: { ...scope, name: 'Reef House Restaurant & Café, Hulhumalé, first floor' } });
  useConnection.setState({ isOnline: false, waiting: 12 });
  for (const width of [980, 1024]) {
    await page.viewport(width, 768);
    await showAt('/dashboard', <TopBar />);
    const search = page.getByPlaceholder('Type to search');
    await expect.element(search).toBeVisible();
    const box = search.element() as HTMLInputElement;
    const { fontSize, fontFamily, paddingInlineStart, paddingInlineEnd } = getComputedStyle(box);
    const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    pen.font = `${fontSize} ${fontFamily}`;
    const room = box.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd);
    expect(room, `${width}`).toBeGreaterThan(pen.measureText(box.placeholder).width);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    clear();
  }
});
