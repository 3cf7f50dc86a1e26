/** Saving, printing and paying. Work is written to the outbox before the screen confirms it. Source: docs/rules.md#save-order, docs/rules.md#outbox. */
import type { Bill } from '@atoll/domain/bill/bill';
import { liveItems } from '@atoll/domain/bill/items';
import { transitBill } from '@atoll/domain/bill/states';
import type { PaymentInput } from '@atoll/domain/contract/bill/bill';
import { amountDue, checkTender } from '@atoll/domain/payment/tender';
import { ok, type Refusal, type Result, refuse } from '@atoll/domain/refusal/refusal';
import type { Ticket } from '@atoll/domain/ticket/ticket';
import type { ErrorBody } from '../api/api.ts';
import { isSaving, useConnection } from '../api/connection.ts';
import { words } from '../api/words.ts';
import type { NewEntry, OutboxEntry } from '../outbox/entry.ts';
import { type Outcome, outcomeOf, put } from '../outbox/outbox.ts';
import { paidHere } from '../printing/receipts.ts';
import { deviceNumber, nextDeviceNumber } from '../session/device.ts';
import { settingHere, useApp } from '../sync/app-store.ts';
import { type Core, deviceNumberKey, kept, nowText, numberHere } from './core.ts';
import { ticketMarks } from './marks.ts';
import { savedHere } from './saved.ts';
import { type Draft, ownDraft } from './state.ts';

export interface PayRequest {
  readonly payments: readonly PaymentInput[];
  readonly tip?: number;
}

export type Paid =
  /** The server completed the bill. `change` in laari. */
  | { readonly state: 'paid'; readonly bill: Bill; readonly invoiceNumber: string | null; readonly change: number }
  /** Kept on the device; the invoice number follows. */
  | { readonly state: 'kept'; readonly bill: Bill; readonly number: string; readonly change: number }
  /** Refused. A payment refused by the server is listed under 'Needs attention'. `due` in laari where the server sent it. */
  | {
      readonly state: 'refused';
      readonly reason: Refusal | ErrorBody;
      readonly bill: Bill | null;
      readonly due: number | null;
    };

export interface SaveActions {
  /** Saves the draft; resolves after it is on the disk. Without a draft it returns the bill unchanged. */
  save(key: string): Promise<Result<Bill>>;
  /** Pays and completes the bill. Saves the draft first. */
  pay(key: string, request: PayRequest): Promise<Paid>;
  /** Marks the bill as printed under this job key. */
  markPrinted(key: string, printJobKey: string): Promise<Result<Bill>>;
  /** Records items sent on a ticket: quantity sent and ticket. Sent with the next update, or separately soon after. */
  markSent(key: string, ticket: Pick<Ticket, 'key' | 'lines'>): void;
  /** Sends marks that were not sent when the till stopped or while a payment was under way. */
  sendPendingMarks(): void;
  /** Returns the number to print for a bill without a server number; given once. */
  deviceNumberOf(key: string): Promise<string>;
}

/** How long a till waits for the server's answer to a payment. */
const payWaitMs = 4000;

/** Returns what is left of a draft after a part of it was saved. */
function remainingDraft(now: Draft, saved: Draft): Draft {
  const keys = new Set(saved.items.map((item) => item.key));
  const same = <T extends object>(a: T, b: T): T =>
    Object.fromEntries(Object.entries(a).filter(([name, value]) => b[name as keyof T] !== value)) as T;
  return {
    ...now,
    items: now.items.filter((item) => !keys.has(item.key)),
    removed: now.removed.filter((item) => !saved.removed.includes(item)),
    edits: same(now.edits, saved.edits),
    changes: same(now.changes, saved.changes),
  };
}

