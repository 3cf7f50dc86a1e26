/**
 * Takes over bills from the server: open bills at the start, single bills after hub messages, and the answers to entries sent from this
 * device. Source: R15.11, docs/rules.md#rebase, docs/rules.md#change-cursor.
 */
import type { Core } from './core.ts';
import { type FetchActions, fetchActions } from './fetch-bills.ts';
import { type OrphanActions, orphanActions } from './orphaned-items.ts';
import { type AnswerActions, answerActions } from './outbox-answers.ts';
import { billsKeeper, type TakeActions, takeActions } from './take-bills.ts';

export type SyncActions = TakeActions & FetchActions & OrphanActions & AnswerActions;

export function syncActions(core: Core): SyncActions {
  const keepBills = billsKeeper(core);
  const take = takeActions(core, keepBills);
  const fetched = fetchActions(core, take, keepBills);
  return { ...take, ...fetched, ...orphanActions(core), ...answerActions(core, take, fetched) };
}
