import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { serverJson } from '../../sync/testing/server-answer.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { SearchBox } from './search-box.tsx';

let found: unknown[] = [];
const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  found = [
    { id: 7, name: 'Aishath', entityName: 'Customer' },
    { id: 8, name: '', entityName: 'Customer' },
    { id: 9, name: 'Lagoon', entityName: 'Nothing Known' },
    { id: 3, name: '#31', entityName: 'Bill' },
  ];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    asked.push(new URL(String(url), location.origin).searchParams.get('value') ?? '');
    return serverJson(found);
  });
});
afterEach(() => {
  clear();
  vi.restoreAllMocks();
});

const box = () => page.getByRole('searchbox', { name: 'Search' });
const options = () => page.getByRole('option');
const open = () => showAt('/dashboard?p=2', <SearchBox hasScreen={() => true} />);
const active = () => document.querySelector('[aria-selected="true"]')?.textContent;

async function ask(value: string): Promise<void> {
  await box().fill(value);
  await userEvent.keyboard('{Enter}');
}

it('[R5.3] shows ‘Type to search’ in an empty box', async () => {
  await open();
  await box().click();
  await expect.element(page.getByRole('status')).toHaveTextContent('Type to search');
});

it('[R5.1] searches on Enter only, and never for an empty text', async () => {
  await open();
  await ask('   ');
  await box().fill('aish');
  await expect.element(page.getByText('Press Enter to search')).toBeVisible();
  expect(asked).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.element(options().first()).toBeVisible();
  expect(asked).toEqual(['aish']);
});

it('[R5.4] shows each result’s name or N/A and its entity, and opens its view', async () => {
  const where = await open();
  await ask('a');
  await expect.element(options().first()).toHaveTextContent('AishathCustomer');
  expect(
    options()
      .elements()
      .map((each) => each.textContent),
  ).toEqual(['AishathCustomer', 'N/ACustomer', '#31Bill']);
  await options().nth(2).click();
  expect(decodeURIComponent(where())).toBe('/billing/history/view/3?r=/dashboard?p=2');
  await expect.element(box()).toHaveValue('');
});

it('[R5.4] asks again when it is opened again, so that a renamed record has its new name', async () => {
  await open();
  await ask('a');
  await expect.element(options().first()).toHaveTextContent('AishathCustomer');
  box().element().blur();
  await vi.waitFor(() => expect(options().elements()).toHaveLength(0));
  found = [{ id: 7, name: 'Aishath Ali', entityName: 'Customer' }];
  await box().click();
  await expect.element(options().first()).toHaveTextContent('Aishath AliCustomer');
  expect(asked).toEqual(['a', 'a']);
});

it('[R5.2] moves through the results with the arrows and wraps around, opens with Enter, and closes with Escape', async () => {
  const where = await open();
  await ask('a');
  await expect.element(options().first()).toBeVisible();
  expect(active()).toBeUndefined();
  await userEvent.keyboard('{ArrowDown}');
  await vi.waitFor(() => expect(active()).toBe('AishathCustomer'));
  await userEvent.keyboard('{ArrowUp}');
  await vi.waitFor(() => expect(active()).toBe('#31Bill'));
  await userEvent.keyboard('{ArrowDown}');
  await vi.waitFor(() => expect(active()).toBe('AishathCustomer'));
  expect(box().element().getAttribute('aria-activedescendant')).toBe(
    document.querySelector('[aria-selected="true"]')?.id,
  );
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(options().elements()).toHaveLength(0));
  await expect.element(box()).toHaveValue('a');
  await ask('a');
  await expect.element(options().first()).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(decodeURIComponent(where())).toBe('/customers/view/7?r=/dashboard?p=2');
});

it('[R5.1] shows results of the last search only, and says when nothing was found or the server did not reply', async () => {
  await open();
  found = [];
  await ask('zzz');
  await expect.element(page.getByText('Nothing found for “zzz”')).toBeVisible();
  vi.mocked(fetch).mockRejectedValue(new TypeError('no network'));
  await ask('y');
  await expect.element(page.getByText('The search failed. Try again.')).toBeVisible();
  let late: (answer: Response) => void = () => undefined;
  vi.mocked(fetch).mockReturnValueOnce(new Promise((resolve) => (late = resolve)));
  await ask('slow');
  await box().fill('slower');
  late(serverJson([{ id: 1, name: 'Too late', entityName: 'Customer' }]));
  await expect.element(page.getByText('Press Enter to search')).toBeVisible();
  expect(options().elements()).toHaveLength(0);
});

it('[R5.4] shows the kind of every result whole, beside a name that is longer than the box', async () => {
  found = [
    { id: 11, name: '#11 · 2026-000012 · Table 8 · Nisha Ali of the long house by the sea', entityName: 'Customer' },
  ];
  await page.viewport(1280, 800);
  await showAt(
    '/dashboard?p=2',
    <div style={{ inlineSize: 308 }}>
      <SearchBox hasScreen={() => true} />
    </div>,
  );
  await ask('nisha');
  await expect.element(options().first()).toBeVisible();
  const [panel, kind] = ['[role="listbox"]', '[role="option"] small'].map((part) =>
    document.querySelector(part)?.getBoundingClientRect(),
  );
  expect(kind?.width).toBeGreaterThan(0);
  expect(panel?.width).toBeGreaterThan(400);
  expect(kind?.right).toBeLessThan(panel?.right ?? 0);
  await page.viewport(414, 896);
});
