/** Pays a bill: writes its draft and the payment to the outbox in one transaction. Source: docs/rules.md#save-order, R35.92. */
import type { Bill } from '@atoll/domain/bill/bill';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import { liveItems } from '@atoll/domain/bill/items';
import { transitBill } from '@atoll/domain/bill/states';
import type { PaymentInput } from '@atoll/domain/contract/bill/bill';
import { checkTender } from '@atoll/domain/payment/check-tender';
import { isWalletMethod } from '@atoll/domain/payment/methods';
import { amountDue } from '@atoll/domain/payment/tender';
import { ok, type Refusal, type Result, refuse } from '@atoll/domain/refusal/refusal';
import type { ErrorBody } from '../../api/api.ts';
import { isSaving, useConnection } from '../../api/connection.ts';
import { on } from '../../api/event.ts';
import { words } from '../../api/words.ts';
import type { NewEntry, OutboxEntry } from '../../outbox/entry.ts';
import { discard, type Outcome, outcomeOf, sendApproved } from '../../outbox/outbox.ts';
import { fetchPrinting } from '../../printing/later-printing.ts';
import { paidHere } from '../../printing/receipts.ts';
import { deviceNumber } from '../../session/device.ts';
import { settingHere, useApp } from '../../sync/app-store.ts';
import { type Core, kept, nowText, numberHere } from '../core.ts';
import { grownApproved } from './grown-discount.ts';
import { type Approve, approvable, awaited } from './pay-asked.ts';

export interface PayRequest {
  readonly payments: readonly PaymentInput[];
  /** Those that stay on the bill when the payment is refused; absent: all. The last one goes back to where it was entered, and another one can be taken. */
  readonly taken?: readonly PaymentInput[];
  readonly tip?: number;
  /** Asks for the approval that the payment needs (R35.20, R36.9). */
  readonly approve?: Approve;
  /** Returns whether the screen is still there to show a refusal, so that no message repeats it. */
  readonly showsRefusal?: () => boolean;
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

export interface PayActions {
  /** Pays and completes the bill. Saves the draft first. */
  pay(key: string, request: PayRequest): Promise<Paid>;
}

/** The parts of saving that a payment uses. */
export interface Saving {
  /** Writes the draft and the following entries to the outbox in one transaction. A payment fires what is held. */
  readonly commit: (bill: Bill, how: { after: readonly NewEntry[]; isPaid: true }) => Promise<readonly OutboxEntry[]>;
  readonly deviceNumberOf: (key: string) => Promise<string>;
}

/** How long a till waits for the server's answer to a payment. */
const payWaitMs = 4000;

/** How long it waits while nothing is answered, nor the probe that a slow call sends: the line is dead. Source: docs/rules.md#dead-line. */
const silentMs = 1200;

/** Returns whether only the server knows what the payments of an entry may take: of an account or a wallet. */
const needsServer = ({ body }: OutboxEntry): boolean =>
  ((body['payments'] ?? []) as readonly PaymentInput[]).some(
    ({ method }) => method === 'HouseAccount' || isWalletMethod(method),
  );

/** Waits for the outcome of an entry, and no longer than `silentMs` on a dead line. */
async function outcomeSoon(entry: OutboxEntry, waitMs: number): Promise<Outcome> {
  if (needsServer(entry)) return outcomeOf(entry.key, waitMs);
  let isAnswered = false;
  const stop = on('answered', () => {
    isAnswered = true;
  });
  const soon = await outcomeOf(entry.key, silentMs);
  stop();
  return isAnswered && soon.state === 'kept' ? outcomeOf(entry.key, waitMs - silentMs) : soon;
}

/** Waits for the answer to a payment or a cash movement. One that needs approvals asks for each and is sent again with them; without one, it is taken back. */
export async function answerTo(
  entry: OutboxEntry,
  approve: PayRequest['approve'],
  waitMs = payWaitMs,
  showsRefusal: () => boolean = () => false,
): Promise<Outcome> {
  const { key, seq } = entry;
  if (approve) approvable.add(key);
  awaited.set(key, showsRefusal);
  const approvals: string[] = [];
  try {
    for (let answer = outcomeSoon(entry, waitMs); ; ) {
      const outcome = await answer;
      const needed =
        outcome.state === 'refused' && outcome.reason?.reason === 'approvalNeeded' ? outcome.reason : undefined;
      if (!approve || !needed) return outcome;
      const approval = await approve(needed);
      if (approval === null) {
        await discard(seq);
        return outcome;
      }
      approvals.push(approval);
      answer = outcomeSoon(entry, waitMs);
      await sendApproved(seq, approvals.join(','));
    }
  } finally {
    approvable.delete(key);
    awaited.delete(key);
  }
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
  const { due, roundingAmount } = amountDue(toPay(bill), payments, settingHere('RoundCash'), tip);
  const checked = checkTender(due, payments);
  if (!checked.ok) return checked;
  const change = checked.value.reduce((sum, each) => sum + each.change, 0);
  const seen = { itemKeys: liveItems(bill).map((item) => item.key), total: bill.total };
  const body = { key: bill.key, payments, tip, roundingAmount, seen, modifiedAt: nowText() };
  return ok({ body, change });
}

export function payActions(core: Core, { commit, deviceNumberOf }: Saving): PayActions {
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
    // Only the server knows how much credit is left (R35.20).
    if (!isServerReachable && request.payments.some(({ method }) => method === 'HouseAccount'))
      return refusedPay(core.bill(anyKey), { message: words.accountNeedsServer });
    const asked = core.bill(anyKey);
    const allowed =
      isServerReachable || !asked ? ok(undefined) : await grownApproved(core.get(), asked, request.approve);
    if (!allowed.ok) return refusedPay(core.bill(anyKey), allowed.refusal);
    if (!isServerReachable) await deviceNumberOf(anyKey);
    const bill = core.bill(anyKey);
    if (!bill) return refusedPay(bill, { message: words.gone });
    const { body, change } = tendered.value;
    core.setDraft(bill.key, { ...core.draftOf(bill.key), payments: [] });
    const entered = { ...core.entry('pay', bill.key, body), ...(allowed.value && { approval: allowed.value }) };
    const written = await kept(async () => ok(await commit(bill, { after: [entered], isPaid: true })));
    if (!written.ok) {
      core.setDraft(bill.key, { ...core.draftOf(bill.key), payments: request.taken ?? request.payments });
      return refusedPay(core.bill(anyKey), written.refusal);
    }
    paidHere(bill.key);
    const entry = written.value.at(-1);
    const outcome: Outcome =
      isServerReachable && entry
        ? await answerTo(entry, request.approve, payWaitMs, request.showsRefusal)
        : { state: 'kept' };
    if (outcome.state === 'refused') {
      // The cashier continues with the payments already entered.
      core.setDraft(bill.key, { ...core.draftOf(bill.key), payments: request.taken ?? request.payments });
      return refusedPay(core.bill(anyKey), outcome.reason ?? { message: words.gone });
    }
    core.setDraft(bill.key, { ...core.draftOf(bill.key), shares: null });
    if (bill.cardsSold)
      void fetchPrinting().then(
        (printing) => printing.printCards(bill),
        () => null,
      );
    if (outcome.state === 'sent') {
      const paid = outcome.answer as Bill & { readonly change?: number };
      return { state: 'paid', bill: paid, invoiceNumber: paid.invoiceNumber, change: paid.change ?? change };
    }
    const shown = core.bill(anyKey) ?? bill;
    return { state: 'kept', bill: shown, number: numberHere(shown) ?? String(deviceNumber()), change };
  }

  return { pay };
}
