/** Takes over the server's answers to entries sent from this device. Source: R15.11, docs/rules.md#rebase. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { Shift } from '@atoll/domain/contract/bill/shift';
import type { Customer } from '@atoll/domain/contract/people/customer';
import type { HubAction } from '@atoll/domain/contract/platform/hub';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { emit } from '../api/event.ts';
import { words } from '../api/words.ts';
import { tillNow } from '../clock/till-clock.ts';
import { t } from '../locale/locale.ts';
import { slotName } from '../locale/slot-name.ts';
import { hasWorkBars } from '../outbox/attention.ts';
import { forbiddenName, isForbidden, isLatePayment, type OutboxEntry } from '../outbox/entry.ts';
import { discard, type RefusedEvent, type SentEvent } from '../outbox/outbox.ts';
import { paidElsewhereText } from '../outbox/paid-elsewhere.ts';
import { fieldsWritten } from '../outbox/rebase-entries.ts';
import { hasLines, newLines } from '../outbox/unsynced-amount.ts';
import { notify, useApp } from '../sync/app-store.ts';
import type { Core } from './core.ts';
import type { FetchActions } from './fetch-bills.ts';
import { markLate } from './late-items.ts';
import { asksApproval, isShownInPlace } from './pay/pay-asked.ts';
import { acknowledged } from './saved.ts';
import { remainingDraft } from './state.ts';
import { type TakeActions, takeCustomer } from './take-bills.ts';
import { toastUpdated } from './toast/shown-slot.ts';
import { isAheadOnlyByOwn } from './version.ts';

export interface AnswerActions {
  /** Takes the items of an order that this device keeps, or kept, off their bill: its till may have been reloaded before it wrote that. */
  takeKept(entry: OutboxEntry): void;
  /** Takes the answer to an entry that the server accepted. */
  takeSent(event: SentEvent): void;
  /** Takes the answer to an entry that the server refused, or that waits for a person. */
  takeRefused(event: RefusedEvent): void;
}

/** An entry older than this was made while the server was unreachable. */
const lateMs = 5000;

/** Returns what an entry did, as the hub names it. */
function actionOf({ kind, body }: OutboxEntry): HubAction {
  if (kind === 'create') return 'Created';
  if (kind === 'pay') return 'Paid';
  if (kind === 'void') return 'Voided';
  return body['status'] === 'BillPrinted' ? 'Printed' : 'Updated';
}

/** Shows that the slot was opened on another device too. */
function notifyJoined({ type, slot }: Bill): void {
  emit('toast', { kind: 'info', message: t('outbox.joined', { slot: slotName(t, type, slot) }) });
}

/** Shows what changed for the items of a late entry: another price, or sold out in the meantime. */
function notifyItemChanges(entry: OutboxEntry, bill: Bill): void {
  const stored = new Map(bill.items.map((item) => [item.key, item]));
  const arrived = newLines(entry).flatMap((sent) => {
    const item = stored.get(sent.key);
    return item ? [{ sent, item }] : [];
  });
  for (const { sent, item } of arrived) {
    if (sent.sellingPrice === item.sellingPrice) continue;
    const [was, now] = [formatMoney(laari(sent.sellingPrice)), formatMoney(laari(item.sellingPrice))];
    notify({ kind: 'warning', message: t('outbox.repriced', { name: item.name, was, now }) });
  }
  if (tillNow() - Date.parse(entry.madeAt) > lateMs) markLate(arrived.map(({ item }) => item.key));
}

/** Raises the draft's base version after this device's own write. */
function knowOwnWrite(core: Core, entry: OutboxEntry, answer: Bill): void {
  const draft = core.get().drafts[answer.key];
  if (!draft) return;
  if (!isAheadOnlyByOwn(Object.keys(draft.changes), draft.version, fieldsWritten(entry), answer)) return;
  core.set({ drafts: { ...core.get().drafts, [answer.key]: { ...draft, version: answer.version } } });
}

/** Returns the message of a refusal; of a payment for a bill that somebody else completed, who took the money first and what to do. */
function whyRefused(
  { kind, about }: OutboxEntry,
  reason: RefusedEvent['reason'],
): { message: string; details?: string } {
  if (kind === 'pay' && about && reason?.reason === 'billClosed') {
    const slot = slotName(t, about.type, about.slot);
    return { message: t('service.lateTitle', { slot }), details: paidElsewhereText(reason) };
  }
  return { message: reason?.message ?? '', ...(reason?.details ? { details: reason.details } : {}) };
}

