import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../../sync/testing/fake-server.ts';
import { openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { StationSection } from './station-section.tsx';

const record = (id: number, code: string, name: string, more: object = {}) => ({
  id,
  code,
  name,
  sort: id,
  types: [],
  categoryNames: [],
  itemNames: [],
  printers: [],
  ...more,
});
const found = [
  record(5, 'CURRY', 'Curry corner', { sort: 0, categoryNames: ['Curries'], printers: ['Curry', 'Pass'] }),
  record(2, 'BAR', 'Bar', { types: ['Bar'] }),
  record(1, 'KITCHEN', 'Kitchen', { types: ['Kitchen'] }),
  record(6, 'SALADS', 'Salads'),
];
let isGone = false;

beforeEach(async () => {
  await openTill();
  isGone = false;
  const server = fakeServer();
  server.handler = ({ path }) => {
    if (path !== '/bis/stations/list') return undefined;
    return isGone ? { status: 503, body: { code: 503, message: 'Not now' } } : { body: found };
  };
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

it.each([390, 1280])(
  '[R23.17] lists what each station makes and where it prints, in order, at a width of %i',
  async (width) => {
    await page.viewport(width, 844);
    await showAt('/settings', <StationSection />);
    const rows = page.getByRole('listitem');
    await expect.element(rows.nth(0)).toHaveTextContent('Curry cornerCurries · Curry, PassCURRYEdit');
    await expect.element(rows.nth(1)).toHaveTextContent('KitchenKitchen · Printer as in Settings, PrintersKITCHENEdit');
    await expect
      .element(rows.nth(3))
      .toHaveTextContent('SaladsMakes nothing by itself · Printer as in Settings, PrintersSALADSEdit');
    await expect
      .element(page.getByRole('link', { name: 'Edit station Bar' }))
      .toHaveAttribute('href', '/settings/stations/edit/2');
    await expect
      .element(page.getByRole('link', { name: 'Add station' }))
      .toHaveAttribute('href', '/settings/stations/create');
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  },
);

it('says that the stations could not be loaded, and loads them again', async () => {
  isGone = true;
  await showAt('/settings', <StationSection />);
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  isGone = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Curry corner')).toBeVisible();
});
