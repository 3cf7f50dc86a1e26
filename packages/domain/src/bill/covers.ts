/** The number of guests of a bill. Source: docs/rules.md#covers. */
import { type SettingEntry, settingOf } from '../outlet/settings.ts';
import type { Bill } from './bill.ts';

/** Returns whether the number of guests must be entered before payment: for a table, once for all of its checks. */
export function needsCovers(
  { type, checkNo, covers }: Pick<Bill, 'type' | 'checkNo' | 'covers'>,
  settings: readonly SettingEntry[],
): boolean {
  return type === 'Table' && checkNo === 1 && covers === 0 && settingOf(settings, 'RequireCovers');
}
