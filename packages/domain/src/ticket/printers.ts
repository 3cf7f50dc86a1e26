/** Which printer prints what, and the texts that say that none does. Source: requirements R16.1–R16.4, decisions A6, B2. */
import type { Bill } from '../bill/bill.ts';
import { type SettingEntry, settingOn, settingText } from '../outlet/settings.ts';
import { ok, type Result, refuse } from '../refusal/refusal.ts';

export const stations = ['KITCHEN', 'BAR', 'GRILL'] as const;
export type Station = (typeof stations)[number];

/** Answers the printer of a station by the settings: KotPrinter; BotPrinter and GrillPrinter where set, else KotPrinter; else FallbackPrinter; '' when there is none. */
export function stationPrinter(settings: readonly SettingEntry[], station: Station): string {
  const own = { KITCHEN: '', BAR: settingText(settings, 'BotPrinter'), GRILL: settingText(settings, 'GrillPrinter') };
  return own[station] || settingText(settings, 'KotPrinter') || settingText(settings, 'FallbackPrinter');
}

/** Answers the bill printer, else the one that prints what has none, or refuses: 'Please set a printer for bill printing', 'No items to print'. */
export function canPrintBill(bill: Pick<Bill, 'items'>, settings: readonly SettingEntry[]): Result<string> {
  const printer = settingText(settings, 'BillPrinter') || settingText(settings, 'FallbackPrinter');
  if (!printer) return refuse('billPrinterMissing');
  if (!bill.items.some((item) => !item.isVoid)) return refuse('noItemsToPrint');
  return ok(printer);
}

/** Answers the ticket printer, else the one that prints what has none, or refuses: 'Please set a printer for Ticket printing'. */
export function canPrintTickets(settings: readonly SettingEntry[]): Result<string> {
  const printer = settingText(settings, 'KotPrinter') || settingText(settings, 'FallbackPrinter');
  return printer ? ok(printer) : refuse('ticketPrinterMissing');
}

/** Answers whether tickets print by themselves on Save: unless AutoPrintEnabled is 'false'. */
export function isAutoPrintOn(settings: readonly SettingEntry[]): boolean {
  return settingOn(settings, 'AutoPrintEnabled', true);
}
