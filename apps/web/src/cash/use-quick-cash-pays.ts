import { useApp, useSettingOf } from '../sync/app-store.ts';

/** Returns whether tapping a quick cash amount pays the bill at once: the setting QuickCashPays, by default only in shops (R35.35). */
export function useQuickCashPays(): boolean {
  const when = useSettingOf('QuickCashPays');
  const isShop = useApp((state) => state.outlet?.businessType === 'Retail');
  return when === 'Always' || (when === 'InShops' && isShop);
}
