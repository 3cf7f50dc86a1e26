/** Short slips: cash movements, the drawer, transfer notices. Source: docs/rules.md#cash-events, docs/rules.md#moved-slip. */
import type { PrintBody, PrintSlip } from '@atoll/domain/contract/bill/print';
import { uuidv7 } from '../session/id.ts';
import { useSession } from '../session/session.ts';
import { settingsHere, useApp } from '../sync/app-store.ts';
import { type Printed, sendAgain, sendToPrinter } from './print.ts';

/** Prints a slip, once for a key. `drawerKey`: the cash event or opening for which the drawer opens. `before`: how the last try ended. */
export function printSlip(
  printerName: string,
  slip: PrintSlip,
  {
    jobKey = uuidv7(),
    drawerKey,
    language,
    qr,
    before,
  }: {
    jobKey?: string;
    drawerKey?: string | undefined;
    language?: string;
    qr?: string;
    before?: Parameters<typeof sendAgain>[1];
  } = {},
): Promise<Printed> {
  const body: PrintBody = {
    type: 'Slip',
    bill: { type: 'Table', slot: '', items: [] },
    outlet: useApp.getState().outlet ?? { name: '' },
    printerName,
    printedBy: useSession.getState().user?.name ?? '',
    jobKey,
    slip,
    ...(drawerKey === undefined ? {} : { openDrawer: true, drawerKey }),
    ...(language ? { language } : {}),
    ...(qr ? { qr } : {}),
  };
  return before ? sendAgain(body, before) : sendToPrinter(body);
}

/** Prints a picture on the print server's PDF printer, below a title and a note. */
export function printPicture(
  printerName: string,
  picture: NonNullable<PrintBody['picture']>,
  { title, note }: Pick<PrintSlip, 'title' | 'note'>,
): Promise<Printed> {
  return sendToPrinter({
    type: 'Image',
    bill: { type: 'Table', slot: '', items: [] },
    outlet: useApp.getState().outlet ?? { name: '' },
    printerName,
    printedBy: useSession.getState().user?.name ?? '',
    jobKey: uuidv7(),
    picture,
    slip: { title, ...(note ? { note } : {}) },
  });
}

/** Returns the printer at the drawer, from the setting BillPrinter; '' without one. */
export const drawerPrinter = (): string =>
  settingsHere()
    .find(({ key }) => key === 'BillPrinter')
    ?.value?.trim() ?? '';
