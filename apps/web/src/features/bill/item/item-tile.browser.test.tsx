import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { t } from '../../../locale/locale.ts';
import { burger } from '../../../sync/testing/till.ts';
import { clear, show } from '../../../ui/hook/testing.tsx';
import { Tile } from './item-tile.tsx';

afterEach(clear);

it('says on its tile that the price of an item by weight is for a kilogram', async () => {
  const fish = { ...burger, name: 'Tuna', soldByWeight: true };
  await show(<Tile item={fish} isAllHalal onItem={() => undefined} t={t as never} />);
  await expect.element(page.getByText('MVR 50.00 per kg')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Tuna MVR 50.00 per kg' })).toBeVisible();
  await show(<Tile item={burger} isAllHalal onItem={() => undefined} t={t as never} />);
  await expect.element(page.getByText('MVR 50.00', { exact: true })).toBeVisible();
});
