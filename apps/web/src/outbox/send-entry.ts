/** Sends one entry and checks that the server itself answered to it. Source: docs/rules.md#outbox, R35.81. */
import type { Bill } from '@atoll/domain/bill/bill';
import { answerWithinMs, CallError, call, callFor, quietly } from '../api/api.ts';
import { NotServerError } from '../api/not-server.ts';
import { entryTrace } from '../api/trace.ts';
import { currentStore } from '../sync/store-name.ts';
import { type OutboxEntry, outboxCalls } from './entry.ts';
import { matchAnswer } from './match-answer.ts';
import type { SenderUser } from './sender-user.ts';

export interface EntryAnswer {
  readonly answer: unknown;
  readonly headers: Headers;
}

/** Returns the answer as a bill when it is one. */
export function billIn(answer: unknown): Bill | null {
  const bill = answer as Partial<Bill> | null;
  return bill && typeof bill === 'object' && typeof bill.key === 'string' && 'slot' in bill ? (bill as Bill) : null;
}

/** Returns the bill that already holds the slot of a check-in: the check-in joins it. */
export function survivorOf(entry: OutboxEntry, error: unknown): Bill | null {
  if (entry.kind !== 'create' || !(error instanceof CallError) || error.body?.reason !== 'alreadyCheckedIn')
    return null;
  return billIn(error.body['bill']);
}

/** Names the store that this till knows: a store that was restored since takes nothing before the till has sent its work again. */
function knownStore(): Record<string, string> {
  const store = currentStore();
  return store === null ? {} : { 'X-Store': store };
}

function post(entry: OutboxEntry, sender: SenderUser): Promise<EntryAnswer> {
  const headers = {
    ...(entry.userId !== sender.userId &&
      entry.madeOn !== '' && { 'X-Made-By': String(entry.userId), 'X-Made-At': entry.madeAt }),
    ...(entry.madeOn && { 'X-Made-On': entry.madeOn, 'X-Made-At': entry.madeAt }),
    ...(entry.approval && { 'X-Approval': entry.approval }),
  };
  // The body was made for this call; its type is lost on the disk.
  return callFor(outboxCalls[entry.kind], {
    body: entry.body as never,
    outletId: entry.outletId,
    headers: { ...headers, ...knownStore(), ...entryTrace(entry.key, entry.madeAt), 'X-Device-Id': entry.deviceId },
    timeoutMs: answerWithinMs,
    quiet: true,
    ...(sender.token ? { token: sender.token } : {}),
  });
}

/** Throws NotServerError unless the answer is the server's answer to this entry (R35.81). */
async function checkAnswer(entry: OutboxEntry, answer: unknown, sender: SenderUser): Promise<void> {
  const match = matchAnswer(entry, answer);
  if (match === 'yes') return;
  const survivor = match === 'renamed' ? billIn(answer) : null;
  if (!survivor || entry.billKey === null) throw new NotServerError(200);
  // The bill was merged into another: the server returns that one for the entry's key too. Without this confirmation the entry is sent again.
  const named = await call('bill.find', {
    params: { id: entry.billKey },
    outletId: entry.outletId,
    ...quietly,
    ...(sender.token ? { token: sender.token } : {}),
  }).catch(() => null);
  if (named?.key !== survivor.key) throw new NotServerError(200);
}

/** Sends an entry. Throws the refusal or the fault; NotServerError when another program answered. */
export async function sendEntry(entry: OutboxEntry, sender: SenderUser): Promise<EntryAnswer> {
  const answered = await post(entry, sender);
  await checkAnswer(entry, answered.answer, sender);
  return answered;
}
