/** Selects the printer for bills and tickets, and refuses when none is set. Source: R16.1–R16.4, docs/rules.md#routing, docs/rules.md#settings. */
import type { Bill } from '../bill/bill.ts';
import { type SettingEntry, settingOf } from '../outlet/settings.ts';
import { firstStations, inOrder, type Station } from '../outlet/station.ts';
import { ok, type Result, refuse } from '../refusal/refusal.ts';

/**
 * Returns the printers of a station: its own, otherwise the one of the settings, which are GrillPrinter for the grill and BotPrinter for a BOT if
 * set, otherwise KotPrinter, otherwise FallbackPrinter, otherwise ''.
 */
export function stationPrinters(
  settings: readonly SettingEntry[],
  { code, ticketType, printers }: Station,
): readonly [string, ...string[]] {
  const [first, ...others] = printers ?? [];
  if (first) return [first, ...others];
  const own = code === 'GRILL' ? 'GrillPrinter' : ticketType === 'Bot' ? 'BotPrinter' : 'KotPrinter';
  return [settingOf(settings, own) || settingOf(settings, 'KotPrinter') || settingOf(settings, 'FallbackPrinter')];
}

/** Returns BillPrinter, otherwise FallbackPrinter. Refuses with billPrinterMissing, and with noItemsToPrint when the bill has no live items. */
export function canPrintBill(bill: Pick<Bill, 'items'>, settings: readonly SettingEntry[]): Result<string> {
  const printer = settingOf(settings, 'BillPrinter') || settingOf(settings, 'FallbackPrinter');
  if (!printer) return refuse('billPrinterMissing');
  if (!bill.items.some((item) => !item.isVoid)) return refuse('noItemsToPrint');
  return ok(printer);
}

/** Returns KotPrinter, otherwise FallbackPrinter, otherwise the first printer of stations that all have their own. Refuses with ticketPrinterMissing. */
export function canPrintTickets(
  settings: readonly SettingEntry[],
  stations: readonly Station[] = firstStations,
): Result<string> {
  const printer = settingOf(settings, 'KotPrinter') || settingOf(settings, 'FallbackPrinter');
  if (printer) return ok(printer);
  const makers = inOrder(stations).filter(({ isRemoved, isExpediter }) => !isRemoved && !isExpediter);
  const [own] = makers.flatMap(({ printers = [] }) => printers);
  return own && makers.every(({ printers }) => printers?.length) ? ok(own) : refuse('ticketPrinterMissing');
}

/** Returns whether tickets are printed automatically on Save: true unless AutoPrintEnabled is 'false'. */
export function isAutoPrintOn(settings: readonly SettingEntry[]): boolean {
  return settingOf(settings, 'AutoPrintEnabled');
}

/** Returns the language of item names on a printer: its entry in PrinterLanguages ('Kitchen=dv'), otherwise `defaultLanguage`. */
export function printerLanguage(settings: readonly SettingEntry[], printer: string, defaultLanguage: string): string {
  const own = settingOf(settings, 'PrinterLanguages').find((entry) => entry.startsWith(`${printer}=`));
  return own?.slice(printer.length + 1) || defaultLanguage;
}

/** The names of a menu item for printing. */
export interface PrintNames {
  readonly name: string;
  readonly nameLocal: string;
  readonly kitchenName: string;
}

/**
 * Returns the printed name of an item: the local name in Dhivehi ('dv') if there is one, on tickets the kitchen name if there is one, otherwise
 * `billName`, the name on the bill.
 */
export function printName(item: PrintNames | undefined, billName: string, language: string, isTicket: boolean): string {
  const local = language === 'dv' ? item?.nameLocal : '';
  return local || (isTicket && item?.kitchenName) || billName;
}
