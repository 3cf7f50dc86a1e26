/**
 * Calls to the server about a bill. Waiting work of the bill is sent first; the returned bill is shown, also that of a refusal. Source:
 * docs/rules.md#offline-calls, docs/rules.md#approvals.
 */

import type { Bill } from '@atoll/domain/bill/bill';
import { ok, type Result, refuse } from '@atoll/domain/refusal/refusal';
import { named } from '@atoll/domain/refusal/sentence';
import { CallError, isNetworkFailure } from '../api/api.ts';
import { isSaving, useConnection } from '../api/connection.ts';
import { NotServerError } from '../api/not-server.ts';
import { onceServerAway } from '../api/server-reachable.ts';
import { words } from '../api/words.ts';
import type { NewEntry } from '../outbox/entry.ts';
import { billSent } from '../outbox/outbox.ts';
import { notify } from '../sync/app-store.ts';
import type { Core } from './core.ts';
import type { SaveActions } from './save.ts';
import { acknowledged } from './saved.ts';
import type { SyncActions } from './sync.ts';

export interface CommandOptions {
  /** Key of an approval given in place (docs/rules.md#approvals). */
  readonly approvalKey?: string;
  /** It was given without the server: the command waits in the outbox with it. */
  readonly isOffline?: boolean;
}

/** How long a command waits until earlier work has reached the server. */
export const sendWaitMs = 10_000;

/** Returns the extra fields of a refusal's body: the bill, the amount due, the missing permission. */
function extraOf(body: CallError['body']): Record<string, unknown> {
  const { message: _m, details: _d, code: _c, reason: _r, errors: _e, ...extra } = body ?? {};
  return extra;
}

/** Refuses a command that cannot wait for the server, and says so. */
export const needsServer = (): Result<never> => refuse('unavailable', { message: named(words.needsServer) });

/** Returns the server's refusal as a result; throws a fault. */
export const refusalOf = (error: unknown): Result<never> => {
  if (error instanceof CallError) {
    return {
      ok: false,
      refusal: {
        reason: (error.body?.reason ?? 'unavailable') as 'unavailable',
        status: error.status,
        message: named(error.body?.message ?? error.message),
        ...(error.body?.details ? { details: named(error.body.details) } : {}),
        extra: extraOf(error.body),
      },
    };
  }
  if (error instanceof NotServerError) return refuse('unavailable', { message: named(words.notServer) });
  if (isNetworkFailure(error)) return needsServer();
  throw error;
};

/** Returns what a call answers as a result: its value or the server's refusal; throws a fault. */
export async function resultOf<T>(called: Promise<T>): Promise<Result<T>> {
  try {
    return ok(await called);
  } catch (caught) {
    return refusalOf(caught);
  }
}

export const approvalHeader = (options: CommandOptions = {}): Record<string, string> =>
  options.approvalKey ? { 'X-Approval': options.approvalKey } : {};

/** Returns an entry of the outbox with its approval. */
export const approvedEntry = (entry: NewEntry, { approvalKey: approval }: CommandOptions = {}): NewEntry =>
  approval === undefined ? entry : { ...entry, approval };

/** Returns the options of a call that a person waits for: with an approval, and without a time limit (R18.1). */
export const asCommand = (options: CommandOptions | undefined, signal: AbortSignal) =>
  ({ headers: approvalHeader(options), quiet: true, signal }) as const;

export interface ServerCalls {
  /** Saves the draft and waits until it has reached the server; only then the command may run. */
  ready(bill: Bill): Promise<Result<Bill>>;
  /** Waits until the bill's saved work has reached the server; its draft stays unsaved. */
  sent(bill: Bill): Promise<Result<Bill>>;
  /** Sends the command, shows the returned bills, and returns the first of them. */
  answered(send: (signal: AbortSignal) => Promise<unknown>): Promise<Result<Bill>>;
}

export function serverCalls(core: Core, sync: SyncActions, saves: SaveActions): ServerCalls {
  const sent = async (bill: Bill): Promise<Result<Bill>> => {
    if (!isSaving(useConnection.getState())) return needsServer();
    if (!(await billSent(bill.key, sendWaitMs))) return refuse('unavailable');
    return ok(core.bill(bill.key) ?? bill);
  };
  return {
    sent,
    async ready(bill) {
      const saved = await saves.save(bill.key);
      return saved.ok ? sent(bill) : saved;
    },

    async answered(send) {
      // A command has no time limit (R18.1): it ends when the server is found to be away.
      const away = new AbortController();
      const stopListening = onceServerAway(() => away.abort());
      try {
        const answer = (await send(away.signal)) as Bill | readonly Bill[];
        const bills = Array.isArray(answer) ? (answer as readonly Bill[]) : [answer as Bill];
        for (const bill of bills) {
          sync.takeServer(bill);
          acknowledged(bill, bill.isVoid ? 'Voided' : 'Updated');
        }
        const [first] = bills;
        const { conflicts = [] } = answer as { readonly conflicts?: readonly { readonly field: string }[] };
        if (conflicts.some(({ field }) => field.endsWith('.isVoid')))
          notify({ kind: 'warning', message: words.voidTooLate });
        return first ? ok(core.bill(first.key) ?? first) : refuse('notFound');
      } catch (error) {
        const theirs = error instanceof CallError ? (error.body?.['bill'] as Bill | undefined) : undefined;
        if (theirs?.key) sync.takeServer(theirs);
        return refusalOf(error);
      } finally {
        stopListening();
      }
    },
  };
}
