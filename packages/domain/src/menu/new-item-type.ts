/** The ticket that a new item starts with. Source: docs/rules.md#menu-items. */
import type { BusinessType } from '../outlet/outlet.ts';
import { type SettingEntry, settingOf } from '../outlet/settings.ts';
import type { MenuItemType } from './menu.ts';

const ticketPrinters = ['KotPrinter', 'BotPrinter', 'GrillPrinter'] as const;

/** Returns the type of a new item or category: none in a shop that has no printer for tickets, otherwise Kitchen. */
export function newItemType(businessType: BusinessType | undefined, settings: readonly SettingEntry[]): MenuItemType {
  const printsTickets = ticketPrinters.some((key) => settingOf(settings, key) !== '');
  return businessType === 'Retail' && !printsTickets ? 'NA' : 'Kitchen';
}
