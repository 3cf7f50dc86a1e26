/** Items of a bill under the names to be printed. Source: R18.23, docs/rules.md#settings, docs/rules.md#menu-items. */
import type { MenuItem } from '@atoll/domain/menu/menu';
import { printerLanguage, printName } from '@atoll/domain/ticket/printers';
import { settingsHere, useApp } from '../sync/app-store.ts';

let menusKnown: unknown = null;
let itemsKnown: ReadonlyMap<number, MenuItem> = new Map();

function menuItems(): ReadonlyMap<number, MenuItem> {
  const { menus } = useApp.getState();
  if (menus !== menusKnown) {
    menusKnown = menus;
    const all = menus.flatMap((menu) => menu.categories.flatMap((category) => category.menuItems));
    itemsKnown = new Map(all.map((item) => [item.id, item]));
  }
  return itemsKnown;
}

/** Returns the items with their printed names for a printer, and the language of the printer. */
export function withPrintedNames<Line extends { readonly menuItemId: number; readonly name: string }>(
  lines: readonly Line[],
  printer: string,
  isTicket: boolean,
): { readonly items: Line[]; readonly language: string } {
  const { outlet } = useApp.getState();
  const usual = (isTicket ? outlet?.languageKitchen : outlet?.languageBill) ?? 'en';
  const language = printerLanguage(settingsHere(), printer, usual);
  const known = menuItems();
  const items = lines.map((line) => {
    const name = printName(known.get(line.menuItemId), line.name, language, isTicket);
    return name === line.name ? line : { ...line, name };
  });
  return { items, language };
}
