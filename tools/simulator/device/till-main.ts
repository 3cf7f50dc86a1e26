/** The functions of a till that the simulation calls: the data layer as the screens use it. */
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { setHost } from '../../../apps/web/src/api/api.ts';
import { useConnection } from '../../../apps/web/src/api/connection.ts';
import { useBills } from '../../../apps/web/src/bills/bills.ts';
import { findCoupon } from '../../../apps/web/src/bills/price/find-coupon.ts';
import { holdCard } from '../../../apps/web/src/cash/wallet/hold-card.ts';
import { payTaking, startKeeping } from '../../../apps/web/src/cash/wallet/kept-wallets.ts';
import { startLocale } from '../../../apps/web/src/locale/locale.ts';
import { onRefused, onSent, put, reloadOutbox, tryAgain, useOutbox } from '../../../apps/web/src/outbox/outbox.ts';
import { keepPrinting } from '../../../apps/web/src/printing/keep-printing.ts';
import { useTickets } from '../../../apps/web/src/printing/kept-tickets.ts';
import { watchTickets } from '../../../apps/web/src/printing/ticket-retry.ts';
import { printCancellations, printTickets, retryTicket } from '../../../apps/web/src/printing/tickets.ts';
import { keepPage } from '../../../apps/web/src/session/lock/page-proof.ts';
import { useSession } from '../../../apps/web/src/session/session.ts';
import { userOf } from '../../../apps/web/src/session/session-user.ts';
import { shareTokens } from '../../../apps/web/src/session/token.ts';
import { useApp } from '../../../apps/web/src/sync/app-store.ts';
import { startData } from '../../../apps/web/src/sync/start.ts';

export const till = {
  bills: useBills,
  outbox: useOutbox,
  app: useApp,
  connection: useConnection,
  session: useSession,
  tickets: useTickets,
  onSent,
  onRefused,
  put,
  tryAgain,
  retryTicket,
  printCancellations,
  printTickets,
  findCoupon,
  holdCard,
  payTaking,

  /** Opens the till for a person who has just signed in at an outlet. */
  async signIn(answer: SignedIn, outletId: number): Promise<void> {
    const scope = answer.outlets.find((outlet) => outlet.outletId === outletId) ?? null;
    const user = userOf(answer, scope);
    keepPage(user.email, answer.page);
    await shareTokens(user.email, user);
    useSession.setState({ user, scope, outlets: user.outlets, isLocked: false, profile: user, profiles: [user] });
    await till.start();
  },

  /** Opens the till with its stored state. */
  async start(): Promise<void> {
    await startLocale();
    watchTickets();
    await reloadOutbox();
    await startData();
    keepPrinting();
    startKeeping();
  },

  /** Sets the server's address when it differs from the page's. */
  setHost,
};

export type Till = typeof till;