export function saveActions(core: Core): SaveActions {
  const updateOf = (bill: Bill, draft: Draft): NewEntry | null => {
    // Includes the edits made since, also when the bill was not recomputed.
    const edited = bill.items
      .filter((item) => item.key in draft.edits)
      .map((item) => ({ ...item, ...draft.edits[item.key] }));
    const changed = Object.keys(draft.changes);
    if (draft.items.length === 0 && edited.length === 0 && changed.length === 0) return null;
    return core.entry('update', bill.key, {
      key: bill.key,
      type: bill.type,
      slot: bill.slot,
      version: changed.length ? draft.version : (core.get().server[bill.key]?.version ?? 0),
      items: [...edited, ...draft.items],
      ...draft.changes,
      changed,
      modifiedAt: nowText(),
    });
  };

  /** Writes the draft and the following entries to the outbox in one transaction, then removes them from the draft. */
  async function commit(bill: Bill, ...after: readonly NewEntry[]): Promise<readonly OutboxEntry[]> {
    marks.follow(bill);
    const draft = ownDraft(core.draftOf(bill.key), bill);
    const update = updateOf(bill, draft);
    const entries = update ? [update, ...after] : after;
    for (const item of draft.items) core.saving.add(item.key);
    let written: readonly OutboxEntry[] = [];
    try {
      if (entries.length) written = await put(...entries);
      core.setDraft(bill.key, remainingDraft(core.draftOf(bill.key), draft));
    } finally {
      for (const item of draft.items) core.saving.delete(item.key);
    }
    const shown = core.bill(bill.key);
    const itemKeys = draft.items.map((item) => item.key);
    if (shown && itemKeys.length) savedHere(shown, itemKeys);
    return written;
  }

  async function save(key: string): Promise<Result<Bill>> {
    const bill = core.bill(key);
    if (!bill) return refuse('notFound');
    const allowed = transitBill(bill, 'save');
    if (!allowed.ok) return allowed;
    return kept(async () => {
      await commit(bill);
      return ok(core.bill(key) ?? bill);
    });
  }

  async function deviceNumberOf(anyKey: string): Promise<string> {
    const bill = core.bill(anyKey);
    if (!bill) return '';
    const given = numberHere(bill);
    if (given !== null) return given;
    const value = await nextDeviceNumber('bill');
    const draft = core.draftOf(bill.key);
    const meta = [...bill.meta, { key: deviceNumberKey, value }];
    core.setDraft(bill.key, { ...draft, changes: { ...draft.changes, meta } });
    return value;
  }

  const refusedPay = (bill: Bill | undefined, reason: Refusal | ErrorBody): Paid => {
    const due = 'extra' in reason ? (reason as Refusal).extra?.['due'] : (reason as ErrorBody)['due'];
    return { state: 'refused', reason, bill: bill ?? null, due: typeof due === 'number' ? due : null };
  };

  /** Returns the body to send, or the refusal that this device can detect itself. */
  function tender(bill: Bill | undefined, { payments, tip = 0 }: PayRequest): Result<{ body: object; change: number }> {
    const allowed = transitBill(bill ?? null, 'pay');
    if (!allowed.ok) return allowed;
    if (!bill) return refuse('notFound');
    if (!useApp.getState().shift?.isOpen) return refuse('noShiftActive');
    const methods = payments.map((payment) => payment.method);
    const { due, roundingAmount } = amountDue(bill.total, methods, settingHere('RoundCash'), tip);
    const checked = checkTender(due, payments);
    if (!checked.ok) return checked;
    const change = checked.value.reduce((sum, each) => sum + each.change, 0);
    const seen = { itemKeys: liveItems(bill).map((item) => item.key), total: bill.total };
    const body = { key: bill.key, payments, tip, roundingAmount, seen, modifiedAt: nowText() };
    return ok({ body, change });
  }

  /** Payments under way, by bill. */
  const paying = new Map<string, Promise<Paid>>();

  /** Pays once per bill: concurrent calls share the outcome of the first (R35.92). */
  function pay(anyKey: string, request: PayRequest): Promise<Paid> {
    const key = core.keyOf(anyKey);
    const running = paying.get(key);
    if (running) return running;
    const started = payOnce(anyKey, request).finally(() => paying.delete(key));
    paying.set(key, started);
    return started;
  }

  async function payOnce(anyKey: string, request: PayRequest): Promise<Paid> {
    const tendered = tender(core.bill(anyKey), request);
    if (!tendered.ok) return refusedPay(core.bill(anyKey), tendered.refusal);
    const isServerReachable = isSaving(useConnection.getState());
    if (!isServerReachable) await deviceNumberOf(anyKey);
    const bill = core.bill(anyKey);
    if (!bill) return refusedPay(bill, { message: words.gone });
    const { body, change } = tendered.value;
    core.setDraft(bill.key, { ...core.draftOf(bill.key), payments: [] });
    const written = await kept(async () => ok(await commit(bill, core.entry('pay', bill.key, body))));
    if (!written.ok) {
      core.setDraft(bill.key, { ...core.draftOf(bill.key), payments: request.payments });
      return refusedPay(core.bill(anyKey), written.refusal);
    }
    paidHere(bill.key);
    const entry = written.value.at(-1);
    const outcome: Outcome = isServerReachable && entry ? await outcomeOf(entry.key, payWaitMs) : { state: 'kept' };
    if (outcome.state === 'refused') {
      // The cashier continues with the payments already entered.
      core.setDraft(bill.key, { ...core.draftOf(bill.key), payments: request.payments });
      return refusedPay(core.bill(anyKey), outcome.reason ?? { message: words.gone });
    }
    if (outcome.state === 'sent') {
      const paid = outcome.answer as Bill & { readonly change?: number };
      return { state: 'paid', bill: paid, invoiceNumber: paid.invoiceNumber, change: paid.change ?? change };
    }
    const shown = core.bill(anyKey) ?? bill;
    return { state: 'kept', bill: shown, number: numberHere(shown) ?? String(deviceNumber()), change };
  }

  const marks = ticketMarks(core, updateOf, remainingDraft);

  return {
    save,
    deviceNumberOf,

    pay,

    async markPrinted(anyKey, printJobKey) {
      const bill = core.bill(anyKey);
      const allowed = transitBill(bill ?? null, 'printBill');
      if (!bill || !allowed.ok) return allowed.ok ? refuse('notFound') : allowed;
      const { key, type, slot } = bill;
      const version = core.get().server[key]?.version ?? 0;
      const body = {
        key,
        type,
        slot,
        version,
        // The printed items: an item added later means the bill does not count as printed.
        items: liveItems(bill),
        changed: [],
        status: 'BillPrinted',
        printJobKey,
      };
      return kept(async () => {
        await commit(bill, core.entry('update', key, body));
        return ok(core.bill(key) ?? bill);
      });
    },

    markSent: marks.note,
    sendPendingMarks: marks.sendPending,
  };
}
