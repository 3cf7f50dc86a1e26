/** Payments and cash movements that somebody at this till waits for. */
import type { ErrorBody } from '../../api/api.ts';
import type { OutboxEntry } from '../../outbox/entry.ts';

/** Asks for an approval that a payment needs. Returns its key, or null when there will be none. */
export type Approve = (refusal: ErrorBody) => Promise<string | null>;

/** Keys of payments and cash movements that ask for their approval themselves. */
export const approvable = new Set<string>();

/** Returns whether the payment asks for the approval that it needs, so that nobody needs to be told. */
export const asksApproval = ({ key, reason }: OutboxEntry): boolean =>
  approvable.has(key) && reason?.reason === 'approvalNeeded';

/** Payments and cash movements whose screen waits for the answer, and whether it is still there to show a refusal. */
export const awaited = new Map<string, () => boolean>();

/** Returns whether the screen that sent the entry shows its refusal in place. */
export const isShownInPlace = ({ key }: OutboxEntry): boolean => awaited.get(key)?.() ?? false;