/** Goes on with the shift that was open already: the entry that would have started another one has nothing left to do. */
function takeOpenShift(core: Core, { seq, outletId, kind }: OutboxEntry): void {
  if (kind !== 'shift.create') return;
  void discard(seq);
  if (outletId === core.get().outletId) void useApp.getState().loadShift();
  notify({ kind: 'warning', message: t('outbox.why.shiftOpen') });
}

/** Returns whether a bar on the screen shows the entry: then its message is only kept among the notifications. */
const isOnBar = (core: Core, entry: OutboxEntry): boolean =>
  hasWorkBars() && entry.outletId === core.get().outletId && (entry.state === 'held' || isLatePayment(entry));

export function answerActions(core: Core, take: TakeActions, fetched: FetchActions): AnswerActions {
  const { takeServer, rename } = take;

  function takeKept({ kind, state, body }: OutboxEntry): void {
    if (kind !== 'order.create' || state === 'rejected') return;
    const { items = [] } = (body['bill'] ?? {}) as Partial<Bill>;
    const kept = new Set(items.map((item) => item.key));
    for (const [key, draft] of Object.entries(core.get().drafts))
      if (draft.items.some((item) => kept.has(item.key)))
        core.setDraft(key, remainingDraft(draft, { ...draft, items }));
  }

  return {
    takeKept,

    takeSent({ entry, answer }) {
      takeKept(entry);
      if (entry.kind === 'shift.create' || entry.kind === 'shift.cash') {
        if (entry.outletId !== core.get().outletId) return;
        // If the shift was closed since, only the server knows which one is open now.
        if ((answer as Shift).isOpen) useApp.getState().setShift(answer as Shift);
        else void useApp.getState().loadShift();
        return;
      }
      if (entry.outletId !== core.get().outletId) return;
      if (entry.kind === 'customer.create') return takeCustomer(core, answer as Customer);
      if (!entry.billKey) return;
      const bill = answer as Bill & {
        readonly conflicts?: readonly { readonly field: string; readonly yours?: unknown }[];
      };
      if (bill.key !== entry.billKey) {
        rename(entry.billKey, bill.key);
        notifyJoined(bill);
      }
      knowOwnWrite(core, entry, bill);
      takeServer(bill);
      acknowledged(bill, actionOf(entry));
      if (hasLines(entry)) notifyItemChanges(entry, bill);
      // Warnings were already shown when it was sent first.
      if (entry.again) return;
      if (bill.conflicts?.some(({ field }) => field.endsWith('.isVoid')))
        notify({ kind: 'warning', message: words.voidTooLate });
      for (const { yours } of bill.conflicts?.filter(({ field }) => field === 'coupons') ?? [])
        notify({ kind: 'warning', message: t(yours === '' ? 'outbox.rewardRefused' : 'outbox.couponTaken') });
      const stood =
        bill.conflicts?.map(({ field }) => field).filter((field) => !/^(items\.|coupons$)/.test(field)) ?? [];
      if (stood.length) toastUpdated('warning', stood.join(', '), bill);
    },

    takeRefused({ entry, reason }) {
      if (entry.billKey) {
        const theirs = reason?.['bill'] as Bill | undefined;
        if (theirs?.key) takeServer(theirs);
        else void fetched.refetch(entry.billKey);
        core.show(entry.billKey);
      }
      if (asksApproval(entry)) return;
      if (reason?.reason === 'shiftOpen') return takeOpenShift(core, entry);
      if (isForbidden(entry)) {
        const message = t('outbox.forbidden', { who: forbiddenName(entry) });
        useApp.getState().notify({ kind: 'warning', message }, isShownInPlace(entry));
      } else if (entry.state === 'rejected' || entry.state === 'parked') {
        const isInPlace = isOnBar(core, entry) || isShownInPlace(entry);
        useApp.getState().notify({ kind: 'error', ...whyRefused(entry, reason) }, isInPlace);
      } else if (entry.state === 'held') {
        useApp.getState().notify({ kind: 'warning', message: words.noShift }, isOnBar(core, entry));
      }
    },
  };
}
