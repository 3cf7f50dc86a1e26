/** Items of a bill under the names that a printer's paper has for them. Source: R18.23, docs/rules.md#settings, docs/rules.md#menu-items. */
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

/** Answers the lines with their names on the paper of a printer, and the language of it. */
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
