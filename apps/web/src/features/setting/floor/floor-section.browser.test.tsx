import { newPlace } from '@atoll/domain/outlet/floor/floor-plan';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useConnection } from '../../../api/connection.ts';
import { useApp } from '../../../sync/app-store.ts';
import { openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { FloorSection } from './floor-section.tsx';
import { discardPlan, undoPlan, usePlanDraft } from './plan-draft.ts';

const sections = [
  { id: 1, name: 'Terrace' },
  { id: 2, name: 'Garden' },
];
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  useApp.setState({ floor: { version: 1, sections, places: [newPlace('Table', '1', [])] } });
  useConnection.setState({ isOnline: true });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await showAt('/settings', <FloorSection />);
});
afterEach(() => {
  clear();
  discardPlan();
  vi.unstubAllGlobals();
});

it('keeps the plan and says why when the network is pulled while it is being saved', async () => {
  await page.getByRole('textbox', { name: 'Name of section 1' }).fill('Roof');
  await button('Save plan').click();
  await expect.element(page.getByText('Cannot reach the server. Your changes are not lost.')).toBeVisible();
  await expect.element(button('Save plan')).not.toHaveAttribute('aria-busy');
  expect(usePlanDraft.getState().layout?.sections[0]?.name).toBe('Roof');
});

it('says at the number of seats what is wrong with it, and keeps what is typed', async () => {
  await button('Table 1').click();
  const seats = page.getByRole('textbox', { name: 'Seats' });
  await seats.clear();
  await expect.element(seats).toHaveValue('');
  await expect.element(seats).toHaveAccessibleDescription(/^Enter a number of seats from 1 to/);
  await seats.fill('6');
  expect(usePlanDraft.getState().layout?.places[0]?.seats).toBe(6);
  await seats.fill('9999');
  await expect.element(seats).toHaveAccessibleDescription(/^Enter a number of seats from 1 to/);
  expect(usePlanDraft.getState().layout?.places[0]?.seats).toBe(6);
});

it('says at the name of a section that another one has it', async () => {
  const name = page.getByRole('textbox', { name: 'Name of section 1' });
  await name.fill('garden');
  await button('Save plan').click();
  await expect
    .element(page.getByRole('textbox', { name: 'Name of section 2' }))
    .toHaveAccessibleDescription('Another section has this name');
});

it('[R35.48] adds a new section from the dropdown of a place, and the place is in it', async () => {
  await button('Table 1').click();
  const section = page.getByRole('combobox', { name: 'Section', exact: true });
  await section.fill('terr');
  await page.getByRole('option', { name: 'Terrace' }).click();
  expect(usePlanDraft.getState().layout?.places[0]?.sectionId).toBe(1);
  await page.getByRole('button', { name: 'Clear Section' }).click();
  expect(usePlanDraft.getState().layout?.places[0]?.sectionId).toBe(0);
  await section.fill('Roof');
  await page.getByRole('option', { name: 'Add a new Section [Roof]' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Section', exact: true })).toHaveValue('Roof');
  expect(usePlanDraft.getState().layout).toMatchObject({
    sections: [...sections, { id: 3, name: 'Roof' }],
    places: [{ sectionId: 3 }],
  });
  await expect.element(page.getByRole('textbox', { name: 'Name of section 3' })).toHaveValue('Roof');
  // Both are one step to undo.
  undoPlan();
  expect(usePlanDraft.getState().layout).toMatchObject({ sections, places: [{ sectionId: 0 }] });
});

it('cuts no name on the plan: where there is no room for it, the number is shown', async () => {
  const names = ['', 'Window', 'By the pool', 'Terrace corner'];
  const places = names.map((name, at) => ({
    ...newPlace('Table', String(at + 1), []),
    name,
    x: 8 + at * 160,
    width: 144,
    height: 144,
    shape: at % 2 ? ('Round' as const) : ('Square' as const),
  }));
  useApp.setState({ floor: { version: 1, sections, places } });
  const canvas = page.getByRole('group', { name: 'Floor plan' });
  await expect.poll(() => canvas.getByRole('button').elements().length).toBe(4);
  const seen = () =>
    canvas
      .getByRole('button')
      .elements()
      .flatMap((button) => [...button.querySelectorAll('span span, small')].map((word) => ({ button, word })))
      .filter(({ word }) => word.checkVisibility());
  const cut = () =>
    seen().flatMap(({ button, word }) => {
      const [outer, inner] = [button, word].map((one) => one.getBoundingClientRect()) as [DOMRect, DOMRect];
      const isIn = inner.top >= outer.top && inner.bottom <= outer.bottom && inner.width <= outer.width;
      return isIn && word.scrollWidth <= outer.width ? [] : [word.textContent];
    });
  const texts = () => seen().map(({ word }) => word.textContent);
  for (const [width, isSmall] of [
    [390, true],
    [820, false],
    [1600, false],
  ] as const) {
    await page.viewport(width, 800);
    await expect
      .poll(texts)
      .toEqual(
        isSmall
          ? ['1', '2', '3', '4']
          : ['1', '4 seats', 'Window', '4 seats', 'By the pool', '4 seats', 'Terrace corner', '4 seats'],
      );
    expect(cut()).toEqual([]);
  }
});
