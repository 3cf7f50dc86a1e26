/** Which printer prints what, and the texts that say that none does. Source: R16.1–R16.4, docs/rules.md#routing, docs/rules.md#settings. */
import type { Bill } from '../bill/bill.ts';
import { type SettingEntry, settingOf } from '../outlet/settings.ts';
import { ok, type Result, refuse } from '../refusal/refusal.ts';

export const stations = ['KITCHEN', 'BAR', 'GRILL'] as const;
export type Station = (typeof stations)[number];

/** Answers the printer of a station by the settings: KotPrinter; BotPrinter and GrillPrinter where set, else KotPrinter; else FallbackPrinter; '' when there is none. */
export function stationPrinter(settings: readonly SettingEntry[], station: Station): string {
  const own = { KITCHEN: '', BAR: settingOf(settings, 'BotPrinter'), GRILL: settingOf(settings, 'GrillPrinter') };
  return own[station] || settingOf(settings, 'KotPrinter') || settingOf(settings, 'FallbackPrinter');
}

/** Answers the bill printer, else the one that prints what has none, or refuses: 'Please set a printer for bill printing', 'No items to print'. */
export function canPrintBill(bill: Pick<Bill, 'items'>, settings: readonly SettingEntry[]): Result<string> {
  const printer = settingOf(settings, 'BillPrinter') || settingOf(settings, 'FallbackPrinter');
  if (!printer) return refuse('billPrinterMissing');
  if (!bill.items.some((item) => !item.isVoid)) return refuse('noItemsToPrint');
  return ok(printer);
}

/** Answers the ticket printer, else the one that prints what has none, or refuses: 'Please set a printer for Ticket printing'. */
export function canPrintTickets(settings: readonly SettingEntry[]): Result<string> {
  const printer = settingOf(settings, 'KotPrinter') || settingOf(settings, 'FallbackPrinter');
  return printer ? ok(printer) : refuse('ticketPrinterMissing');
}

/** Answers whether tickets print by themselves on Save: unless AutoPrintEnabled is 'false'. */
export function isAutoPrintOn(settings: readonly SettingEntry[]): boolean {
  return settingOf(settings, 'AutoPrintEnabled');
}

/** Answers the language of a printer's item names: its own in PrinterLanguages ('Kitchen=dv'), else the usual one. */
export function printerLanguage(settings: readonly SettingEntry[], printer: string, usual: string): string {
  const own = settingOf(settings, 'PrinterLanguages').find((entry) => entry.startsWith(`${printer}=`));
  return own?.slice(printer.length + 1) || usual;
}

/** What the menu calls an item on paper. */
export interface PaperNames {
  readonly name: string;
  readonly nameLocal: string;
  readonly kitchenName: string;
}

/**
 * Answers an item's name on paper: the local one in Dhivehi ('dv') where there is one; on tickets the kitchen's own. `said` stands on the
 * bill and is taken when the menu has nothing better.
 */
export function paperName(item: PaperNames | undefined, said: string, language: string, isTicket: boolean): string {
  const local = language === 'dv' ? item?.nameLocal : '';
  return local || (isTicket && item?.kitchenName) || said;
}
