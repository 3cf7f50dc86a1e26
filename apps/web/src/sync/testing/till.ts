/** A till for tests: signed in at an outlet with a menu, a shift and printers; no state of an earlier test. */

import type { Bill } from '@atoll/domain/bill/bill';
import { emptyBill } from '@atoll/domain/bill/new-bill';
import type { Shift } from '@atoll/domain/contract/bill/shift';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { MenuItem, MenuItemType } from '@atoll/domain/menu/menu';
import { useConnection } from '../../api/connection.ts';
import { reportServer } from '../../api/server-reachable.ts';
import { askedApproval } from '../../approval/approval.ts';
import { forgetPaid } from '../../bill/last-paid.ts';
import { useBills } from '../../bills/bills.ts';
import { noBills } from '../../bills/state.ts';
import { reloadOutbox } from '../../outbox/outbox.ts';
import { useTickets } from '../../printing/kept-tickets.ts';
// In an app it comes after the first screen; a test's till prints from its first save on.
import '../../printing/tickets.ts';
import { useSession } from '../../session/session.ts';
import { inStore } from '../../storage/idb.ts';
import { useApp } from '../app-store.ts';
import { disconnect } from '../live.ts';
import { stopParts } from '../parts.ts';
import { accessToken, cafe, lastToken, openOutlet, shop, tableTerms } from './till-user.ts';

export const waiter = ['New Bill', 'Billing', 'bill.open', 'bill.pay', 'bill.viewOthers'] as const;

export const signedIn = (part: Partial<SignedIn> = {}, permissions: readonly string[] = waiter): SignedIn => ({
  token: accessToken(permissions),
  refreshToken: `refresh-${lastToken()}`,
  user: { id: 7, email: 'aisha@atoll.test', avatar: null },
  name: 'Aisha',
  jobTitle: 'Waiter',
  department: 'Floor',
  outlets: [cafe, shop],
  ...part,
});

export const shift = { id: 3, key: 's', number: 1, createdBy: 7, isOpen: true, status: 'Open' } as unknown as Shift;

export const menuItem = (id: number, name: string, type: MenuItemType = 'Kitchen', price = 5000): MenuItem => ({
  id,
  version: 1,
  name,
  nameLocal: '',
  kitchenName: '',
  code: '',
  barcode: '',
  type,
  sizes: [{ value: 'Medium', sellingPrice: price, isDefault: true }],
  description: '',
  image: null,
  gstMode: null,
  gstPct: null,
  serviceChargeable: true,
  printable: true,
  openPrice: false,
  soldByWeight: false,
  isAvailable: true,
});
export const burger = menuItem(1, 'Lagoon Burger');
export const juice = menuItem(2, 'Lime Juice', 'Bar', 3000);

/** Returns what a till sends to check in at a table. */
export const checkInAt = (slot: string, key = `b${slot}`): Bill & Record<string, unknown> => ({
  ...emptyBill({ key, type: 'Table', slot, terms: tableTerms, now: new Date().toISOString(), user: null }),
});

/** Clears all storage and signs everybody out; nothing follows the outlet of an earlier test. */
export async function emptyDevice(): Promise<void> {
  await disconnect();
  localStorage.clear();
  sessionStorage.clear();
  for (const name of ['outbox', 'sent', 'copy', 'ticket', 'notice', 'secret', 'menu'] as const) {
    await inStore<void>(name, 'readwrite', (store) => {
      store.clear();
    });
  }
  await reloadOutbox();
  useSession.setState(useSession.getInitialState());
  useSession.setState({ user: null, outlets: [], isLocked: true, scope: null, profile: null, profiles: [] });
  useApp.setState(useApp.getInitialState());
  useBills.setState(noBills);
  useTickets.setState({ tickets: [], loaded: true });
  useConnection.setState({ hubState: 'Disconnected', isOnline: true, canSave: true, waiting: 0 });
  reportServer(true);
  stopParts(false);
}

/** Opens a till: a waiter at the café, with an open shift and printers; no earlier state. */
export async function openTill(): Promise<void> {
  await emptyDevice();
  restoreTill();
}

/** Opens a till in a tab with stored state. */
export function restoreTill(): void {
  const answer = signedIn();
  const user = {
    id: 7,
    email: answer.user.email,
    name: answer.name,
    avatar: null,
    jobTitle: '',
    department: '',
    token: answer.token,
    refreshToken: answer.refreshToken,
    permissions: waiter,
    scope: cafe,
    outlets: answer.outlets,
  };
  useSession.setState({ user, scope: cafe, outlets: answer.outlets, isLocked: false, profile: user, profiles: [user] });
  useApp.setState({
    outlet: openOutlet,
    outletId: 1,
    shift,
    settings: [
      { key: 'KotPrinter', value: 'Kitchen' },
      { key: 'BotPrinter', value: 'Bar' },
      { key: 'BillPrinter', value: 'Front' },
    ],
    menus: [
      {
        id: 1,
        name: 'All',
        categories: [
          { id: 1, name: 'Food', nameLocal: '', color: '', gstMode: null, sort: 1, menuItems: [burger, juice] },
        ],
      },
    ],
  });
  useBills.setState({ outletId: 1, loaded: true });
  // What a test before left open would cover the screen.
  askedApproval()?.onClosed();
  forgetPaid();
}
