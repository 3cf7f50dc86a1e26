/** Items of a bill under the names to be printed. Source: R18.23, docs/rules.md#settings, docs/rules.md#menu-items. */
import type { BillItem } from '@atoll/domain/bill/bill';
import { marksOf } from '@atoll/domain/menu/marks';
import { printerLanguage, printName } from '@atoll/domain/ticket/printers';
import { settingsHere, useApp } from '../sync/app-store.ts';
import { menuIndexOf } from '../sync/menu/menu-index.ts';

/** Returns the items with their printed names, on tickets with their marks, for a printer, and the language: that of the station, otherwise of the printer. */
export function withPrintedNames<Line extends Pick<BillItem, 'menuItemId' | 'name' | 'ofSet'>>(
  lines: readonly Line[],
  printer: string,
  isTicket: boolean,
  stationLanguage?: string,
): { readonly items: Line[]; readonly language: string } {
  const { outlet } = useApp.getState();
  const usual = (isTicket ? outlet?.languageKitchen : outlet?.languageBill) ?? 'en';
  const language = stationLanguage ?? printerLanguage(settingsHere(), printer, usual);
  const known = menuIndexOf(useApp.getState().menus);
  const items = lines.map((line) => {
    const item = known.find(line.menuItemId)?.item;
    const name = printName(item, line.name, language, isTicket);
    const marks = isTicket && item ? marksOf(item, known.isAllHalal) : {};
    const { ofSet } = line;
    const setName = ofSet && printName(known.find(ofSet.id)?.item, ofSet.name, language, isTicket);
    return { ...line, ...marks, ...(setName && { setName }), name };
  });
  return { items, language };
}
