import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useApp } from '../../../sync/app-store.ts';
import { emptyDevice, openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { useSettingDraft } from '../setting-draft.ts';
import { PrinterChoices } from './printer-choices.tsx';

beforeEach(openTill);
afterEach(async () => {
  useSettingDraft.getState().discard();
  clear();
  await emptyDevice();
});

it('[R35.49] offers the printers that the settings name besides those of the till, each once', async () => {
  useApp.setState({
    settings: [
      { key: 'BillPrinter', value: 'Counter', values: [] },
      { key: 'GrillPrinter', value: 'Outside', values: [] },
      { key: 'BillCopies', value: '2', values: [] },
    ],
  });
  await showAt('/settings', <PrinterChoices names={['Counter', 'Bar']} />);
  const bot = page.getByRole('combobox', { name: 'Bar tickets' }).first();
  await expect.element(bot).toBeVisible();
  const offered = [...(bot.element() as HTMLSelectElement).options].map(({ value }) => value);
  expect(offered).toEqual(['', 'Counter', 'Bar', 'Outside']);
});
