import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useApp } from '../../sync/app-store.ts';
import { fakeServer } from '../../sync/testing/fake-server.ts';
import { emptyDevice, openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { FilterField } from './report-fields.tsx';

const category = (id: number, name: string) => ({
  id,
  name,
  nameLocal: '',
  color: '',
  gstMode: null,
  sort: id,
  menuItems: [],
});

beforeEach(openTill);
afterEach(async () => {
  clear();
  vi.unstubAllGlobals();
  await emptyDevice();
});

it('[R35.49] offers the categories of the menus to people who may not list categories', async () => {
  const server = fakeServer();
  server.handler = ({ path }) =>
    path.endsWith('/categories/list')
      ? { status: 403, body: { message: 'No', reason: 'forbidden', code: 403 } }
      : undefined;
  vi.stubGlobal('fetch', server.fetch);
  const [drinks, food] = [category(1, 'Drinks'), category(2, 'Food')];
  useApp.setState({
    menus: [
      { id: 1, name: 'Day', categories: [drinks] },
      { id: 2, name: 'Night', categories: [drinks, food] },
    ],
  });
  const onChange = vi.fn();
  const config = { reportKey: 'sales', range: 'Today', compareTo: 'None', filters: {} } as const;
  await showAt('/reports', <FilterField filter="categoryId" config={config} onChange={onChange} />);
  const select = page.getByRole('combobox', { name: 'Category' });
  await expect.element(select.getByText('Drinks')).toBeInTheDocument();
  expect([...(select.element() as HTMLSelectElement).options].map(({ text }) => text)).toEqual([
    'All',
    'Drinks',
    'Food',
  ]);
  await select.selectOptions('Food');
  expect(onChange).toHaveBeenCalledWith({ ...config, filters: { categoryId: '2' } });
});
